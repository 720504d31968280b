import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Makes sections of a route from matched pieces.
struct SectionBuilder {
  private let map: NavMap
  private let rules: QueryRules

  init(_ matcher: MapMatcher) {
    map = matcher.map
    rules = TraceEngine(matcher.map, matcher.vehicle, matcher.options).rules
  }

  /// A piece as a section, with the router's times.
  func section(_ piece: MatchedPiece) throws(RoutingError) -> RouteSection {
    var edges: [RouteEdge] = []
    for edge in piece.edges { edges.append(try self.edge(edge)) }
    func end(_ position: Coordinate?, _ edge: RouteEdge?) -> SnappedWaypoint {
      SnappedWaypoint(
        position: position ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0),
        distanceMetres: 0, roadName: edge?.name ?? edge?.ref)
    }
    let told = edges[edges.told]
    return RouteSection(
      departure: end(piece.polyline.first, told.first),
      arrival: end(piece.polyline.last, told.last), polyline: piece.polyline,
      lengthMetres: piece.lengthMetres, durationSeconds: edges.durationSeconds, edges: edges)
  }

  private func edge(_ matched: MatchedEdge) throws(RoutingError) -> RouteEdge {
    let map = self.map
    let place: EdgePlace?
    do throws(NavError) { place = try map.place(ofEdge: matched.id) } catch {
      throw RoutingError(error)
    }
    guard let place else { throw .unknownEdge(matched.id) }
    do throws(NavError) {
      let tile = try map.tile(place.tile)
      let (segment, direction) = (place.segment, place.direction)
      let road = rules.road(tile, segment, direction, at: 0)
      let length = tile.length(segment)
      let whole = rules.time(tile.layout, centimetres: length, road, direction)
      let (limits, conditional) = tile.rules(on: segment, direction)
      let driven = UInt32(min(max(matched.lengthMetres * 100, 0), 4e9).rounded())
      return RouteEdge(
        id: matched.id, wayID: matched.wayID, isForward: matched.isForward,
        lengthMetres: matched.lengthMetres,
        durationSeconds: Double(EdgeMeasure(length: length, time: whole).time(upTo: driven)) / 100,
        turnDurationSeconds: 0,
        name: matched.name, ref: matched.ref, road: road, limits: limits,
        conditionalRules: conditional, points: matched.points)
    } catch { throw RoutingError(error) }
  }
}
