/// A part of a spoken text in both forms, without a capital at its beginning.
struct SpokenPart {
  /// Plain text, in UTF-8.
  private let text: [UInt8]
  /// The inside of an SSML document.
  private let ssml: [UInt8]

  /// The time that a voice takes for it.
  let seconds: Double
  /// Whether ``ssml`` has markup; otherwise it equals ``text``.
  private let isMarked: Bool

  /// A text in both its forms.
  ///
  /// - Parameters:
  ///   - isMarked: Whether SSML has marks even if no character of the text needs any.
  ///   - written: Writes the text.
  private init(isMarked: Bool, _ written: (Markup) -> [UInt8]) {
    text = written(.plain)
    var (count, escaped) = (0, 0)
    // Sums that cannot overflow, without a check for each byte.
    for byte in text {
      // Scalars are counted by the bytes that begin one.
      count &+= byte & 0xC0 == 0x80 ? 0 : 1
      escaped &+= SentenceWriter.isEscaped(byte) ? 1 : 0
    }
    seconds = SpokenInstruction.seconds(forCharacters: count)
    self.isMarked = isMarked || escaped > 0
    ssml = self.isMarked ? written(.ssml) : text
  }

  /// A sentence in both forms, which are equal without markup.
  init(_ words: Instructions, _ sentence: Sentence) {
    self.init(words, sentence.template, sentence.values)
  }

  /// A frame with values without markup.
  init(_ words: Instructions, _ frame: Frame, _ values: PhraseValues, _ wording: Wording) {
    guard let template = words.tables.frame(frame, wording) else {
      self.init(isMarked: false) { _ in [] }
      return
    }
    self.init(words, template, values)
  }

  private init(_ words: Instructions, _ template: Template, _ values: PhraseValues) {
    self.init(isMarked: values.roadIsNumber || values.pronunciation != nil) { markup in
      Self.written(words, markup, template, values)
    }
  }

  private static func written(
    _ words: Instructions, _ markup: Markup, _ template: Template, _ values: PhraseValues
  ) -> [UInt8] {
    var writer = words.writer(markup, isSpoken: true, capitalises: false)
    writer.reserveSentence()
    writer.write(template, values)
    return writer.bytes
  }

  /// This part, joined with the next one by "then".
  func then(_ next: SpokenPart, _ words: Instructions) -> SpokenPart {
    framed(.alertThen, words, isMarked: isMarked || next.isMarked) {
      $0.setReady(.instruction, $1 == .plain ? text : ssml)
      $0.setReady(.next, $1 == .plain ? next.text : next.ssml)
    }
  }

  /// This part in a frame with a distance.
  func framed(_ frame: Frame, _ amount: DistanceAmount, _ words: Instructions) -> SpokenPart {
    framed(frame, words, isMarked: isMarked) {
      $0.setReady(.instruction, $1 == .plain ? text : ssml)
      $0.distance = amount
    }
  }

  private func framed(
    _ frame: Frame, _ words: Instructions, isMarked: Bool,
    _ fill: (inout PhraseValues, Markup) -> Void
  ) -> SpokenPart {
    guard let template = words.tables.frame(frame) else { return self }
    return SpokenPart(isMarked: isMarked) { markup in
      var values = PhraseValues()
      fill(&values, markup)
      return Self.written(words, markup, template, values)
    }
  }

  /// The instruction at a distance before the maneuver, with a capital.
  ///
  /// - Parameters:
  ///   - metres: The distance.
  ///   - said: How the sentence says it; nil if it does not.
  ///   - room: Memory for the bytes of a sentence, which others may have used.
  /// - Returns: The instruction.
  func instruction(
    at metres: Double, saying said: SpokenInstruction.SaidDistance?, in room: inout [UInt8]
  ) -> SpokenInstruction {
    room.removeAll(keepingCapacity: true)
    room.append(contentsOf: Instructions.opening.utf8)
    let start = room.count
    Self.appendCapitalised(text, to: &room)
    let plain = String(decoding: room[start...], as: UTF8.self)
    // Most texts are the same in SSML.
    if isMarked {
      room.removeSubrange(start...)
      Self.appendCapitalised(ssml, to: &room)
    }
    room.append(contentsOf: Instructions.closing.utf8)
    var instruction = SpokenInstruction(
      distanceBeforeManeuver: metres, text: plain, ssml: String(decoding: room, as: UTF8.self))
    instruction.saidDistance = said
    return instruction
  }

  /// Appends a text, which begins with a capital then.
  private static func appendCapitalised(_ text: [UInt8], to room: inout [UInt8]) {
    let start = room.count
    room.append(contentsOf: text)
    if !text.isEmpty { room.capitalise(from: start) }
  }
}
