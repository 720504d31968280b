internal import MapReader
internal import NavFormat

/// The distinct house numbers of a map that match the typed text.
struct HouseNumbers {
  /// The typed words of each matching number, by its index in the map.
  private(set) var matches: [Int: TypedWords.Span] = [:]
  /// The typed words that may be (part of) house numbers, as bits, with those of `20 bis` if the map has that number.
  private(set) var words: UInt16

  /// Finds the numbers.
  ///
  /// - Parameters:
  ///   - typed: The typed text.
  ///   - map: The map.
  ///   - places: Its places.
  ///   - hasLetters: Whether to look for those that begin with a letter, such as `Parc A3`.
  /// - Complexity: O(distinct house numbers) if there may be one.
  init(_ typed: TypedWords, _ map: NavMap, _ places: borrowing PlacesView, hasLetters: Bool) {
    words = typed.numberWords
    guard hasLetters || words != 0 else { return }
    let spans = typed.spans(hasLetters: hasLetters)
    // Most numbers differ in their first letter, which needs no string.
    var isFirst = [Bool](repeating: false, count: 256)
    for key in spans.keys { if let first = key.first { isFirst[Int(first)] = true } }
    for first in Digits.firstBytes { isFirst[Int(first)] = true }
    if hasLetters { for first in 0x80..<256 { isFirst[first] = true } }
    let numbers = Self.numbers(spans)
    let values = spans.keys.compactMap(Self.leadingValue)
    let hasLetter = spans.keys.contains { Self.letter($0) != nil }
    for index in 0..<places.layout.numberCount {
      let offset = places.numberText(index)
      guard let first = map.firstByte(ofName: offset) else { continue }
      // A plain number matches only a typed one with its value, or within its range.
      if TypedWords.isDigit(first), let plain = map.plainNumber(ofName: offset),
        !values.contains(where: { plain ~= $0 })
      {
        continue
      }
      let isRange =
        (!numbers.isEmpty || hasLetter) && map.hasByte(UInt8(ascii: "-"), inName: offset)
      let mayContain = isRange || !numbers.isEmpty && !TypedWords.isDigit(first)
      // In Czechia, `1234/56` is the number 56 of its street.
      let second = map.byte(behind: UInt8(ascii: "/"), inName: offset)
      let isSecond = second.map { isFirst[Int($0)] } ?? false
      guard isFirst[Int(first)] || mayContain || isSecond, let text = map.name(offset) else {
        continue
      }
      let parts = PlaceFolding.words(text).map(Digits.plain)
      let key = TypedWords.numberKey(parts)
      if let span = spans[key] {
        matches[index] = span
        // Those of `20 bis` and `Parc A3` are words like others, unless the map has such a number.
        words |= span.words
      } else if var span = Self.abbreviated(key, spans) {
        span.isExact = false
        matches[index] = span
        words |= span.words
      } else if isRange, hasLetter, var span = Self.withinLetters(parts, spans) {
        span.isExact = false
        matches[index] = span
      } else if parts.count > 1,
        let span = parts.lazy.filter({ TypedWords.isDigit($0[0]) })
          .compactMap({ spans[TypedWords.numberKey([$0])] }).first
      {
        matches[index] = TypedWords.Span(
          words: span.words, repeated: span.repeated, range: span.range, isExact: false)
      } else if mayContain, var span = Self.contained(in: parts, isRange: isRange, numbers) {
        span.isExact = false
        matches[index] = span
      }
    }
  }

  /// The value of the digits at the beginning of a key; nil without any, or if plain numbers have fewer.
  private static func leadingValue(_ key: [UInt8]) -> Int? {
    let digits = key.prefix(while: TypedWords.isDigit)
    return digits.count <= NavMap.mostPlainDigits
      ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// Folded words behind the numbers of further houses, in French and Italian, whose first letters abbreviate them.
  private static let repetitions = Set(["bis", "ter", "quater"].map { Array($0.utf8) })

  /// The typed number such as `12 B` for the house `12 bis`; nil for other numbers, or if it is not typed.
  private static func abbreviated(
    _ key: [UInt8], _ spans: [[UInt8]: TypedWords.Span]
  ) -> TypedWords.Span? {
    let digits = key.prefix(while: TypedWords.isDigit)
    let word = Array(key.dropFirst(digits.count))
    guard !digits.isEmpty, word.count >= 3, repetitions.contains(word) else { return nil }
    return spans[Array(digits) + word.prefix(1)]
  }

  /// The letter of a number such as `22b`; nil for other keys.
  private static func letter(_ key: [UInt8]) -> UInt8? {
    guard let last = key.last, UInt8(ascii: "a")...UInt8(ascii: "z") ~= last else { return nil }
    let digits = key.dropLast()
    return !digits.isEmpty && digits.allSatisfy(TypedWords.isDigit) ? last : nil
  }

  /// The typed number within a range of letters, as `22b` in `22a-c` or `22a-22c`; nil if there is none.
  private static func withinLetters(
    _ parts: [[UInt8]], _ spans: [[UInt8]: TypedWords.Span]
  ) -> TypedWords.Span? {
    var ends: [[UInt8]] = []
    for part in parts {
      // `22 a` is one end.
      if part.count == 1, let last = ends.last, last.allSatisfy(TypedWords.isDigit) {
        ends[ends.count - 1] += part
      } else {
        ends.append(part)
      }
    }
    guard ends.count == 2, let low = letter(ends[0]) else { return nil }
    let digits = Array(ends[0].dropLast())
    let isWhole = ends[1].starts(with: digits)
    guard let high = letter(isWhole ? ends[1] : digits + ends[1]), low < high else { return nil }
    return (low...high).lazy.compactMap { spans[digits + [$0]] }.first
  }

  private typealias Number = (value: Int, span: TypedWords.Span)

  /// The maximum number of digits of a number in a range, and the maximum width of a range.
  private static let (mostDigits, widest) = (5, 100)

  /// The typed numbers without letters, ascending.
  private static func numbers(_ spans: [[UInt8]: TypedWords.Span]) -> [Number] {
    spans.compactMap { key, span in
      guard key.count <= mostDigits, key.allSatisfy(TypedWords.isDigit) else { return nil }
      return value(key).map { ($0, span) }
    }.sorted { $0.value < $1.value }
  }

  /// The digits at the beginning of a word as a number; nil if it has none, or too many.
  private static func value(_ word: [UInt8]) -> Int? {
    let digits = word.prefix(while: TypedWords.isDigit)
    return digits.count <= mostDigits ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  /// The typed number that a house number contains: behind a word, as in `N° 18`, or within a range, as in `1-7`; nil
  /// if there is none.
  ///
  /// A range of even or of odd ends is that of one side of the street.
  private static func contained(
    in parts: [[UInt8]], isRange: Bool, _ numbers: [Number]
  ) -> TypedWords.Span? {
    guard parts.count == 2, let high = value(parts[1]) else { return nil }
    guard let low = value(parts[0]) else {
      return TypedWords.isDigit(parts[0][0]) ? nil : numbers.first { $0.value == high }?.span
    }
    guard isRange, low < high, high - low <= widest else { return nil }
    let step = (high - low) % 2 == 0 ? 2 : 1
    return numbers.first { low...high ~= $0.value && ($0.value - low) % step == 0 }?.span
  }
}
