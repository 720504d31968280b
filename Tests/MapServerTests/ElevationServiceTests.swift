import MapCompiler
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Heights over HTTP, on a map of roads on a slope.
@Suite struct ElevationServiceTests {
  private struct Reply: Decodable {
    struct Annotation: Decodable {
      var elevation: [Double?]?
      var distance: [Double]?
    }
    struct Leg: Decodable {
      var ascent: Double?
      var descent: Double?
      var annotation: Annotation?
    }
    struct Route: Decodable { var legs: [Leg] }
    var routes: [Route]
  }

  /// 400 m from one letter to the next.
  private static let drawing = AsciiMap(
    "A-------B-------C", metresPerCell: 50, ways: ["ABC": "highway=primary"])

  private static func legs(_ served: ServedMap, _ options: String) async throws -> [Reply.Leg] {
    let places = try served.coordinates(["A", "B", "A"])
    let reply = try await served.get("/route/v1/driving/\(places)?overview=false&\(options)")
    let decoded = try JSONDecoder().decode(Reply.self, from: Data(reply.body.utf8))
    return try #require(decoded.routes.first).legs
  }

  @Test("each leg has the heights of its points, its ascent and its descent, if they are requested")
  func legs() async throws {
    // It rises by 5 % to the east.
    let hills = try HeightFolder { _, east in Int16((500 + 0.05 * east).rounded()) }
    defer { withExtendedLifetime(hills) {} }
    let options = MapCompiler.Options.withElevation(hills)
    try await ServedMap.with(Self.drawing, options: options) { served in
      let legs = try await Self.legs(served, "annotations=elevation,distance")
      #expect(legs.count == 2)
      for (leg, climbs) in zip(legs, [(20.0, 0.0), (0.0, 20.0)]) {
        let (ascent, descent) = (try #require(leg.ascent), try #require(leg.descent))
        #expect(abs(ascent - climbs.0) < 1.6, "\(ascent)")
        #expect(abs(descent - climbs.1) < 1.6, "\(descent)")
        let heights = try #require(leg.annotation?.elevation)
        #expect(heights.count == (leg.annotation?.distance?.count ?? 0) + 1)
        #expect(heights.allSatisfy { $0 != nil })
      }
      let plain = try await Self.legs(served, "annotations=true")
      #expect(plain.allSatisfy { $0.ascent == nil && $0.annotation?.elevation == nil })
    }
  }
}
