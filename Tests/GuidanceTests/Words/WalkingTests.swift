import Guidance
import RoadModel
import RouteModel
import Testing

/// What is said to people on foot.
@Suite struct WalkingTests {
  private static func words(_ tag: String, _ mode: Mode) throws -> Instructions {
    Instructions(language: try #require(Language(tag: tag)), units: .metric, mode: mode)
  }

  static let sentences: [(tag: String, sentence: SentenceCase)] = [
    ("de", .init(step(.depart, on: "Rosenweg"), "Auf dem Rosenweg Richtung Norden gehen")),
    ("de", .init(step(.turn, .left, on: "Rosenweg"), "Links in den Rosenweg abbiegen")),
    ("de", .init(step(.turn, .straight), "Geradeaus gehen")),
    ("de", .init(step(.newName, .straight), "Weitergehen")),
    (
      "de",
      .init(
        step(.newName, .slightLeft, on: "Rosenweg"), "Leicht links halten, weiter auf dem Rosenweg")
    ),
    ("de", .init(step(.staysOn, .uTurn), "Umkehren")),
    ("de", .init(step(.roundaboutTurn, .slightLeft), "Am Kreisverkehr leicht links abbiegen")),
    (
      "en", .init(step(.turn, .uTurn, on: "Main Street"), "Turn around and continue on Main Street")
    ),
    ("en-GB", .init(step(.merge, .left, sign: sign(to: "Ely")), "Bear left towards Ely")),
    ("fr", .init(step(.fork, .left), "À la bifurcation, prenez à gauche")),
    ("es", .init(step(.turn, .uTurn), "Dé media vuelta")),
    ("it", .init(step(.turn, .uTurn), "Torna indietro")),
    ("pt", .init(step(.turn, .uTurn), "Dê meia-volta")),
    ("pt-BR", .init(step(.roundaboutTurn, .uTurn), "Na rotatória, dê meia-volta")),
  ]

  @Test("people on foot walk", arguments: sentences)
  func walks(item: (tag: String, sentence: SentenceCase)) throws {
    let words = try Self.words(item.tag, .foot)
    #expect(words.text(for: item.sentence.step) == item.sentence.text)
  }

  @Test("in German, people on foot never drive, and others always do")
  func never() throws {
    let (walking, driving) = (try Self.words("de", .foot), try Self.words("de", .car))
    let cycling = try Self.words("de", .bicycle)
    for step in EverySentenceTests.steps() {
      for context in [Instructions.Context(), .init(includesLength: true)] {
        let text = walking.text(for: step, context).lowercased()
        #expect(!text.contains("fahren") && !text.contains("einfädeln"), "\(text)")
        #expect(!driving.text(for: step, context).contains("gehen"))
        #expect(cycling.text(for: step, context) == driving.text(for: step, context))
      }
    }
  }

  @Test("the length of a road is walked as well")
  func announcements() throws {
    let steps = [
      step(.depart, on: "Rosenweg", metres: 100, seconds: 70),
      step(.turn, .left, on: "Hauptstraße", metres: 4000, seconds: 2_900), step(.arrive),
    ]
    let spoken = try Self.words("de", .foot).announcements(for: steps)
    #expect(spoken[1].first?.text == "4 Kilometer auf der Hauptstraße weitergehen")
  }

  @Test("a bicycle that is pushed is told and spoken, if the language has words for it")
  func pushing() throws {
    var pushed = step(.turn, .left, on: "Kettengasse")
    pushed.isPushed = true
    let before = step(.depart, on: "Hauptstraße", metres: 900, seconds: 200)
    let words = try Self.words("de", .bicycle)
    #expect(
      words.text(for: pushed, .init(previous: before))
        == "Links in die Kettengasse abbiegen, dann das Fahrrad schieben")
    let spoken = words.announcements(for: [before, pushed, step(.arrive)])
    #expect(spoken[0].last?.text.contains("das Fahrrad schieben") == true)
    // Where it follows another turn at once, it is told with that.
    let short = step(.turn, .right, on: "Rosenweg", metres: 20, seconds: 5)
    let joined = words.announcements(for: [before, short, pushed, step(.arrive)])[0].last
    #expect(
      joined?.text
        == "Rechts in den Rosenweg abbiegen, dann links abbiegen, dann das Fahrrad schieben")
    let far = step(.depart, on: "Rosenweg", metres: 300, seconds: 200)
    pushed.lengthMetres = 4000
    pushed.durationSeconds = 2_900
    let along = words.announcements(for: [far, pushed, step(.arrive)])[1].first
    #expect(along?.text == "4 Kilometer auf der Kettengasse weitergehen")
    // A banner tells what changes, not the road that stays the same.
    var soon = step(.notification, on: "Hauptstraße")
    soon.isPushed = true
    let banner = words.banners(for: [before, soon, step(.arrive)])[0][0]
    #expect(banner.primary.text == "Das Fahrrad auf der Hauptstraße schieben")
    // Who pushes already is not told again.
    #expect(!words.text(for: pushed, .init(previous: pushed)).contains("schieben"))
    let dutch = Instructions(
      language: try Language(text: try fileText("Tests/GuidanceTests/Languages/nl.txt")),
      units: .metric, mode: .bicycle)
    #expect(dutch.text(for: pushed, .init(previous: before)) == "Sla linksaf, de Kettengasse op")
  }

  @Test("who is told to push a bicycle rides until then, and who is told to get on pushes it")
  func untilThen() throws {
    let words = try Self.words("de", .bicycle)
    let ridden = step(.turn, .straight)
    var pushed = ridden
    pushed.isPushed = true
    #expect(
      words.text(for: pushed, .init(previous: ridden))
        == "Geradeaus fahren, dann das Fahrrad schieben")
    #expect(words.text(for: pushed, .init(previous: pushed)) == "Geradeaus gehen")
    #expect(
      words.text(for: ridden, .init(previous: pushed)) == "Geradeaus gehen, dann wieder aufsteigen")
    let ring = step(.roundabout, exit: 1)
    #expect(
      words.text(for: ring, .init(previous: pushed))
        == "Am Kreisverkehr die erste Ausfahrt nehmen, dann wieder aufsteigen")
  }

  static let stairs: [(tag: String, road: String?, text: String)] = [
    ("de", nil, "Die Treppe nehmen"),
    ("de", "Michaelstreppe", "Auf der Michaelstreppe die Treppe nehmen"),
    ("de-CH", "Gartenstrasse", "Auf der Gartenstrasse die Treppe nehmen"),
    ("en", "St. Christopher Street", "Take the stairs on St. Christopher Street"),
    ("en-GB", nil, "Take the stairs"),
    ("fr", "Allée de la Mala", "Prenez les escaliers sur l'Allée de la Mala"),
    ("es", "Calle Mayor", "Tome las escaleras en la Calle Mayor"),
    ("it", "Via Roma", "Prendi le scale in Via Roma"),
    ("pt", "Travessa da Paz", "Siga pelas escadas na Travessa da Paz"),
    ("pt-BR", "Rua Augusta", "Pegue as escadas na Rua Augusta"),
  ]

  @Test("stairs straight on are told, with their name if they have one", arguments: stairs)
  func stairsAhead(item: (tag: String, road: String?, text: String)) throws {
    let before = step(.depart, on: "Rosenweg")
    var stairs = step(.notification, .straight, on: item.road)
    stairs.isOnStairs = true
    let words = try Self.words(item.tag, .foot)
    #expect(words.text(for: stairs, .init(previous: before)) == item.text)
    // A banner tells what changes as well.
    let banner = words.banners(for: [before, stairs, step(.arrive)])[0][0]
    #expect(banner.primary.text == item.text)
  }

  @Test("on a landing of stairs, a turn does not tell them again; behind a longer walk, it does")
  func landing() throws {
    let words = try Self.words("en", .foot)
    var (stairs, walk) = (step(.turn, .right, metres: 20), step(.turn, .left, metres: 200))
    (stairs.isOnStairs, walk.isOnStairs) = (true, true)
    #expect(words.text(for: stairs, .init(previous: stairs)) == "Turn right")
    #expect(words.text(for: stairs, .init(previous: walk)) == "Turn right, then take the stairs")
  }

  @Test("who must push a bicycle and take stairs at once is told both")
  func pushedOnStairs() throws {
    let words = try Self.words("en", .bicycle)
    let before = step(.depart, on: "Main Street")
    var stairs = step(.notification, .straight)
    (stairs.isOnStairs, stairs.isPushed) = (true, true)
    let text = "Push your bicycle, then take the stairs"
    #expect(words.text(for: stairs, .init(previous: before)) == text)
    var pushed = step(.depart, on: "Alley")
    pushed.isPushed = true
    #expect(words.text(for: stairs, .init(previous: pushed)) == "Take the stairs")
  }

  @Test("a language may have no words for people on foot, and only for some directions")
  func fallback() throws {
    func text(_ lines: String, _ step: RouteStep, _ mode: Mode) throws -> String {
      let language = try Language(text: "language: xx\nname: X\ninherit: en\n" + lines)
      return Instructions(language: language, units: .metric, mode: mode).text(for: step)
    }
    let lines = "foot turn.left: walk left\nfoot fork: walk on"
    #expect(try text(lines, step(.turn, .left), .foot) == "Walk left")
    #expect(try text(lines, step(.turn, .sharpLeft), .foot) == "Walk left")
    #expect(try text(lines, step(.turn, .right), .foot) == "Turn right")
    #expect(try text(lines, step(.fork, .right), .foot) == "Walk on")
    #expect(try text(lines, step(.turn, .left), .car) == "Turn left")
    #expect(throws: LanguageError.self) { try text("foot clock: x", step(.turn), .foot) }
    #expect(throws: LanguageError.self) { try text("foot sing: x", step(.turn), .foot) }
  }
}
