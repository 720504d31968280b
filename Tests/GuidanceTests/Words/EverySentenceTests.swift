import Guidance
import RouteModel
import Testing

/// What holds for each sentence of each language, whatever it says.
@Suite struct EverySentenceTests {
  static let roads: [String?] = [
    nil, "Hauptstraße", "Rue de la Paix", "Rua Augusta", "Calle Mayor", "A 8", "Am Markt", " ",
    "Queen's <Way> & \"Co\"", "double  space\n",
  ]
  static let signs: [RoadSign?] = [
    nil, sign("12", to: "Le Mans", "Orléans"), sign(name: "Ulm-Ost"), sign(to: "Porto"),
    RoadSign(roadNumbers: ["B 10"]),
  ]

  static func steps() -> [RouteStep] {
    var steps: [RouteStep] = []
    let directions = [nil] + RouteManeuver.Direction.allCases.map(Optional.some)
    for kind in RouteManeuver.Kind.allCases + [.unknown("x")] {
      for (shift, direction) in directions.enumerated() {
        for (index, road) in roads.enumerated() {
          // Each road meets each sign, with some direction.
          let number = (index + shift) % signs.count
          let exit = index + shift
          steps.append(
            step(
              kind, direction, exit: exit % 3 == 0 ? nil : exit, on: road,
              number: index % 2 == 0 ? nil : "B 10;E 4", ring: number % 2 == 0 ? nil : road,
              sign: signs[number], says: index == 4 ? "ˈmaʝoɾ" : nil, isFerry: exit % 7 == 6,
              lanes: [true, exit % 2 == 0, false]))
        }
      }
    }
    return steps
  }

  @Test("sentences are well formed", arguments: Language.builtInTags + ["nl"])
  func wellFormed(tag: String) throws {
    let language =
      try Language(tag: tag)
      ?? Language(text: try fileText("Tests/GuidanceTests/Languages/nl.txt"))
    let words = Instructions(language: language, units: .metric, signLanguage: "de")
    let stop = GuidanceStop(name: "Bäckerei & Co", isIntermediate: true)
    let before = step(.depart, isFerry: true)
    let next = step(.turn, .left, on: "Rosenweg")
    for step in Self.steps() {
      for context in [
        Instructions.Context(), .init(stop: stop, includesLength: true),
        .init(previous: before, next: next),
      ] {
        check(words.text(for: step, context))
        let html = words.html(for: step, context)
        check(plain(html, of: "span"))
        let speech = words.ssml(for: step, context)
        #expect(speech.hasPrefix("<speak>") && speech.hasSuffix("</speak>"))
        check(plain(speech, of: "speak", "say-as", "phoneme"))
      }
    }
  }

  /// Checks a sentence without marks.
  private func check(_ text: String) {
    let isGood =
      !text.isEmpty && !text.contains("  ") && text.first != " " && text.last != " "
      && !text.contains("{") && !text.contains("}") && !text.contains("[") && !text.contains("]")
      && !text.contains(" ,") && !text.contains(",,") && !text.contains("..")
      && !text.lowercased().contains("unnamed") && !(text.first?.isLowercase ?? true)
    #expect(isGood, "\(text)")
  }

  /// The text of a document whose elements must be these, closed in order, and whose characters are escaped.
  private func plain(_ document: String, of names: String...) -> String {
    var text = ""
    var open: [Substring] = []
    var rest = document[...]
    while let start = rest.firstIndex(of: "<") {
      text += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ">") else { return "{open} \(document)" }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("/") {
        #expect(open.popLast() == tag.dropFirst(), "\(document)")
      } else {
        let name = tag.prefix { $0 != " " }
        #expect(names.contains(String(name)), "\(document)")
        open.append(name)
      }
    }
    text += rest
    #expect(open.isEmpty && !text.contains(">") && !text.contains("\""), "\(document)")
    for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      #expect(["amp;", "lt;", "gt;", "quot;"].contains { part.hasPrefix($0) }, "\(document)")
    }
    return text
  }

  @Test("spans have their classes and the language of the sign")
  func spans() {
    let words = Instructions(language: .english, units: .metric, signLanguage: "de")
    let step = step(.offRamp, .right, number: "A 8", sign: sign("12", to: "Ulm"))
    let html =
      #"Take exit <span class="exit">12</span> on the right onto <span class="next-street" lang="de">A 8</span> "#
      + #"toward <span class="sign" lang="de">Ulm</span>. <span class="distance-description">Continue for "#
      + #"<span class="length">400 m</span>.</span>"#
    #expect(words.html(for: step, .init(includesLength: true)) == html)
  }

  @Test("numbers are spelled and names pronounced")
  func speech() {
    let words = Instructions(language: .english, units: .metric)
    #expect(
      words.ssml(for: step(.merge, number: "US 101"))
        == #"<speak>Merge onto <say-as interpret-as="characters">US</say-as> 101</speak>"#)
    #expect(
      words.ssml(for: step(.turn, .left, on: "Worcester St", number: "A 1", says: "ˈwʊstə"))
        == #"<speak>Turn left onto <phoneme alphabet="ipa" ph="ˈwʊstə">Worcester St</phoneme></speak>"#
    )
  }

  @Test("a ferry is left where the step before was one")
  func ferry() {
    let words = Instructions(language: .english, units: .metric)
    let context = Instructions.Context(previous: step(.notification, isFerry: true))
    #expect(
      words.text(for: step(.notification, on: "Quay Road"), context)
        == "Leave the ferry and continue on Quay Road")
  }

  @Test("on a motorway the number counts, elsewhere the name")
  func motorways() {
    let words = Instructions(language: .english, units: .metric)
    let motorway = step(.newName, on: "Autobahn", number: "A 8", classes: ["motorway"])
    #expect(words.text(for: motorway) == "Continue onto A 8")
    #expect(
      words.text(for: step(.newName, on: "Mill Road", number: "B 4"))
        == "Continue onto Mill Road (B 4)")
  }
}
