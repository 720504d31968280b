import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

extension MapAnswers {
  /// `/nearest/v1`: one list, or one for each place if there are several.
  func nearest(_ url: ServiceURL, _ query: Query) throws(ServiceError) -> [UInt8] {
    let vehicle = try query.vehicle(url.profile)
    let stops = query.stops(build: map.header.buildID, radius: limits.radius)
    var lists: [[RoadPoint]] = []
    for index in stops.indices { lists.append(try points(index, stops[index], vehicle, query)) }
    var json = JSONWriter()
    var failure: NavError?
    func write(_ points: [RoadPoint], to list: inout JSONWriter) {
      for point in points {
        list.object {
          do throws(NavError) { try self.write(point, query, to: &$0) } catch { failure = error }
        }
      }
    }
    json.object { object in
      open(&object, url)
      if query.skipsWaypoints { return }
      object.array("waypoints") { list in
        if lists.count == 1 {
          write(lists[0], to: &list)
        } else {
          for points in lists { list.array { write(points, to: &$0) } }
        }
      }
    }
    if let failure { throw ServiceError(failure) }
    return json.bytes
  }

  private func points(
    _ index: Int, _ stop: Waypoint, _ vehicle: Vehicle, _ query: Query
  ) throws(ServiceError) -> [RoadPoint] {
    let found: [RoadPoint]
    do throws(RoutingError) {
      found = try engine.nearest(
        to: stop, count: query.number, vehicle: vehicle, options: options(query))
    } catch { throw ServiceError(error) }
    guard !found.isEmpty else {
      throw ServiceError(
        .noSegment, "Could not find a matching segment for coordinate", waypoint: index)
    }
    return found
  }

  private func write(
    _ point: RoadPoint, _ query: Query, to json: inout JSONWriter
  ) throws(NavError) {
    let nodes = try nodes(of: point)
    json.array("nodes") { list in for node in nodes { list.int(Int(node)) } }
    write(
      point.position, name: try name(of: point), metres: point.distance,
      hint: query.generatesHints, to: &json)
  }

  /// The OSM ids of the junctions at the ends of a road.
  private func nodes(of point: RoadPoint) throws(NavError) -> [Int64] {
    let map = self.map
    let tile = try map.tile(point.tile)
    let forward = point.segment.forwardEdge
    return [
      try map.osmID(ofHead: forward.reversed, in: tile.layout),
      try map.osmID(ofHead: forward, in: tile.layout),
    ]
  }
}
