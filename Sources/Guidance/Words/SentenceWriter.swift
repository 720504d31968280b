/// How a sentence is marked up.
enum Markup: Sendable {
  /// Plain text.
  case plain
  /// HTML with classed spans.
  case html
  /// The inside of an SSML document.
  case ssml
}

/// Writes phrases with their values.
struct SentenceWriter {
  /// The bytes of most sentences.
  private static let usualLength = 100

  let tables: LanguageTables
  var markup = Markup.plain
  /// Whether distances are words for the ear.
  var isSpoken = false
  /// The language of signs, for HTML.
  var signLanguage: String?
  /// Whether the next text begins a sentence.
  var capitalises = false
  /// What was written.
  private(set) var text = ""

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
  mutating func reserveSentence() { text.reserveCapacity(Self.usualLength) }

  /// Writes a phrase.
  mutating func write(_ template: Template, _ values: PhraseValues) {
    write(template.body.pieces, values)
  }

  private mutating func write(_ pieces: [Template.Piece], _ values: PhraseValues) {
    for piece in pieces {
      switch piece {
      case .literal(let literal): write(literal)
      case .value(let slot, let form): write(slot, form, values)
      case .group(let alternatives):
        for alternative in alternatives where values.present.isSuperset(of: alternative.needs) {
          write(alternative.pieces, values)
          break
        }
      }
    }
  }

  private mutating func write(_ slot: Slot, _ form: Int, _ values: PhraseValues) {
    switch slot {
    case .distance:
      guard let distance = values.distance else { return }
      wrap("length") { $0.write(distance, form: form) }
    case .instruction, .next, .first, .second: insert(values[slot] ?? "")
    case .towards:
      guard let first = values[.towards] else { return }
      guard let second = values.secondPlace,
        let list = tables.frame(isSpoken ? .spokenList : .list)
      else { return write(first, slot, form, values) }
      var inner = self
      inner.text = ""
      inner.write(first, slot, form, values)
      var places = PhraseValues()
      places[.first] = inner.text
      inner.text = ""
      inner.write(second, slot, form, values)
      places[.second] = inner.text
      // The parts are ready: a capital, if any, is in the first of them.
      capitalises = false
      write(list, places)
    default: write(values[slot] ?? "", slot, form, values)
    }
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
    case .road: wrap("next-street", isSign: true) { $0.writeRoad(value, values) }
    case .towards, .exitName: wrap("sign", isSign: true) { $0.write(value) }
    case .exit, .ordinal: wrap("exit") { $0.write(value) }
    default: write(value)
    }
  }

  /// Writes a road for the eye, with its number behind its name.
  private mutating func writeRoad(_ road: String, _ values: PhraseValues) {
    guard let number = values[.number], let frame = tables.frame(.roadAndNumber) else {
      return write(road)
    }
    func escaped(_ text: String) -> String {
      var inner = SentenceWriter(tables, markup)
      inner.write(text)
      return inner.text
    }
    var parts = PhraseValues()
    parts[.first] = escaped(road)
    parts[.second] = escaped(number)
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
    // Units have no values but their number.
    for piece in (own ?? words.other).body.pieces {
      if case .literal(let literal) = piece { write(literal) } else { write(number) }
    }
  }

  /// Writes text, escaped.
  mutating func write(_ literal: String) {
    guard !literal.isEmpty else { return }
    let literal = capitalises ? literal.capitalised : literal
    capitalises = false
    if markup == .plain { text += literal } else { Self.escape(literal, into: &text) }
  }

  /// Writes text that is marked up already.
  private mutating func insert(_ marked: String) {
    guard !marked.isEmpty else { return }
    text += capitalises ? marked.capitalised : marked
    capitalises = false
  }

  /// Writes something within a span, in HTML.
  mutating func wrap(
    _ name: String, isSign: Bool = false, _ inside: (inout SentenceWriter) -> Void
  ) {
    guard markup == .html else { return inside(&self) }
    text += "<span class=\"\(name)\""
    if isSign, let signLanguage {
      text += " lang=\""
      Self.escape(signLanguage, into: &text)
      text += "\""
    }
    text += ">"
    inside(&self)
    text += "</span>"
  }

  /// Whether a byte is a character that means something in HTML and XML.
  static func isEscaped(_ byte: UInt8) -> Bool {
    byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22
  }

  /// Appends text with the characters escaped that mean something in HTML and XML.
  private static func escape(_ literal: String, into text: inout String) {
    if !literal.utf8.contains(where: isEscaped) {
      text += literal
      return
    }
    for scalar in literal.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  // MARK: - Speech

  /// Writes a road for a voice: with its pronunciation, or its number letter by letter.
  private mutating func writeSpoken(_ road: String, _ values: PhraseValues) {
    capitalises = false
    if let pronunciation = values.pronunciation {
      text += "<phoneme alphabet=\"ipa\" ph=\""
      Self.escape(pronunciation, into: &text)
      text += "\">"
      Self.escape(road, into: &text)
      text += "</phoneme>"
      return
    }
    guard values.roadIsNumber else { return Self.escape(road, into: &text) }
    let letters = road.prefix { $0.isASCII && $0.isUppercase }
    let rest = road[letters.endIndex...].drop { $0 == " " || $0 == "-" }
    guard 1...3 ~= letters.utf8.count, rest.first?.isNumber == true else {
      return Self.escape(road, into: &text)
    }
    text += "<say-as interpret-as=\"characters\">\(letters)</say-as> "
    Self.escape(String(rest), into: &text)
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

  /// A number of things from 1: a word, or digits.
  func count(_ number: Int) -> String {
    counts.indices.contains(number - 1) ? counts[number - 1] : String(number)
  }
}
