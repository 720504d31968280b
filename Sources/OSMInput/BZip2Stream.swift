/// The decoded text of a file of one or more bzip2 streams; several threads decode its blocks.
///
/// Blocks are found by their first bits, and decoded before it is certain that they are blocks.
/// Here they are taken in order: each must begin at the end of the one before, with the right
/// checksum of itself and its stream. If a mark occurred by chance inside a block, the block does
/// not end there, and it is decoded again with the next piece.
struct BZip2Stream: ~Copyable, ByteStream {
  private enum State {
    /// At a byte where a stream begins, or at the end.
    case stream(at: Int, isFirst: Bool)
    /// At a bit where a block begins, or the end of a stream.
    case block(at: Int)
    /// Zero bytes have begun, which must continue to the end.
    case padding(at: Int)
    case ended(at: Int)
  }

  private var splitter: BZip2Splitter
  private var work: OrderedWork<BZip2Worker>
  private var isSplit = false
  private var results: [BZip2Worker.Result] = []
  private var nextResult = 0
  /// The piece that contains the current place or ends there, and its text.
  private var current: BZip2Worker.Result?
  private var state = State.stream(at: 0, isFirst: true)
  private var text: [UInt8] = []
  private var textStart = 0
  /// The stream's maximum number of bytes of a block, and the combined checksum of its blocks.
  private var mostBytes = 0
  private var combined: UInt32 = 0

  /// Decodes the rest of `source` with a number of threads, including the calling one.
  init(_ source: consuming FileSource, threads: Int) {
    splitter = BZip2Splitter(source)
    work = OrderedWork(threads: threads)
  }

  var sourceOffset: Int {
    switch state {
    case .block(let bit): bit / 8
    case .stream(let byte, _), .padding(let byte), .ended(let byte): byte
    }
  }
  var sourceLength: Int? { splitter.sourceLength }

  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int {
    while textStart == text.count {
      switch state {
      case .stream(let byte, let isFirst): try beginStream(at: byte, isFirst: isFirst)
      case .block(let bit): try takeBlock(at: bit)
      case .padding(let byte): try skipPadding(at: byte)
      case .ended: return 0
      }
    }
    let count = min(buffer.count, text.count - textStart)
    buffer.replace(0, with: text[textStart..<textStart + count])
    textStart += count
    return count
  }

  // MARK: The walk

