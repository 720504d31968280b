import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport

@testable import Routing
@testable import RoutingReference

/// A kind of query that is compared with the reference: a vehicle, options, and how many edges the request
/// changes and how.
struct ReferenceKind: Sendable {
  var name: String
  var vehicle: Vehicle
  var options = ReferenceOptions()
  /// For each change the share of the directed edges that have it, in thousandths.
  var changes: [(permille: Double, effect: RoadAdjustment.Effect)] = []
  /// The traffic: for how long it holds, and how long before the departure it was measured; nil for none.
  var traffic: (horizon: UInt32, age: Int64)?
  /// Whether the engine has usual speeds.
  var hasUsual = false

  init(
    _ name: String, _ vehicle: Vehicle,
    _ changes: [(permille: Double, effect: RoadAdjustment.Effect)] = [],
    traffic: (horizon: UInt32, age: Int64)? = nil,
    _ set: (inout ReferenceOptions) -> Void = { _ in }
  ) {
    self.traffic = traffic
    self.name = name
    self.vehicle = vehicle
    self.changes = changes
    set(&options)
  }

  /// The options, with random edges to be changed.
  func options(_ map: NavMap, seed: UInt64) -> ReferenceOptions {
    let edgeCount = map.header.edgeCount
    var result = options
    var random = SeededGenerator(seed: seed)
    var taken: Set<UInt32> = []
    for (permille, effect) in changes {
      for _ in 0..<Int((Double(edgeCount) * permille / 1_000).rounded(.up)) {
        let edge = UInt32.random(in: 0..<max(edgeCount, 1), using: &random)
        if taken.insert(edge).inserted {
          result.adjustments.append(
            RoadAdjustment(edge: map.edgeID(EdgeNumber(rawValue: edge)), effect))
        }
      }
    }
    if let traffic {
      let departure = Departure(time: options.departure ?? LocalTime(seconds: 0), offset: nil)
      let begin = departure.utc(in: map.place.zone) ?? departure.time.seconds
      result.traffic = ReferenceTraffic.random(
        map, made: begin - traffic.age, horizon: traffic.horizon, &random)
    }
    if hasUsual { result.usual = ReferenceUsual.random(map, &random) }
    return result
  }

  static let loaded = Vehicle.truck([
    .height: 3_500, .weight: 18_000, .weightRating: 18_000, .hazmat: 1,
  ])
  /// Saturday 21 November 2026 at 08:00 and 23:30, Tuesday 24 November at 07:45.
  static let moments: [(name: String, time: LocalTime)] = [
    ("Sa 08:00", LocalTime(seconds: 1_795_248_000)),
    ("Sa 23:30", LocalTime(seconds: 1_795_303_800)),
    ("Tu 07:45", LocalTime(seconds: 1_795_506_300)),
  ]

