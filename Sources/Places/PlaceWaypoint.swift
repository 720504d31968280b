public import MapReader
internal import NavFormat
internal import RoadModel
public import RouteModel

extension PlaceSearch {
  /// A waypoint at a place, on the road of its address or of its entrance.
  ///
  /// A road behind the house may be nearer. If the vehicle may not use the road of the place, or the road is more than
  /// 500 m away, the waypoint is snapped to the nearest road. If the road is not connected to the rest of the trip, the
  /// waypoint is moved to the nearest road that is. A settlement or a postcode has no road of its own.
  ///
  /// - Parameter place: A result of this search, or of another one in the same map.
  /// - Returns: The waypoint, with the label of the place as its name.
  /// - Throws: ``NavError`` if the map is damaged there.
  /// - Complexity: O(log tiles).
  public func waypoint(at place: FoundPlace) throws(NavError) -> Waypoint {
    var waypoint = Waypoint(place.position, name: place.label)
    // The road nearest to the middle of a town may be a footway, and any other road would do as
    // well.
    if let category = place.category, category.isSettlement || category == .postcode {
      return waypoint
    }
    guard let edge = place.edge, let found = try map.place(ofEdge: edge) else { return waypoint }
    let map = self.map
    let tile = try map.tile(found.tile)
    waypoint.wayID = tile.wayOSMID(tile.way(found.edge.segment))
    waypoint.radiusMetres = RouteRequest.Options().snapRadiusMetres
    return waypoint
  }
}
