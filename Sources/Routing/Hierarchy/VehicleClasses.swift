import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Classes of vehicles for which all limits and conditions of a map have the same effect.
///
/// So most new vehicles can use a metric that the engine has already made.
struct VehicleClasses: Sendable {
  /// The values of each property at which an effect changes, ascending; by raw value of the kind.
  private var boundaries: [[UInt32]] = Array(repeating: [], count: LimitKind.allCases.count + 1)
  /// The conditions of rules that may open roads or raise their speeds.
  private(set) var openings: [Condition] = []
  /// All conditions on vehicles.
  private var conditions: [Condition] = []

  /// Reads the limits and conditions of a map.
  init(_ map: NavMap) throws(RoutingError) {
    let lists = try map.restrictionLists()
    for kind in LimitKind.allCases {
      // A vehicle of exactly the limit's value passes.
      for value in lists.values(limiting: kind) { add(kind, value &+ 1) }
    }
    try addConditions(map, lists)
    for weight in TruckLaw.weights { add(.weightRating, weight &+ 1) }
    for count in TruckLaw.trailerCounts { add(.trailers, count) }
    for place in boundaries.indices { boundaries[place] = Set(boundaries[place]).sorted() }
  }

  private mutating func add(_ kind: LimitKind, _ value: UInt32) {
    boundaries[Int(kind.rawValue)].append(value)
  }

  /// Adds the conditions of the tiles that have conditional rules.
  private mutating func addConditions(
    _ map: NavMap, _ lists: borrowing RestrictionLists
  ) throws(RoutingError) {
    var tiles: Set<TileNumber> = []
    var (opening, onVehicles): (Set<Condition>, Set<Condition>) = ([], [])
    var touched = TouchedTiles(map)
    for edge in lists.conditionalEdges(RestrictionLists.timeBit | RestrictionLists.vehicleBit) {
      // The rules are at the edge or at one of its ends.
      for end in try touched.ends(of: edge) { tiles.insert(touched.slots[end.slot.rawValue].tile) }
    }
    for number in tiles.sorted() {
      do throws(NavError) {
        let tile = try map.tile(number)
        for row in 0..<tile.layout.ruleCount {
          let rule = tile.rule(row)
          guard rule.condition != RuleRow.always else { continue }
          let condition = tile.condition(Int(rule.condition))
          add(condition)
          if case .limit(let kind, let value?) = rule.effect { add(kind, value &+ 1) }
          let isOnVehicle = condition.terms.contains {
            if case .vehicle = $0 { true } else { false }
          }
          if isOnVehicle, onVehicles.insert(condition).inserted { conditions.append(condition) }
          if rule.effect?.opens ?? false, opening.insert(condition).inserted {
            openings.append(condition)
          }
        }
      } catch { throw RoutingError(error) }
    }
  }

  private mutating func add(_ condition: Condition) {
    for case .vehicle(let kind, _, let value) in condition.terms {
      add(kind, value)
      add(kind, value &+ 1)
    }
  }

  /// The vehicle of the same class with the smallest properties.
  func canonical(_ vehicle: Vehicle) -> Vehicle {
    var result = vehicle
    for kind in LimitKind.allCases {
      guard let own = vehicle[kind] else { continue }
      result[kind] = boundaries[Int(kind.rawValue)].last { $0 <= own } ?? 0
    }
    return result
  }

  /// Whether the same conditions hold for two vehicles, so that they differ only in limits.
  func haveSameConditions(_ a: QueryRules, _ b: QueryRules) -> Bool {
    conditions.allSatisfy {
      $0.holds(a.circumstances(at: 0)) == $0.holds(b.circumstances(at: 0))
    }
  }

  /// The number of a vehicle's given properties, plus the number of boundaries that they reach.
  ///
  /// Of two metrics that bound a vehicle's costs, the one with the higher rank is closer.
  func rank(_ vehicle: Vehicle) -> Int {
    LimitKind.allCases.reduce(0) { rank, kind in
      guard let own = vehicle[kind] else { return rank }
      return rank + 1 + boundaries[Int(kind.rawValue)].count { $0 <= own }
    }
  }
}

extension RoadRule.Effect {
  /// Whether the rule may open a road or raise its speed.
  var opens: Bool {
    switch self {
    case .access(let access, _): access.isUsable
    case .speed, .truckSpeed: true
    case .limit, .ban, .turnRound: false
    }
  }
}
