import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// The delayed turns of a snapshot, with an index for searches.
struct TurnDelays: Sendable {
  private let turns: [DelayedTurn]
  /// The own junctions of tiles with such turns.
  private let junctions: TileBits
  /// The longest delay in centiseconds.
  let longest: Centiseconds

  /// Finds the junctions on the map.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if an edge is no base edge of the map,
  ///   ``RoutingError/unknownTurn(from:to:)`` if the second does not begin where the first ends,
  ///   ``RoutingError/map(_:)`` if a tile there is damaged.
  init(_ turns: [DelayedTurn], _ map: NavMap) throws(RoutingError) {
    var junctions = TileBits(counts: map.tiles.map { Int(map.entry($0).junctionCount) })
    var wrong: RoutingError?
    do throws(NavError) {
      for turn in turns {
        guard let from = try Self.base(turn.from, map) else {
          wrong = .unknownEdge(map.edgeID(turn.from))
          break
        }
        let junction = try map.head(of: from)
        guard let to = try Self.base(turn.to, map) else {
          wrong = .unknownEdge(map.edgeID(turn.to))
          break
        }
        guard try map.tail(of: to) == junction else {
          wrong = .unknownTurn(from: map.edgeID(turn.from), to: map.edgeID(turn.to))
          break
        }
        junctions.insert(tile: junction.tile, junction.junction.rawValue)
      }
    } catch { throw RoutingError(error) }
    if let wrong { throw wrong }
    self.turns = turns
    self.junctions = junctions
    longest = turns.reduce(0) { max($0, Centiseconds($1.delay) * 10) }
  }

  /// The place of an edge; nil unless it is a base edge of the map.
  private static func base(_ edge: EdgeNumber, _ map: NavMap) throws(NavError) -> EdgePlace? {
    guard let place = try map.place(ofEdge: map.edgeID(edge)),
      map.number(of: place.edge, in: try map.layout(place.tile)) == edge
    else { return nil }
    return place
  }

  /// Whether turns at an own junction of a tile may be delayed.
  @inline(__always)
  func mayDelay(tile: TileNumber, junction: JunctionIndex) -> Bool {
    junctions.mayContain(tile: tile, junction.rawValue)
  }

  /// The delay at a turn between base edges, by their numbers.
  func delay(from: EdgeNumber, to: EdgeNumber) -> Centiseconds {
    let wanted = DelayedTurn(from: from, to: to, delay: 0)
    let place = turns.partitioningIndex { !DelayedTurn.precedes($0, wanted) }
    guard place < turns.count, !DelayedTurn.precedes(wanted, turns[place]) else { return 0 }
    return Centiseconds(turns[place].delay) * 10
  }
}
