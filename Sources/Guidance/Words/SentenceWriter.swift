/// The markup of a sentence.
enum Markup: Sendable {
  /// Plain text.
  case plain
  /// HTML with classed spans.
  case html
  /// The inside of an SSML document.
  case ssml
}

/// Writes phrases with their values, as bytes of UTF-8: text that grows piece by piece takes far longer as a string.
struct SentenceWriter {
  /// The number of bytes of most sentences.
  private static let usualLength = 100

  let tables: LanguageTables
  var markup = Markup.plain
  /// Whether distances are in words for speech.
  var isSpoken = false
  /// The language of signs, for HTML.
  var signLanguage: String?
  /// Whether the next text begins a sentence.
  var capitalises = false
  /// What was written.
  private(set) var bytes: [UInt8] = []

  /// What was written, as a string.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(
    _ tables: LanguageTables, _ markup: Markup = .plain, isSpoken: Bool = false,
    signLanguage: String? = nil, capitalises: Bool = false
  ) {
    self.tables = tables
    self.markup = markup
    self.isSpoken = isSpoken
    self.signLanguage = signLanguage
    self.capitalises = capitalises
  }

  /// Makes room for a sentence at once: a text that grows is copied each time.
  mutating func reserveSentence() { bytes.reserveCapacity(Self.usualLength) }

  /// Writes a phrase.
  mutating func write(_ template: Template, _ values: PhraseValues) {
    var next = 0
    while next < template.operations.count {
      let operation = template.operations[next]
      next += 1
      switch operation {
      case .literal(let start, let end): write(template, Int(start)..<Int(end))
      case .value(let slot, let form): write(slot, Int(form), values)
      case .alternative(let needs, let otherwise):
        if !values.present.isSuperset(of: needs) { next = Int(otherwise) }
      case .jump(let target): next = Int(target)
      }
    }
  }

  private mutating func write(_ slot: Slot, _ form: Int, _ values: PhraseValues) {
    switch slot {
    case .distance:
      guard let distance = values.distance else { return }
      wrap("length") { $0.write(distance, form: form) }
    case .instruction, .first: insert(values.ready.first)
    case .next: insert(values.ready.second)
    case .second: writeSecond(form, values)
    case .towards:
      guard let first = values[.towards] else { return }
      guard let second = values.secondPlace,
        let list = tables.frame(isSpoken ? .spokenList : .list)
      else { return write(first, slot, form, values) }
      var inner = self
      inner.bytes = []
      inner.write(first, slot, form, values)
      var places = PhraseValues()
      places.setReady(.first, inner.bytes)
      inner.bytes = []
      inner.write(second, slot, form, values)
      places.setReady(.second, inner.bytes)
      places.secondPlace = second
      // The parts are ready: a capital, if any, is in the first of them.
      capitalises = false
      write(list, places)
    default: write(values[slot] ?? "", slot, form, values)
    }
  }

  /// Writes the second part of two, which is ready, with what its form puts around it.
  private mutating func writeSecond(_ form: Int, _ values: PhraseValues) {
    guard form > 0 else { return insert(values.ready.second) }
    let found = values.secondPlace.flatMap { tables.classify($0, .place) }
    let words = tables.forms[form].text(of: found?.index)
    write(words.before)
    insert(values.ready.second)
    write(words.after)
  }

  /// Writes a value in a form.
  private mutating func write(_ value: String, _ slot: Slot, _ form: Int, _ values: PhraseValues) {
    guard form > 0, let group = slot.group else { return mark(value, slot, values) }
    let found = tables.classify(value, group)
    let words = tables.forms[form].text(of: found?.index)
    write(words.before)
    switch words.value {
    case .star:
      let bytes = Array(value.utf8)
      mark(String(decoding: bytes[found?.star ?? bytes.indices], as: UTF8.self), slot, values)
    case .whole: mark(value, slot, values)
    case .replaced(let part, let other): mark(value.replacing(part, by: other), slot, values)
    }
    write(words.after)
  }

  /// Writes a value with the marks of its kind.
  private mutating func mark(_ value: String, _ slot: Slot, _ values: PhraseValues) {
    switch slot {
    case .road where markup == .ssml: writeSpoken(value, values)
    case .road: wrap("next-street", sign: value) { $0.writeRoad(value, values) }
    case .towards, .exitName: wrap("sign", sign: value) { $0.write(value) }
    case .exit, .ordinal: wrap("exit") { $0.write(value) }
    case .waypoint: wrap("waypoint", label: value) { $0.write(value) }
    default: write(value)
    }
  }

  /// Writes a road for display, with its number behind its name.
  private mutating func writeRoad(_ road: String, _ values: PhraseValues) {
    guard let number = values[.number], let frame = tables.frame(.roadAndNumber) else {
      return write(road)
    }
    func escaped(_ text: String) -> [UInt8] {
      if markup == .plain { return Array(text.utf8) }
      var bytes: [UInt8] = []
      Self.escape(text, into: &bytes)
      return bytes
    }
    var parts = PhraseValues()
    parts.setReady(.first, escaped(road))
    parts.setReady(.second, escaped(number))
    write(frame, parts)
  }

  /// Writes a distance in words.
  mutating func write(_ amount: DistanceAmount, form: Int = 0) {
    write(amount.unit, tenths: amount.tenths, form: form)
  }

  /// Writes a number with its unit.
  mutating func write(_ unit: UnitWord, tenths: Int, form: Int = 0) {
    let words = (isSpoken ? tables.spoken[form] : tables.displayed)[unit.rawValue]
    let number = tables.number(tenths: tenths)
    let index = words.byClass.isEmpty ? nil : tables.classify(number, .number)?.index
    let own = index.flatMap { $0 < words.byClass.count ? words.byClass[$0] : nil }
    let template = own ?? words.other
    // Units have no values but their number.
    for operation in template.operations {
      if case .literal(let start, let end) = operation {
        write(template, Int(start)..<Int(end))
      } else {
        write(number)
      }
    }
  }

  // MARK: - Pieces

  /// Writes literal text of a phrase, escaped.
  private mutating func write(_ template: Template, _ range: Range<Int>) {
    let start = bytes.count
    if template.isEscaped, markup != .plain {
      for index in range { Self.escape(template.literals[index], into: &bytes) }
    } else {
      bytes.append(contentsOf: template.literals[range])
    }
    capitalise(from: start)
  }

  /// Writes text, escaped.
  mutating func write(_ literal: String) {
    let start = bytes.count
    if markup == .plain {
      bytes.append(contentsOf: literal.utf8)
    } else {
      Self.escape(literal, into: &bytes)
    }
    capitalise(from: start)
  }

  /// Writes text that is marked up already.
  private mutating func insert(_ marked: [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: marked)
    capitalise(from: start)
  }

  /// Begins what was written from a place on with a capital, if that is due; an empty piece leaves it to the next.
  private mutating func capitalise(from start: Int) {
    guard capitalises, start < bytes.count else { return }
    bytes.capitalise(from: start)
    capitalises = false
  }

  /// Writes content within a span, in HTML.
  ///
  /// - Parameters:
  ///   - name: The class of the span.
  ///   - sign: The name of which the content tells; nil if it is in the language of the sentence.
  ///   - label: The traveller's own name for a place, in any language; nil for other content.
  ///   - inside: Writes the content.
  mutating func wrap(
    _ name: String, sign: String? = nil, label: String? = nil,
    _ inside: (inout SentenceWriter) -> Void
  ) {
    guard markup == .html else { return inside(&self) }
    bytes.append(contentsOf: "<span class=\"\(name)\"".utf8)
    if sign != nil, let signLanguage {
      bytes.append(contentsOf: " lang=\"".utf8)
      Self.escape(signLanguage, into: &bytes)
      bytes.append(contentsOf: "\"".utf8)
    }
    // Otherwise the numbers and marks behind it would be shown before it.
    if (sign ?? label)?.unicodeScalars.contains(where: \.isRightToLeft) == true {
      bytes.append(contentsOf: " dir=\"auto\"".utf8)
    }
    bytes.append(contentsOf: ">".utf8)
    inside(&self)
    bytes.append(contentsOf: "</span>".utf8)
  }

  /// Whether a byte is a special character in HTML and XML.
  static func isEscaped(_ byte: UInt8) -> Bool {
    byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22
  }

  /// Appends text with the characters escaped that mean something in HTML and XML.
  private static func escape(_ literal: String, into bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: literal.utf8)
    // Few texts have such characters, and only they are written again.
    guard bytes[start...].contains(where: isEscaped) else { return }
    bytes.removeSubrange(start...)
    for byte in literal.utf8 { escape(byte, into: &bytes) }
  }

  /// Appends a byte of a text, escaped; bytes of other characters than ASCII's are never.
  private static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "&"): bytes.append(contentsOf: "&amp;".utf8)
    case UInt8(ascii: "<"): bytes.append(contentsOf: "&lt;".utf8)
    case UInt8(ascii: ">"): bytes.append(contentsOf: "&gt;".utf8)
    case UInt8(ascii: "\""): bytes.append(contentsOf: "&quot;".utf8)
    default: bytes.append(byte)
    }
  }

  // MARK: - Speech

  /// Writes a road for speech: with its pronunciation, or its number letter by letter.
  private mutating func writeSpoken(_ road: String, _ values: PhraseValues) {
    capitalises = false
    if let pronunciation = values.pronunciation {
      bytes.append(contentsOf: "<phoneme alphabet=\"ipa\" ph=\"".utf8)
      Self.escape(pronunciation, into: &bytes)
      bytes.append(contentsOf: "\">".utf8)
      Self.escape(road, into: &bytes)
      bytes.append(contentsOf: "</phoneme>".utf8)
      return
    }
    guard values.roadIsNumber, let (letters, rest) = road.spelledNumber else {
      return Self.escape(road, into: &bytes)
    }
    bytes.append(contentsOf: "<say-as interpret-as=\"characters\">".utf8)
    bytes.append(contentsOf: letters.utf8)
    bytes.append(contentsOf: "</say-as> ".utf8)
    Self.escape(String(rest), into: &bytes)
  }
}

