/// Cuts a bzip2 file into pieces while it is read from beginning to end.
struct BZip2Splitter: ~Copyable {
  private var source: FileSource
  /// Bytes of the file from `windowOffset` on.
  private var window: [UInt8] = []
  private var windowOffset = 0
  private var chunk = [UInt8](repeating: 0, count: 2 * BufferSize.chunk)
  private var sourceIsAtEnd = false
  private var isDone = false
  /// The piece that has begun.
  private var kind = BZip2Piece.Kind.other
  private var start = 0
  /// The number of bytes of the window in which no block begins.
  private var searched = 0

  init(_ source: consuming FileSource) { self.source = source }

  var name: String { source.name }
  var sourceLength: Int? { source.sourceLength }

  /// The next piece; nil after the last.
  mutating func next() throws(OSMInputError) -> BZip2Piece? {
    if isDone { return nil }
    while true {
      if let found = BZip2Marks.next(in: window.span, from: searched) {
        searched = found.bit / 8 + 1
        return cut(before: windowOffset * 8 + found.bit, found.kind)
      }
      searched = max(searched, window.count - BZip2Marks.length + 1)
      if sourceIsAtEnd {
        isDone = true
        return piece(upTo: (windowOffset + window.count) * 8, isLast: true)
      }
      if window.count > BZip2Piece.mostBytes {
        return cut(before: (windowOffset + searched) * 8, .other)
      }
      try read()
    }
  }

  private mutating func read() throws(OSMInputError) {
    let count = try source.readSome(&chunk)
    sourceIsAtEnd = count == 0
    window.append(contentsOf: chunk[..<count])
  }

  /// Ends the piece that has begun, at the beginning of another one.
  private mutating func cut(before bit: Int, _ next: BZip2Piece.Kind) -> BZip2Piece {
    let result = piece(upTo: bit, isLast: false)
    kind = next
    start = bit
    let used = bit / 8 - windowOffset
    window.removeFirst(used)
    windowOffset += used
    searched -= used
    return result
  }

  private func piece(upTo bit: Int, isLast: Bool) -> BZip2Piece {
    let first = start / 8
    let bytes = window[first - windowOffset..<(bit + 7) / 8 - windowOffset]
    return BZip2Piece(
      kind: kind, bytes: Array(bytes), byteOffset: first, bits: start..<bit, isLast: isLast)
  }
}

/// Finds the numbers with which blocks and the ends of streams begin, at any bit.
enum BZip2Marks {
  /// The number of bytes in which a mark is searched; it is in six of them or in all.
  static let length = 7

  /// The possible marks for each value of the second, third and fourth byte of a mark.
  ///
  /// There is a bit for each block that begins at bits 0 to 7 of the first byte, then for each end.
  private static let tables: [UInt16] = {
    var tables = [UInt16](repeating: 0, count: 3 * 256)
    for (group, mark) in [BZip2Piece.blockMark, BZip2Piece.endMark].enumerated() {
      for shift in 0..<8 {
        for place in 0..<3 {
          let byte = Int(mark >> UInt64(32 + shift - 8 * place) & 0xFF)
          tables[place * 256 + byte] |= 1 << UInt16(group * 8 + shift)
        }
      }
    }
    return tables
  }()

  /// The first whole mark that begins in the byte at `start` or later.
  static func next(in bytes: Span<UInt8>, from start: Int) -> (bit: Int, kind: BZip2Piece.Kind)? {
    let tables = tables.span
    var index = start
    while index + length <= bytes.count {
      let candidates =
        tables[Int(bytes[index &+ 1])] & tables[256 | Int(bytes[index &+ 2])]
        & tables[512 | Int(bytes[index &+ 3])]
      if candidates != 0, let found = mark(in: bytes, at: index) { return found }
      index &+= 1
    }
    return nil
  }

  private static func mark(
    in bytes: Span<UInt8>, at index: Int
  ) -> (bit: Int, kind: BZip2Piece.Kind)? {
    var word: UInt64 = 0
    for place in 0..<length { word = word << 8 | UInt64(bytes[index + place]) }
    for shift in 0..<8 {
      let bits = word >> UInt64(8 - shift) & 0xFFFF_FFFF_FFFF
      if bits == BZip2Piece.blockMark { return (index * 8 + shift, .block) }
      if bits == BZip2Piece.endMark { return (index * 8 + shift, .end) }
    }
    return nil
  }
}
