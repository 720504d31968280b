import Geo
package import NavFormat
package import RoadModel
package import RouteModel

/// How much a rule that is broken matters.
package enum Severity: UInt8, Sendable, Comparable {
  case none = 0
  /// The law says no: weight, loads, access, turns.
  case legal = 1
  /// The vehicle does not fit: height, width, length.
  case physical = 2

  package static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
}

/// How many rules are broken, by how much they matter.
package struct Breaks: Sendable, Hashable {
  package var legal: UInt32 = 0
  package var physical: UInt32 = 0

  @inlinable package static var none: Breaks { Breaks() }

  /// The severest of them.
  package var severity: Severity { physical > 0 ? .physical : legal > 0 ? .legal : .none }

  @inlinable package init(legal: UInt32 = 0, physical: UInt32 = 0) {
    self.legal = legal
    self.physical = physical
  }

  package init(_ breaches: [Breach]) {
    for breach in breaches {
      if breach.severity == .physical { physical += 1 } else { legal += 1 }
    }
  }
}

/// What one query may drive on and what it pays: a cost model, what is known of single edges, and the trip's clock.
///
/// Every search of a query, and the check of its result, asks here, so that they agree to the unit.
package struct QueryRules: Sendable {
  /// What seldom changes between the rules of one query: in an object, so that the rules are handed on in a few
  /// words.
  private final class Facts: Sendable {
    let model: CostModel
    let context: TripContext
    let costing: Costing
    let foreign: ForeignCostings?
    let maximumSpeed: UInt16
    let circumstances: Circumstances

    init(_ model: CostModel, _ context: TripContext, _ place: MapPlace) {
      let vehicle = model.vehicle
      self.model = model
      self.context = context
      costing = place.costing(vehicle)
      foreign = vehicle.mode == .truck ? ForeignCostings(place, vehicle) : nil
      maximumSpeed = Costing.maximumSpeed(of: vehicle.mode)
      circumstances = Circumstances(vehicle, holidays: context.holidays)
    }

    /// The same facts for another model of the same vehicle.
    init(_ other: Facts, _ model: CostModel) {
      self.model = model
      context = other.context
      costing = other.costing
      foreign = other.foreign
      maximumSpeed = other.maximumSpeed
      circumstances = other.circumstances
    }
  }

  /// No way costs more: half the range, 248 days.
  ///
  /// So a bound or the cost of an edge, a quarter of the range at most, can be added without a check.
  /// Only a hostile file has roads that long.
  package static var maximumCost: UInt32 { .max / 2 }

  private var facts: Facts
  /// What is known of single edges beyond the map.
  package private(set) var layers: CostLayers
  /// Whether anything is.
  package private(set) var hasLayers: Bool
  // Copies of what searches ask for at every edge.
  package let mode: Mode
  package let isShortest: Bool
  /// No road is driven faster, tenths of km/h.
  package private(set) var speedCap: UInt16?
  /// What the roads are to the vehicle, if a cache has it.
  package var tables: RoadTables?
  /// Whether the time is known.
  package private(set) var hasClock: Bool
  /// Rules up to this severity have a price instead of closing a road: so high that a search finds the
  /// way that breaks the fewest, to name them or to take it.
  package private(set) var tolerance = Severity.none
  /// Halvings of the prices, for a way that breaks so many rules, or has so many roads to be avoided, that their prices
  /// exceed the maximum cost.
  package private(set) var priceHalvings: UInt32 = 0
  package let isUnlimited: Bool
  /// Whether the request excludes some kinds of roads.
  package let hasExclusions: Bool
  /// Whether those have a price, too, where rules have one: to name them.
  package private(set) var toleratesExclusions = false
  /// Whether driving against a one-way street has a price, too, where rules have one: to name it, never to do it.
  package private(set) var toleratesWrongWays = false

  /// What roads cost whatever the hour: with the layers, what a metric of these rules is known by.
  package var model: CostModel { facts.model }
  package var vehicle: Vehicle { facts.model.vehicle }
  package var avoid: Avoidance { facts.model.avoid }
  package var exclude: Avoidance { facts.model.exclude }
  /// Whether rules that may hold are taken as holding where that is stricter.
  package var isStrict: Bool { facts.model.doubt == .stricter }
  private var isLenient: Bool { facts.model.doubt == .lenient }
  package var costing: Costing { facts.costing }
  /// Costings of other countries than the map's, by the code of a tile.
  package var foreign: ForeignCostings? { facts.foreign }
  /// The clock of the trip, nil when the time is not known.
  private var clock: TripClock? { hasClock ? facts.context.clock : nil }

  /// The rules of a request.
  package init(
    _ vehicle: Vehicle, options: RouteRequest.Options, place: MapPlace,
    layers: CostLayers = .none
  ) {
    let model = CostModel(vehicle, options)
    facts = Facts(model, TripContext(options, zone: place.zone), place)
    self.layers = layers
    hasLayers = !layers.isEmpty
    mode = vehicle.mode
    speedCap = model.speedCap
    isShortest = model.isShortest
    isUnlimited = vehicle.isUnlimited
    hasExclusions = !model.exclude.isEmpty
    hasClock = facts.context.clock != nil
  }

  /// The same rules by another model of the same vehicle.
  private func with(_ change: (inout CostModel) -> Void) -> QueryRules {
    var model = facts.model
    change(&model)
    var rules = self
    rules.facts = Facts(facts, model)
    rules.speedCap = model.speedCap
    return rules
  }

  /// The same rules with violations up to a severity priced instead of forbidden, and excluded roads if wanted.
  package func tolerating(_ severity: Severity, exclusions: Bool) -> QueryRules {
    var rules = self
    rules.tolerance = severity
    rules.toleratesExclusions = exclusions
    return rules
  }

  /// The same rules with every violation priced, that of one-way streets too.
  package func toleratingWrongWays() -> QueryRules {
    var rules = tolerating(.physical, exclusions: true)
    rules.toleratesWrongWays = true
    return rules
  }

  /// How often prices are halved, one after the other, until those of a way can be counted: down to a second for an
  /// edge.
  package static let halvings: [UInt32] = [0, 5, 10, 15]

  /// Whether a way may cost more than its time beyond any measure.
  package var hasPrices: Bool { avoid != [] || layers.raisesCosts }
  /// Whether a way of usual length may cost more than can be counted: by prices, or because it is driven as slowly as
  /// one likes.
  package var mayExceedCosts: Bool { hasPrices || speedCap != nil }
  /// Whether what a quickest way costs is how long it takes.
  package var costsAreTimes: Bool { avoid == [] && !layers.hasWeights }

  /// The same rules with lower prices, and lower penalties of the request's.
  package func halvingPrices(_ times: UInt32) -> QueryRules {
    var rules = self
    rules.priceHalvings = times
    return rules
  }

  /// The same rules at no time in particular, each as lenient as it may be at some time: nothing costs more
  /// than it may cost by these rules.
  package func atAnyTime() -> QueryRules {
    guard hasClock else { return self }
    var rules = with { $0.doubt = .lenient }
    rules.hasClock = false
    return rules
  }

  /// The same rules for one who keeps away from nothing but what is closed, and drives as fast as usual; without what a
  /// cache has of them.
  package func ignoringPrices() -> QueryRules {
    var rules = with {
      $0.speedCap = nil
      $0.avoid = []
    }
    rules.layers = layers.closures
    rules.hasLayers = !rules.layers.isEmpty
    rules.tables = nil
    return rules
  }

  /// Whether edges and turns cost the same but for single ones, or more: then costs by these rules are bounds
  /// of the others', if nothing is opened or preferred.
  package func bounds(_ other: QueryRules) -> Bool {
    mode == other.mode && isShortest == other.isShortest && costing == other.costing
      && foreign?.classes == other.foreign?.classes
      && (speedCap == nil || speedCap == other.speedCap)
  }

  /// Whether a condition holds for the vehicle, or may and is taken so where that opens a road.
  package func mayApply(_ condition: Condition) -> Bool {
    switch condition.holds(circumstances(at: 0)) {
    case .yes: true
    case .perhaps: isLenient
    case .no: false
    }
  }

  /// The kinds of conditions whose answer may differ from that for a vehicle without properties at no time
  /// in particular: bits of ``RestrictionLists``.
  package var conditionKinds: UInt32 {
    (facts.model.doubt == .ignored ? 0 : RestrictionLists.timeBit)
      | (isUnlimited ? 0 : RestrictionLists.vehicleBit)
  }

  // MARK: Costs

  /// The costing that holds in a tile.
  package func costing(_ layout: TileLayout) -> Costing {
    layout.countryCode == 0 ? costing : foreign?.costing(layout) ?? costing
  }

  /// The time of a whole edge on a road of a tile.
  package func time(
    _ layout: TileLayout, centimetres: UInt32, _ road: RoadAttributes,
    _ direction: Direction
  ) -> Centiseconds {
    if layout.countryCode == 0 {
      return costing.edgeTime(centimetres: centimetres, road, direction)
    }
    return costing(layout).edgeTime(centimetres: centimetres, road, direction)
  }

  /// Whether the request excludes a road.
  package func excludes(_ road: RoadAttributes) -> Bool {
    hasExclusions && exclude.forbids(road, truck: mode == .truck)
  }

  /// The kinds of a road that the request excludes.
  package func exclusions(_ road: RoadAttributes) -> Avoidance {
    exclude.intersection(Avoidance(on: road, truck: mode == .truck))
  }

  /// Whether a way may have prices though it takes none of the roads that some other rules, with which these
  /// are compared, exclude.
  package func hasPrices(besides excluded: Avoidance) -> Bool {
    !avoid.isSubset(of: excluded) || layers.raisesCosts
  }

  /// What going onto an edge costs beside time: nothing, or ten hours or 500 km for a road to be avoided, if they were
  /// not halved.
  package func price(_ road: RoadAttributes) -> UInt32 {
    avoid.forbids(road, truck: mode == .truck) ? minimumPrice : 0
  }

  /// The price of a road to be avoided: a way that costs less has none of them.
  package var minimumPrice: UInt32 { priceUnit >> priceHalvings }

  /// The price of rules that are broken: worth a long detour each, and for one of size so much more that
  /// hundreds of the others are broken first.
  package func price(_ broken: Breaks) -> UInt32 {
    if broken == .none { return 0 }
    let unit = tolerance == .physical ? priceUnit / 4 : priceUnit + priceUnit / 5
    let price =
      UInt64(broken.legal) * UInt64(unit) + UInt64(broken.physical) * UInt64(60 * priceUnit)
    return UInt32(min(price >> UInt64(priceHalvings), UInt64(UInt32.max / 4)))
  }

  private var priceUnit: UInt32 { isShortest ? 5_000_000 : 3_600_000 }

  /// A cost that no way between two places undercuts.
  package func bound(_ metres: Double) -> UInt32 {
    // A tenth below what the maximum speed would cost: more than lengths are rounded by.
    var cost = isShortest ? metres * 9 : metres * 3240 / Double(facts.maximumSpeed)
    if hasLayers { cost *= layers.leastFactor }
    return UInt32(min(max(cost, 0), 1e9))
  }

  // MARK: Conditions

  /// The time since the departure so much later; 0 in a query without a clock.
  @inlinable @inline(__always)
  package func time(_ time: Centiseconds, after more: Centiseconds) -> Centiseconds {
    hasClock ? Costing.sum(time, more) : 0
  }

  /// What a condition is asked about, some time after the start.
  package func circumstances(at time: Centiseconds, isAtEnd: Bool = false) -> Circumstances {
    var asked = facts.circumstances
    asked.time = clock?.time(after: time)
    asked.isAtEnd = isAtEnd
    return asked
  }

  /// Whether one rule, coming later, takes the place of another for this vehicle.
  package func decidesSame(_ a: RoadRule.Effect, _ b: RoadRule.Effect) -> Bool {
    switch (a, b) {
    case (.limit(let first, _), .limit(let second, _)): first == second
    case (.access(_, let first), .access(_, let second)):
      first.contains(mode) && second.contains(mode)
    case (.speed, .speed), (.truckSpeed, .truckSpeed): true
    default: false
    }
  }

  /// Whether a rule counts: it holds, or may hold and is strict where the query wants to be safe, or lenient
  /// where it wants a bound.
  package func counts(_ truth: Truth, isStricter: @autoclosure () -> Bool) -> Bool {
    switch truth {
    case .yes: true
    case .perhaps: isStrict ? isStricter() : isLenient && !isStricter()
    case .no: false
    }
  }
}
