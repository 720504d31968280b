/// Builds a text in bytes, without a string for every number.
struct MatchBytes {
  private(set) var bytes: [UInt8] = []
  private var quoted: (text: String, bytes: [UInt8]) = ("", [34, 34])
  private var digits: [UInt8] = []

  /// Forgets what was built, but not the memory.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a text as it is.
  mutating func add(_ text: String) { bytes += text.utf8 }

  mutating func add(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    add(magnitude: value.magnitude, decimals: 0)
  }

  /// A number with so many decimals at most, without zeros behind the point; null for what is none.
  mutating func add(_ value: Double, decimals: Int) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else {
      add(JSON.number(value, decimals: decimals).text)
      return
    }
    var whole = UInt(scaled)
    var places = decimals
    while places > 0, whole % 10 == 0 {
      whole /= 10
      places -= 1
    }
    if value < 0 && whole > 0 { bytes.append(UInt8(ascii: "-")) }
    add(magnitude: whole, decimals: places)
  }

  private mutating func add(magnitude: UInt, decimals: Int) {
    digits.removeAll(keepingCapacity: true)
    var rest = magnitude
    repeat {
      digits.append(48 + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while digits.count <= decimals { digits.append(48) }
    for index in digits.indices.reversed() {
      bytes.append(digits[index])
      if index == decimals, index > 0 { bytes.append(UInt8(ascii: ".")) }
    }
  }

  /// A text in quotes as JSON has it; null for nil.
  mutating func add(quoted text: String?) {
    guard let text else { return add("null") }
    // Many in a row are the same road's.
    if quoted.text != text { quoted = (text, Array(JSON.string(text).text.utf8)) }
    bytes += quoted.bytes
  }

  /// A number, or null.
  mutating func add(_ value: Double?, decimals: Int) {
    if let value { add(value, decimals: decimals) } else { add("null") }
  }
}
