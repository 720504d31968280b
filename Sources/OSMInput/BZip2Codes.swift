/// The Huffman codes of a block: up to six, of which one is selected for each fifty symbols.
struct BZip2Codes {
  /// The maximum number of bits of codes in tables; longer ones are searched by length.
  static let shortLength = 10
  static let mostLength = 20
  /// The maximum number of symbols: two for runs, 255 for places of a list, one for the end.
  private static let mostSymbols = 258
  private static let mostCodes = 6

  /// For each code and its next ten bits, the symbol times 32 plus its length; 0 if it is longer.
  private(set) var short = [UInt16](repeating: 0, count: mostCodes << shortLength)
  /// The first word of each code and length, the number of such words, and their symbols' indices.
  private var first = [Int32](repeating: 0, count: mostCodes * (mostLength + 1))
  private var counts = [Int32](repeating: 0, count: mostCodes * (mostLength + 1))
  private var places = [Int32](repeating: 0, count: mostCodes * (mostLength + 1))
  /// The symbols of each code, by length.
  private var symbols = [UInt16](repeating: 0, count: mostCodes * mostSymbols)

  /// Makes a code from the lengths of its words.
  ///
  /// - Returns: Whether the words are few enough for these lengths.
  mutating func set(_ code: Int, lengths: [UInt8]) -> Bool {
    var word: Int32 = 0
    var place = Int32(code * Self.mostSymbols)
    for entry in code << Self.shortLength..<(code + 1) << Self.shortLength { short[entry] = 0 }
    for length in 1...Self.mostLength {
      let row = code * (Self.mostLength + 1) + length
      first[row] = word
      places[row] = place
      for (symbol, own) in lengths.enumerated() where Int(own) == length {
        guard word < 1 << Int32(length) else { return false }
        symbols[Int(place)] = UInt16(symbol)
        if length <= Self.shortLength { setShort(code, Int(word), length, symbol) }
        word += 1
        place += 1
      }
      counts[row] = word - first[row]
      word <<= 1
    }
    return true
  }

  private mutating func setShort(_ code: Int, _ word: Int, _ length: Int, _ symbol: Int) {
    let free = Self.shortLength - length
    let start = code << Self.shortLength | word << free
    for entry in start..<start + 1 << free { short[entry] = UInt16(symbol << 5 | length) }
  }

  /// The symbol of a word longer than ten bits, and its length; nil if there is none.
  func long(_ code: Int, at cursor: BitCursor) -> (symbol: Int, length: Int)? {
    for length in Self.shortLength + 1...Self.mostLength {
      let row = code * (Self.mostLength + 1) + length
      let index = Int32(cursor.peek(length)) - first[row]
      if index >= 0, index < counts[row] {
        return (Int(symbols[Int(places[row] + index)]), length)
      }
    }
    return nil
  }
}
