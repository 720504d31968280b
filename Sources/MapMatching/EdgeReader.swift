import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Reads the properties of edges from the map.
struct EdgeReader {
  let map: NavMap
  /// The reader of node ids; nil if the map has only those of junctions.
  var nodes: NodeIDReader?

  init(map: NavMap) {
    self.map = map
    nodes = map.hasNodeIDs ? NodeIDReader(map) : nil
  }

  /// The way of an edge, and its name or number.
  func road(_ place: TileEdge) throws(RoutingError) -> (wayID: Int64, name: String?) {
    do throws(NavError) {
      let map = self.map
      let tile = try map.tile(place.tile)
      let segment = place.edge.segment
      return (tile.wayOSMID(tile.way(segment)), map.roadName(tile, segment))
    } catch { throw RoutingError(error) }
  }

  /// The length of an edge in metres.
  func length(_ place: TileEdge) throws(RoutingError) -> Double {
    do throws(NavError) {
      return Double(try map.tile(place.tile).length(place.edge.segment)) / 100
    } catch { throw RoutingError(error) }
  }

  /// The point at a distance in metres along an edge, and the direction of travel there in degrees.
  func place(
    _ place: TileEdge, along metres: Double
  ) throws(RoutingError) -> (position: Coordinate, headingDegrees: Double) {
    var shape: [Coordinate]
    var length: Double
    do throws(NavError) {
      let map = self.map
      let tile = try map.tile(place.tile)
      let segment = place.edge.segment
      shape = tile.shape(segment)
      length = Double(tile.length(segment)) / 100
    } catch { throw RoutingError(error) }
    if !place.edge.isForward { shape.reverse() }
    var total = 0.0
    for (a, b) in zip(shape, shape.dropFirst()) { total += Distance.metres(a, b) }
    // Lengths are those of the source's shape, so they are scaled to the stored one.
    var rest = length > 0 ? metres * total / length : 0
    var last = (position: shape[0], headingDegrees: 0.0)
    for (a, b) in zip(shape, shape.dropFirst()) {
      let step = Distance.metres(a, b)
      guard step > 0 else { continue }
      let (east, north) = Distance.offset(from: a, to: b)
      let heading = Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
      if rest <= step { return (a.interpolated(to: b, share: max(rest / step, 0)), heading) }
      rest -= step
      last = (b, heading)
    }
    return last
  }
}
