import MapCompiler
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// At usual speeds, every kind of query costs on every rung what plain Dijkstra finds, and drives what it costs.
///
/// `MAPC_QUERIES` sets the random queries, as in ``HierarchyReferenceTests``.
@Suite(.serialized) struct UsualReferenceTests {
  /// Local times: Tuesday 24 November 2026 at 08:00 and 22:00, five minutes before midnight and before Monday; five
  /// minutes before clocks go back on 25 October, and before they go forward on 29 March.
  private static let moments: [(name: String, time: LocalTime)] = [
    ("Tu 08:00", LocalTime(seconds: 1_795_507_200)),
    ("Tu 22:00", LocalTime(seconds: 1_795_557_600)),
    ("Tu 23:55", LocalTime(seconds: 1_795_564_500)),
    ("Su 23:55", LocalTime(seconds: 1_795_391_700)),
    ("back", LocalTime(seconds: 1_792_896_900)),
    ("forward", LocalTime(seconds: 1_774_749_300)),
  ]

  private static func usual(
    _ name: String, _ vehicle: Vehicle, at moment: Int,
    _ changes: [(permille: Double, effect: RoadAdjustment.Effect)] = [],
    traffic: (horizon: UInt32, age: Int64)? = nil,
    _ set: (inout ReferenceOptions) -> Void = { _ in }
  ) -> ReferenceKind {
    var kind = ReferenceKind("\(name), \(moments[moment].name)", vehicle, changes, traffic: traffic)
    {
      $0.departure = moments[moment].time
      set(&$0)
    }
    kind.hasUsual = true
    return kind
  }

  private static let kinds: [ReferenceKind] =
    moments.indices.map { usual("car", .car, at: $0) } + [
      usual("truck", ReferenceKind.loaded, at: 0),
      usual("truck, clocks", ReferenceKind.loaded, at: 4),
      usual("bicycle", Vehicle(.bicycle), at: 0),
      usual("car, no motorways, 60 km/h", .car, at: 1) {
        $0.avoid = [.motorways]
        $0.maximumSpeedKmh = 60
      },
      usual("car, shortest", .car, at: 2) { $0.isShortest = true },
      usual(
        "car, changes", .car, at: 3,
        [
          (20, .time(permille: 2_500)), (20, .weight(permille: 700)), (5, .closed),
          (20, .speed(tenthsOfKmh: 400)),
        ]),
      usual("car, traffic", .car, at: 0, traffic: (3_600, 0)),
      usual("car, traffic fades", .car, at: 0, traffic: (240, 180)),
      usual("car, traffic fades at midnight", .car, at: 3, traffic: (300, 250)),
      usual("car, traffic fades slowly", .car, at: 4, traffic: (3_600, 3_500)),
      usual(
        "car, changes, traffic fades", .car, at: 2,
        [(20, .time(permille: 2_500)), (20, .time(permille: 400)), (5, .closed)],
        traffic: (300, 200)),
      usual("truck, traffic fades", ReferenceKind.loaded, at: 5, traffic: (600, 500)),
      usual("car, traffic of yesterday", .car, at: 1, traffic: (3_600, 86_400)),
      usual("car, shortest, traffic fades", .car, at: 1, traffic: (300, 200)) {
        $0.isShortest = true
      },
    ]

  private static var extracts: [String] {
    TestData.extracts.filter {
      HierarchyReferenceTests.queries != nil || !HierarchyReferenceTests.large.contains($0)
    }
  }

  @Test(
    "at usual speeds, the answer costs what plain Dijkstra finds, on every rung",
    .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func equalsReference(_ name: String) async throws {
    var options = MapCompiler.Options()
    options.profiles = [.car, .truck]
    options.timeZone = "CET-1CEST,M3.5.0,M10.5.0/3"
    let built = try await BuiltMap(file: TestData.path(name), options: options)
    let rungs = HierarchyReferenceTests.Rungs()
    for (number, kind) in HierarchyReferenceTests.kinds(Self.kinds, on: name) {
      let count = HierarchyReferenceTests.queries ?? HierarchyReferenceTests.targets
      try await HierarchyReferenceTests.compare(
        built.map, kind, name, UInt64(1_000 + number),
        sources: max(count / HierarchyReferenceTests.targets, 1), rungs)
    }
    print("\(name): \(rungs.found.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
  }
}
