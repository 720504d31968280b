import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Describes the rules that a path violates.
struct ViolationReader {
  private let rules: QueryRules
  private var tiles: TouchedTiles

  init(_ rules: QueryRules, _ tiles: TouchedTiles) {
    self.rules = rules.toleratingWrongWays()
    self.tiles = tiles
  }

  /// The violations of an edge of a path, and of the turn onto it from the edge before, if any.
  mutating func describe(
    _ place: TileEdge, after last: TileEdge?
  ) throws(RoutingError) -> [MatchedViolation] {
    var found: [MatchedViolation] = []
    if let last { found += try ofTurn(place, last) }
    if !place.violations.isDisjoint(with: .ofEdges) { found += try ofEdge(place) }
    return found
  }

  private mutating func ofEdge(_ place: TileEdge) throws(RoutingError) -> [MatchedViolation] {
    let slot = try tiles.slot(ofTile: place.tile)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot].layout)
    let segment = place.edge.segment
    let direction = place.edge.direction
    let isWrongWay = place.violations.contains(.wrongWay)
    let breach = rules.breaches(tile, segment, direction, isThrough: false, at: 0)?.first
    let shape = tile.shape(segment)
    return [
      MatchedViolation(
        kind: isWrongWay ? .wrongWay : .closedRoad,
        rule: blocker(breach, tile, segment, shape[shape.count / 2]))
    ]
  }

  /// The barrier, or the restriction, between two edges.
  private mutating func ofTurn(
    _ place: TileEdge, _ last: TileEdge
  ) throws(RoutingError) -> [MatchedViolation] {
    guard !place.violations.isDisjoint(with: [.barrier, .turn]) else { return [] }
    let own = try tiles.slot(ofTile: last.tile)
    let (slot, junction, arriving) = try tiles.arrival(own, last.edge)
    let map = tiles.map
    let tile = map.view(tiles.slots[slot].layout)
    let base = tile.base(arriving)
    let segment = base.segment
    let shape = tile.shape(segment)
    guard let end = base.isForward ? shape.last : shape.first else { return [] }
    var found: [MatchedViolation] = []
    if place.violations.contains(.barrier) {
      let breach = rules.breaches(tile, junction: junction, isThrough: false, at: 0).first
      found.append(
        MatchedViolation(kind: .barrier, rule: blocker(breach, tile, segment, end)))
    }
    if place.violations.contains(.turn) {
      var rule = blocker(nil, tile, segment, end)
      rule.rule = RoadRule(.ban(ModeSet(rules.mode)))
      let next = try tiles.departure(try tiles.slot(ofTile: place.tile), place.edge)
      if next.slot == slot, next.junction == junction {
        rule.turn = QueryRules.restrictionName(tile, from: base, to: next.edge)
        if let row = tile.turnRow(from: arriving, to: next.edge),
          let breach = rules.breach(tile, turn: row, at: 0)
        {
          rule.rule = breach.rule
        }
      }
      found.append(MatchedViolation(kind: .forbiddenTurn, rule: rule))
    }
    return found
  }

  private func blocker(
    _ breach: Breach?, _ tile: borrowing TileView, _ segment: SegmentIndex, _ position: Coordinate
  ) -> Blocker {
    if let breach { return Blocker(breach, tile, segment, at: position, tiles.map) }
    return Blocker(
      rule: RoadRule(.access(.no, ModeSet(rules.mode))), needed: nil,
      road: tiles.map.roadName(tile, segment), wayID: tile.wayOSMID(tile.way(segment)),
      position: position)
  }
}
