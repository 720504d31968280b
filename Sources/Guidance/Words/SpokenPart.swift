/// A part of what is spoken, in both its forms, without a capital at its beginning.
struct SpokenPart {
  /// Plain text.
  let text: String
  /// The inside of an SSML document.
  let ssml: String

  /// How long a voice takes for it.
  var seconds: Double { SpokenInstruction.seconds(for: text) }

  private init(text: String, ssml: String) {
    self.text = text
    self.ssml = ssml
  }

  /// A sentence in both its forms; they are the same where nothing is marked up.
  init(_ words: Instructions, _ sentence: Sentence) {
    self.init(words, sentence.template, sentence.values)
  }

  /// A frame with values that are not marked up yet.
  init(_ words: Instructions, _ frame: Frame, _ values: PhraseValues) {
    guard let template = words.tables.frame(frame) else {
      self.init(text: "", ssml: "")
      return
    }
    self.init(words, template, values)
  }

  private init(_ words: Instructions, _ template: Template, _ values: PhraseValues) {
    func written(_ markup: Markup) -> String {
      var writer = words.writer(markup, isSpoken: true, capitalises: false)
      writer.write(template, values)
      return writer.text
    }
    let text = written(.plain)
    let isMarked =
      values.roadIsNumber || values.pronunciation != nil
      || text.utf8.contains { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 }
    self.init(text: text, ssml: isMarked ? written(.ssml) : text)
  }

  /// It, and then another.
  func then(_ next: SpokenPart, _ words: Instructions) -> SpokenPart {
    framed(.alertThen, words) {
      $0[.instruction] = $1 == .plain ? text : ssml
      $0[.next] = $1 == .plain ? next.text : next.ssml
    }
  }

  /// It, so far ahead.
  func framed(_ frame: Frame, _ amount: DistanceAmount, _ words: Instructions) -> SpokenPart {
    framed(frame, words) {
      $0[.instruction] = $1 == .plain ? text : ssml
      $0.distance = amount
    }
  }

  private func framed(
    _ frame: Frame, _ words: Instructions, _ fill: (inout PhraseValues, Markup) -> Void
  ) -> SpokenPart {
    guard let template = words.tables.frame(frame) else { return self }
    func written(_ markup: Markup) -> String {
      var values = PhraseValues()
      fill(&values, markup)
      var writer = words.writer(markup, isSpoken: true, capitalises: false)
      writer.write(template, values)
      return writer.text
    }
    return SpokenPart(text: written(.plain), ssml: written(.ssml))
  }

  /// The sentence with its place and a capital.
  func instruction(at metres: Double) -> SpokenInstruction {
    SpokenInstruction(
      distanceBeforeManeuver: metres, text: text.capitalised,
      ssml: Instructions.document(ssml.capitalised))
  }
}
