import MapCompiler
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Costs by grade: every kind of query on maps with elevation costs on every rung what plain Dijkstra finds.
@Suite(.serialized) struct GradeReferenceTests {
  static let kinds: [ReferenceKind] = [
    ReferenceKind("foot", Vehicle(.foot)), ReferenceKind("bicycle", Vehicle(.bicycle)),
    ReferenceKind("truck", Vehicle(.truck)),
    ReferenceKind("truck of 40 t with 250 kW", .truck([.weight: 40_000])) {
      $0.costs.enginePowerKilowatts = 250
    },
    ReferenceKind("truck, at most 60 km/h", Vehicle(.truck)) { $0.maximumSpeedKmh = 60 },
    ReferenceKind("bicycle, nothing of 8 %", Vehicle(.bicycle)) { $0.costs.steepPercent = 8 },
    ReferenceKind("car, nothing of 10 %, no tunnels", .car) {
      $0.costs.steepPercent = 10
      $0.avoid = [.tunnels]
    },
    ReferenceKind("car, shortest, nothing of 6 %", .car) {
      $0.costs.steepPercent = 6
      $0.isShortest = true
    },
    ReferenceKind(
      "truck in changed conditions", Vehicle(.truck),
      [(20, .speed(tenthsOfKmh: 700)), (10, .time(permille: 1_500)), (5, .closed)]),
    ReferenceKind("truck in traffic", Vehicle(.truck), traffic: (horizon: 3_600, age: 60)) {
      $0.departure = ReferenceKind.moments[0].time
    },
  ]

  @Test("a map with invented hills", .timeLimit(.minutes(60)))
  func hills() async throws {
    let hills = try HeightFolder { north, east in
      let (x, y) = (north / 400, east / 300)
      let wave = { (value: Double) in value - value.rounded(.down) - 0.5 }
      return Int16((800 + 180 * wave(x).magnitude + 140 * wave(y + x / 3).magnitude).rounded())
    }
    var options = MapCompiler.Options.withElevation(hills)
    options.profiles = [.car, .truck, .bicycle, .foot]
    let built = try await BuiltMap(xml: StreetGrid(rows: 40, columns: 40).xml, options: options)
    try await Self.compare(built.map, "hills", sources: 2)
    withExtendedLifetime(hills) {}
  }

  @Test(
    "Andorra", .timeLimit(.minutes(60)),
    .enabled(
      if: TestData.has("andorra-2026.osm.pbf"), "needs andorra-2026.osm.pbf; set MAPC_DATA"),
    arguments: TestData.present(["andorra-2026.osm.pbf"]))
  func andorra(_ name: String) async throws {
    var options = MapCompiler.Options()
    options.elevation = TestData.folder + "/elevation"
    options.profiles = [.car, .truck, .bicycle, .foot]
    let built = try await BuiltMap(file: TestData.path(name), options: options)
    try await Self.compare(
      built.map, name, sources: (HierarchyReferenceTests.queries ?? 80) / 40)
  }

  private static func compare(_ map: NavMap, _ name: String, sources: Int) async throws {
    let rungs = HierarchyReferenceTests.Rungs()
    for (number, kind) in kinds.enumerated() {
      try await HierarchyReferenceTests.compare(
        map, kind, name, UInt64(number), sources: sources, rungs)
    }
    print("\(name): \(rungs.found.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
    #expect(rungs.found[.metric, default: 0] > 0)
  }
}
