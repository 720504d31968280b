import RoadModel
import Testing

@Suite struct RoadWordTests {
  static let canonical: [(RoadWordKind, String, Bool)] = [
    (.exitName, "Kreuz; Ost", true), (.exitName, " Kreuz", false), (.exitName, "Kreuz ", false),
    (.exitName, "", false), (.destination, "Köln;Bonn", true), (.destination, "Köln; Bonn", false),
    (.destination, "Köln;", false), (.destination, ";Köln", false), (.destination, "Köln", true),
    (.turnLanes, "left|through;right|", true), (.turnLanes, "through;left", false),
    (.turnLanes, "left;left", false), (.turnLanes, "none|left", false), (.turnLanes, "|", false),
    (.turnLanes, "left|||||||||||||||", true), (.turnLanes, "left||||||||||||||||", false),
    (.laneAccess, "|ct|b", true), (.laneAccess, "tc", false), (.laneAccess, "cf", false),
    (.laneAccess, "||", false), (.laneCount, "3", true), (.laneCount, "03", false),
    (.laneCount, "0", false), (.laneCount, "255", true), (.laneCount, "256", false),
    (.laneCount, "+3", false), (.laneCount, "", false), (.destinationLanes, "A;B||C", true),
    (.destinationLanes, "A; B|", false), (.destinationLanes, "||", false),
    (.destinationTranslated, "en=Bruges;Ghent|fr=Bruges;Gand", true),
    (.destinationTranslated, "fr=Bruges|en=Bruges", false),
    (.destinationTranslated, "fr=Bruges|fr=Gand", false), (.destinationTranslated, "fr=", false),
    (.destinationTranslated, "fr=Bruges|", false), (.destinationTranslated, "Bruges", false),
    (.destinationTranslated, "FR=Bruges", false), (.destinationTranslated, "fr= Bruges", false),
    (.tunnelNameTranslated, "zh-Hant=A=B", true), (.tunnelNameTranslated, "", false),
    (.destinationFromWay, "-3=Ulm|9=Köln;Bonn|10=Bonn", true),
    (.destinationFromWay, "10=Bonn|9=Köln", false), (.destinationFromWay, "9=Köln|9=Bonn", false),
    (.destinationFromWay, "09=Köln", false), (.destinationFromWay, "+9=Köln", false),
    (.destinationFromWay, "-0=Köln", false), (.destinationFromWay, "9=", false),
    (.destinationFromWay, "Köln", false), (.destinationFromWay, "9223372036854775808=A", false),
    (RoadWordKind(rawValue: 63), "; anything|", true),
  ]

  @Test("texts have one form each", arguments: canonical)
  func forms(_ kind: RoadWordKind, _ text: String, _ isCanonical: Bool) {
    #expect(kind.isCanonical(text) == isCanonical)
  }

  @Test("lanes come back from their text")
  func lanes() {
    let arrows: [LaneIndications] = [
      [.left, .uTurn], [], .straight, [.mergeToRight, .sharpRight],
    ]
    let text = "reverse;left||through|merge_to_right;sharp_right"
    #expect(LaneIndications.text(ofLanes: arrows) == text && LaneIndications.lanes(text) == arrows)
    #expect(LaneIndications.lanes("left;up|down") == [.left, []])
    for (text, lanes) in [
      ("", [[]]), ("|", [[], []]), (";;left;|;", [.left, []]), ("lef|leftt", [[], []]),
      ("through", [.straight]), ("left|", [.left, []]),
    ] as [(String, [LaneIndications])] {
      #expect(LaneIndications.lanes(text) == lanes)
      #expect(LaneIndications.laneCount(text) == lanes.count)
    }
    let closed: [ModeSet] = [[], [ModeSet(.bus), ModeSet(.car)], ModeSet(.motorcycle)]
    #expect(LaneAccess.text(closed: closed) == "|cu|m")
    #expect(LaneAccess.lanes("|cu|m?") == closed)
  }

  @Test(
    "a text is found in the language of a tag, or in one with the same primary language",
    arguments: [
      ("fr", "Bruges;Gand"), ("fr-CH", "Bruges;Gand"), ("nl", nil), ("zh-Hant", "布魯日"),
      ("zh_hant", "布魯日"), ("ZH-HANT", "布魯日"), ("FR_ch", "Bruges;Gand"), ("zh-TW", "布鲁日"), ("", nil),
    ] as [(String, String?)])
  func translations(_ tag: String, _ list: String?) {
    let lists = ["fr": "Bruges;Gand", "zh-Hant": "布魯日", "zh": "布鲁日"]
    let text = LanguageTexts.text(lists)
    #expect(text == "fr=Bruges;Gand|zh=布鲁日|zh-Hant=布魯日")
    #expect(LanguageTexts.list(in: tag, of: text ?? "") == list)
    #expect(LanguageTexts.text([:]) == nil)
  }

  @Test("what is on signs is found by the way from which they are seen")
  func approaches() {
    let text = ApproachTexts.text([10: "Bonn", 9: "Köln;Bonn", -3: "Ulm"])
    #expect(text == "-3=Ulm|9=Köln;Bonn|10=Bonn")
    #expect(ApproachTexts.list(from: 9, of: text ?? "") == "Köln;Bonn")
    #expect(ApproachTexts.list(from: -3, of: text ?? "") == "Ulm")
    #expect(ApproachTexts.list(from: 3, of: text ?? "") == nil)
    #expect(ApproachTexts.text([:]) == nil)
  }

  static let codes: [(String, String?)] = [
    ("de", "de"), ("DE", "de"), ("nan", "nan"), ("zh-hant", "zh-Hant"),
    ("sr-Latn-rs", "sr-Latn-RS"),
    ("es-419", "es-419"), ("pt-br", "pt-BR"), ("d", nil), ("deut", nil), ("de-", nil), ("", nil),
    ("de-x", nil), ("de-DE-Latn", nil), ("dé", nil), ("de_DE", nil), ("de ", nil),
  ]

  @Test("codes of languages", arguments: codes)
  func languages(_ text: String, _ code: String?) {
    #expect(LanguageCode.canonical(text) == code)
  }
}
