import MapReader
import NavFormat
import RoadModel
import RouteModel

/// A part of an edge with traffic data.
protocol EdgePiece {
  /// The edge.
  var edge: EdgeNumber { get }
}

extension TrafficPiece: EdgePiece {}
extension UsualPiece: EdgePiece {}

/// An index of the pieces in a list by tiles and edges; the list ascends by edges.
struct PieceIndex: Sendable {
  /// The own edges with pieces.
  private let edges: TileBits
  /// For each bit set in ``edges`` the first piece, then the number of pieces; no piece for the bit of copies.
  private let starts: [UInt32]
  /// The numbers of the edges of each tile.
  private let numbers: [EdgeNumbers]

  /// Finds the edges on the map.
  ///
  /// - Parameters:
  ///   - pieces: The pieces.
  ///   - owner: The map that they are for.
  ///   - map: The map.
  ///   - visit: Receives each piece with the length of its edge in centimetres, in order.
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if the pieces are for another map, or number an edge that is not a base
  ///   edge of this one; ``RoutingError/map(_:)`` if a tile with pieces is damaged.
  init<Piece: EdgePiece>(
    _ pieces: [Piece], of owner: MapID, _ map: NavMap,
    _ visit: (_ piece: Piece, _ length: UInt32) -> Void
  ) throws(RoutingError) {
    if owner != map.id {
      throw .unknownEdge(EdgeID(map: owner, number: pieces.first?.edge ?? EdgeNumber(rawValue: 0)))
    }
    var edges = TileBits(counts: map.tiles.map { 2 * Int(map.entry($0).segmentCount) })
    // The first piece of each edge, tile by tile.
    var firsts: [[UInt32]] = []
    var next = 0
    do throws(NavError) {
      for number in map.tiles {
        let entry = map.entry(number)
        let numbers = EdgeNumbers(entry)
        var first: [UInt32] = []
        defer { firsts.append(first) }
        guard next < pieces.count, numbers.base(pieces[next].edge, entry) != nil else { continue }
        let tile = try map.tile(number)
        while next < pieces.count, let edge = numbers.base(pieces[next].edge, entry) {
          if next == 0 || pieces[next - 1].edge != pieces[next].edge { first.append(UInt32(next)) }
          edges.insert(tile: number, edge.rawValue)
          if let copy = tile.crossing(ofSegment: edge.segment) { edges.insertCopy(tile: copy.tile) }
          visit(pieces[next], tile.length(edge.segment))
          next += 1
        }
      }
    } catch { throw RoutingError(error) }
    if next < pieces.count { throw .unknownEdge(map.edgeID(pieces[next].edge)) }
    var starts: [UInt32] = []
    for (number, first) in zip(map.tiles, firsts) {
      if edges.mayContainCopies(tile: number) { starts.append(UInt32.max) }
      starts += first
    }
    starts.append(UInt32(next))
    for index in starts.indices.dropLast().reversed() where starts[index] == .max {
      starts[index] = starts[index + 1]
    }
    self.starts = starts
    edges.count()
    self.edges = edges
    numbers = map.tiles.map { map.edgeNumbers($0) }
  }

  /// Whether a base edge of a tile, own or copied, may have pieces; false positives are rare.
  @inline(__always)
  func mayContain(tile: TileNumber, _ edge: EdgeIndex) -> Bool {
    edges.mayContain(tile: tile, edge.rawValue)
  }

  /// The number of a base edge, in the tile that it belongs to.
  func number(_ tile: TileNumber, _ edge: EdgeIndex) -> EdgeNumber {
    // A damaged map may refer to tiles that do not exist.
    guard tile.rawValue < numbers.count else { return EdgeNumber(rawValue: .max) }
    return numbers[tile].number(ofBase: edge)
  }

  /// The range in the list of the pieces of a base edge, in the tile that it belongs to.
  func range(of edge: EdgeIndex, in tile: TileNumber) -> Range<Int> {
    // A damaged map may refer to tiles and edges that do not exist.
    guard tile.rawValue < numbers.count,
      let rank = edges.rank(tile: tile, edge.rawValue)
    else { return 0..<0 }
    return Int(starts[rank])..<Int(starts[rank &+ 1])
  }
}
