import Geo
import NavFormat
import RoadModel

/// What one query may drive on and what it pays: the vehicle, the options and the costing together.
///
/// Every search of a query, and the check of its result, asks here, so that they agree to the unit.
struct QueryRules: Sendable {
  let vehicle: Vehicle
  let costing: Costing
  private(set) var avoid: Avoidance
  let isShortest: Bool
  /// What a road that is too low, narrow or weak costs on top: nothing, since it is closed; or a price so
  /// high that a search finds the way past the fewest such roads, to name them.
  private(set) var priceOfViolation: UInt32?
  private let isUnlimited: Bool

  var mode: Mode { vehicle.mode }

  init(
    _ vehicle: Vehicle, options: RouteRequest.Options, drivesOnLeft: Bool
  ) {
    self.vehicle = vehicle
    self.costing = Costing(vehicle.mode, drivesOnLeft: drivesOnLeft)
    self.avoid = options.avoid
    self.isShortest = options.objective == .shortest
    self.isUnlimited = vehicle.isUnlimited
  }

  /// Whether the vehicle has sizes that limits may stop.
  var mayBeLimited: Bool { !isUnlimited }

  /// The same rules with violations priced at ten hours each instead of forbidden.
  var pricingViolations: QueryRules {
    var rules = self
    rules.priceOfViolation = 3_600_000
    return rules
  }

  /// The same rules with every kind of road allowed.
  var ignoringAvoidances: QueryRules {
    var rules = self
    rules.avoid = []
    return rules
  }

  /// The cost of a whole edge: time, or centimetres for the shortest way.
  func cost(_ length: UInt32, _ road: RoadAttributes, _ direction: Direction) -> UInt32 {
    isShortest ? max(length, 1) : costing.edgeTime(centimetres: length, road, direction)
  }

  /// The cost of a turn; nothing for the shortest way.
  func turnCost(_ angle: Int8, isJunction: Bool, isUTurn: Bool, node: NodeFlags) -> UInt32 {
    isShortest
      ? 0 : costing.turnTime(angle: angle, isJunction: isJunction, isUTurn: isUTurn, node: node)
  }

  /// A cost that no way between two places undercuts.
  func bound(_ metres: Double) -> UInt32 {
    // 140 km/h is above the greatest speed of any road by more than lengths are rounded by.
    let cost = isShortest ? metres * 90 : metres * 3600 / 1400
    return UInt32(min(max(cost, 0), 1e9))
  }

  /// What the mode may do on an edge, closed when it is to be avoided.
  func access(_ road: RoadAttributes, _ direction: Direction) -> Access {
    let access = road.access(direction)[mode]
    return avoid.forbids(road, truck: mode == .truck) ? .no : access
  }

  /// In which zones a trip may be on an edge, nil when in none: see ``Zone``.
  func zones(
    _ tile: borrowing TileView, _ segment: Int, _ access: Access
  ) -> (begins: Bool, passes: Bool, ends: Bool)? {
    guard access.isOpenToThroughTraffic else {
      return access.isEndOnly ? (true, false, true) : nil
    }
    let reach = tile.reach(segment, mode)
    return (!reach.contains(.leavesOpenly), true, !reach.contains(.entersOpenly))
  }

  /// Whether a limit of the segment stops the vehicle in a direction.
  func isLimited(_ tile: borrowing TileView, _ segment: Int, _ direction: Direction) -> Bool {
    guard mayBeLimited, tile.hasLimits(segment) else { return false }
    for row in tile.limitRows(segment, isJunction: false) {
      if let limit = tile.limit(row).limit, limit.directions.contains(direction),
        vehicle.violates(limit)
      {
        return true
      }
    }
    return false
  }

  /// Whether a limit of the junction stops the vehicle from moving across it.
  func isLimited(_ tile: borrowing TileView, atJunction junction: Int) -> Bool {
    guard mayBeLimited else { return false }
    for row in tile.limitRows(junction, isJunction: true) {
      if let limit = tile.limit(row).limit, vehicle.violates(limit) { return true }
    }
    return false
  }

  /// Whether the vehicle can be on the edge at all: access, avoidances and limits.
  func isUsable(_ tile: borrowing TileView, _ segment: Int, _ direction: Direction) -> Bool {
    access(tile.road(segment), direction).isUsable && !isLimited(tile, segment, direction)
  }
}
