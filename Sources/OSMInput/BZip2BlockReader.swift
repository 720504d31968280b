/// Reads the symbols of a block, and prepares the data that turns them into text.
///
/// The Burrows-Wheeler transform sorts the bytes of a block by the bytes that follow them. To undo
/// it, each place of the sorted bytes leads to the place of the next byte of the text:
/// ``read(_:into:at:)`` writes for each its byte in the lowest 8 bits, and the next place above
/// them. Symbols for runs of one byte give neighbouring entries, which are written without
/// expanding the runs first.
struct BZip2BlockReader {
  /// The header of a block, and its end.
  struct Block {
    /// The number of bytes before runs are expanded.
    var count: Int
    /// The place of the first byte.
    var origin: Int
    var checksum: UInt32
    /// A form that bzip2 no longer writes.
    var isRandomised: Bool
    var endBit: Int
  }

  /// The reason why a block can't be read.
  enum Flaw: Error, Equatable {
    /// The block continues behind its piece.
    case piece
    case block(String)
  }

  /// The maximum number of bytes of a block, at the usual level of compression.
  static let mostBytes = 900_000
  /// The number of symbols with the same code.
  private static let groupLength = 50

  private var codes = BZip2Codes()
  private var selectors: [UInt8] = []
  /// Runs of bytes in the order of the block: the byte, plus 256 times their number.
  private var runs = [UInt32](repeating: 0, count: mostBytes + 1)
  private var runCount = 0
  /// The number of occurrences of each byte.
  private var counts = [Int](repeating: 0, count: 256)

  /// Reads the block of a piece.
  ///
  /// - Parameters:
  ///   - piece: Begins with the mark of a block.
  ///   - places: Receives an entry for each byte of the block.
  ///   - base: The index of the first entry in `places`, with room for ``mostBytes``.
  /// - Returns: The block's header and its end.
  /// - Throws: ``Flaw`` if it is damaged, or continues behind its piece.
  mutating func read(
    _ piece: BZip2Piece, into places: inout [UInt32], at base: Int
  ) throws(Flaw) -> Block {
    let bytes = piece.bytes.span
    let before = piece.byteOffset * 8
    let limit = piece.bits.upperBound - before
    var cursor = BitCursor(bit: piece.bits.lowerBound - before, of: bytes)
    do throws(Flaw) {
      var block = try readHeader(&cursor, bytes)
      let alphabet = try readAlphabet(&cursor, bytes)
      try readCodes(&cursor, bytes, symbols: alphabet.count + 2)
      block.count = try readRuns(&cursor, bytes, limit: limit, alphabet)
      guard cursor.position <= limit else { throw Flaw.piece }
      guard block.origin < block.count else { throw Flaw.block("it begins behind its end") }
      block.endBit = before + cursor.position
      spread(into: &places, at: base)
      return block
    } catch {
      // The bytes behind the piece were read as zeros.
      throw cursor.position + BZip2Codes.mostLength > limit ? .piece : error
    }
  }

  private func readHeader(
    _ cursor: inout BitCursor, _ bytes: Span<UInt8>
  ) throws(Flaw) -> Block {
    _ = cursor.take(24, bytes)
    _ = cursor.take(24, bytes)
    let checksum = UInt32(cursor.take(32, bytes))
    let isRandomised = cursor.take(1, bytes) == 1
    let origin = cursor.take(24, bytes)
    return Block(
      count: 0, origin: origin, checksum: checksum, isRandomised: isRandomised, endBit: 0)
  }

  /// The bytes that occur in the block.
  private func readAlphabet(
    _ cursor: inout BitCursor, _ bytes: Span<UInt8>
  ) throws(Flaw) -> [UInt8] {
    let groups = cursor.take(16, bytes)
    var alphabet: [UInt8] = []
    for group in 0..<16 where groups >> (15 - group) & 1 == 1 {
      let members = cursor.take(16, bytes)
      for member in 0..<16 where members >> (15 - member) & 1 == 1 {
        alphabet.append(UInt8(group * 16 + member))
      }
    }
    guard !alphabet.isEmpty else { throw .block("it has no bytes") }
    return alphabet
  }

