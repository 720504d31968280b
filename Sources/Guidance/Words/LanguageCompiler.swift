/// Makes the tables of a language from the lines of its file.
struct LanguageCompiler {
  private let source: LanguageSource
  private var unused: [String: LanguageSource.Entry]
  private var parts = LanguageTables.Parts()
  /// The numbers of classes by `GROUP.NAME`, and of forms and forms of distances by name.
  private var classNumbers: [String: Int] = [:]
  private var formNumbers: [String: Int] = [:]
  private var distanceForms: [String: Int] = [:]

  init(_ source: LanguageSource) {
    self.source = source
    unused = source.entries
  }

  /// Makes the tables.
  ///
  /// - Throws: ``LanguageError`` for the first flaw: in order, of the head, classes, forms, units and phrases; then
  ///   keys that do not exist.
  mutating func tables() throws(LanguageError) -> LanguageTables {
    try readHead()
    readClasses()
    try readForms()
    try readUnits()
    try readPhrases()
    try readFrames()
    if let (key, entry) = unused.min(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) }) {
      throw LanguageError(line: entry.line, reason: .unknownKey(key))
    }
    return LanguageTables(parts)
  }

  // MARK: - Words

  private mutating func readHead() throws(LanguageError) {
    let tag = try take("language")
    let isTag = tag.text.utf8.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D: true
      default: false
      }
    }
    guard isTag, !tag.text.isEmpty else {
      throw LanguageError(line: tag.line, reason: .badTag(tag.text))
    }
    parts.tag = tag.text
    parts.name = try word("name")
    parts.decimalSign = try word("number.decimal")
    parts.thousandsSign = try word("number.thousands")
    parts.ordinals = try words("ordinals")
    parts.counts = try words("counts")
    for direction in PhraseDirection.allCases {
      parts.directions.append(
        direction == .none ? "" : try word("direction." + direction.rawValue))
    }
    for point in [
      "north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest",
    ] {
      parts.compass.append(try word("compass." + point))
    }
  }

  private mutating func take(_ key: String) throws(LanguageError) -> LanguageSource.Entry {
    guard let entry = unused.removeValue(forKey: key) else {
      throw LanguageError(line: 0, reason: .missingKey(key))
    }
    return entry
  }

  private mutating func word(_ key: String) throws(LanguageError) -> String {
    try Self.plain(try take(key))
  }

  private mutating func words(_ key: String) throws(LanguageError) -> [String] {
    let entry = try take(key)
    var words: [String] = []
    for word in entry.text.split(separator: "|") {
      words.append(
        try Self.plain(LanguageSource.Entry(text: String(word.trimmed), line: entry.line)))
    }
    return words
  }

  /// A text with escapes but without placeholders.
  private static func plain(_ entry: LanguageSource.Entry) throws(LanguageError) -> String {
    let template = try parse(entry, slots: []) { (name, _) throws(LanguageError.Reason) in
      throw .unexpectedForm(String(name))
    }
    var text = ""
    for piece in template.pieces {
      guard case .literal(let literal) = piece else {
        throw LanguageError(line: entry.line, reason: .unbalanced)
      }
      text += literal
    }
    return text
  }

  // MARK: - Classes and forms

  private mutating func readClasses() {
    for group in ClassGroup.allCases {
      parts.classes.append([])
      for member in source.members[group] ?? [] {
        let name = "\(group.word).\(member.className)"
        let number = classNumbers[name] ?? classNumbers.count
        classNumbers[name] = number
        parts.classes[group.rawValue].append(TextClass(pattern: member.pattern, index: number))
      }
    }
  }

  private mutating func readForms() throws(LanguageError) {
    parts.forms = [TextForm()]
    for (key, entry) in source.forms.sorted(by: {
      ($0.value.line, $0.key) < ($1.value.line, $1.key)
    }) {
      let words = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(words[0])
      let number = formNumbers[name] ?? parts.forms.count
      formNumbers[name] = number
      if number == parts.forms.count { parts.forms.append(TextForm()) }
      let text = try Self.form(entry)
      guard words.count > 1 else {
        parts.forms[number].other = text
        continue
      }
      // A class name may occur in several groups; the form applies to all of them.
      let classes = ClassGroup.allCases.compactMap { classNumbers["\($0.word).\(words[1])"] }
      guard !classes.isEmpty else {
        throw LanguageError(line: entry.line, reason: .unknownKey("form " + key))
      }
      for index in classes { parts.forms[number].set(text, forClass: index) }
    }
    parts.ordinalForm = formNumbers["ordinal"] ?? 0
  }

  private static func form(_ entry: LanguageSource.Entry) throws(LanguageError) -> TextForm.Text {
    var text = TextForm.Text()
    var marks = 0
    var rest = entry.text[...]
    while let character = rest.first {
      if character == "{", let end = rest.firstIndex(of: "}") {
        guard let value = formValue(rest[..<end].dropFirst()) else {
          throw LanguageError(line: entry.line, reason: .badForm)
        }
        text.value = value
        rest = rest[end...].dropFirst()
        marks += 1
        continue
      }
      var next = character
      if character == "\\" {
        do throws(LanguageError.Reason) {
          next = try TemplateParser.escape(&rest)
        } catch {
          throw LanguageError(line: entry.line, reason: error)
        }
      } else {
        rest.removeFirst()
      }
      if marks == 0 { text.before.append(next) } else { text.after.append(next) }
    }
    guard marks == 1 else { throw LanguageError(line: entry.line, reason: .badForm) }
    return text
  }

  /// The part of the value that a form writes, by the text in its braces; nil if that is invalid.
  private static func formValue(_ text: Substring) -> TextForm.Value? {
    switch text {
    case "": return .whole
    case "*": return .star
    default:
      guard let sign = text.firstIndex(of: ">"), sign > text.startIndex else { return nil }
      return .replaced(String(text[..<sign]), by: String(text[sign...].dropFirst()))
    }
  }

  // MARK: - Phrases

  private mutating func readPhrases() throws(LanguageError) {
    for wording in Wording.allCases {
      for phrase in Phrase.allCases { parts.phrases += try templates(phrase, wording) }
    }
  }

  /// The phrases for the directions, in the order of their numbers.
  private mutating func templates(
    _ phrase: Phrase, _ wording: Wording
  ) throws(LanguageError) -> [Template] {
    let key = wording.prefix + phrase.key
    let general = try takePhrase(key, phrase.slots)
    var own: [PhraseDirection: (LanguageSource.Entry, Template)] = [:]
    for direction in PhraseDirection.allCases {
      own[direction] = try takePhrase("\(key).\(direction.rawValue)", phrase.slots)
    }
    var templates: [Template] = []
    for direction in PhraseDirection.allCases {
      if let (entry, template) =
        own[direction] ?? direction.plain.flatMap({ own[$0] }) ?? general
      {
        let certain = direction == .none ? [] : SlotSet(.direction)
        try Self.check(template, entry, certain: phrase.certain.union(certain))
        templates.append(template)
      } else if wording != .driving {
        // The wording of drivers was read before.
        templates.append(parts.phrases[phrase.rawValue * 9 + direction.index])
      } else if let other = phrase.substitute {
        templates.append(parts.phrases[other.rawValue * 9 + direction.index])
        parts.lackingPhrases.insert(phrase)
      } else {
        throw LanguageError(line: 0, reason: .missingKey(phrase.key))
      }
    }
    return templates
  }

  private mutating func takePhrase(
    _ key: String, _ slots: SlotSet
  ) throws(LanguageError) -> (LanguageSource.Entry, Template)? {
    guard let entry = unused.removeValue(forKey: key) else { return nil }
    return (entry, try parsed(entry, slots: slots))
  }

  private mutating func readFrames() throws(LanguageError) {
    for wording in Wording.allCases {
      for frame in Frame.allCases { parts.frames.append(try self.frame(frame, wording)) }
    }
  }

  private mutating func frame(
    _ frame: Frame, _ wording: Wording
  ) throws(LanguageError) -> Template? {
    if wording != .driving {
      guard frame.dependsOnWording,
        let entry = unused.removeValue(forKey: wording.prefix + frame.key)
      else { return parts.frames[frame.rawValue] }
      return try template(entry, slots: frame.slots, certain: frame.certain)
    }
    if frame.isOptional, unused[frame.key] == nil { return nil }
    return try template(try take(frame.key), slots: frame.slots, certain: frame.certain)
  }

  private func template(
    _ entry: LanguageSource.Entry, slots: SlotSet, certain: SlotSet
  ) throws(LanguageError) -> Template {
    let template = try parsed(entry, slots: slots)
    try Self.check(template, entry, certain: certain)
    return template
  }

  private func parsed(
    _ entry: LanguageSource.Entry, slots: SlotSet
  ) throws(LanguageError) -> Template {
    let phrase = try Self.parse(entry, slots: slots) { (name, slot) throws(LanguageError.Reason) in
      guard slot == .distance || slot.group != nil else { throw .unexpectedForm(slot.word) }
      guard let number = slot == .distance ? distanceForms[String(name)] : formNumbers[String(name)]
      else { throw .unknownForm(String(name)) }
      return number
    }
    return Template(phrase)
  }

  /// Refuses placeholders outside brackets that may have no value.
  private static func check(
    _ template: Template, _ entry: LanguageSource.Entry, certain: SlotSet
  ) throws(LanguageError) {
    if certain.isSuperset(of: template.needs) { return }
    for slot in Slot.allCases where template.needs.contains(slot) && !certain.contains(slot) {
      throw LanguageError(line: entry.line, reason: .unguardedPlaceholder(slot.word))
    }
  }

  private static func parse(
    _ entry: LanguageSource.Entry, slots: SlotSet,
    form: @escaping TemplateParser.FormNumber
  ) throws(LanguageError) -> ParsedPhrase {
    do throws(LanguageError.Reason) {
      return try TemplateParser.parse(entry.text, slots: slots, form: form)
    } catch {
      throw LanguageError(line: entry.line, reason: error)
    }
  }

  // MARK: - Units

  private mutating func readUnits() throws(LanguageError) {
    parts.displayed = try units("display.", else: [])
    let plain = try units("speech.", else: [])
    parts.spoken = [plain]
    let names = Set(
      unused.keys.filter { $0.hasPrefix("speech.") && !$0.hasPrefix("speech.duration.") }
        .compactMap { key in
          let words = key.split(separator: ".")
          return words.count > 2 ? String(words[1]) : nil
        })
    for name in names.sorted() {
      distanceForms[name] = parts.spoken.count
      parts.spoken.append(try units("speech.\(name).", else: plain))
    }
  }

  /// The units whose keys begin with a prefix; the base's for missing keys.
  private mutating func units(
    _ prefix: String, else base: [UnitForm]
  ) throws(LanguageError) -> [UnitForm] {
    var units = base
    for unit in UnitWord.allCases {
      let slots = unit.isCounted ? SlotSet(.n) : []
      let key = prefix + unit.key
      if base.isEmpty || unused[key] != nil {
        let form = UnitForm(other: try template(try take(key), slots: slots, certain: slots))
        if base.isEmpty { units.append(form) } else { units[unit.rawValue] = form }
      }
      for (name, number) in classNumbers where name.hasPrefix("number.") {
        let suffix = name.dropFirst("number.".count)
        guard let entry = unused.removeValue(forKey: "\(key).\(suffix)") else { continue }
        units[unit.rawValue].set(
          try template(entry, slots: slots, certain: slots), forClass: number)
      }
    }
    return units
  }
}

extension TextForm {
  fileprivate mutating func set(_ text: Text, forClass index: Int) {
    while byClass.count <= index { byClass.append(nil) }
    byClass[index] = text
  }
}

extension UnitForm {
  fileprivate mutating func set(_ template: Template, forClass index: Int) {
    while byClass.count <= index { byClass.append(nil) }
    byClass[index] = template
  }
}
