import Guidance
import RoadModel
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

  @Test(
    "sentences are well formed", arguments: Language.builtInTags + ["nl"], [Mode.car, .foot])
  func wellFormed(tag: String, mode: Mode) throws {
    let language =
      try Language(tag: tag)
      ?? Language(text: try fileText("Tests/GuidanceTests/Languages/nl.txt"))
    let words = Instructions(language: language, units: .metric, signLanguage: "de", mode: mode)
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

  @Test("the full stop of a name at the end of a sentence is that of the sentence")
  func abbreviations() {
    let words = Instructions(language: .english, units: .metric)
    let (plain, spoken) = (
      step(.turn, .left, on: "Church St."), step(.turn, .left, on: "Church St.", says: "tʃɜːtʃ")
    )
    let length = Instructions.Context(includesLength: true)
    #expect(words.text(for: plain, length) == "Turn left onto Church St. Continue for 400 m.")
    #expect(
      words.html(for: plain, length)
        == #"Turn left onto <span class="next-street">Church St</span>. "#
        + #"<span class="distance-description">Continue for <span class="length">400 m</span>.</span>"#
    )
    #expect(
      words.ssml(for: spoken, length)
        == #"<speak>Turn left onto <phoneme alphabet="ipa" ph="tʃɜːtʃ">Church St</phoneme>. "#
        + "Continue for 400 meters.</speak>")
    #expect(words.text(for: plain) == "Turn left onto Church St.")
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

  @Test(
    "the letters of a number are spelled, whatever follows them",
    arguments: [
      ("A 61", "A", "61"), ("B27", "B", "27"), ("N-II", "N", "II"), ("EN 109-2", "EN", "109-2"),
      ("St 2047", "St", "2047"), ("A1(M)", "A", "1(M)"),
    ])
  func spelled(number: String, letters: String, rest: String) {
    let words = Instructions(language: .english, units: .metric)
    let spelled = #"<say-as interpret-as="characters">\#(letters)</say-as> \#(rest)"#
    #expect(
      words.ssml(for: step(.turn, .left, number: number))
        == "<speak>Turn left onto \(spelled)</speak>")
  }

  @Test("a number of a word is none to spell", arguments: ["Ring", "Sto 5", "IC", "II", "28"])
  func unspelled(number: String) {
    let words = Instructions(language: .english, units: .metric)
    #expect(!words.ssml(for: step(.turn, .left, number: number)).contains("say-as"))
  }

  @Test(
    "a pronunciation is that of the name that is said, without the marks around it",
    arguments: [
      ("Worcester St", "/ˈwʊstə/", "ˈwʊstə"), ("Worcester St", "[ˈwʊstə]", "ˈwʊstə"),
      ("Foo;Bar", "fuː;bɑː", "fuː"), ("Foo", "a/b", "a/b"),
    ])
  func sound(name: String, tag: String, sound: String) {
    let words = Instructions(language: .english, units: .metric)
    let told = #"<phoneme alphabet="ipa" ph="\#(sound)">"#
    #expect(words.ssml(for: step(.turn, .left, on: name, says: tag)).contains(told))
  }

  @Test("a pronunciation of only marks is none", arguments: ["//", "[]", "."])
  func noSound(tag: String) {
    let words = Instructions(language: .english, units: .metric)
    let ssml = words.ssml(for: step(.turn, .left, on: "Foo", says: tag))
    #expect(ssml == "<speak>Turn left onto Foo</speak>")
  }

  @Test(
    "a name has no characters that nobody sees",
    arguments: [
      ("A\u{85}B", "A B"), ("A\u{2028}B", "A B"), ("Foo\u{FEFF}", "Foo"), ("\u{FFFE}Foo", "Foo"),
      ("\u{202E}Foo\u{202C}", "Foo"), ("L’Été – 中山路", "L’Été – 中山路"), ("\u{200B}", nil),
      ("Foo\u{200E}bar\u{61C}", "Foobar"), ("\u{2060}Foo\u{AD}bar", "Foobar"),
      ("\u{180E}Foo\u{FFF9}", "Foo"), ("Foo \u{200B} bar", "Foo bar"),
      ("Foo\u{E0041}\u{E007F}", "Foo"), ("\u{206A}Foo", "Foo"),
      ("نیم\u{200C}روز", "نیم\u{200C}روز"),
    ] as [(String, String?)])
  func unseen(name: String, told: String?) {
    let words = Instructions(language: .english, units: .metric)
    let road = told.map { " onto " + $0 } ?? ""
    #expect(words.text(for: step(.turn, .left, on: name)) == "Turn left" + road)
  }

  @Test(
    "a name of only punctuation is none",
    arguments: [
      (".", nil), ("?", nil), (" - ", nil), ("…", nil), ("。", nil), ("+", nil), (".;Foo", "Foo"),
      ("\u{202E}.", nil), ("?;–", nil), ("7 Hills", "7 Hills"), ("☮", "☮"), ("O'", "O'"),
    ] as [(String, String?)])
  func punctuation(name: String, told: String?) {
    let words = Instructions(language: .english, units: .metric)
    let road = told.map { " onto " + $0 } ?? ""
    #expect(words.text(for: step(.turn, .left, on: name)) == "Turn left" + road)
    let steps = [step(.depart), step(.turn, .left, on: name, sign: sign(to: "?")), step(.arrive)]
    #expect(words.banners(for: steps)[0][0].primary.text == told ?? "Turn left")
  }

  @Test(
    "a name that is read from right to left is apart from the sentence in HTML",
    arguments: ["שדרות", "شارع", "ދިވެހި", "𞤀𞤣𞤤𞤢𞤥"])
  func rightToLeft(name: String) {
    let words = Instructions(language: .english, units: .metric, signLanguage: "en")
    let html = #"Turn left onto <span class="next-street" lang="en" dir="auto">\#(name)</span>"#
    #expect(words.html(for: step(.turn, .left, on: name)) == html)
    let place = sign(to: name)
    #expect(words.html(for: step(.turn, .left, sign: place)).contains(#"lang="en" dir="auto">"#))
    let stop = GuidanceStop(name: name + " (2)")
    let arrival = #"You have arrived at <span class="waypoint" dir="auto">\#(name) (2)</span>"#
    #expect(words.html(for: step(.arrive), .init(stop: stop)) == arrival)
  }

  @Test("of an exit with two numbers both are read and spoken")
  func exits() {
    let words = Instructions(language: .english, units: .metric)
    let exit = step(.offRamp, .right, sign: sign("12;13"))
    #expect(words.text(for: exit) == "Take exit 12/13 on the right")
    #expect(words.ssml(for: exit) == "<speak>Take exit 12, 13 on the right</speak>")
  }

  @Test("a ferry is left where the step before was one")
  func ferry() {
    let words = Instructions(language: .english, units: .metric)
    let context = Instructions.Context(previous: step(.notification, isFerry: true))
    #expect(
      words.text(for: step(.notification, on: "Quay Road"), context)
        == "Leave the ferry and continue on Quay Road")
  }

  @Test(
    "a car train is none of the ferries, except in a language without words for it",
    arguments: [
      ("en", "Take the car train Furka", "Leave the car train and continue on Quay Road"),
      (
        "de-CH", "Den Autoverlad Furka nehmen",
        "Den Autoverlad verlassen und auf Quay Road weiterfahren"
      ),
      ("nl", "Neem de veerboot Furka", "Verlaat de veerboot"),
    ])
  func carTrain(_ tag: String, _ on: String, _ off: String) throws {
    let language =
      try Language(tag: tag)
      ?? Language(text: try fileText("Tests/GuidanceTests/Languages/nl.txt"))
    let words = Instructions(language: language, units: .metric)
    let train = step(.notification, on: "Autoverlad Furka", isTrain: true)
    #expect(words.text(for: train) == on)
    let context = Instructions.Context(previous: train)
    #expect(words.text(for: step(.notification, on: "Quay Road"), context) == off)
  }

  @Test(
    "the name of a ferry does not say once more that it is one",
    arguments: [
      ("Sliema-Valletta Ferry", "Take the ferry Sliema-Valletta"), ("Ferry", "Take the ferry"),
      ("Ferry Valletta–Three Cities", "Take the ferry Valletta–Three Cities"),
      ("Fähre Saelmund – Lissholm", "Take the ferry Saelmund – Lissholm"),
      ("Ferryman's Line", "Take the ferry Ferryman's Line"),
    ])
  func ferryName(_ name: String, _ sentence: String) {
    let words = Instructions(language: .english, units: .metric)
    #expect(words.text(for: step(.notification, on: name, isFerry: true)) == sentence)
  }

  @Test(
    "a turn stays on a road that was told, and leads onto one that was not",
    arguments: [
      (.staysOn, "Church Street", "Turn left to stay on Church Street"),
      (.staysOn, "Mill Lane", "Turn left onto Church Street"),
      (.staysOn, nil, "Turn left to stay on Church Street"),
      (.turn, "Church Street", "Turn left onto Church Street"),
    ] as [(RouteManeuver.Kind, String?, String)])
  func told(_ kind: RouteManeuver.Kind, _ before: String?, _ sentence: String) {
    let words = Instructions(language: .english, units: .metric)
    let context = Instructions.Context(previous: step(.turn, .right, on: before))
    #expect(words.text(for: step(kind, .left, on: "Church Street"), context) == sentence)
  }

  @Test(
    "a turn on a road that has only a number stays on it",
    arguments: [
      (nil, "CG-4", "Turn left to stay on CG-4"), (nil, "CG-2", "Turn left onto CG-4"),
      ("Main Street", "CG-4", "Turn left onto CG-4"), (nil, nil, "Turn left onto CG-4"),
    ] as [(String?, String?, String)])
  func numbered(_ name: String?, _ number: String?, _ sentence: String) {
    let words = Instructions(language: .english, units: .metric)
    let context = Instructions.Context(previous: step(.turn, .right, on: name, number: number))
    #expect(words.text(for: step(.turn, .left, number: "CG-4"), context) == sentence)
  }

  @Test("a road that goes on under its name behind a piece of another is no new one")
  func sameAgain() {
    let words = Instructions(language: .english, units: .metric)
    let context = Instructions.Context(previous: step(.turn, .right, on: "Main Street"))
    let again = words.text(for: step(.newName, .straight, on: "Main Street"), context)
    #expect(again == "Continue on Main Street")
    let other = words.text(for: step(.newName, .straight, on: "Mill Lane"), context)
    #expect(other == "Continue onto Mill Lane")
  }

  @Test("a number within the name is not told again")
  func numberInName() {
    let words = Instructions(language: .english, units: .metric)
    func text(_ name: String, _ number: String) -> String {
      words.text(for: step(.exitRoundabout, on: name, number: number))
    }
    #expect(text("CG-2 - Avinguda Nova", "CG-2") == "Exit the roundabout onto CG-2 - Avinguda Nova")
    #expect(text("Variante (EN 12)", "EN 12") == "Exit the roundabout onto Variante (EN 12)")
    #expect(text("Via A 10", "A 1") == "Exit the roundabout onto Via A 10 (A 1)")
    #expect(text("CG-2-1", "CG-2") == "Exit the roundabout onto CG-2-1 (CG-2)")
  }

  @Test("a ring is not left onto itself")
  func ringOntoItself() {
    let words = Instructions(language: .english, units: .metric)
    let circle = "Dupont Circle"
    #expect(words.text(for: step(.exitRotary, on: circle, ring: circle)) == "Exit Dupont Circle")
    #expect(
      words.text(for: step(.exitRotary, on: "P Street", ring: circle))
        == "Exit Dupont Circle onto P Street")
  }

  static let ends: [(tag: String, text: String, number: String)] = [
    ("en", "At the end of the road, turn left to stay on Main", "Route 28"),
    ("en-GB", "At the end of the road, turn left to stay on Main", "Route 28"),
    ("de", "Am Ende der Straße links abbiegen und auf Main bleiben", "auf der Straße 28"),
    ("fr", "Au bout de la route, tournez à gauche pour rester sur Main", "sur la route 28"),
    ("es", "Al final de la calle, gire a la izquierda para seguir por Main", "por la carretera 28"),
    (
      "it", "Alla fine della strada, svolta a sinistra per restare su Main", "sulla strada 28"
    ),
    ("pt", "No fim da rua, vire à esquerda para continuar em Main", "na estrada 28"),
    ("pt-BR", "No fim da rua, vire à esquerda para continuar em Main", "na estrada 28"),
  ]

  @Test(
    "at the end of a road one stays on it, if its name goes on; a bare number has a noun",
    arguments: ends)
  func endOfRoad(item: (tag: String, text: String, number: String)) throws {
    let words = Instructions(language: try #require(Language(tag: item.tag)), units: .metric)
    let before = Instructions.Context(previous: step(.turn, .right, on: "Main", number: "28"))
    #expect(words.text(for: step(.endOfRoad, .left, on: "Main"), before) == item.text)
    // Another name, but the same number.
    let numbered = step(.endOfRoad, .left, number: "28")
    let other = Instructions.Context(previous: step(.turn, .right, number: "28"))
    #expect(words.text(for: numbered, other).contains(item.number))
    #expect(words.text(for: numbered, other) != words.text(for: numbered))
  }

  static let forks: [(tag: String, text: String)] = [
    ("en", "Keep left at the fork to stay on Main toward Ulm"),
    ("en-GB", "Keep left at the fork to stay on Main towards Ulm"),
    ("de", "An der Gabelung links halten Richtung Ulm und auf Main bleiben"),
    ("fr", "À la bifurcation, serrez à gauche pour rester sur Main en direction d'Ulm"),
    ("es", "En la bifurcación, manténgase a la izquierda para seguir por Main hacia Ulm"),
    ("it", "Al bivio, mantieni la sinistra per restare su Main in direzione Ulm"),
    ("pt", "Na bifurcação, mantenha-se à esquerda para continuar em Main em direção a Ulm"),
    ("pt-BR", "Na bifurcação, mantenha-se à esquerda para continuar em Main em direção a Ulm"),
  ]

  @Test("at a fork one stays on the road, if its name goes on", arguments: forks)
  func fork(item: (tag: String, text: String)) throws {
    let words = Instructions(language: try #require(Language(tag: item.tag)), units: .metric)
    let before = Instructions.Context(previous: step(.turn, .right, on: "Main"))
    let fork = step(.fork, .left, on: "Main", sign: RoadSign(towards: ["Ulm"]))
    #expect(words.text(for: fork, before) == item.text)
    let other = Instructions.Context(previous: step(.turn, .right, on: "Side"))
    #expect(words.text(for: fork, other) != item.text)
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