  private mutating func readCodes(
    _ cursor: inout BitCursor, _ bytes: Span<UInt8>, symbols: Int
  ) throws(Flaw) {
    let codeCount = cursor.take(3, bytes)
    guard (2...6).contains(codeCount) else { throw .block("it has \(codeCount) codes") }
    let selectorCount = cursor.take(15, bytes)
    selectors.removeAll(keepingCapacity: true)
    var order = Array(UInt8(0)..<UInt8(codeCount))
    for _ in 0..<selectorCount {
      var place = 0
      while cursor.take(1, bytes) == 1 {
        place += 1
        guard place < codeCount else { throw .block("it chooses a code that it does not have") }
      }
      let chosen = order.remove(at: place)
      order.insert(chosen, at: 0)
      selectors.append(chosen)
    }
    for code in 0..<codeCount {
      var lengths: [UInt8] = []
      var length = cursor.take(5, bytes)
      for _ in 0..<symbols {
        while true {
          guard (1...BZip2Codes.mostLength).contains(length) else {
            throw .block("a code word of \(length) bits")
          }
          if cursor.take(1, bytes) == 0 { break }
          length += cursor.take(1, bytes) == 0 ? 1 : -1
        }
        lengths.append(UInt8(length))
      }
      guard codes.set(code, lengths: lengths) else { throw .block("code words that are too short") }
    }
  }

  /// Reads the symbols and returns the number of their bytes.
  private mutating func readRuns(
    _ cursor: inout BitCursor, _ bytes: Span<UInt8>, limit: Int, _ alphabet: [UInt8]
  ) throws(Flaw) -> Int {
    for byte in counts.indices { counts[byte] = 0 }
    runCount = 0
    let end = alphabet.count + 1
    var recent = alphabet
    var selected = 0
    var total = 0
    // The number of repetitions of the list's first byte, and the value of its next digit.
    var run = 0
    var digit = 1
    while true {
      guard selected < selectors.count else { throw .block("more symbols than it has codes for") }
      guard cursor.position <= limit else { throw .piece }
      let code = Int(selectors[selected])
      selected &+= 1
      for _ in 0..<Self.groupLength {
        cursor.refill(bytes)
        let entry = Int(
          codes.short[code << BZip2Codes.shortLength | cursor.peek(BZip2Codes.shortLength)])
        var symbol = entry >> 5
        if entry != 0 {
          cursor.skip(entry & 31)
        } else {
          guard let long = codes.long(code, at: cursor) else {
            throw .block("bits of no code word")
          }
          symbol = long.symbol
          cursor.skip(long.length)
        }
        if symbol <= 1 {
          run &+= digit &<< symbol
          digit &<<= 1
          guard digit <= 2 << 20 else { throw .block("a run that is too long") }
          continue
        }
        if run > 0 {
          guard run <= Self.mostBytes &- total else {
            throw .block("more than \(Self.mostBytes) bytes")
          }
          let byte = recent[0]
          runs[runCount] = UInt32(truncatingIfNeeded: run &<< 8) | UInt32(byte)
          runCount &+= 1
          counts[Int(byte)] &+= run
          total &+= run
        }
        if symbol == end { return total }
        var place = symbol &- 1
        let byte = recent[place]
        while place > 0 {
          recent[place] = recent[place &- 1]
          place &-= 1
        }
        recent[0] = byte
        run = 1
        digit = 1
      }
    }
  }

  /// Writes the entries of all runs.
  private mutating func spread(into target: inout [UInt32], at base: Int) {
    var places = target.mutableSpan
    var next = base
    for byte in counts.indices {
      let start = next
      next += counts[byte]
      counts[byte] = start
    }
    var place: UInt32 = 0
    for index in 0..<runCount {
      let run = runs[index]
      let length = Int(run >> 8)
      let start = counts[Int(run & 0xFF)]
      counts[Int(run & 0xFF)] = start &+ length
      var entry = place &<< 8 | run & 0xFF
      for target in start..<start &+ length {
        places[target] = entry
        entry &+= 256
      }
      place &+= UInt32(truncatingIfNeeded: length)
    }
  }
}
