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
  /// The base edges of a block.
  private static let blockSize = 16
  /// The first piece of each block of edges; behind the blocks of a tile, the end of its pieces.
  private let starts: [UInt32]
  /// The entry of each tile's first block, then the number of entries.
  private let blocks: [UInt32]
  /// The numbers of the edges of each tile.
  private let numbers: [EdgeNumbers]
  /// The own edges with pieces.
  private let edges: TileBits

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
    var starts: [UInt32] = []
    var blocks: [UInt32] = [0]
    var edges = TileBits(counts: map.tiles.map { 2 * Int(map.entry($0).segmentCount) })
    var next = 0
    do throws(NavError) {
      for number in map.tiles {
        let entry = map.entry(number)
        let numbers = EdgeNumbers(entry)
        let first = starts.count
        defer { blocks.append(UInt32(starts.count)) }
        guard next < pieces.count, numbers.base(pieces[next].edge, entry) != nil else { continue }
        let tile = try map.tile(number)
        while next < pieces.count, let edge = numbers.base(pieces[next].edge, entry) {
          while starts.count - first <= edge.rawValue / Self.blockSize {
            starts.append(UInt32(next))
          }
          edges.insert(tile: number, edge.rawValue)
          if let copy = tile.crossing(ofSegment: edge.segment) {
            edges.insert(tile: copy.tile, edge.moved(to: copy.there).rawValue)
          }
          visit(pieces[next], tile.length(edge.segment))
          next += 1
        }
        starts.append(UInt32(next))
      }
    } catch { throw RoutingError(error) }
    if next < pieces.count { throw .unknownEdge(map.edgeID(pieces[next].edge)) }
    self.starts = starts
    self.blocks = blocks
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

  /// The range of an edge's pieces in the list.
  func range<Piece: EdgePiece>(
    of edge: EdgeIndex, in tile: TileNumber, _ pieces: [Piece]
  ) -> Range<Int> {
    guard tile.rawValue + 1 < blocks.count else { return 0..<0 }
    let block = Int(blocks[tile.rawValue]) + edge.rawValue / Self.blockSize
    // The edges behind the last piece of a tile have no block.
    guard block + 1 < Int(blocks[tile.rawValue + 1]) else { return 0..<0 }
    let number = number(tile, edge)
    var (low, high) = (Int(starts[block]), Int(starts[block + 1]))
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].edge < number { low = middle + 1 } else { high = middle }
    }
    while high < end, pieces[high].edge == number { high += 1 }
    return low..<high
  }
}
