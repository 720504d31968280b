/// Reads the words of a URL, and tracks the position for OSRM's messages.
struct Scanner {
  let text: [UInt8]
  private(set) var position: Int

  init(_ text: [UInt8], from position: Int = 0) {
    self.text = text
    self.position = position
  }

  var isAtEnd: Bool { position >= text.count }

  /// The next byte; nil at the end.
  var next: UInt8? { isAtEnd ? nil : text[position] }

  /// The error of a query that can't be read from a position on.
  func malformed(at place: Int? = nil) -> ServiceError {
    ServiceError(
      .invalidQuery, "Query string malformed close to position \(place ?? position)")
  }

  /// Returns to a place.
  mutating func back(to place: Int) { position = place }

  /// Takes a byte if it is the next one; returns whether it was.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Takes a byte; throws if it is not the next one.
  mutating func expect(_ character: Unicode.Scalar) throws(ServiceError) {
    guard take(character) else { throw malformed() }
  }

  /// Takes a word if it is next; returns whether it was.
  mutating func take(_ word: String) -> Bool {
    let end = position + word.utf8.count
    guard end <= text.count, text[position..<end].elementsEqual(word.utf8) else { return false }
    position = end
    return true
  }

  /// Takes bytes while they pass a test.
  mutating func takeWhile(_ isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = position
    while let byte = next, isWanted(byte) { position += 1 }
    return text[start..<position]
  }

  /// Reads a decimal number without exponent: `7.4`, `-.5`, `7.`.
  mutating func decimal() throws(ServiceError) -> Double {
    let start = position
    _ = take("-")
    let whole = takeWhile { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    var digits = whole.count
    if take(".") { digits += takeWhile { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count }
    let word = String(decoding: text[start..<position], as: UTF8.self)
    guard digits > 0, let value = Double(Self.normal(word)) else {
      position = start
      throw malformed()
    }
    return value
  }

  /// A decimal with digits on both sides of the point, for the standard library.
  private static func normal(_ word: String) -> String {
    var text = word
    if text.hasSuffix(".") { text.removeLast() }
    if text.hasPrefix(".") { return "0" + text }
    if text.hasPrefix("-.") { return "-0" + text.dropFirst() }
    return text
  }

  /// Reads a whole number of at most nine digits, without sign.
  mutating func natural() throws(ServiceError) -> Int {
    let start = position
    let digits = takeWhile { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard (1...9).contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self))
    else {
      position = start
      throw malformed()
    }
    return value
  }

  /// Reads a whole number of at most nine digits, optionally negative.
  mutating func integer() throws(ServiceError) -> Int {
    let isNegative = take("-")
    let value = try natural()
    return isNegative ? -value : value
  }

  /// Reads `true` or `false`.
  mutating func bool() throws(ServiceError) -> Bool {
    if take("true") { return true }
    if take("false") { return false }
    throw malformed()
  }

  /// Reads one of some words, the longest that matches.
  mutating func choice<Value>(_ words: [(String, Value)]) throws(ServiceError) -> Value {
    for (word, value) in words where take(word) { return value }
    throw malformed()
  }

  /// Reads items separated by `;`; each may be missing.
  mutating func optionals<Item>(
    _ item: (inout Scanner) throws(ServiceError) -> Item
  ) throws(ServiceError) -> [Item?] {
    var items: [Item?] = []
    repeat {
      let isMissing = next == nil || next == UInt8(ascii: ";") || next == UInt8(ascii: "&")
      items.append(isMissing ? nil : try item(&self))
    } while take(";")
    return items
  }

  /// Reads items with separators between them; a separator without an item behind it remains.
  mutating func list<Item>(
    _ separator: Unicode.Scalar, _ item: (inout Scanner) throws(ServiceError) -> Item
  ) throws(ServiceError) -> [Item] {
    var items = [try item(&self)]
    while true {
      let place = position
      guard take(separator) else { return items }
      do throws(ServiceError) { items.append(try item(&self)) } catch {
        // An item that can be read, but not used, is named.
        if error.code != .invalidQuery { throw error }
        // The error has the position inside an item; at its beginning, that of the separator.
        if position == place + 1 { position = place }
        throw malformed()
      }
    }
  }

  /// Reads decimal numbers with commas between them.
  mutating func decimals() throws(ServiceError) -> [Double] {
    try list(",") { scanner throws(ServiceError) in try scanner.decimal() }
  }
}
