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
