import Notation

/// Writes JSON directly to bytes, without intermediate values.
///
///     var json = JSONWriter()
///     json.object { $0.string("code", "Ok"); $0.array("legs") { $0.number(1.5, decimals: 1) } }
///
/// Members are in the order of the calls. Text is escaped for use in HTML pages: `<` is `\u003c`. A
/// long text can be written in parts: containers stay open when the bytes are taken.
package struct JSONWriter {
  /// The bytes written since the last ``removeAll()``.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next element or member needs a comma before it.
  private var isDue = false

  /// An empty writer.
  package init() { self.init(capacity: 1_024) }

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  /// The text written since the last ``removeAll()``.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Removes the bytes; keeps open containers and the memory.
  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Removes everything; keeps the memory.
  package mutating func restart() {
    removeAll()
    isDue = false
  }

  // MARK: Elements of arrays

  /// Writes an object with the members that the body writes.
  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    openObject()
    try body(&self)
    closeObject()
  }

  /// Writes an array with the elements that the body writes.
  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    openArray()
    try body(&self)
    closeArray()
  }

  /// Writes a text.
  package mutating func string(_ value: String) {
    separate()
    write(value)
  }

  /// Writes a whole number.
  package mutating func int(_ value: Int) { number(units: value, decimals: 0) }

  /// Writes `true` or `false`.
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// Writes `null`.
  package mutating func null() { raw("null") }

  /// Writes a number with a maximum number of decimals, 0 to 9, without trailing zeros.
  ///
  /// A value that JSON can't represent as a number is `null`.
  package mutating func number(_ value: Double, decimals: Int) {
    separate()
    if Decimals.append(value, decimals: decimals, to: &bytes) { return }
    bytes.append(contentsOf: Self.text(value).utf8)
  }

  /// Writes a number given in units of its last decimal, without trailing zeros.
  package mutating func number(units: Int, decimals: Int) {
    separate()
    Decimals.append(units: Int64(units), decimals: decimals, to: &bytes)
  }

  /// Writes a number with the fewest digits that identify it; `null` for infinity and NaN.
  package mutating func number(_ value: Double) {
    if let whole = Int(exactly: value), whole.magnitude < 1 << 53 { return int(whole) }
    raw(Self.text(value))
  }

  private static func text(_ value: Double) -> String {
    value.isFinite ? value.description : "null"
  }

  /// Writes JSON text: one value, or several with commas between them.
  package mutating func json(_ value: [UInt8]) {
    separate()
    bytes += value
  }

  // MARK: Members of objects

  /// Writes the key of a member; its value must follow.
  package mutating func key(_ key: String) {
    separate()
    write(key)
    bytes.append(UInt8(ascii: ":"))
    isDue = false
  }

  /// Writes an object as a member.
  package mutating func object(
    _ key: String, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.key(key)
    try object(body)
  }

  /// Writes an array as a member.
  package mutating func array(
    _ key: String, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    self.key(key)
    try array(body)
  }

  /// Writes a text as a member; `null` for none.
  package mutating func string(_ key: String, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  /// Writes texts as a member.
  package mutating func strings(_ key: String, _ values: [String]) {
    array(key) { list in for value in values { list.string(value) } }
  }

  /// Writes a whole number as a member; `null` for none.
  package mutating func int(_ key: String, _ value: Int?) {
    self.key(key)
    if let value { int(value) } else { null() }
  }

  /// Writes whole numbers as a member.
  package mutating func ints(_ key: String, _ values: [Int]) {
    array(key) { list in for value in values { list.int(value) } }
  }

  /// Writes `true` or `false` as a member.
  package mutating func bool(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  /// Writes `null` as a member.
  package mutating func null(_ key: String) {
    self.key(key)
    null()
  }

  /// Writes a number with a maximum number of decimals as a member; `null` for none.
  package mutating func number(_ key: String, _ value: Double?, decimals: Int) {
    self.key(key)
    if let value { number(value, decimals: decimals) } else { null() }
  }

  /// Writes rows of numbers, with a maximum number of decimals, as a member; `null` for cells without one.
  package mutating func rows(_ key: String, _ rows: [[Double?]], decimals: Int) {
    array(key) { list in
      for row in rows {
        list.array { cells in
          for value in row {
            if let value { cells.number(value, decimals: decimals) } else { cells.null() }
          }
        }
      }
    }
  }

  // MARK: Parts

  /// Begins an object.
  package mutating func openObject() { open(UInt8(ascii: "{")) }

  /// Ends an object.
  package mutating func closeObject() { close(UInt8(ascii: "}")) }

  /// Begins an array.
  package mutating func openArray() { open(UInt8(ascii: "[")) }

  /// Ends an array.
  package mutating func closeArray() { close(UInt8(ascii: "]")) }

  /// Begins a text.
  package mutating func openString() { open(UInt8(ascii: "\"")) }

  /// Writes a part of a text in UTF-8; a character may be split between two parts.
  package mutating func part(_ text: [UInt8]) { escape(text) }

  /// Ends a text.
  package mutating func closeString() { close(UInt8(ascii: "\"")) }

  /// Discards everything written after a point, and the containers opened since.
  mutating func rewind(to count: Int, isDue: Bool) {
    bytes.removeSubrange(count...)
    self.isDue = isDue
  }

  /// The current point, for ``rewind(to:isDue:)``.
  var point: (count: Int, isDue: Bool) { (bytes.count, isDue) }

  // MARK: Bytes

  private mutating func open(_ sign: UInt8) {
    separate()
    bytes.append(sign)
    isDue = false
  }

  private mutating func close(_ sign: UInt8) {
    bytes.append(sign)
    isDue = true
  }

  /// Writes a value that needs no escaping.
  mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if isDue { bytes.append(UInt8(ascii: ",")) }
    isDue = true
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts need no escaping, and are copied at once.
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    if hasEscaped(from: start) {
      bytes.removeSubrange(start...)
      escape(text.utf8)
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: some Sequence<UInt8>) {
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
      case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
      case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
      case 0..<0x20, UInt8(ascii: "<"):
        bytes.append(contentsOf: #"\u00"#.utf8)
        bytes.append(Self.hexadecimal(byte >> 4))
        bytes.append(Self.hexadecimal(byte & 15))
      default: bytes.append(byte)
      }
    }
  }

  /// Whether any byte behind a point needs escaping.
  private func hasEscaped(from start: Int) -> Bool {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
        || byte == UInt8(ascii: "<")
      {
        return true
      }
      index += 1
    }
    return false
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 87 + digit }
}
