import Geo
import MapReader
import OSMInput
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// No truck passes a road that is too low for it, told from the OSM file itself: this file reads the
/// tags on its own and shares nothing with the compiler's rules.
@Suite struct TruckLimitTests {
  @Test(
    "no route of a 4.0 m truck uses a way that is tagged lower", .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(TestData.extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(TestData.extracts))
  func lowWaysAreAvoided(_ name: String) async throws {
    let path = TestData.path(name)
    var low = LowWays()
    _ = try OSMReader(.file(path)).read(into: &low) { _, _ in true }
    low.placeNodes()
    let built = try await BuiltMap(extract: name)
    let engine = OfflineRoutingEngine(map: built.map)
    var random = SeededGenerator(seed: 4_000)
    var checked = 0
    var avoided = 0
    for (from, to) in low.trips(&random) {
      let waypoints = [Waypoint(from), Waypoint(to)]
      let request = RouteRequest(waypoints: waypoints, vehicle: .truck(height: .meters(4.0)))
      guard let route = try? await engine.routes(for: request).routes[0] else { continue }
      for edge in route.sections.flatMap(\.edges) {
        checked += 1
        let height = low.heights[edge.wayID]
        #expect(height == nil, "\(name): way \(edge.wayID) has maxheight=\(height ?? "")")
      }
      let car = RouteRequest(waypoints: waypoints)
      if let other = try? await engine.routes(for: car).routes[0] {
        if other.sections.flatMap(\.edges).contains(where: { low.heights[$0.wayID] != nil }) {
          avoided += 1
        }
      }
    }
    #expect(checked > 0 || low.heights.isEmpty, "\(name): no trip could be checked")
    print(
      "\(name): \(low.heights.count) low ways, \(checked) edges checked, \(avoided) trips where a car goes below one"
    )
  }
}

/// The ways of an OSM file on which a sign or a measurement says less than 4.0 m.
private struct LowWays: OSMVisitor {
  var heights: [Int64: String] = [:]
  private var nodes: [Int64: Coordinate] = [:]
  private var ends: [(Int64, Int64)] = []
  private var places: [(Coordinate, Coordinate)] = []

  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    nodes[id] = position
  }

  mutating func way(_ id: Int64, nodes refs: borrowing [Int64], tags: borrowing OSMTags) {
    guard tags.hasKey("highway"), let first = refs.first, let last = refs.last else { return }
    for key: StaticString in ["maxheight", "maxheight:physical"] {
      guard let value = tags.value(for: key), let metres = Self.metres(value), metres < 4.0 else {
        continue
      }
      heights[id] = value
      ends.append((first, last))
    }
  }

  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {}

  /// A plain number of metres, or feet and inches; nil for everything else.
  private static func metres(_ text: String) -> Double? {
    if let number = Double(text) { return number }
    if text.hasSuffix(" m"), let number = Double(text.dropLast(2)) { return number }
    if text.hasSuffix("m"), let number = Double(text.dropLast()) { return number }
    guard text.contains("'") else { return nil }
    let parts = text.split(separator: "'").map { $0.filter { $0.isNumber || $0 == "." } }
    guard let feet = parts.first.flatMap({ Double($0) }) else { return nil }
    return (feet * 12 + (parts.count > 1 ? Double(parts[1]) ?? 0 : 0)) * 0.0254
  }

  mutating func placeNodes() {
    places = ends.compactMap { first, last in
      guard let a = nodes[first], let b = nodes[last] else { return nil }
      return (a, b)
    }
    nodes = [:]
  }

  /// Trips that would like to go below: from some way off one end to some way off the other, and long ones
  /// from one such road to another, anywhere on the map.
  func trips(_ random: inout SeededGenerator) -> [(Coordinate, Coordinate)] {
    var result: [(Coordinate, Coordinate)] = []
    for (a, b) in places.prefix(60) {
      for _ in 0..<6 {
        let north = Int64(b.latitudeUnits) - Int64(a.latitudeUnits)
        let east = Int64(b.longitudeUnits) - Int64(a.longitudeUnits)
        let length = max(abs(north), abs(east), 1)
        let far = Int64.random(in: 5_000...100_000, using: &random)
        func moved(_ place: Coordinate, _ sign: Int64) -> Coordinate {
          let jitter = Int64.random(in: -3_000...3_000, using: &random)
          return Coordinate(
            latitudeUnits: Int32(Int64(place.latitudeUnits) + sign * north * far / length + jitter),
            longitudeUnits: Int32(Int64(place.longitudeUnits) + sign * east * far / length))
        }
        let pair = (moved(a, -1), moved(b, 1))
        result.append(Bool.random(using: &random) ? pair : (pair.1, pair.0))
      }
    }
    for _ in 0..<200 {
      guard let one = places.randomElement(using: &random),
        let other = places.randomElement(using: &random)
      else { break }
      result.append((one.0, other.1))
    }
    return result
  }
}
