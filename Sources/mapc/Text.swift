import Notation

/// Formats numbers for people and text for XML.
enum Text {
  /// A size such as `12.3 MB`.
  static func bytes(_ count: Int) -> String {
    if count < 1_000 { return "\(count) B" }
    if count < 1_000_000 { return fixed(Double(count) / 1e3, 1) + " kB" }
    if count < 1_000_000_000 { return fixed(Double(count) / 1e6, 1) + " MB" }
    return fixed(Double(count) / 1e9, 1) + " GB"
  }

  /// The number of bytes of `500M`, `4G`, `4 GB` or `1000000`; prefixes are powers of 1,000.
  static func byteCount(_ text: String) -> Int? {
    var digits = text.uppercased().filter { $0 != " " }[...]
    if digits.hasSuffix("B") { digits = digits.dropLast() }
    let scales: [Character: Int] = [
      "K": 1_000, "M": 1_000_000, "G": 1_000_000_000, "T": 1_000_000_000_000,
    ]
    var scale = 1
    if let last = digits.last, let known = scales[last] {
      scale = known
      digits = digits.dropLast()
    }
    guard let number = Int(digits), number > 0, digits.first != "+" else { return nil }
    let (bytes, isTooMany) = number.multipliedReportingOverflow(by: scale)
    return isTooMany ? nil : bytes
  }

  /// A distance such as `850 m` or `12.4 km`.
  static func distance(_ metres: Double) -> String {
    metres < 1_000 ? "\(Int(metres.rounded())) m" : fixed(metres / 1_000, 1) + " km"
  }

  /// A duration such as `45 s`, `12 min` or `2 h 05 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "?" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    let minutes = Int((seconds / 60).rounded())
    if minutes < 60 { return "\(minutes) min" }
    return "\(minutes / 60) h \(Decimals.padded(minutes % 60, 2)) min"
  }

  /// A number with a fixed number of decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    Decimals.text(value, decimals: decimals, keepsZeros: true) ?? "\(value)"
  }

  /// Lines of names and values, with the values in a column.
  static func columns(_ lines: [(name: String, value: String)]) -> String {
    lines.map { name, value in
      name + String(repeating: " ", count: max(1, 20 - name.count)) + value
    }.joined(separator: "\n")
  }

  /// A number with thousands separators: `1,234,567`.
  static func count(_ value: Int) -> String {
    var result = ""
    for (place, digit) in String(abs(value)).reversed().enumerated() {
      if place > 0 && place % 3 == 0 { result.append(",") }
      result.append(digit)
    }
    return (value < 0 ? "-" : "") + String(result.reversed())
  }

  /// Text escaped for XML content; characters that XML does not allow are replaced.
  static func xml(_ text: String) -> String {
    // By code points, since a sign with a combining mark is another character, but the same for
    // XML.
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