extension String {
  /// The letters of a road number such as A 28, one to three, and what follows; nil if it does not begin like one.
  fileprivate var spelledNumber: (letters: Substring, rest: Substring)? {
    // By bytes, for which no borders of characters must be found.
    var letters = utf8.prefix { 0x41...0x5A ~= $0 }
    // St 2047 is a Staatsstraße, and no saint or street.
    if letters.count == 1, utf8.starts(with: "St ".utf8) { letters = utf8.prefix(2) }
    let start = utf8[letters.endIndex...].drop { $0 == 0x20 || $0 == 0x2D }.startIndex
    let rest = self[start...]
    guard 1...3 ~= letters.count, let first = rest.first else { return nil }
    // N-II is the second one.
    let isRoman =
      start > letters.endIndex
      && rest.utf8.allSatisfy { $0 == 0x49 || $0 == 0x56 || $0 == 0x58 }
    return first.isNumber || isRoman ? (self[..<letters.endIndex], rest) : nil
  }
}

extension Unicode.Scalar {
  /// Whether it is in one of the blocks for scripts that are written from right to left, such as Hebrew and Arabic.
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}

extension LanguageTables {
  /// A number in tenths with the signs of the language.
  func number(tenths: Int) -> String {
    let digits = String(tenths / 10)
    var text = digits
    if digits.utf8.count > 3 {
      text = ""
      for (index, digit) in zip(digits.indices, digits) {
        let left = digits.distance(from: index, to: digits.endIndex)
        if !text.isEmpty, left % 3 == 0 { text += thousandsSign }
        text.append(digit)
      }
    }
    return tenths % 10 == 0 ? text : text + decimalSign + String(tenths % 10)
  }

  /// An ordinal number from 1: a word, or digits in the form for them.
  func ordinal(_ number: Int) -> String {
    if ordinals.indices.contains(number - 1) { return ordinals[number - 1] }
    let digits = String(number)
    let form = forms[ordinalForm].text(of: classify(digits, .number)?.index)
    return form.before + digits + form.after
  }

  /// A cardinal number from 1: a word, or digits.
  func count(_ number: Int) -> String {
    counts.indices.contains(number - 1) ? counts[number - 1] : String(number)
  }
}
