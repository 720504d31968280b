/// Decodes pieces of a bzip2 file, two at a time.
///
/// Undoing the Burrows-Wheeler transform reads a few megabytes in random order, and waits for
/// memory at each step. Therefore two blocks are undone together; more would not fit into the
/// caches.
struct BZip2Worker: Worker {
  /// The number of pieces that are decoded together.
  static let width = 2

  /// The decoded text of a piece.
  enum Outcome: Sendable {
    /// It is not a block, or its text has been taken.
    case noBlock
    case text(BZip2Text)
    case flaw(BZip2BlockReader.Flaw)
  }

  /// A piece and its text.
  struct Result: Sendable {
    var piece: BZip2Piece
    var outcome = Outcome.noBlock
  }

  private var reader = BZip2BlockReader()
  /// The links from each byte to the next, with a part for each block.
  private var places: [UInt32] = []
  /// The bytes before runs are expanded, with a part for each block.
  private var packed: [UInt8] = []

  mutating func work(_ pieces: [BZip2Piece]) -> [Result] {
    let room = BZip2BlockReader.mostBytes
    if places.isEmpty {
      places = Array(repeating: 0, count: Self.width * room)
      packed = Array(repeating: 0, count: Self.width * room)
    }
    var results: [Result] = []
    var blocks: [(result: Int, block: BZip2BlockReader.Block)] = []
    for piece in pieces.prefix(Self.width) {
      var result = Result(piece: piece)
      if piece.kind == .block {
        let start = blocks.count * room
        do throws(BZip2BlockReader.Flaw) {
          let block = try reader.read(piece, into: &places, at: start)
          blocks.append((results.count, block))
        } catch { result.outcome = .flaw(error) }
      }
      results.append(result)
    }
    Self.walk(blocks.map(\.block), places, into: &packed)
    for (index, (result, block)) in blocks.enumerated() {
      let start = index * room
      let bytes = packed.span.extracting(start..<start + block.count)
      do throws(BZip2BlockReader.Flaw) {
        results[result].outcome = .text(try BZip2Text(bytes, block, of: results[result].piece))
      } catch { results[result].outcome = .flaw(error) }
    }
    return results
  }

  /// Writes the bytes of all blocks in order, together up to the shorter one's end.
  private static func walk(
    _ blocks: [BZip2BlockReader.Block], _ places: [UInt32], into packed: inout [UInt8]
  ) {
    var lanes = blocks.enumerated().map { number, block in
      Lane(
        base: number * BZip2BlockReader.mostBytes, place: block.origin, count: block.count)
    }
    lanes.sort { ($1.count, $0.base) < ($0.count, $1.base) }
    if lanes.count == 2 { walkTwo(&lanes, places.span, into: &packed) }
    for lane in lanes { walkOne(lane, places.span, into: &packed) }
  }

  /// The progress in writing a block.
  private struct Lane {
    /// The beginning of its part of the buffers.
    let base: Int
    /// The place of the next byte.
    var place: Int
    var written = 0
    let count: Int
  }

  /// Writes the bytes of two blocks up to the end of the shorter one.
  private static func walkTwo(
    _ lanes: inout [Lane], _ places: Span<UInt32>, into target: inout [UInt8]
  ) {
    var packed = target.mutableSpan
    let (one, two) = (lanes[0].base, lanes[1].base)
    var (a, b) = (lanes[0].place, lanes[1].place)
    for index in 0..<lanes[1].count {
      let (first, second) = (places[one &+ a], places[two &+ b])
      packed[one &+ index] = UInt8(truncatingIfNeeded: first)
      packed[two &+ index] = UInt8(truncatingIfNeeded: second)
      (a, b) = (Int(first &>> 8), Int(second &>> 8))
    }
    (lanes[0].place, lanes[1].place) = (a, b)
    for lane in 0..<2 { lanes[lane].written = lanes[1].count }
  }

  private static func walkOne(
    _ lane: Lane, _ places: Span<UInt32>, into target: inout [UInt8]
  ) {
    var packed = target.mutableSpan
    var place = lane.place
    for index in lane.written..<lane.count {
      let entry = places[lane.base &+ place]
      packed[lane.base &+ index] = UInt8(truncatingIfNeeded: entry)
      place = Int(entry &>> 8)
    }
  }
}
