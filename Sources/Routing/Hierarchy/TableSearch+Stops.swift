import Geo
import MapReader
import RoadCosts
import RouteModel

/// The places of a table on their roads.
extension TableSearch {
  /// A place.
  struct Stop {
    let snap: Snap
    /// The part of the network in which it lies.
    let home: RoadPart
    /// The part with the nearest roads open to the vehicle.
    let open: RoadPart
    /// The roads connected to the core of the network if there are any, otherwise the nearest.
    var chosen: TableEntry
    /// The nearest roads if they are cut off from the core: for trips between two places that are cut off together.
    var nearest: TableEntry?

    /// Whether there is a nearer road that may open before the vehicle arrives.
    var opensLater: Bool { !snap.hopeful.isEmpty }

    /// Whether a trip from this place to another one moves neither of them.
    func isJoined(to other: Stop) -> Bool {
      RoadPart.Leg(from: home, to: other.home).leads
        || RoadPart.Leg(from: open, to: other.open).leadsAside || snap.losesTrip(to: other.snap)
    }

    /// Whether every trip uses its nearest roads.
    func isSettled(asOrigin isOrigin: Bool) -> Bool {
      let stretch = isOrigin ? home.ahead : home.behind
      if opensLater || nearest != nil { return false }
      return snap.limited == nil || stretch.isMain && stretch.roads.isEmpty
    }

    /// Whether a trip from this place to another one uses the ``chosen`` roads of both.
    func isPlain(to other: Stop) -> Bool {
      if isSettled(asOrigin: true), other.isSettled(asOrigin: false) { return true }
      return !opensLater && !other.opensLater && !isJoined(to: other)
    }
  }

  /// The places on their roads.
  func stops() throws(RoutingError) -> [Stop] {
    var stops: [Stop] = []
    var parts = RoadParts(query.map, rules.mode)
    for index in places.indices { stops.append(try stop(index, &parts)) }
    return stops
  }

  private func stop(_ index: Int, _ parts: inout RoadParts) throws(RoutingError) -> Stop {
    let isOrigin = index < originCount
    let snap = try snapping.snap(
      places[index], waypoint: index, isOrigin ? .origin : .destination)
    let finder = EndFinder(query, time: 0, breakingRules: false)
    func entry(_ points: [RoadPoint]) throws(RoutingError) -> TableEntry {
      TableEntry(try finder.ends(points, waypoint: index, leaving: isOrigin))
    }
    let home = try parts.part(of: snap.home)
    return Stop(
      snap: snap, home: home,
      open: snap.limited == nil ? home : try parts.part(of: snap.nearest),
      chosen: try entry(snap.canMove ? snap.connected : snap.nearest),
      nearest: snap.isConnected ? nil : try entry(snap.nearest))
  }

  /// The snapped place, moved if one of its trips moves it; adds the notice about it.
  func snapped(
    _ stop: Stop, _ index: Int, _ others: ArraySlice<Stop>, _ notices: inout [RouteNotice]
  ) throws(RoutingError) -> SnappedWaypoint {
    let isOrigin = index < originCount
    let isMoved =
      stop.snap.canMove
      && others.contains { !(isOrigin ? stop.isJoined(to: $0) : $0.isJoined(to: stop)) }
    let point = isMoved ? stop.snap.connected[0] : stop.snap.nearest[0]
    if let notice = try snapping.notice(stop.snap, index, at: point, isMoved: isMoved) {
      notices.append(notice)
    }
    return SnappedWaypoint(
      position: point.position, distanceMetres: point.distance, roadName: nil)
  }
}
