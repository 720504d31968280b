/// Walks over a text in ASCII such as `2026-11-21T10:00` or `CET-1CEST,M3.5.0,M10.5.0/3`, byte by byte.
struct ClockScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }

  /// The byte that comes next, nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Takes one character if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes a number of so many digits; nil, with nothing taken, if there are fewer.
  ///
  /// Digits beyond the most are left.
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var end = position
    while end < bytes.count, end - position < digits.upperBound, (48...57).contains(bytes[end]) {
      value = value * 10 + Int(bytes[end] - 48)
      end += 1
    }
    guard end - position >= digits.lowerBound else { return nil }
    position = end
    return value
  }

  /// Takes a run of letters and tells how many there were.
  mutating func letters() -> Int {
    let start = position
    while let next, (65...90).contains(next & 0xDF) { position += 1 }
    return position - start
  }
}
