/// Scans an ASCII text such as `2026-11-21T10:00` or `CET-1CEST,M3.5.0,M10.5.0/3`, byte by byte.
package struct ClockScanner {
  private let bytes: ArraySlice<UInt8>
  /// The position of the next byte.
  package private(set) var position: Int

  /// A scanner at the beginning of a text.
  package init(_ text: String) { self.init(Array(text.utf8)[...]) }

  /// A scanner at the beginning of some bytes.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// Whether no byte is left.
  package var isAtEnd: Bool { position == bytes.endIndex }

  /// The next byte; nil at the end.
  package var next: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// Takes a character if it is the next one; returns whether it was.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Takes a number with a number of digits in a range; nil, without taking any, if it is shorter.
  ///
  /// Digits beyond the maximum remain.
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

  /// Takes a run of letters, and returns their number.
  package mutating func letters() -> Int {
    let start = position
    while let next, (65...90).contains(next & 0xDF) { position += 1 }
    return position - start
  }
}
