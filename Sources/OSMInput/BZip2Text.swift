/// The text of a block.
struct BZip2Text: Sendable {
  var bytes: [UInt8]
  /// The number of bytes before runs are expanded, which the level of compression limits.
  var packedCount: Int
  var checksum: UInt32
  var endBit: Int

  /// Expands the runs of a block and checks it.
  init(
    _ packed: Span<UInt8>, _ block: BZip2BlockReader.Block, of piece: BZip2Piece
  ) throws(BZip2BlockReader.Flaw) {
    if block.isRandomised {
      bytes = try Self.randomised(block, piece)
    } else {
      bytes = try Self.spelledOut(packed)
    }
    packedCount = block.count
    checksum = block.checksum
    endBit = block.endBit
    guard BZip2Checksum.value(of: bytes.span) == checksum else {
      throw .block("its checksum is wrong")
    }
  }

  /// The text with runs expanded: four equal bytes are followed by the number of further ones.
  private static func spelledOut(_ packed: Span<UInt8>) throws(BZip2BlockReader.Flaw) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(packed.count + packed.count / 16)
    var done = 0
    var index = 1
    // Any four equal bytes contain one of two successive pairs.
    while index + 1 < packed.count {
      guard packed[index] == packed[index &+ 1] else {
        index &+= 2
        continue
      }
      let byte = packed[index]
      var start = index
      while start > done, packed[start - 1] == byte { start -= 1 }
      guard packed.count - start >= 4, packed[start + 2] == byte, packed[start + 3] == byte else {
        index &+= 2
        continue
      }
      guard packed.count - start > 4 else { throw .block("a run without its length") }
      bytes.append(contentsOf: packed.extracting(done..<start + 4))
      bytes.append(contentsOf: repeatElement(byte, count: Int(packed[start + 4])))
      done = start + 5
      index = done + 1
    }
    bytes.append(contentsOf: packed.extracting(done..<packed.count))
    return bytes
  }

  /// The text of a block in the form of bzip2 before 0.9.5.
  ///
  /// Libbz2 decodes it in a separate stream.
  private static func randomised(
    _ block: BZip2BlockReader.Block, _ piece: BZip2Piece
  ) throws(BZip2BlockReader.Flaw) -> [UInt8] {
    let stream = BZip2Wrapping.stream(
      piece, upTo: block.endBit, checksum: block.checksum)
    var decoder = BZip2Decoder()
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: BufferSize.chunk)
    var used = 0
    while true {
      let step: DecoderProgress
      do {
        var target = chunk.mutableSpan
        step = try decoder.decode(
          stream.span.extracting(used..<stream.count), into: &target, limit: target.count)
      } catch { throw .block(error.reason) }
      used += step.consumed
      bytes.append(contentsOf: chunk[..<step.produced])
      if step.isFinished { return bytes }
      guard step.consumed > 0 || step.produced > 0 else { throw .block("it does not end") }
    }
  }
}

/// Makes a stream from a single block.
enum BZip2Wrapping {
  /// A stream with the bits of a piece up to a place, and the checksum of a block.
  static func stream(_ piece: BZip2Piece, upTo endBit: Int, checksum: UInt32) -> [UInt8] {
    var stream = Array("BZh9".utf8)
    var pending: UInt64 = 0
    var held = 0
    func append(_ value: Int, _ count: Int) {
      pending = pending << UInt64(count) | UInt64(value)
      held += count
      while held >= 8 {
        held -= 8
        stream.append(UInt8(truncatingIfNeeded: pending >> UInt64(held)))
      }
    }
    let bytes = piece.bytes.span
    var left = endBit - piece.bits.lowerBound
    var cursor = BitCursor(bit: piece.bits.lowerBound - piece.byteOffset * 8, of: bytes)
    while left > 0 {
      let count = min(left, 24)
      append(cursor.take(count, bytes), count)
      left -= count
    }
    append(Int(BZip2Piece.endMark >> 24), 24)
    append(Int(BZip2Piece.endMark & 0xFF_FFFF), 24)
    append(Int(checksum >> 16), 16)
    append(Int(checksum & 0xFFFF), 16)
    append(0, (8 - held) % 8)
    return stream
  }
}
