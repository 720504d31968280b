/// Walks over a text in ASCII such as `2026-11-21T10:00` or `CET-1CEST,M3.5.0,M10.5.0/3`, byte by byte.
package struct ClockScanner {
  private let bytes: ArraySlice<UInt8>
  /// The place of the byte that comes next.
  package private(set) var position: Int

  /// Begins at the front of a text.
  package init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// Begins at the front of some bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { position == bytes.endIndex }

  /// The byte that comes next, nil at the end.
  package var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Takes one character if it comes next.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes a number with a count of digits in a range; nil, with nothing taken, if there are fewer.
  ///
  /// Digits beyond the most are left.
  package mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var end = position
    while end < bytes.endIndex, end - position < digits.upperBound, (48...57).contains(bytes[end]) {
      value = value * 10 + Int(bytes[end] - 48)
      end += 1
    }
    guard end - position >= digits.lowerBound else { return nil }
    position = end
    return value
  }

  /// Takes a run of letters and tells how many there were.
  package mutating func letters() -> Int {
    let start = position
    while let next, (65...90).contains(next & 0xDF) { position += 1 }
    return position - start
  }
}
