import RoadModel
import RouteModel
import Testing

@testable import Guidance

/// Which lanes lead where the path goes, and which of them suit what follows.
@Suite struct LaneChoiceTests {
  /// A junction in the words of a mapper.
  struct Case: Sendable, CustomTestStringConvertible {
    /// What it shows.
    var name: String
    /// The arrows, as in `turn:lanes`; a lane that may not be used begins with `!`.
    var lanes: String
    /// The turns into the roads; the one taken stands first.
    var turns: [Int]
    /// The turn of the whole maneuver, if it is more than this junction.
    var ahead: Int?
    /// The direction of the maneuver that follows soon.
    var next: TurnDirection?
    /// The side on which traffic drives.
    var side = DrivingSide.right
    /// The lanes: `*` recommended, `+` valid, `-` neither.
    var expected: String

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "each arrow leads to the road on its side", lanes: "left|through|right",
      turns: [90, -90, 0], expected: "--*"),
    Case(
      name: "a lane with two arrows leads to both roads", lanes: "left;through|through|right",
      turns: [0, -90, 90], expected: "**-"),
    Case(
      name: "arrows count by their order, not by their angle", lanes: "left|right",
      turns: [20, -25], expected: "-*"),
    Case(
      name: "without a road to the left the left lane leads to the leftmost",
      lanes: "left|through", turns: [0, 90], expected: "+*"),
    Case(
      name: "the lane for the whole maneuver is recommended", lanes: "left|through|right",
      turns: [0, 90], ahead: -90, expected: "*+-"),
    Case(
      name: "slight and full arrows to one side lead to two roads",
      lanes: "through|slight_right|right", turns: [40, 0, 95], expected: "-*-"),
    Case(
      name: "a slight arrow beside a straight one on a lane leads to the road on its side",
      lanes: "slight_left;through|through", turns: [-90, 0, 90], expected: "*-"),
    Case(
      name: "such a lane leads straight on as well", lanes: "slight_left;through|through",
      turns: [0, -90, 90], expected: "**"),
    Case(
      name: "on the right as well", lanes: "through|through;slight_right",
      turns: [90, -90, 0], expected: "-*"),
    Case(
      name: "without a road on its side a slight arrow leads straight on",
      lanes: "slight_left;through|through", turns: [0, 90], expected: "**"),
    Case(
      name: "of two roads that fork in a bend, each has its arrow",
      lanes: "through|through|slight_right", turns: [-22, -11], expected: "**-"),
    Case(
      name: "the ramp of the two as well", lanes: "through|through|slight_right",
      turns: [-11, -22], expected: "--*"),
    Case(
      name: "and so where both are about straight on", lanes: "left|none", turns: [15, -10],
      expected: "-*"),
    Case(
      name: "a lane without arrows leads straight on", lanes: "left||", turns: [0, -90],
      expected: "-**"),
    Case(
      name: "the outer lane without arrows leads to the outer road as well",
      lanes: "none|none|right", turns: [-90, 0, 90], expected: "*--"),
    Case(
      name: "on the right as well", lanes: "left|none|none", turns: [90, -90, 0],
      expected: "--*"),
    Case(
      name: "a lane with arrows does not lead beyond them", lanes: "through|right",
      turns: [-90, 0, 90], expected: ""),
    Case(
      name: "a closed lane leads nowhere", lanes: "!none|none|right", turns: [-90, 0, 90],
      expected: ""),
    Case(
      name: "a lane that merges leads straight on, but is not recommended beside one that lasts",
      lanes: "through|merge_to_left", turns: [0, 90], expected: "*+"),
    Case(
      name: "so with an arrow of its own", lanes: "through;merge_to_right|through|none",
      turns: [0, 90], expected: "+**"),
    Case(
      name: "before a right turn the lane beside it suits", lanes: "none|none|merge_to_left",
      turns: [0], next: .right, expected: "+*+"),
    Case(
      name: "where all lanes merge, all are recommended", lanes: "merge_to_right|merge_to_left",
      turns: [0], expected: "**"),
    Case(
      name: "a lane from which only those straight on must merge suits a turn",
      lanes: "through|right;merge_to_left", turns: [90, 0], expected: "-*"),
    Case(
      name: "a lane for others is not recommended", lanes: "through|!through", turns: [0],
      expected: "*-"),
    Case(
      name: "the right lane suits a right turn that follows at once", lanes: "left|left|through",
      turns: [-90, 0], next: .right, expected: "+*-"),
    Case(
      name: "the left lane suits a left turn that follows at once", lanes: "through|through|right",
      turns: [0, 90], next: .left, expected: "*+-"),
    Case(
      name: "turning round takes the lane that shows it", lanes: "reverse|left|through",
      turns: [-178, -90, 0], expected: "*--"),
    Case(
      name: "a lane for turning round does not lead sharply to the left either",
      lanes: "reverse|sharp_left|slight_left|sharp_right", turns: [-149, -33, 141],
      expected: "-*--"),
    Case(
      name: "nor to the right", lanes: "sharp_left|slight_right|sharp_right|reverse",
      turns: [150, -146, 49], side: .left, expected: "--*-"),
    Case(
      name: "beside a sharp arrow it leads back", lanes: "reverse|sharp_left|through",
      turns: [-178, -130, 0], expected: "*--"),
    Case(
      name: "a lane for turning round does not lead to the left", lanes: "reverse|left|through",
      turns: [-90, 0], expected: "-*-"),
    Case(
      name: "a lane for turning round counts where no other leads to the road",
      lanes: "reverse|through", turns: [-90, 0], expected: "*-"),
    Case(
      name: "with traffic on the left, turning round takes the right lane",
      lanes: "left|through|reverse", turns: [178, -90, 0], side: .left, expected: "--*"),
    Case(
      name: "with traffic on the left, the right lane suits a turn round that follows at once",
      lanes: "through|through", turns: [0], next: .uTurn, side: .left, expected: "+*"),
    Case(
      name: "with traffic on the left, a lane for turning round does not lead to the left",
      lanes: "left|through|reverse", turns: [-90, 0], side: .left, expected: "*--"),
  ]

  @Test("lanes lead by their order", arguments: cases)
  func choice(_ test: Case) {
    let closed = test.lanes.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("!") }
    let text = test.lanes.filter { $0 != "!" }
    let lanes = zip(LaneIndications.lanes(text), closed).map { indications, isClosed in
      EdgeWords.Lane(indications: indications, isOpen: !isClosed)
    }
    let targets = test.turns.enumerated()
      .map { LaneChoice.Target(turn: $1, isTaken: $0 == 0) }.sorted { $0.turn < $1.turn }
    let choice = LaneChoice(
      lanes: lanes, targets: targets,
      ahead: .init(turn: test.ahead ?? test.turns[0], next: test.next), side: test.side)
    let told = choice.routeLanes.map { $0.isRecommended ? "*" : $0.isValid ? "+" : "-" }.joined()
    #expect(told == test.expected)
  }

  @Test("the arrow to follow is one of the lane, and only where it is valid")
  func followed() {
    let lanes = LaneIndications.lanes("left;through|right").map {
      EdgeWords.Lane(indications: $0, isOpen: true)
    }
    let choice = LaneChoice(
      lanes: lanes,
      targets: [
        .init(turn: -90, isTaken: true), .init(turn: 0, isTaken: false),
        .init(turn: 90, isTaken: false),
      ],
      ahead: .init(turn: -90, next: nil))
    #expect(choice.routeLanes.map(\.followed) == [.left, []])
  }

  @Test("on a lane that ends the arrow to follow is that to merge, on one without arrows none")
  func merging() {
    let lanes = LaneIndications.lanes("through|merge_to_left|").map {
      EdgeWords.Lane(indications: $0, isOpen: true)
    }
    let choice = LaneChoice(
      lanes: lanes, targets: [.init(turn: 0, isTaken: true)], ahead: .init(turn: 0, next: nil))
    #expect(choice.routeLanes.map(\.followed) == [.straight, .mergeToLeft, []])
    #expect(choice.routeLanes.map(\.isValid) == [true, true, true])
  }

  @Test("where no lane leads to the road taken nothing is told")
  func closed() {
    let choice = LaneChoice(
      lanes: [.init(indications: .straight, isOpen: false)],
      targets: [.init(turn: 0, isTaken: true)], ahead: .init(turn: 0, next: nil))
    #expect(choice.routeLanes.isEmpty)
  }
}
