public import Geo
public import MapReader
internal import NavFormat
internal import RoadModel
internal import RouteModel

/// The point on a road at which a trip to a place ends.
public struct PlaceArrival: Sendable, Hashable, Codable {
  /// The point.
  public var position: Coordinate
  /// The id of the road's way in OpenStreetMap.
  public var wayID: Int64

  /// A point on a way.
  public init(position: Coordinate, wayID: Int64) {
    self.position = position
    self.wayID = wayID
  }
}

extension PlaceSearch {
  /// The point on the road of a place: at its entrance, or the nearest one on the street of its address.
  ///
  /// - Parameter place: A result of this search, or of another one in the same map.
  /// - Returns: The point; nil for coordinates, and if no road is near.
  /// - Throws: ``NavError`` if the map is damaged there.
  /// - Complexity: O(log tiles + points of the road).
  public func arrival(at place: FoundPlace) throws(NavError) -> PlaceArrival? {
    guard let edge = place.edge, let found = try map.place(ofEdge: edge) else { return nil }
    let map = self.map
    let tile = try map.tile(found.tile)
    let segment = found.edge.segment
    let line = MeasuredLine(tile.shape(segment))
    return PlaceArrival(
      position: line.position(atShare: place.share), wayID: tile.wayOSMID(tile.way(segment)))
  }
}

extension Waypoint {
  /// The maximum distance in metres of a place from its road of arrival, and of the vehicle's road from the arrival.
  static let arrivalReach = 500.0

  /// The stop of a trip to a place.
  ///
  /// A vehicle that finds a road only kilometres away does not reach the place.
  ///
  /// - Parameters:
  ///   - arrival: The point of arrival.
  ///   - options: The options of the trip.
  init(arrival: Coordinate, _ options: RouteRequest.Options) {
    self.init(arrival)
    radiusMetres = min(Self.arrivalReach, options.snapRadiusMetres)
  }
}
