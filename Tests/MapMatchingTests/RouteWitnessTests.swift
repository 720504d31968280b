import Geo
import MapMatching
import RoadModel
import RouteModel
import TestSupport
import Testing

/// What a witness says of a route and of the roads beside it.
@Suite struct RouteWitnessTests {
  /// Two roads 20 m apart; the upper one is the route.
  private static let beside = AsciiMap(
    """
    A-----------------------------------------------------------B
    C-----------------------------------------------------------D
    """, metresPerCell: 20,
    ways: ["AB": "highway=secondary", "CD": "highway=secondary", "AC": "highway=residential"])

  @Test("a receiver that is off to one side for long is no evidence for the road there")
  func drift() async throws {
    let roads = try await Self.beside.build()
    var witness = RouteWitness(MapMatcher(map: roads.built.map))
    let route = try await roads.response(from: "A", to: "B")
    let own = Set(route.sections.flatMap(\.edges).map { witness.number(of: $0.id) })
    witness.begin(noise: 9, driftShare: 0.6, headings: HeadingError())
    var margins: [Double] = []
    for step in 3..<100 {
      // 14 m below the upper road.
      let place = try roads.drawing.place("A>B \(Double(step) / 100)")
      let fix = Location(
        latitude: place.latitude - 14 / Distance.metresPerUnit / Coordinate.unitsPerDegree,
        longitude: place.longitude, time: Double(step), headingDegrees: 90, speed: 12)
      let told = try witness.hear(
        fix, isOnRoute: { own.contains($0) }, against: { own.contains($0) ? 0 : 3 })
      margins.append(try #require(told).margin)
    }
    let leaps = zip(margins, margins.dropFirst()).map { abs($1 - $0) }
    #expect(try #require(leaps.max()) < 3, "\(margins)")
    #expect(try #require(margins.max()) < 8, "\(margins)")
  }
}