  static let all: [ReferenceKind] =
    [
      ReferenceKind("car", .car), ReferenceKind("bicycle", Vehicle(.bicycle)),
      ReferenceKind("foot", Vehicle(.foot)), ReferenceKind("motorcycle", Vehicle(.motorcycle)),
      ReferenceKind("truck 4.0 m", .truck([.height: 4_000])),
      ReferenceKind("truck 3.5 m, 18 t, hazmat", loaded),
      ReferenceKind("car, no tolls", .car) { $0.avoid = [.tolls] },
      ReferenceKind("car, no motorways", .car) { $0.avoid = [.motorways] },
      ReferenceKind("truck, no tunnels, ferries, unpaved", loaded) {
        $0.avoid = [.tunnels, .ferries, .unpaved]
      },
      ReferenceKind("car, never on motorways", .car) { $0.exclude = [.motorways] },
      ReferenceKind("car, never on unpaved roads, no motorways", .car) {
        $0.exclude = [.unpaved]
        $0.avoid = [.motorways]
      },
      ReferenceKind("truck, never on unpaved roads, in tunnels, on ferries", loaded) {
        $0.exclude = [.tunnels, .ferries, .unpaved]
      },
      ReferenceKind("truck, never on motorways, shortest, no tolls", loaded) {
        $0.exclude = [.motorways]
        $0.avoid = [.tolls]
        $0.isShortest = true
      },
      ReferenceKind("car, never on motorways, quick roads", .car, [(30, .time(permille: 600))]) {
        $0.exclude = [.motorways, .tolls]
      },
      ReferenceKind("car, 0.1 % closed", .car, [(1, .closed)]),
      ReferenceKind("car, 1 % closed", .car, [(10, .closed)]),
      ReferenceKind(
        "car, slow and quick roads", .car,
        [(30, .time(permille: 2_500)), (30, .time(permille: 600)), (2, .closed)]),
      ReferenceKind(
        "car, measured speeds", .car,
        [
          (40, .speed(tenthsOfKmh: 180)), (40, .speed(tenthsOfKmh: 955)),
          (5, .time(permille: 1_300)),
        ]),
      ReferenceKind(
        "truck, measured speeds and closed roads", loaded,
        [(60, .speed(tenthsOfKmh: 1_230)), (30, .speed(tenthsOfKmh: 70)), (2, .closed)]),
      ReferenceKind(
        "car, penalties", .car, [(30, .weight(permille: 3_000)), (5, .time(permille: 1_700))]),
      ReferenceKind(
        "truck, preferences and penalties", loaded,
        [(20, .weight(permille: 700)), (20, .weight(permille: 2_000)), (2, .closed)]),
      ReferenceKind("car, motorways and unpaved roads disliked", .car) {
        $0.costs.preferences = [.motorway: 0, .unpaved: 0.3, .uTurn: 0.1]
      },
      ReferenceKind("car, preferences both ways", .car, [(10, .weight(permille: 1_500))]) {
        $0.costs.preferences = [.motorway: 0.9, .livingStreet: 0.05, .tunnel: 1, .uTurn: 1]
      },
      ReferenceKind("truck on its network, no tolls", loaded) {
        $0.costs.preferences = [.truckRoute: 0.95, .toll: 0.4]
        $0.avoid = [.tolls]
      },
      ReferenceKind("car, turns and signals of its own", .car) {
        $0.costs.turnSeconds = [.signals: 15, .acrossTraffic: 20, .withTraffic: 0, .uTurn: 90]
      },
      ReferenceKind("truck, speeds of its own", loaded) {
        $0.costs.speedFactors = [.motorway: 0.8, .primary: 1.3, .residential: 0.35, .service: 4]
      },
      ReferenceKind("bicycle, everything of its own, shortest", Vehicle(.bicycle)) {
        $0.costs = CostSettings(
          preferences: [.unpaved: 0.2, .ferry: 0.1], turnSeconds: [.signals: 30],
          speedFactors: [.cycleway: 1.5])
        $0.isShortest = true
      },
      ReferenceKind("car, traffic, preferences and speeds", .car, traffic: (3_600, 0)) {
        $0.costs = CostSettings(
          preferences: [.motorway: 0.2], speedFactors: [.motorway: 1.2, .tertiary: 0.7])
      },
      ReferenceKind("car, 45 km/h", .car) { $0.maximumSpeedKmh = 45 },
      ReferenceKind("car, shortest", .car) { $0.isShortest = true },
      ReferenceKind("truck, shortest, no motorways", loaded) {
        $0.isShortest = true
        $0.avoid = [.motorways]
      },
      ReferenceKind("truck, strict", loaded) { $0.isStrict = true },
      ReferenceKind("car, strict", .car) { $0.isStrict = true },
    ]
    + moments.flatMap { moment in
      [
        ReferenceKind("car, \(moment.name)", .car) { $0.departure = moment.time },
        ReferenceKind("truck, \(moment.name)", loaded) { $0.departure = moment.time },
      ]
    }
    + [
      ReferenceKind("car, Tu 07:45, never on motorways and unpaved roads", .car) {
        $0.departure = moments[2].time
        $0.exclude = [.motorways, .unpaved]
      },
      ReferenceKind("bicycle, Tu 07:45, no unpaved", Vehicle(.bicycle)) {
        $0.departure = moments[2].time
        $0.avoid = [.unpaved]
      },
      ReferenceKind("car, traffic", .car, traffic: (3_600, 0)),
      ReferenceKind("truck, traffic", loaded, [(20, .time(permille: 1_500))], traffic: (3_600, 0)),
      ReferenceKind("bicycle, traffic", Vehicle(.bicycle), traffic: (3_600, 0)),
      ReferenceKind("car, traffic, shortest, at most 45 km/h", .car, traffic: (3_600, 0)) {
        $0.isShortest = true
        $0.maximumSpeedKmh = 45
      },
      ReferenceKind("car, traffic, no motorways", .car, traffic: (3_600, 0)) {
        $0.avoid = [.motorways]
        $0.maximumSpeedKmh = 60
      },
      ReferenceKind("car, Tu 07:45, traffic of now", .car, traffic: (3_600, 0)) {
        $0.departure = moments[2].time
      },
      ReferenceKind("car, Tu 07:45, preferences", .car, traffic: (240, 180)) {
        $0.departure = moments[2].time
        $0.costs.preferences = [.motorway: 0.8, .unpaved: 0.1, .uTurn: 0]
      },
      ReferenceKind("car, Tu 07:45, traffic that fades", .car, traffic: (240, 180)) {
        $0.departure = moments[2].time
      },
      ReferenceKind("truck, Sa 23:30, traffic that fades", loaded, traffic: (600, 500)) {
        $0.departure = moments[1].time
      },
      ReferenceKind("car, Sa 08:00, shortest, traffic that fades", .car, traffic: (300, 200)) {
        $0.departure = moments[0].time
        $0.isShortest = true
      },
      ReferenceKind("car, Tu 07:45, traffic of yesterday", .car, traffic: (3_600, 86_400)) {
        $0.departure = moments[2].time
      },
      ReferenceKind(
        "car, Sa 08:00, slow and closed roads", .car,
        [(20, .time(permille: 2_500)), (20, .weight(permille: 1_500)), (5, .closed)]
      ) { $0.departure = moments[0].time },
    ]
}
