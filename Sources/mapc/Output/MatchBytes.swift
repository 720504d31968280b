import Notation

/// Builds a text in bytes, without a string for every number.
struct MatchBytes {
  private(set) var bytes: [UInt8] = []
  private var quoted: (text: String, bytes: [UInt8]) = ("", [34, 34])

  /// Forgets what was built, but not the memory.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a text as it is.
  mutating func add(_ text: String) { bytes += text.utf8 }

  mutating func add(_ value: Int) { Decimals.append(units: Int64(value), decimals: 0, to: &bytes) }

  /// A number with so many decimals at most, without zeros behind the point; null for what is none.
  mutating func add(_ value: Double, decimals: Int) {
    if !Decimals.append(value, decimals: decimals, to: &bytes) {
      add(JSON.number(value, decimals: decimals).text)
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
