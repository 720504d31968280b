import MapReader
import NavFormat
import RoadModel
import RouteModel

/// A part of an edge with traffic data.
protocol EdgePiece {
  /// The number of the edge.
  var edge: UInt32 { get }
}

extension TrafficPiece: EdgePiece {}
extension UsualPiece: EdgePiece {}

/// Where the pieces of a list lie in the tiles of a map; they ascend by their edges.
struct PieceIndex: Sendable {
  /// For each tile its first piece, then the number of pieces.
  private let starts: [UInt32]
  /// The numbers of the edges of each tile.
  private let numbers: [EdgeNumbers]
  /// The own segments with pieces.
  private let segments: TileBits

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
      throw .unknownEdge(EdgeID(map: owner, number: pieces.first?.edge ?? 0))
    }
    var starts: [UInt32] = []
    var segments = TileBits(counts: map.tiles.map { Int(map.entry($0).segmentCount) })
    var next = 0
    do throws(NavError) {
      for number in map.tiles {
        starts.append(UInt32(next))
        let entry = map.entry(number)
        let numbers = EdgeNumbers(entry)
        guard next < pieces.count, numbers.base(pieces[next].edge, entry) != nil else { continue }
        let tile = try map.tile(number)
        while next < pieces.count, let edge = numbers.base(pieces[next].edge, entry) {
          let segment = edge.segment
          segments.insert(tile: number, segment.rawValue)
          if let copy = tile.crossing(ofSegment: segment) {
            segments.insert(tile: copy.tile, copy.there.rawValue)
          }
          visit(pieces[next], tile.length(segment))
          next += 1
        }
      }
    } catch { throw RoutingError(error) }
    if next < pieces.count { throw .unknownEdge(map.edgeID(pieces[next].edge)) }
    self.starts = starts + [UInt32(next)]
    self.segments = segments
    numbers = map.tiles.map { map.edgeNumbers($0) }
  }

  /// Whether a segment of a tile, own or copied, may have pieces; false positives are rare.
  @inline(__always)
  func mayContain(tile: TileNumber, _ segment: SegmentIndex) -> Bool {
    segments.mayContain(tile: tile, segment.rawValue)
  }

  /// The number of a base edge, in the tile that it belongs to.
  func number(_ tile: TileNumber, _ edge: EdgeIndex) -> UInt32 {
    // A damaged map may name tiles that it does not have.
    guard tile.rawValue < numbers.count else { return .max }
    return numbers[tile.rawValue].number(ofBase: edge)
  }

  /// Where the pieces of an edge are in the list.
  func range<Piece: EdgePiece>(
    of edge: EdgeIndex, in tile: TileNumber, _ pieces: [Piece]
  ) -> Range<Int> {
    guard tile.rawValue + 1 < starts.count else { return 0..<0 }
    let number = number(tile, edge)
    var (low, high) = (Int(starts[tile.rawValue]), Int(starts[tile.rawValue + 1]))
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].edge < number { low = middle + 1 } else { high = middle }
    }
    while high < end, pieces[high].edge == number { high += 1 }
    return low..<high
  }
}
