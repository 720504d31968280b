import Geo
import NavFormat
import RoadModel

/// What one query may drive on and what it pays: the vehicle, the options and the costing together.
///
/// Every search of a query, and the check of its result, asks here, so that they agree to the unit.
struct QueryRules: Sendable {
  let vehicle: Vehicle
  let costing: Costing
  let avoid: Avoidance
  let isShortest: Bool
  /// Whether roads that are too low, narrow or weak are closed, or have a price so high that a search
  /// finds the way over the fewest of them, to name them.
  private(set) var pricesViolations = false
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

  /// The same rules with violations priced instead of forbidden.
  var pricingViolations: QueryRules {
    var rules = self
    rules.pricesViolations = true
    return rules
  }

  /// The cost of a whole edge: time, or decimetres for the shortest way.
  func cost(_ length: UInt32, _ road: RoadAttributes, _ direction: Direction) -> UInt32 {
    isShortest
      ? max((length &+ 9) / 10, 1) : costing.edgeTime(centimetres: length, road, direction)
  }

  /// What going onto an edge costs beside time: nothing, or a price that is worth a long detour, ten
  /// hours or 500 km for a road to be avoided and four times that for one that is too low.
  ///
  /// - Parameters:
  ///   - road: The road of the edge.
  ///   - isLimited: Whether a limit stops the vehicle on the way onto the edge.
  /// - Returns: The price, nil when the edge is closed.
  func price(_ road: RoadAttributes, isLimited: Bool) -> UInt32? {
    if isLimited && !pricesViolations { return nil }
    let unit: UInt32 = isShortest ? 5_000_000 : 3_600_000
    return (isLimited ? 4 * unit : 0) + (avoid.forbids(road, truck: mode == .truck) ? unit : 0)
  }

  /// The cost of a turn; nothing for the shortest way.
  func turnCost(_ angle: Int8, isJunction: Bool, isUTurn: Bool, node: NodeFlags) -> UInt32 {
    isShortest
      ? 0 : costing.turnTime(angle: angle, isJunction: isJunction, isUTurn: isUTurn, node: node)
  }

  /// A cost that no way between two places undercuts.
  func bound(_ metres: Double) -> UInt32 {
    // A tenth below what the greatest speed would cost: more than lengths are rounded by.
    let cost = isShortest ? metres * 9 : metres * 3240 / Double(costing.greatestSpeed)
    return UInt32(min(max(cost, 0), 1e9))
  }

  /// What the mode may do on an edge.
  func access(_ road: RoadAttributes, _ direction: Direction) -> Access {
    road.access(direction)[mode]
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

  /// Whether the vehicle can be on the edge at all: access and limits.
  func isUsable(_ tile: borrowing TileView, _ segment: Int, _ direction: Direction) -> Bool {
    access(tile.road(segment), direction).isUsable && !isLimited(tile, segment, direction)
  }
}
