import Guidance
import RoadModel
import RouteModel
import Testing

@Suite struct LanguageTests {
  @Test("every built-in language can be read", arguments: Language.builtInTags)
  func reads(tag: String) throws { #expect(try #require(Language(tag: tag)).tag == tag) }

  static let tags = [
    ("de", "de"), ("DE-at", "de"), ("en_gb", "en-GB"), ("pt-BR", "pt-BR"), ("fr-CA", "fr"),
    ("en-US", "en"), ("en-PH", "en"), ("en-CA", "en-CA"), ("en-AU", "en-GB"), ("en-NZ", "en-GB"),
    ("en-IE", "en-GB"), ("en_za", "en-GB"), ("en-IN", "en-GB"), ("en-001", "en-GB"),
    ("en-Latn-GB", "en-GB"), ("en-u-rg-gbzzzz", "en"), ("en-x-au", "en"), ("de-CH", "de-CH"),
    ("de_LI", "de-CH"), ("de-CH-1996", "de-CH"), ("de-1996", "de"), ("pt-AO", "pt"),
    ("es-MX", "es"), ("es-419", "es"), ("fr-CH", "fr"), ("it-CH", "it"),
  ]

  @Test("a tag finds the nearest language", arguments: tags)
  func nearest(asked: String, found: String) { #expect(Language(tag: asked)?.tag == found) }

  @Test(
    "a region has the units of its signs",
    arguments: [
      ("en-US", .imperial), ("es_PR", .imperial), ("en-GB", .british), ("en-Latn-gb", .british),
      ("en", .metric), ("en-AU", .metric), ("en-IE", .metric), ("en-CA", .metric), ("us", .metric),
      ("", .metric), ("en-x-us", .metric),
    ] as [(String, DistanceUnits)])
  func regionalUnits(tag: String, units: DistanceUnits) {
    #expect(DistanceUnits(regionOf: tag) == units)
  }

  @Test("Swiss German has no ß, in no word of its own and for nobody")
  func swiss() throws {
    for mode in [Mode.car, .foot] {
      let words = Instructions(
        language: try #require(Language(tag: "de-CH")), units: .imperial, mode: mode)
      for step in EverySentenceTests.steps() where step.roadName != "Hauptstraße" {
        let texts = [words.text(for: step), words.ssml(for: step, .init(includesLength: true))]
        for text in texts {
          let isSwiss = !text.contains("ß") && !text.contains("Kreisverkehr")
          #expect(isSwiss, "\(text)")
        }
      }
    }
  }

  @Test("other tags have no language", arguments: ["", "xx", "-", "deu", "english"])
  func none(tag: String) { #expect(Language(tag: tag) == nil ? true : false) }

  static let dutch: [SentenceCase] = [
    .init(step(.turn, .left, on: "Damrak"), "Sla linksaf, de Damrak op"),
    .init(step(.turn, .slightLeft, on: "Museumplein"), "Sla licht linksaf, het Museumplein op"),
    .init(step(.roundabout, exit: 13), "Neem op de rotonde de 13e afslag"),
    .init(
      step(.offRamp, .right, sign: sign("4", to: "Utrecht")), "Neem afrit 4 richting Utrecht"),
  ]

  @Test("another language is one file", arguments: dutch)
  func anotherLanguage(item: SentenceCase) throws {
    let language = try Language(text: try fileText("Tests/GuidanceTests/Languages/nl.txt"))
    #expect(language.tag == "nl" && language.name == "Nederlands")
    let words = Instructions(language: language, units: .metric)
    #expect(words.text(for: item.step) == item.text)
  }

  struct Flaw: Sendable, CustomTestStringConvertible {
    let lines: String
    let error: String
    var testDescription: String { error }
  }

  /// Lines behind `language: xx`, `name: X` and `inherit: en`.
  static let flaws: [Flaw] = [
    .init(lines: "turn", error: "line 4: no colon between key and text"),
    .init(lines: "\n# comment\nturn.up: go", error: "line 6: unknown key 'turn.up'"),
    .init(lines: "sing: a song", error: "line 4: unknown key 'sing'"),
    .init(
      lines: "length: x\nlength: {distance}", error: "line 5: key 'length' was given at line 4"),
    .init(lines: "turn: {road}", error: "line 4: '{road}' may have no value: put it in brackets"),
    .init(
      lines: "turn.none: {direction}",
      error: "line 4: '{direction}' may have no value: put it in brackets"),
    .init(lines: "turn: [{raod}]", error: "line 4: unknown placeholder '{raod}'"),
    .init(lines: "turn: [{waypoint}]", error: "line 4: unknown placeholder '{waypoint}'"),
    .init(lines: "turn: [{road:into}]", error: "line 4: unknown form 'into'"),
    .init(lines: "turn: [{road", error: "line 4: a bracket or brace is not closed, or not opened"),
    .init(lines: "turn: left]", error: "line 4: a bracket or brace is not closed, or not opened"),
    .init(lines: "turn: [left", error: "line 4: a bracket or brace is not closed, or not opened"),
    .init(lines: "turn: left}", error: "line 4: a bracket or brace is not closed, or not opened"),
    .init(lines: "turn: [[[[[x]]]]]", error: "line 4: brackets are nested deeper than 4 levels"),
    .init(
      lines: "turn: \\n", error: #"line 4: unknown escape: write \\, \[, \], \{, \}, \| or \u{HEX}"#
    ),
    .init(
      lines: "turn: \\u{110000}",
      error: #"line 4: unknown escape: write \\, \[, \], \{, \}, \| or \u{HEX}"#),
    .init(
      lines: "turn: \\", error: #"line 4: unknown escape: write \\, \[, \], \{, \}, \| or \u{HEX}"#),
    .init(lines: "name.first: x", error: "line 4: unknown key 'name.first'"),
    .init(lines: "form name: the", error: "line 4: a form has one of {}, {*} and {A>B}"),
    .init(lines: "form name: {} {}", error: "line 4: a form has one of {}, {*} and {A>B}"),
    .init(lines: "form name: {>x}", error: "line 4: a form has one of {}, {*} and {A>B}"),
    .init(lines: "form name: {x}", error: "line 4: a form has one of {}, {*} and {A>B}"),
    .init(lines: "form name.small: {}", error: "line 4: unknown key 'form name.small'"),
    .init(lines: "class road.small: *lane || *way", error: "line 4: empty pattern"),
    .init(lines: "class river.small: *brook", error: "line 4: unknown key 'class river.small'"),
    .init(lines: "alert.in: {instruction:name}", error: "line 4: '{instruction}' takes no form"),
    .init(lines: "direction.left: {road}", error: "line 4: unknown placeholder '{road}'"),
    .init(
      lines: "compass.north: [x]", error: "line 4: a bracket or brace is not closed, or not opened"),
  ]

  @Test("a flaw is told with its line", arguments: flaws)
  func refuses(flaw: Flaw) {
    let error = #expect(throws: LanguageError.self) {
      try Language(text: "language: xx\nname: X\ninherit: en\n" + flaw.lines)
    }
    #expect(error?.description == flaw.error)
  }

  @Test("the head, the size and the encoding are checked")
  func refusesFiles() {
    func error(_ bytes: [UInt8]) -> String? {
      #expect(throws: LanguageError.self) { try Language(bytes) }?.description
    }
    #expect(error([]) == "key 'language' is missing")
    #expect(error(Array("language: d e".utf8)) == "line 1: bad language tag 'd e'")
    #expect(
      error(Array("language: xx\nname: X\ninherit: yy".utf8)) == "line 3: cannot inherit from 'yy'")
    #expect(error([0x6C, 0xFF]) == "the file is not UTF-8")
    #expect(error(Array(repeating: 0x23, count: 1 << 20 + 1)) == "the file is larger than 1 MiB")
  }

  @Test("every prefix of a file is read or refused", arguments: ["de.txt", "en-GB.txt"])
  func prefixes(name: String) throws {
    let bytes = Array(try fileText("Sources/Guidance/Languages/" + name).utf8)
    for end in stride(from: 0, to: bytes.count, by: 97) {
      do throws(LanguageError) { _ = try Language(Array(bytes[..<end])) } catch {
        #expect(error.line <= 400)
      }
    }
  }

  @Test("a file with a byte order mark is that without it")
  func byteOrderMark() throws {
    let text = try fileText("Tests/GuidanceTests/Languages/nl.txt")
    let language = try Language([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(try language.tag == Language(text: text).tag)
  }
}
