import RoadModel
import Testing

@testable import RoadRules

/// Lanes, signs, exits and names in other languages: tags as people write them, and the words that they become.
@Suite struct WordsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var words: [String]
    var problems: [TagProblem.Reason]
    init(_ tags: String, _ words: String..., problems: [TagProblem.Reason] = []) {
      self.tags = tags
      self.words = words
      self.problems = problems
    }
    var testDescription: String { tags }
  }

  /// A word as `kind direction text`; `>` is forward, `<` backward, `=` both.
  private static func text(_ word: RoadWord) -> String {
    "\(word.kind.rawValue) \([".", ">", "<", "="][Int(word.directions.rawValue)]) \(word.text)"
  }

  private static func check(_ test: Case, _ prefix: String = "highway=primary ") {
    let reading = RoadRules(languages: ["de", "zh-Hant"]).road(prefix + test.tags)
    #expect(reading?.words.map(text) == test.words)
    #expect(reading?.problems.map(\.reason) == test.problems)
  }

  static let arrows = [
    Case("oneway=yes turn:lanes=left|through|right", "1 > left|through|right"),
    Case("oneway=-1 turn:lanes=left|right", "1 < left|right"),
    Case("junction=roundabout turn:lanes=left|right", "1 > left|right"),
    Case("turn:lanes:forward=left|through", "1 > left|through"),
    Case("turn:lanes:backward=left|through", "1 < left|through"),
    Case("turn:lanes:forward=left|right turn:lanes:backward=left|right", "1 = left|right"),
    Case("oneway=yes turn:lanes=left|right turn:lanes:forward=left|", "1 > left|"),
    Case("oneway=yes turn:lanes:backward=through", "1 < through"),
    // Words in the order of a sign, each once; what says nothing is empty.
    Case("oneway=yes turn:lanes=through;left|none|right;right", "1 > left;through||right"),
    Case("oneway=yes turn:lanes=‹left | through ; right›", "1 > left|through;right"),
    Case("oneway=yes turn:lanes=none;left||", "1 > left||"),
    Case("oneway=yes turn:lanes=none|none"),
    Case("oneway=yes turn:lanes=||"),
    Case("oneway=yes turn:lanes="),
    Case(
      "oneway=yes turn:lanes=reverse;left|sharp_left;slight_left|merge_to_left|merge_to_right",
      "1 > reverse;left|sharp_left;slight_left|merge_to_left|merge_to_right"),
    Case(
      "oneway=yes turn:lanes=left||through|||", "1 > left||through|||"),
    Case("oneway=yes turn:lanes=left|straight", "1 > left|", problems: [.unknownValue]),
    Case("oneway=yes turn:lanes=Left|through,right", problems: [.unknownValue]),
    Case("turn:lanes=left|right", problems: [.notApplied]),
    // A lane in the middle is the innermost one of both directions, but not counted in either.
    Case(
      "lanes=3 lanes:forward=1 lanes:backward=1 lanes:both_ways=1 turn:lanes:both_ways=left",
      "1 = left|", "3 = 1"),
    Case("lanes=3 lanes:both_ways=1 turn:lanes:both_ways=right", "1 = |right", "3 = 1"),
    Case(
      "turn:lanes:forward=through|through;right turn:lanes:both_ways=left",
      "1 > left|through|through;right", "3 > 2"),
    Case(
      "lanes:forward=2 bus:lanes:forward=|designated turn:lanes:both_ways=left",
      "1 > left||", "2 > ||ctbsxm", "3 > 2"),
    // The side of the lane must be known, and the number of the others.
    Case("turn:lanes:both_ways=left", problems: [.notApplied]),
    Case(
      "lanes=3 lanes:both_ways=1 turn:lanes:both_ways=reverse", "3 = 1",
      problems: [.notApplied]),
    Case(
      "lanes=3 lanes:both_ways=1 turn:lanes:both_ways=left|right", "3 = 1",
      problems: [.notApplied]),
    Case(
      "lanes=3 lanes:both_ways=1 turn:lanes:both_ways=links", "3 = 1", problems: [.unknownValue]),
    Case("oneway=yes lanes=3 turn:lanes:both_ways=left", problems: [.notApplied]),
    // More lanes than there are.
    Case("oneway=yes lanes=2 turn:lanes=left|through|right", problems: [.outOfRange]),
    Case(
      "lanes=3 lanes:forward=1 lanes:backward=2 turn:lanes:forward=left|right", "3 > 1", "3 < 2",
      problems: [.outOfRange]),
    Case("lanes=2 turn:lanes:forward=left|through|right", problems: [.outOfRange]),
    Case("oneway=yes turn:lanes=left|||||||||||||||", "1 > left|||||||||||||||"),
    Case("oneway=yes turn:lanes=left||||||||||||||||", problems: [.outOfRange]),
    // `lanes` has no lanes for bicycles.
    Case(
      "oneway=yes lanes=2 turn:lanes=left|through|right bicycle:lanes=|designated|",
      "1 > left|through|right", "2 > |ctsuxm|", "3 > 2"),
  ]

  @Test("arrows of lanes", arguments: arrows)
  func arrowsOf(_ test: Case) { Self.check(test) }

  static let counts = [
    Case("lanes=4"),
    Case("oneway=yes lanes=3"),
    Case("lanes=2 lanes:forward=1 lanes:backward=1"),
    Case("lanes=3 lanes:forward=2 lanes:backward=1", "3 > 2", "3 < 1"),
    Case("lanes=3 lanes:forward=2", "3 > 2", "3 < 1"),
    Case("lanes=3 lanes:both_ways=1", "3 = 1"),
    Case("lanes=4 lanes:both_ways=1"),
    Case("lanes:forward=2", "3 > 2"),
    Case("lanes:forward=two", problems: [.unparsable]),
    Case("lanes:forward=0 lanes=1", "3 < 1"),
    Case("lanes=2 lanes:backward=3", "3 < 3"),
    Case("oneway=yes lanes=4 lanes:backward=2", "3 = 2"),
    // Counted by the arrows.
    Case("lanes=3 lanes:forward=2 turn:lanes:forward=left|right", "1 > left|right", "3 < 1"),
    Case("oneway=yes lanes=3 turn:lanes=left|right", "1 > left|right", "3 > 3"),
  ]

  @Test("numbers of lanes, where they do not follow from others", arguments: counts)
  func countsOf(_ test: Case) { Self.check(test) }

  static let access = [
    Case("oneway=yes bus:lanes=||designated", "2 > ||ctbsxm"),
    Case("oneway=yes psv:lanes=yes|designated", "2 > |ctbsm"),
    Case("oneway=yes bus:lanes=yes|designated vehicle:lanes=yes|yes"),
    Case("oneway=yes bus:lanes=|designated bicycle:lanes=|yes", "2 > |ctsxm"),
    Case("oneway=yes access:lanes=yes|no", "2 > |ctbsuxm"),
    Case("oneway=yes access:lanes=yes|no psv:lanes=yes|designated", "2 > |ctbsm"),
    Case("oneway=yes access:lanes=yes|discouraged"),
    Case("oneway=yes hgv:lanes=no|yes|yes", "2 > t||"),
    Case("oneway=yes hgv:lanes=|designated"),
    Case("oneway=yes motor_vehicle:lanes=yes|agricultural", "2 > |ctsuxm"),
    Case("oneway=yes vehicle:lanes=yes|bicyle", problems: [.unknownValue]),
    Case("access:lanes=yes|no"),
    Case("access:lanes:forward=no| access:lanes:backward=|no", "2 > ctbsuxm|", "2 < |ctbsuxm"),
    // Lanes for bicycles that the arrows leave out.
    Case(
      "oneway=yes turn:lanes=left|through bicycle:lanes=||designated", "1 > left|through"),
    Case(
      "oneway=yes turn:lanes=left|through access:lanes=no|yes|yes|no", "1 > left|through",
      problems: []),
    Case(
      "oneway=yes turn:lanes=left|through hgv:lanes=no|yes|yes", "1 > left|through",
      problems: [.notApplied]),
    // Of keys that count differently those with most lanes hold.
    Case("oneway=yes bus:lanes=|designated bicycle:lanes=||designated", "2 > ||ctsuxm"),
  ]

  @Test("who may not use a lane", arguments: access)
  func accessOf(_ test: Case) { Self.check(test) }

  static let signs = [
    Case("oneway=yes destination=Trofa;Famalicão", "4 > Trofa;Famalicão"),
    Case("oneway=yes destination=‹ Köln ; ;none; Bonn;Köln ›", "4 > Köln;Bonn"),
    Case("oneway=yes destination=;"),
    Case("oneway=-1 destination=Trofa", "4 < Trofa"),
    Case("destination=Trofa", problems: [.notApplied]),
    Case("destination:forward=Trofa destination:backward=Porto", "4 > Trofa", "4 < Porto"),
    Case("oneway=yes destination:backward=Porto", "4 < Porto"),
    Case("oneway=yes destination=A destination:forward=B", "4 > B"),
    Case("oneway=yes destination:ref=‹A 7;A 28›", "5 > A 7;A 28"),
    Case("destination:ref:backward=‹B 37›", "5 < B 37"),
    Case("oneway=yes destination:street=Main", "6 > Main"),
    Case("oneway=yes destination:symbol=;;industrial", "7 > industrial"),
    Case("oneway=yes destination:ref:to=‹I 81›", "8 > I 81"),
    Case("oneway=yes destination:to=Roma", "18 > Roma"),
    Case("oneway=yes destination:lanes=Ring||", "9 > Ring||"),
    Case("oneway=yes destination:lanes=‹none|A; B|›", "9 > |A;B|"),
    Case("oneway=yes destination:lanes=|"),
    Case("oneway=yes destination:ref:lanes=‹|B 3;B 37;;|›", "17 > |B 3;B 37|"),
    Case("oneway=yes destination:lanes=a||||||||||||||||", problems: [.outOfRange]),
    Case("destination:lanes:forward=Zentrum|", "9 > Zentrum|"),
    Case("oneway=yes destination:country=D destination:colour=blue"),
    Case("oneway=yes junction:ref=5A", "10 > 5A"),
    Case("junction:ref=5A", "10 = 5A"),
    Case("junction:ref=5A junction:ref:backward=6", "10 > 5A", "10 < 6"),
    Case("oneway=yes junction:ref=‹1; 2› junction:name=Mitte", "10 > 1;2", "11 > Mitte"),
    Case("oneway=yes junction:ref=‹Exit 5›", "10 > 5"),
    Case("oneway=yes junction:ref=‹SORTIE 5a;Exit 6;exit6›", "10 > 5a;6"),
    Case("oneway=yes junction:ref=‹Exit A›", "10 > A"),
    Case("oneway=yes junction:ref=‹Saída 12›", "10 > 12"),
    // The word is all there is, or a part of a name.
    Case("oneway=yes junction:ref=Exit", "10 > Exit"),
    Case("oneway=yes junction:ref=‹Exit Nord›", "10 > Exit Nord"),
  ]

  @Test("signs and exits", arguments: signs)
  func signsOf(_ test: Case) { Self.check(test) }

  static let translations = [
    Case(
      "oneway=yes destination=Brugge;Gent destination:lang:fr=‹Bruges; Gand›",
      "4 > Brugge;Gent", "19 > fr=Bruges;Gand"),
    // Whatever the languages of the map, a sign keeps what is on it.
    Case(
      "oneway=yes destination=Tbilisi destination:ka=თბილისი destination:ru=Тбилиси",
      "4 > Tbilisi", "19 > ka=თბილისი|ru=Тбилиси"),
    Case("oneway=yes destination:lang:zh-hant=香港", "19 > zh-Hant=香港"),
    Case("oneway=yes destination=Köln destination:lang:de=Köln", "4 > Köln"),
    Case(
      "destination:forward=Bern destination:lang:fr:forward=Berne destination:fr:backward=Bâle",
      "4 > Bern", "19 > fr=Berne", "19 < fr=Bâle"),
    Case("oneway=yes destination:forward:lang:fr=Berne", "19 > fr=Berne"),
    Case("destination:lang:fr=Berne", problems: [.notApplied]),
    Case("oneway=yes destination:street:lang:fr=‹Rue Haute›", "20 > fr=Rue Haute"),
    Case("oneway=yes destination:to:lang:it=Roma", "21 > it=Roma"),
    Case("oneway=yes destination:lang:to=Tonga", "19 > to=Tonga"),
    Case("oneway=yes destination:lang:fr=‹A|B›", problems: [.unparsable]),
    // Not languages.
    Case("oneway=yes destination:lang:french=Berne destination:int=Bern destination:lang=fr"),
    Case("oneway=yes destination:ref=‹A 1› destination:to=Roma", "5 > A 1", "18 > Roma"),
    // Names only in the languages of the map.
    Case(
      "tunnel:name=Tunnel tunnel:name:de=Tunnell tunnel:name:fr=Galerie", "15 = Tunnel",
      "24 = de=Tunnell"),
    Case("bridge:name=Brücke bridge:name:de=Brücke bridge:name:left=Links", "14 = Brücke"),
    Case("bridge:name:zh-Hant=橋", "23 = zh-Hant=橋"),
    Case(
      "junction:name=Mitte junction:name:de=Mitten junction:name:fr=Centre", "11 = Mitte",
      "22 = de=Mitten"),
  ]

  @Test("signs, exits, bridges and tunnels in other languages", arguments: translations)
  func translationsOf(_ test: Case) { Self.check(test) }

  @Test("a way with thousands of languages has a few of them, as tags are compared with each other")
  func manyLanguages() {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let translations = (0..<17_576).map { number in
      let code = String([letters[number % 26], letters[number / 26 % 26], letters[number / 676]])
      return (key: "destination:lang:\(code)", value: "Ort \(number)")
    }
    let found = WordTags(RoadTags([(key: "destination", value: "Ort")] + translations))
    #expect(found.entries.first?.key == "destination")
    #expect(found.entries.count < 1_000)
  }

  static let facts = [
    Case("int_ref=‹E 40;E 42›", "12 = E 40;E 42"),
    Case("nat_ref=‹IC 5›", "13 = IC 5"),
    Case("bridge:name=Czernybrücke", "14 = Czernybrücke"),
    Case("tunnel:name=‹ Michaels Tunnel ›", "15 = Michaels Tunnel"),
    Case("name:pronunciation=ˈkøln", "16 = ˈkøln"),
    Case("name=Straße name:de=Straße"),
    Case("name=Street name:de=Straße name:fr=Rue", "64 = Straße"),
    Case("name=Street name:zh-Hant=街", "65 = 街"),
    Case("name:de=Straße", "64 = Straße"),
    Case("name=Street name:de="),
    Case("name=Street name:etymology=Straße"),
  ]

  @Test("further numbers and names", arguments: facts)
  func factsOf(_ test: Case) { Self.check(test) }

  static let nodes = [
    Case("highway=motorway_junction ref=5 name=Sandhausen", "10 = 5", "11 = Sandhausen"),
    Case("highway=motorway_junction ref=‹5 ; 6›", "10 = 5;6"),
    Case("highway=motorway_junction exit_to=‹Lavra;Aveleda›", "4 = Lavra;Aveleda"),
    Case("highway=motorway_junction name=Kreuz name:de=Kreuz~", "11 = Kreuz", "64 = Kreuz~"),
    Case("highway=motorway_junction ref=‹Ausfahrt 12›", "10 = 12"),
    Case("highway=motorway_junction noref=yes"),
    Case("highway=motorway_junction junction:ref=7", "10 = 7"),
    Case("highway=traffic_signals ref=5 name=Ampel"),
    Case("highway=traffic_signals junction:ref=7 junction:name=Mitte", "10 = 7", "11 = Mitte"),
  ]

  @Test("exits at nodes", arguments: nodes)
  func nodesOf(_ test: Case) {
    let reading = RoadRules(languages: ["de"]).node(tags(test.tags))
    #expect(reading.words.map(Self.text) == test.words)
    #expect(reading.words.allSatisfy { $0.kind.isCanonical($0.text) })
  }

  static let approaches: [(String, [NodeApproach])] = [
    ("highway=traffic_signals", []),
    (
      "highway=traffic_signals traffic_signals:direction=forward",
      [NodeApproach(kind: .signals, directions: .forward)]
    ),
    (
      "highway=traffic_signals direction=backward",
      [NodeApproach(kind: .signals, directions: .backward)]
    ),
    ("highway=traffic_signals traffic_signals:direction=both", []),
    ("highway=stop", [NodeApproach(kind: .stop, directions: nil)]),
    ("highway=stop direction=forward", [NodeApproach(kind: .stop, directions: .forward)]),
    ("highway=stop stop=all", [NodeApproach(kind: .stop, directions: .both)]),
    ("highway=stop stop=minor", [NodeApproach(kind: .stop, directions: nil)]),
    ("highway=stop direction=90", [NodeApproach(kind: .stop, directions: nil)]),
    ("highway=give_way direction=both", [NodeApproach(kind: .giveWay, directions: .both)]),
    ("barrier=border_control", [NodeApproach(kind: .borderControl, directions: .both)]),
    ("railway=level_crossing", [NodeApproach(kind: .levelCrossing, directions: .both)]),
    ("barrier=toll_booth", []),
    ("highway=crossing", []),
  ]

  @Test("what drivers meet at nodes", arguments: approaches)
  func approachesOf(_ line: String, _ expected: [NodeApproach]) {
    let reading = RoadRules().node(tags(line))
    #expect(reading.approaches == expected)
    #expect(reading.problems.count == (line.hasSuffix("=90") ? 1 : 0))
  }

  @Test("signs that are relations")
  func relations() {
    let rules = RoadRules()
    let sign = tags("type=destination_sign destination=‹Roma; Ostia› destination:ref=A1 distance=3")
    #expect(rules.destinationSign(sign).map(Self.text) == ["4 = Roma;Ostia", "5 = A1"])
    #expect(rules.destinationSign(tags("type=restriction destination=Roma")).isEmpty)
    #expect(rules.destinationSign(tags("type=destination_sign distance=3")).isEmpty)
  }
}