  private mutating func beginStream(at start: Int, isFirst: Bool) throws(OSMInputError) {
    guard let first = try byte(at: start) else {
      guard !isFirst else { throw truncated(at: start) }
      state = .ended(at: start)
      return
    }
    if first == 0, !isFirst {
      state = .padding(at: start)
      return
    }
    guard first == UInt8(ascii: "B") else {
      throw corrupt("something else follows the end of the compressed stream", at: start)
    }
    for (place, expected) in "Zh".utf8.enumerated() {
      guard let byte = try byte(at: start + 1 + place) else {
        throw truncated(at: start + 1 + place)
      }
      guard byte == expected else {
        throw corrupt("a stream does not begin with 'BZh'", at: start)
      }
    }
    guard let level = try byte(at: start + 3) else { throw truncated(at: start + 3) }
    guard (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(level) else {
      throw corrupt("a stream whose blocks have no size", at: start)
    }
    mostBytes = Int(level - UInt8(ascii: "0")) * 100_000
    combined = 0
    state = .block(at: (start + 4) * 8)
  }

  private mutating func takeBlock(at bit: Int) throws(OSMInputError) {
    while let piece = current?.piece, piece.bits.upperBound <= bit, !piece.isLast {
      current = try nextPiece()
    }
    guard let result = current, result.piece.bits.lowerBound == bit, result.piece.kind != .other
    else {
      // Too few bytes for a mark and at least one byte after it.
      if let piece = current?.piece, piece.isLast, piece.bits.upperBound - bit < 56 {
        throw truncated(at: piece.bits.upperBound / 8)
      }
      throw corrupt("neither a block nor the end of the stream", at: bit / 8)
    }
    switch result.outcome {
    case .noBlock: try endStream(result.piece)
    case .text(let block): try take(block, at: bit)
    case .flaw(.block(let reason)): throw damaged(reason, at: bit)
    case .flaw(.piece): try extend(result.piece, at: bit)
    }
  }

  private mutating func take(_ block: BZip2Text, at bit: Int) throws(OSMInputError) {
    guard block.packedCount <= mostBytes else {
      throw damaged("it has more bytes than its stream allows", at: bit)
    }
    combined = BZip2Checksum.combined(combined, block.checksum)
    text = block.bytes
    textStart = 0
    state = .block(at: block.endBit)
  }

  private mutating func endStream(_ piece: BZip2Piece) throws(OSMInputError) {
    let start = piece.bits.lowerBound
    guard piece.bits.upperBound - start >= 80 else { return try extend(piece, at: start) }
    var cursor = BitCursor(bit: start + 48 - piece.byteOffset * 8, of: piece.bytes.span)
    guard UInt32(cursor.take(32, piece.bytes.span)) == combined else {
      throw corrupt("the checksum of the stream that ends here is wrong", at: start / 8)
    }
    state = .stream(at: (start + 80 + 7) / 8, isFirst: false)
  }

  private mutating func skipPadding(at start: Int) throws(OSMInputError) {
    var place = start
    while let byte = try byte(at: place) {
      guard byte == 0 else {
        throw corrupt("data follows the zeros after the end of the compressed stream", at: place)
      }
      place += 1
    }
    state = .ended(at: place)
  }

  // MARK: Pieces

  /// Decodes the current piece again together with the next, since it ends too early.
  private mutating func extend(_ piece: BZip2Piece, at bit: Int) throws(OSMInputError) {
    guard !piece.isLast else { throw truncated(at: (piece.bits.upperBound + 7) / 8) }
    guard piece.bytes.count <= BZip2Piece.mostBytes, let next = try nextPiece() else {
      throw damaged("it does not end", at: bit)
    }
    var whole = piece
    whole.append(next.piece)
    var worker = BZip2Worker()
    current = worker.work([whole]).first
  }

  /// A byte of the file that has not been consumed; nil at the end.
  private mutating func byte(at offset: Int) throws(OSMInputError) -> UInt8? {
    while true {
      if let byte = current?.piece.byte(at: offset) { return byte }
      guard let next = try nextPiece() else { return nil }
      current = next
    }
  }

  private mutating func nextPiece() throws(OSMInputError) -> BZip2Worker.Result? {
    while nextResult == results.count {
      while !isSplit, !work.isFull { try split() }
      if work.isEmpty { return nil }
      results = work.take()
      nextResult = 0
    }
    nextResult += 1
    return results[nextResult - 1]
  }

  /// Gives the next pieces to the workers.
  private mutating func split() throws(OSMInputError) {
    var pieces: [BZip2Piece] = []
    while pieces.count < BZip2Worker.width, !isSplit {
      if let piece = try splitter.next() { pieces.append(piece) } else { isSplit = true }
    }
    if !pieces.isEmpty { work.add(pieces) }
  }

  // MARK: Errors

  private func damaged(_ reason: String, at bit: Int) -> OSMInputError {
    corrupt("the block that begins here is damaged: \(reason)", at: bit / 8)
  }

  private func corrupt(_ reason: String, at byteOffset: Int) -> OSMInputError {
    .corrupt(
      source: splitter.name, encoding: .xmlBzip2, byteOffset: byteOffset, line: nil, reason: reason)
  }

  private func truncated(at byteOffset: Int) -> OSMInputError {
    .truncated(
      source: splitter.name, encoding: .xmlBzip2, byteOffset: byteOffset, line: nil,
      reason: "the compressed stream does not end")
  }
}
