import Notation

/// JSON written straight to bytes, without values in between.
///
///     var json = JSONText()
///     json.object { $0.string("code", "Ok"); $0.array("legs") { $0.number(1.5, decimals: 1) } }
struct JSONText {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma is due before what comes next.
  private var isDue = false

  init() { bytes.reserveCapacity(1_024) }

  // MARK: Values of arrays

  mutating func object(_ body: (inout JSONText) throws -> Void) rethrows {
    try enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  mutating func array(_ body: (inout JSONText) throws -> Void) rethrows {
    try enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  mutating func string(_ value: String) {
    separate()
    write(value)
  }

  mutating func int(_ value: Int) { raw(String(value)) }

  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  mutating func null() { raw("null") }

  /// A number with so many decimals at most, 0 to 9.
  mutating func number(_ value: Double, decimals: Int) {
    separate()
    // Neither is in JSON: not a number, and more than any distance on earth.
    if !Decimals.append(value, decimals: decimals, to: &bytes) {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  // MARK: Members of objects

  mutating func object(_ key: String, _ body: (inout JSONText) throws -> Void) rethrows {
    self.key(key)
    try object(body)
  }

  mutating func array(_ key: String, _ body: (inout JSONText) throws -> Void) rethrows {
    self.key(key)
    try array(body)
  }

  mutating func string(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  mutating func int(_ key: String, _ value: Int) {
    self.key(key)
    int(value)
  }

  mutating func null(_ key: String) {
    self.key(key)
    null()
  }

  mutating func number(_ key: String, _ value: Double, decimals: Int) {
    self.key(key)
    number(value, decimals: decimals)
  }

  /// A value that is JSON already.
  mutating func json(_ key: String, _ value: some Sequence<UInt8>) {
    self.key(key)
    separate()
    bytes.append(contentsOf: value)
  }

  mutating func key(_ key: String) {
    separate()
    write(key)
    bytes.append(UInt8(ascii: ":"))
    isDue = false
  }

  // MARK: Bytes

  private mutating func enclosed(
    _ open: UInt8, _ close: UInt8, _ body: (inout JSONText) throws -> Void
  ) rethrows {
    separate()
    bytes.append(open)
    isDue = false
    try body(&self)
    bytes.append(close)
    isDue = true
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func separate() {
    if isDue { bytes.append(UInt8(ascii: ",")) }
    isDue = true
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
