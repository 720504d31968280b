import Geo
package import MapReader
package import NavFormat
package import RoadModel
package import RouteModel

/// The permitted roads and the costs of a query: a cost model, adjustments of edges, and a clock.
///
/// Every search of a query, and the replay of its result, uses these rules, so their costs agree to the unit.
package struct QueryRules: Sendable {
  /// Values that rarely change between the rules of one query; an object, so that copies of the rules are small.
  private final class Facts: Sendable {
    let model: CostModel
    let context: TripContext
    let costing: Costing
    let foreign: ForeignCostings?
    let maximumSpeed: UInt16
    /// The maximum speed on roads, for pedestrians and bicycles: ferries are many times faster; nil if unknown.
    let roadSpeed: UInt16?
    let circumstances: Circumstances
    let weights: TraitWeights
    /// The clock for usual speeds, if there are any.
    let weekClock: WeekClock?
    /// The map, if it has elevation and the rules look at it.
    let elevation: NavMap?

    init(
      _ model: CostModel, _ context: TripContext, _ place: MapPlace, _ weekClock: WeekClock?
    ) {
      let vehicle = model.vehicle
      self.model = model
      self.context = context
      self.weekClock = weekClock
      let costing = place.costing(vehicle, model.settings)
      self.costing = costing
      let looksAtGrades = costing.grades != nil || model.settings.steepPercent != nil
      let elevation = looksAtGrades ? place.elevation : nil
      self.elevation = elevation
      foreign =
        vehicle.mode == .truck ? ForeignCostings(place, vehicle, model.settings) : nil
      let usual = UInt32(Costing.maximumSpeed(of: vehicle.mode))
      maximumSpeed = UInt16(elevation == nil ? usual : costing.fastestDownhill(usual))
      let onRoads = vehicle.mode.isMotorised ? nil : costing.maximumRoadSpeed.map { UInt32($0) }
      roadSpeed = onRoads.map { UInt16(elevation == nil ? $0 : costing.fastestDownhill($0)) }
      circumstances = Circumstances(vehicle, holidays: context.holidays)
      weights = TraitWeights(model.settings)
    }

    /// The same values with another model of the same vehicle.
    init(_ other: Facts, _ model: CostModel) {
      self.model = model
      context = other.context
      costing = other.costing
      foreign = other.foreign
      maximumSpeed = other.maximumSpeed
      roadSpeed = other.roadSpeed
      circumstances = other.circumstances
      weights = TraitWeights(model.settings)
      weekClock = other.weekClock
      elevation = other.elevation
    }
  }

  /// The maximum cost of a path: half the range, 248 days.
  ///
  /// So adding a bound or the cost of an edge, at most a quarter of the range, cannot overflow.
  /// Only a malicious file has roads that long.
  package static var maximumCost: UInt32 { .max / 2 }

  private var facts: Facts
  /// The adjustments of single edges.
  package private(set) var layers: CostLayers
  /// Whether there are any.
  package private(set) var hasLayers: Bool
  /// Whether any of them may close an edge.
  private(set) var mayClose: Bool
  /// Whether the traffic may delay turns at some times.
  package private(set) var hasTurnDelays: Bool
  // Copies of values that searches need at every edge.
  /// The mode of the vehicle.
  package let mode: Mode
  /// Whether costs are lengths instead of times.
  package let isShortest: Bool
  /// The maximum speed in tenths of km/h; nil for no limit.
  package private(set) var speedCap: UInt16?
  /// The cached road tables for these rules, if any.
  package var tables: RoadTables?
  /// Whether the departure time is known.
  package private(set) var hasClock: Bool
  /// Whether the time of day passes on the way; without a clock it does not.
  package private(set) var passesTime: Bool
  /// Violations up to this severity have a price instead of closing a road.
  ///
  /// The price is so high that a search finds the path with the fewest violations, to name them or to take it.
  package private(set) var tolerance = Severity.none
  /// The number of times that prices are halved, for a path whose prices exceed the maximum cost.
  package private(set) var priceHalvings: UInt32 = 0
  /// Whether no property of the vehicle is given, so that no limit applies.
  package let isUnlimited: Bool
  /// Whether preferences change the costs of roads.
  package private(set) var hasTraitWeights: Bool
  /// Whether the request excludes road types.
  package let hasExclusions: Bool
  /// Whether the grades of roads change costs.
  package let hasGrades: Bool
  /// The grade in percent from which roads have a price; nil for none.
  package private(set) var steepPercent: Double?
  /// Whether excluded roads have a price if violations have one, so that refusals can name them.
  package private(set) var toleratesExclusions = false
  /// Whether wrong-way driving has a price if violations have one, so that refusals can name it.
  package private(set) var toleratesWrongWays = false

  /// The costs regardless of time; together with the layers, the key of a metric of these rules.
  package var model: CostModel { facts.model }
  /// The vehicle.
  package var vehicle: Vehicle { facts.model.vehicle }
  /// Road types that have a price.
  package var avoid: Avoidance { facts.model.avoid }
  /// Road types that are closed.
  package var exclude: Avoidance { facts.model.exclude }
  /// Whether rules that may hold count as holding if that is stricter.
  package var isStrict: Bool { facts.model.doubt == .stricter }
  private var isLenient: Bool { facts.model.doubt == .lenient }
  /// The arithmetic of times in the country of the map.
  package var costing: Costing { facts.costing }
  /// The factors of costs by the preferences.
  package var weights: TraitWeights { facts.weights }
  /// Costings of other countries than the map's, by the country code of a tile.
  package var foreign: ForeignCostings? { facts.foreign }
  /// The map, if it has elevation and the rules look at it.
  package var elevation: NavMap? { facts.elevation }
  /// The clock of the trip; nil if the time is unknown.
  private var clock: LocalClock? { hasClock ? facts.context.clock : nil }
  /// The clock of the trip for usual speeds; nil if there are none, or the time is unknown.
  package var weekClock: WeekClock? { hasClock ? facts.weekClock : nil }

  /// The rules of a request.
  package init(
    _ vehicle: Vehicle, options: RouteRequest.Options, place: MapPlace,
    layers: CostLayers = .none
  ) {
    var model = CostModel(vehicle, options)
    if place.elevation == nil {
      model.settings.steepPercent = nil
      model.settings.enginePowerKilowatts = nil
    }
    let context = TripContext(options, zone: place.zone)
    let weekClock = layers.usual == nil ? nil : context.clock?.weekClock
    facts = Facts(model, context, place, weekClock)
    self.layers = layers
    if weekClock == nil { self.layers.usual = nil }
    hasLayers = !self.layers.isEmpty
    mayClose = self.layers.mayClose
    hasTurnDelays = vehicle.mode.isMotorised && self.layers.traffic?.delaysTurns ?? false
    mode = vehicle.mode
    speedCap = model.speedCap
    isShortest = model.isShortest
    isUnlimited = vehicle.isUnlimited
    hasTraitWeights = facts.weights.traits != 0
    hasExclusions = !model.exclude.isEmpty
    hasGrades = facts.elevation != nil
    steepPercent = model.settings.steepPercent
    hasClock = facts.context.clock != nil
    passesTime = hasClock
    if let clock = facts.context.clock, layers.traffic != nil {
      self.layers.timing = .trip(departure: clock.departure)
    }
  }

  /// The same rules with another model of the same vehicle.
  private func with(_ change: (inout CostModel) -> Void) -> QueryRules {
    var model = facts.model
    change(&model)
    var rules = self
    rules.facts = Facts(facts, model)
    rules.speedCap = model.speedCap
    rules.hasTraitWeights = rules.facts.weights.traits != 0
    rules.steepPercent = model.settings.steepPercent
    return rules
  }

  /// The same rules with violations up to a severity priced instead of forbidden, and excluded roads if requested.
  package func tolerating(_ severity: Severity, exclusions: Bool) -> QueryRules {
    var rules = self
    rules.tolerance = severity
    rules.toleratesExclusions = exclusions
    return rules
  }

  /// The same rules with every violation priced, including that of one-way streets.
  package func toleratingWrongWays() -> QueryRules {
    var rules = tolerating(.physical, exclusions: true)
    rules.toleratesWrongWays = true
    return rules
  }

  /// The same rules with lower prices, and lower penalties of adjustments.
  package func halvingPrices(_ times: UInt32) -> QueryRules {
    var rules = self
    rules.priceHalvings = times
    return rules
  }

  /// The same rules with penalties of edges, on top of all adjustments.
  package func penalizing(_ penalties: Adjustments?) -> QueryRules {
    var rules = self
    rules.replaceLayers(layers.penalizing(penalties))
    return rules
  }

  /// The same rules without adjustments and traffic.
  package func withoutLayers() -> QueryRules {
    var rules = self
    rules.replaceLayers(.none)
    return rules
  }

  private mutating func replaceLayers(_ new: CostLayers) {
    layers = new
    hasLayers = !new.isEmpty
    mayClose = new.mayClose
    hasTurnDelays = mode.isMotorised && new.traffic?.delaysTurns ?? false
  }

  /// The same rules without a time, each as lenient as at any time: lower bounds for all times.
  package func atAnyTime() -> QueryRules {
    guard hasClock else { return self }
    var rules = with { $0.doubt = .lenient }
    rules.hasClock = false
    rules.passesTime = false
    if case .trip = layers.timing { rules.layers.timing = layers.bounds.isSteady ? .made : .best }
    if layers.usual != nil { rules.layers.week = .best(layers.bounds.window) }
    rules.layers.bounds = .always
    return rules
  }

  /// The same rules, which hold on every road as they do at the departure.
  package func heldAtDeparture() -> QueryRules {
    var rules = self
    rules.passesTime = false
    return rules
  }

  /// The same rules, with bounds that hold only for edges entered at certain times.
  package func bounded(by bounds: TimeBounds) -> QueryRules {
    var rules = self
    rules.layers.bounds = bounds
    return rules
  }

  /// The same rules with traffic as measured for the whole trip; nil if that changes nothing.
  ///
  /// Up to ``isTrafficSteady(until:)`` costs by both are equal.
  package var inSteadyTraffic: QueryRules? {
    // Usual speeds are never steady.
    guard case .trip = layers.timing, layers.usual == nil else { return nil }
    var rules = self
    rules.layers.timing = .made
    return rules
  }

  /// Whether paths up to a cost have the same cost in steady traffic, and no other path is cheaper.
  package func isTrafficSteady(until cost: UInt32) -> Bool {
    guard case .trip(let departure) = layers.timing, let traffic = layers.traffic else {
      return true
    }
    // Lengths are unrelated to times; the time of a preferred road exceeds its cost.
    guard !isShortest else { return false }
    let seconds = Double(cost) / 100 / leastCostOfTime
    return traffic.isSteady(from: departure, to: departure &+ Int64(min(seconds, 1e10)) &+ 1)
  }

  /// The same rules without prices, preferences, speed limit of the request and cached tables.
  ///
  /// Closures are the only adjustments.
  package func ignoringPrices() -> QueryRules {
    var rules = with {
      $0.speedCap = nil
      $0.avoid = []
      $0.settings.preferences = [:]
      $0.settings.steepPercent = nil
    }
    rules.replaceLayers(layers.closures)
    rules.tables = nil
    return rules
  }

  /// Whether edges and turns cost at least as much by other rules, except changes of single edges.
  ///
  /// If so, costs by these rules are lower bounds by the other rules, unless those open or prefer an edge.
  package func bounds(_ other: QueryRules) -> Bool {
    mode == other.mode && isShortest == other.isShortest && costing == other.costing
      && foreign?.classes == other.foreign?.classes
      && (steepPercent == nil || steepPercent == other.steepPercent)
      && (speedCap == nil || speedCap == other.speedCap) && weights.isBound(of: other.weights)
  }

  /// Whether a condition holds for the vehicle, or may hold and counts as holding because the rules are lenient.
  package func mayApply(_ condition: Condition) -> Bool {
    switch condition.holds(circumstances(at: 0)) {
    case .yes: true
    case .perhaps: isLenient
    case .no: false
    }
  }

  /// The kinds of conditions whose result may differ for a vehicle without properties and time.
  ///
  /// They are bits of ``RestrictionLists``.
  package var conditionKinds: UInt32 {
    (facts.model.doubt == .ignored ? 0 : RestrictionLists.timeBit)
      | (isUnlimited ? 0 : RestrictionLists.vehicleBit)
  }

  // MARK: Costs

  /// The costing that applies in a tile.
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

  /// The excluded types that a road belongs to.
  package func exclusions(_ road: RoadAttributes) -> Avoidance {
    exclude.intersection(Avoidance(on: road, truck: mode == .truck))
  }

  /// A speed in metres per second that no path exceeds, downhill, on ferries and with adjustments of roads.
  package var maximumMetresPerSecond: Double {
    Double(facts.maximumSpeed) / 36 / (hasLayers ? layers.leastFactor : 1)
  }

  /// A lower bound of the cost between two points at a distance.
  package func bound(_ metres: Double) -> UInt32 { bound(metres, at: facts.maximumSpeed) }

  /// The bound for who takes no ferry and no car train; nil if it is not higher.
  package func bound(onRoads metres: Double) -> UInt32? {
    guard !isShortest, let speed = facts.roadSpeed, speed < facts.maximumSpeed,
      fastestAdjusted <= UInt32(speed)
    else { return nil }
    return bound(metres, at: speed)
  }

  private func bound(_ metres: Double, at speed: UInt16) -> UInt32 {
    // A tenth below the cost at the maximum speed: more than the rounding of lengths.
    var cost = isShortest ? metres * 9 : metres * 3240 / Double(speed)
    cost *= leastFactor
    return UInt32(min(max(cost, 0), 1e9))
  }

  // MARK: Conditions

  /// The time since departure, `more` later; 0 where no time passes.
  @inlinable @inline(__always)
  package func time(_ time: Centiseconds, after more: Centiseconds) -> Centiseconds {
    passesTime ? Costing.sum(time, more) : 0
  }

  /// The circumstances of conditions at a time after the departure.
  package func circumstances(at time: Centiseconds, isAtEnd: Bool = false) -> Circumstances {
    var asked = facts.circumstances
    asked.time = clock?.time(after: time)
    asked.isAtEnd = isAtEnd
    return asked
  }

  /// Whether the later of two rules replaces the other for this vehicle.
  package func decidesSame(_ a: RoadRule.Effect, _ b: RoadRule.Effect) -> Bool {
    switch (a, b) {
    case (.limit(let first, _), .limit(let second, _)): first == second
    case (.access(_, let first), .access(_, let second)):
      first.contains(mode) && second.contains(mode)
    case (.speed, .speed), (.truckSpeed, .truckSpeed): true
    default: false
    }
  }

  /// Whether a rule counts: it holds, or it may hold and the query applies such rules.
  ///
  /// A strict query applies a rule that may hold if it is stricter, a lenient one if it is not.
  package func counts(_ truth: Truth, isStricter: @autoclosure () -> Bool) -> Bool {
    switch truth {
    case .yes: true
    case .perhaps: isStrict ? isStricter() : isLenient && !isStricter()
    case .no: false
    }
  }
}
