internal import Bytes
internal import RoadModel

/// Encodes and decodes conditions (Formats/nav-2.md, section 6.9).
///
///     terms:  varint number, each  u8 kind, then
///       1 time      varint rules, each  u8 flags, u8 weekdays,
///                     varint date ranges, each  2 x (varint year, u8 month, u8 day)
///                     varint time spans, each   varint start, varint minutes
///       2 vehicle   u8 limit kind, u8 comparison, varint value
///       3 at ends   u8 use
///       4 unknown   varint length, UTF-8
enum ConditionCoding {
  static let timeTerm: UInt8 = 1
  static let vehicleTerm: UInt8 = 2
  static let endsTerm: UInt8 = 3
  static let unknownTerm: UInt8 = 4

  /// The replacement for a condition with damaged bytes, which may apply.
  static let damaged = Condition([.unknown("damaged")])

  // MARK: Writing

  /// The bytes of a condition with at least one term.
  static func encoded(_ condition: Condition) -> [UInt8] {
    var writer = ByteWriter()
    writer.varint(UInt64(condition.terms.count))
    for term in condition.terms { write(term, to: &writer) }
    return writer.bytes
  }

  private static func write(_ term: Condition.Term, to writer: inout ByteWriter) {
    switch term {
    case .time(let hours):
      // A reader would refuse hours out of range, so they are stored as text: an unknown term.
      guard hours.isStorable else { return write(.unknown(hours.text), to: &writer) }
      writer.u8(timeTerm)
      write(hours, to: &writer)
    case .vehicle(let kind, let comparison, let value):
      writer.u8(vehicleTerm)
      writer.u8(kind.rawValue)
      writer.u8(comparison.rawValue)
      writer.varint(UInt64(value))
    case .atEnds(let use):
      writer.u8(endsTerm)
      writer.u8(use.rawValue)
    case .unknown(let words):
      writer.u8(unknownTerm)
      writer.varint(UInt64(words.utf8.count))
      writer.raw(Array(words.utf8))
    }
  }

  private static func write(_ hours: OpeningHours, to writer: inout ByteWriter) {
    writer.varint(UInt64(hours.rules.count))
    for rule in hours.rules {
      writer.u8(
        (rule.isOff ? 1 : 0) | (rule.isAdditional ? 2 : 0) | (rule.onHolidays ? 4 : 0))
      writer.u8(rule.weekdays)
      writer.varint(UInt64(rule.dates.count))
      for range in rule.dates {
        for day in [range.first, range.last] {
          writer.varint(UInt64(day.year))
          writer.u8(day.month)
          writer.u8(day.day)
        }
      }
      writer.varint(UInt64(rule.times.count))
      for span in rule.times {
        writer.varint(UInt64(span.start))
        writer.varint(UInt64(span.end - span.start))
      }
    }
  }

  // MARK: Reading

  /// The condition in a range of bytes; nil unless the bytes are exactly one condition.
  ///
  /// - Complexity: O(bytes), also for damaged bytes.
  static func decoded(_ bytes: RawSpan, _ range: Range<Int>) -> Condition? {
    var reader = ConditionReader(bytes, range)
    guard let terms = reader.list({ $0.term() }), !terms.isEmpty, reader.isAtEnd else {
      return nil
    }
    return Condition(terms)
  }

  /// Whether the terms are well-formed, and the text of all unknown terms is valid UTF-8.
  static func hasValidWords(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    var reader = ConditionReader(bytes, range)
    return reader.list({ $0.term() }) != nil && reader.areWordsValid
  }
}

extension OpeningHours {
  /// Whether all parts are in the ranges that the format allows.
  fileprivate var isStorable: Bool {
    rules.allSatisfy { rule in
      rule.weekdays < 128 && rule.dates.allSatisfy { $0.first.isStorable && $0.last.isStorable }
        && rule.times.allSatisfy(\.isStorable)
    }
  }
}

extension OpeningHours.YearDay {
  fileprivate var isStorable: Bool { (1...12).contains(month) && (1...31).contains(day) }
}

extension OpeningHours.TimeSpan {
  fileprivate var isStorable: Bool { start < 1_440 && start < end && end <= 2_880 }
}

/// Reads the parts of a condition in order.
///
/// A part is nil if the bytes end before it does, or if the format does not allow it.
private struct ConditionReader: ~Escapable {
  private let bytes: RawSpan
  private var at: Int
  private let end: Int
  /// Whether the text of all unknown terms so far was valid UTF-8.
  private(set) var areWordsValid = true

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, _ range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = min(range.upperBound, bytes.byteCount)
  }

  var isAtEnd: Bool { at == end }

  private mutating func u8() -> UInt8? {
    guard at < end else { return nil }
    defer { at += 1 }
    return bytes.u8(at)
  }

  private mutating func varint() -> UInt64? { Varint.read(bytes, at: &at, end: end) }

  /// Reads a count, then the elements.
  ///
  /// An element takes at least one byte, so a number above that of the remaining bytes is refused before anything is
  /// read.
  mutating func list<Element>(_ element: (inout ConditionReader) -> Element?) -> [Element]? {
    guard let count = varint(), count <= UInt64(end - at) else { return nil }
    var elements: [Element] = []
    for _ in 0..<count {
      guard let next = element(&self) else { return nil }
      elements.append(next)
    }
    return elements
  }

  mutating func term() -> Condition.Term? {
    switch u8() {
    case ConditionCoding.timeTerm: list { $0.rule() }.map { .time(OpeningHours($0)) }
    case ConditionCoding.vehicleTerm: vehicle()
    case ConditionCoding.endsTerm: u8().flatMap(Condition.EndUse.init).map { .atEnds($0) }
    case ConditionCoding.unknownTerm: words()
    default: nil
    }
  }

  private mutating func words() -> Condition.Term? {
    guard let bytes = list({ $0.u8() }) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding replaces invalid bytes.
    if !text.utf8.elementsEqual(bytes) { areWordsValid = false }
    return .unknown(text)
  }

  private mutating func vehicle() -> Condition.Term? {
    guard let kind = u8().flatMap(LimitKind.init),
      let comparison = u8().flatMap(Condition.Comparison.init),
      let value = varint().flatMap({ UInt32(exactly: $0) })
    else { return nil }
    return .vehicle(kind, comparison, value)
  }

  private mutating func rule() -> OpeningHours.Rule? {
    guard let flags = u8(), flags < 8, let weekdays = u8(), weekdays < 128,
      let dates = list({ $0.dates() }), let times = list({ $0.span() })
    else { return nil }
    return OpeningHours.Rule(
      dates: dates, weekdays: weekdays, onHolidays: flags & 4 != 0, times: times,
      isOff: flags & 1 != 0, isAdditional: flags & 2 != 0)
  }

  private mutating func dates() -> OpeningHours.DateRange? {
    guard let first = day(), let last = day() else { return nil }
    return OpeningHours.DateRange(first, last)
  }

  private mutating func day() -> OpeningHours.YearDay? {
    guard let year = varint().flatMap({ UInt16(exactly: $0) }), let month = u8(), let day = u8()
    else { return nil }
    let result = OpeningHours.YearDay(year: year, month: month, day: day)
    return result.isStorable ? result : nil
  }

  private mutating func span() -> OpeningHours.TimeSpan? {
    guard let start = varint(), start < 1_440, let minutes = varint(), minutes <= 2_880 else {
      return nil
    }
    let result = OpeningHours.TimeSpan(UInt16(start), UInt16(start + minutes))
    return result.isStorable ? result : nil
  }
}
