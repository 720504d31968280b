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
    var tiles = TouchedTiles(map)
    var last: EdgePlace?
    for matched in piece.edges {
      let place = try self.place(of: matched)
      var edge = try self.edge(matched, place)
      if let last { edge.turnTime = try turnTime(from: last, onto: place, &tiles) }
      edges.append(edge)
      last = place
    }
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

  private func place(of edge: MatchedEdge) throws(RoutingError) -> EdgePlace {
    do throws(NavError) {
      if let place = try map.place(ofEdge: edge.id) { return place }
    } catch { throw RoutingError(error) }
    throw .unknownEdge(edge.id)
  }

  /// The time of the turn from an edge onto the next; 0 if they do not meet, or are parts of the same edge.
  private func turnTime(
    from last: EdgePlace, onto next: EdgePlace, _ tiles: inout TouchedTiles
  ) throws(RoutingError) -> Centiseconds {
    if last.tile == next.tile, last.edge == next.edge { return 0 }
    let slot = try tiles.slot(ofTile: last.tile)
    let (here, junction, arriving) = try tiles.arrival(slot, last.edge)
    let map = self.map
    let tile = map.view(tiles.slots[here.rawValue].layout)
    var turns = rules.turns(tile, from: arriving, junction, at: 0, allowsUTurns: true)
    while let turn = turns.next(tile, rules) {
      let home = try tiles.home(here, turn.edge)
      if tiles.slots[home.slot.rawValue].tile == next.tile, home.edge == next.edge {
        return turn.duration
      }
    }
    return 0
  }

  private func edge(
    _ matched: MatchedEdge, _ place: EdgePlace
  ) throws(RoutingError) -> RouteEdge {
    let map = self.map
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
