public import RoadModel
public import RouteModel

/// Writes steps, distances and times in words.
///
/// A value may be kept and used from any number of threads; it holds a language and some settings.
///
///     let words = Instructions(language: .english, units: .metric)
///     for step in section.steps {
///       print(words.text(for: step), words.distance(step.lengthMetres))
///     }
public struct Instructions: Sendable {
  /// The language.
  public var language: Language
  /// The units of distances.
  public var units: DistanceUnits
  /// The language of names and signs, as a tag, for the `lang` of spans in HTML; nil if unknown.
  public var signLanguage: String?
  /// The mode of travel: some sentences are said otherwise to people on foot.
  public var mode: Mode

  /// Instructions in a language.
  ///
  /// - Parameters:
  ///   - language: The language.
  ///   - units: The units of distances.
  ///   - signLanguage: The language of names and signs, as a tag; nil if unknown.
  ///   - mode: The mode of travel.
  public init(
    language: Language, units: DistanceUnits, signLanguage: String? = nil, mode: Mode = .car
  ) {
    self.language = language
    self.units = units
    self.signLanguage = signLanguage
    self.mode = mode
  }

  /// The circumstances that affect the words of a step.
  public struct Context: Sendable, Hashable {
    /// The previous step, which shows whether a ferry is left.
    public var previous: RouteStep?
    /// A step that follows at once, joined with "then"; nil for none.
    public var next: RouteStep?
    /// The waypoint at the end of the section.
    public var stop: GuidanceStop
    /// Whether to add the length of the step.
    public var includesLength: Bool

    /// A context from its parts.
    public init(
      previous: RouteStep? = nil, next: RouteStep? = nil, stop: GuidanceStop = GuidanceStop(),
      includesLength: Bool = false
    ) {
      self.previous = previous
      self.next = next
      self.stop = stop
      self.includesLength = includesLength
    }
  }

  /// The instruction of a step's maneuver as plain text, whatever precedes and follows it.
  ///
  /// - Parameter step: The step.
  /// - Returns: A sentence with a capital at its beginning and no full stop.
  public func text(for step: RouteStep) -> String {
    let sentence = sentence(step, after: nil, at: GuidanceStop(), isSpoken: false)
    var writer = writer(.plain, isSpoken: false, capitalises: true)
    writer.reserveSentence()
    writer.write(sentence.template, sentence.values)
    return writer.text
  }

  /// The instruction of a step's maneuver as plain text, such as `Turn left onto Main Street`.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - context: The circumstances that affect the words.
  /// - Returns: A sentence with a capital at its beginning and no full stop, or two with the length.
  public func text(for step: RouteStep, _ context: Context = Context()) -> String {
    String(decoding: write(step, context, .plain), as: UTF8.self)
  }

  /// The instruction of a step's maneuver as HTML with classed spans, escaped.
  ///
  /// The classes are `next-street`, `exit`, `sign` (a place or the name of an exit), `waypoint`, `length`, and
  /// `distance-description` for the sentence with the length. Names have the `lang` of ``signLanguage``, except those
  /// of waypoints, and `dir="auto"` if they are in a script that is written from right to left.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - context: The circumstances that affect the words.
  /// - Returns: Text for the inside of an element.
  public func html(for step: RouteStep, _ context: Context = Context()) -> String {
    String(decoding: write(step, context, .html), as: UTF8.self)
  }

  /// The instruction of a step's maneuver as an SSML document.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - context: The circumstances that affect the words.
  /// - Returns: A `speak` element.
  public func ssml(for step: RouteStep, _ context: Context = Context()) -> String {
    let inside = write(step, context, .ssml)
    return Self.opening + String(decoding: inside, as: UTF8.self) + Self.closing
  }

  /// What is around the inside of an SSML document.
  static let (opening, closing) = ("<speak>", "</speak>")

  private func write(_ step: RouteStep, _ context: Context, _ markup: Markup) -> [UInt8] {
    let isSpoken = markup == .ssml
    var writer = writer(markup, isSpoken: isSpoken, capitalises: true)
    writer.reserveSentence()
    let sentence = sentence(
      step, after: context.previous, at: context.stop, isSpoken: isSpoken)
    var others = addition(to: step, after: context.previous).map { [$0] } ?? []
    if let next = context.next {
      others.append(
        self.sentence(next, after: step, at: context.stop, isSpoken: isSpoken, as: .then))
    }
    join(sentence, others, &writer)
    guard context.includesLength, step.lengthMetres > 0,
      let frame = tables.frame(.length, wording(step)),
      let sentences = tables.frame(.sentences)
    else { return writer.bytes }
    var length = self.writer(markup, isSpoken: isSpoken, capitalises: true)
    length.wrap("distance-description") {
      var values = PhraseValues()
      values.distance = amount(step.lengthMetres, isSpoken: isSpoken)
      $0.write(frame, values)
    }
    var values = PhraseValues()
    values.setReady(.first, Self.withoutStop(writer.bytes, markup))
    values.setReady(.second, length.bytes)
    var both = self.writer(markup, isSpoken: isSpoken, capitalises: false)
    both.write(sentences, values)
    return both.bytes
  }

  /// A text without the full stop of a name at its end, such as Church St., as one of the sentence follows.
  private static func withoutStop(_ text: [UInt8], _ markup: Markup) -> [UInt8] {
    var end = text.count
    // In marked text, "<" and ">" are only those of marks.
    while markup != .plain, text[..<end].last == UInt8(ascii: ">"),
      let start = text[..<end].lastIndex(of: UInt8(ascii: "<"))
    {
      end = start
    }
    guard text[..<end].last == UInt8(ascii: ".") else { return text }
    return Array(text[..<(end - 1)] + text[end...])
  }

  /// The contents of the language file.
  var tables: LanguageTables { language.tables }

  /// A writer in this language.
  func writer(_ markup: Markup, isSpoken: Bool, capitalises: Bool) -> SentenceWriter {
    SentenceWriter(
      tables, markup, isSpoken: isSpoken, signLanguage: signLanguage, capitalises: capitalises)
  }

  /// A distance, rounded.
  func amount(_ metres: Double, isSpoken: Bool) -> DistanceAmount {
    isSpoken ? .spoken(metres, units) : .displayed(metres, units)
  }

  /// Writes sentences that follow at once, joined with "then".
  func join(_ first: Sentence, _ others: [Sentence], _ writer: inout SentenceWriter) {
    guard !others.isEmpty, let frame = tables.frame(.alertThen) else {
      return writer.write(first.template, first.values)
    }
    func marked(_ sentence: Sentence) -> [UInt8] {
      var inner = self.writer(writer.markup, isSpoken: writer.isSpoken, capitalises: false)
      inner.write(sentence.template, sentence.values)
      return inner.bytes
    }
    var values = PhraseValues()
    values.setReady(.instruction, marked(first))
    for (index, other) in others.enumerated() {
      values.setReady(.next, marked(other))
      if index == others.count - 1 { break }
      var inner = self.writer(writer.markup, isSpoken: writer.isSpoken, capitalises: false)
      inner.write(frame, values)
      values.setReady(.instruction, inner.bytes)
    }
    writer.write(frame, values)
  }
}

/// The waypoint at the end of a section, for arrival instructions.
public struct GuidanceStop: Sendable, Hashable {
  /// Its name; nil for none.
  public var name: String?
  /// Whether the route continues behind it.
  public var isIntermediate: Bool
  /// Whether the vehicle charges there.
  public var isForCharging: Bool

  /// A stop from its parts.
  public init(name: String? = nil, isIntermediate: Bool = false, isForCharging: Bool = false) {
    self.name = name
    self.isIntermediate = isIntermediate
    self.isForCharging = isForCharging
  }

  /// A stop at a charging station, with its name or that of its operator.
  public init(_ station: ChargingStation) {
    self.init(
      name: station.name ?? station.operatorName, isIntermediate: true, isForCharging: true)
  }

  /// The stop at the end of a section of a route, with the name that the request gave it, or that of the charging
  /// station there.
  public init(_ route: Route, endOfSection index: Int) {
    let section = route.sections[index]
    self = section.chargingStation.map { GuidanceStop($0) } ?? GuidanceStop()
    name = section.arrival.name ?? name
    isIntermediate = index + 1 < route.sections.count
  }
}
