import Geo
import RoadModel
import RouteModel
import Testing

@testable import Guidance

/// Maneuvers that drivers see as one; the traveller comes from the south.
@Suite struct CollapseTests {
  /// A stretch of road, and the maneuver at its beginning.
  private struct Stretch {
    var name: String?
    var metres: Double
    /// The direction in which it leads, 0 for north.
    var heading: Double
    var kind: Draft.Kind?
    var choices = 2
    var isSlip = false
    /// Whether it is a one-way road with a name in the map.
    var isCarriageway = false
    /// The direction of the arm from which a one-way road arrives at its beginning; nil if a street begins there.
    var crossed: Double?
    /// The direction of the other street at its beginning; nil for one to the right of it.
    var aside: Double?
    /// Whether it ends with arrows.
    var hasLanes = false
  }

  /// The maneuvers of a path over stretches, joined.
  private static func told(_ stretches: Stretch...) -> [Draft] {
    var drafts: [Draft] = []
    var junctions: [Junction?] = [nil]
    for (before, here) in zip(stretches, stretches.dropFirst()) {
      let turn = LineBearing.turn(from: before.heading, to: here.heading)
      var draft = Draft(
        edge: junctions.count, last: junctions.count, kind: here.kind, direction: .init(turn: turn))
      draft.choices = here.choices
      draft.isSlip = here.isSlip
      drafts.append(draft)
      let aside = here.aside ?? (here.heading + 45).truncatingRemainder(dividingBy: 360)
      var arms = [LineBearing.opposite(before.heading), here.heading, aside].map { arm($0) }
      if here.isCarriageway { arms[1] = arm(here.heading, comes: false, name: 1) }
      if let crossed = here.crossed { arms[2] = arm(crossed, leads: false) }
      junctions.append(Junction(arms: arms, from: 0, to: 1))
    }
    var view = PathView(
      edges: stretches.map(edge), line: [], junctions: junctions, rings: [:])
    for (index, stretch) in stretches.enumerated() where stretch.hasLanes {
      view.words[index] = EdgeWords(lanes: [.init(indications: .straight, isOpen: true)])
    }
    var collapse = Collapse(drafts, 0..<stretches.count, of: view)
    return collapse.collapsed()
  }

  private static func arm(
    _ heading: Double, leads: Bool = true, comes: Bool = true, name: UInt32 = 0
  ) -> Junction.Arm {
    Junction.Arm(
      bearing: Int(heading), heading: heading, isOpen: leads, leads: leads, comes: comes,
      road: RoadAttributes(roadClass: .secondary), name: name, ref: 0)
  }

  private static func edge(_ stretch: Stretch) -> RouteEdge {
    RouteEdge(
      id: EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 0)),
      wayID: stretch.hasLanes ? 2 : 1, isForward: true,
      lengthMetres: stretch.metres, durationSeconds: 1, turnDurationSeconds: 0,
      name: stretch.name, ref: nil, road: RoadAttributes(roadClass: .secondary), limits: [],
      conditionalRules: [], points: 0...1)
  }

  @Test("two left turns across a median onto the same street are a U-turn")
  func median() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: nil, metres: 12, heading: 270, kind: .turn),
      Stretch(name: "Main", metres: 200, heading: 180, kind: .turn))
    #expect(told.map(\.kind) == [.staysOn] && told.map(\.direction) == [.uTurn])
    #expect(told.map(\.edge) == [1] && told.map(\.last) == [2])
  }

  @Test("a turn at the end of a dead end without length is told at the junction before it, as one")
  func stub() {
    func told(_ name: String, _ heading: Double, metres: Double = 0) -> [Draft] {
      Self.told(
        Stretch(name: "Main", metres: 200, heading: 0),
        Stretch(name: nil, metres: metres, heading: 30, kind: .turn),
        Stretch(name: nil, metres: metres, heading: 210, kind: .turn),
        Stretch(name: name, metres: 200, heading: heading, kind: .turn))
    }
    let back = told("Main", 180)
    #expect(back.map(\.kind) == [.staysOn] && back.map(\.direction) == [.uTurn])
    #expect(back.map(\.edge) == [1] && back.map(\.last) == [3])
    #expect(told("Side", 90).map(\.kind) == [.turn])
    #expect(told("Side", 90).map(\.direction) == [.right])
    #expect(told("Main", 0).isEmpty)
    // Into one of some metres they drive.
    #expect(told("Main", 180, metres: 5).map(\.direction).contains(.uTurn))
    #expect(told("Main", 180, metres: 5).count == 3)
  }

  @Test("a turn across a carriageway onto a ramp ahead is the ramp, with the whole angle")
  func rampBehindCarriageway() {
    func told(_ heading: Double) -> [Draft] {
      Self.told(
        Stretch(name: "Main", metres: 200, heading: 0),
        Stretch(name: nil, metres: 12, heading: 270, kind: .turn),
        Stretch(name: nil, metres: 300, heading: heading, kind: .onRamp))
    }
    #expect(told(290).map(\.kind) == [.onRamp] && told(290).map(\.direction) == [.left])
    #expect(told(290).map(\.edge) == [1] && told(290).map(\.last) == [2])
    #expect(told(0).map(\.kind) == [.turn, .onRamp])
  }

  @Test("a turn into the farther carriageway is told once, even behind a bend")
  func fartherCarriageway() {
    func told(_ crossed: Double?) -> [Draft] {
      Self.told(
        Stretch(name: "Ring", metres: 200, heading: 315),
        Stretch(name: "Cross", metres: 13, heading: 345, kind: .turn, choices: 1, crossed: crossed),
        Stretch(name: "Broad", metres: 300, heading: 255, kind: .turn, isCarriageway: true))
    }
    #expect(told(255).map(\.kind) == [.turn] && told(255).map(\.direction) == [.left])
    #expect(told(255).map(\.edge) == [1] && told(255).map(\.last) == [2])
    #expect(told(nil).map(\.kind) == [.turn, .turn])
  }

  @Test("so it is behind a turn, and whoever crosses aslant turns at once")
  func beginsCrossing() {
    let behind = Self.told(
      Stretch(name: "Main", metres: 200, heading: 90),
      Stretch(name: "Cross", metres: 33, heading: 0, kind: .turn),
      Stretch(name: "Broad", metres: 15, heading: 0, kind: .newName, crossed: 270),
      Stretch(name: "Broad", metres: 300, heading: 270, kind: .staysOn, isCarriageway: true))
    #expect(behind.map(\.kind) == [.turn, .turn] && behind.map(\.direction) == [.left, .left])
    // The first is onto the street across, not onto the piece between the carriageways.
    #expect(behind.map(\.last) == [1, 3])
    let aslant = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: "Main", metres: 12, heading: 50, kind: .staysOn, crossed: 330),
      Stretch(name: "Broad", metres: 300, heading: 330, kind: .turn, isCarriageway: true))
    #expect(aslant.map(\.kind) == [.turn] && aslant.map(\.direction) == [.slightLeft])
    #expect(aslant.map(\.edge) == [1] && aslant.map(\.last) == [2])
  }

  @Test("a street that parts before it joins a road is one turn, if only the way back is left out")
  func parting() {
    func told(_ other: Double?) -> [Draft] {
      Self.told(
        Stretch(name: "Side", metres: 200, heading: 90),
        Stretch(name: "Side", metres: 20, heading: 150, kind: .staysOn),
        Stretch(name: "Main", metres: 200, heading: 180, kind: .turn, aside: other))
    }
    #expect(told(0).map(\.kind) == [.turn] && told(0).map(\.direction) == [.right])
    #expect(told(0).map(\.edge) == [1] && told(0).map(\.last) == [2])
    #expect(told(120).map(\.kind) == [.staysOn, .turn])
  }

  @Test("a name that changes in the middle of a crossing, where one turns, is not told")
  func nameAtCrossing() {
    let told = Self.told(
      Stretch(name: "Ring", metres: 200, heading: 0, hasLanes: true),
      Stretch(name: "Ring", metres: 6, heading: 0),
      Stretch(name: "Outer Ring", metres: 7, heading: 0, kind: .newName, choices: 1),
      Stretch(name: "Broad", metres: 300, heading: 270, kind: .turn))
    #expect(told.map(\.kind) == [.turn] && told.map(\.direction) == [.left])
    #expect(told.map(\.edge) == [3])
  }

  @Test("a street that goes on two metres aside is crossed without a word")
  func stagger() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: "Side", metres: 2, heading: 90, kind: .turn),
      Stretch(name: "Main", metres: 200, heading: 0, kind: .turn))
    #expect(told.isEmpty)
  }

  @Test("a slip road that cuts the corner of a junction is one turn, with the whole angle")
  func slipRoad() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: nil, metres: 60, heading: 30, kind: .turn, isSlip: true),
      Stretch(name: "Side", metres: 200, heading: 90, kind: .turn, choices: 1))
    #expect(told.map(\.kind) == [.turn] && told.map(\.direction) == [.right])
    #expect(told.map(\.edge) == [1] && told.map(\.last) == [2])
  }

  @Test("a bridge with its own name between two parts of a street is not told")
  func interruption() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: "Bridge", metres: 300, heading: 0, kind: .newName),
      Stretch(name: "Main", metres: 200, heading: 0, kind: .newName))
    #expect(told.isEmpty)
  }

  @Test("a name is told where it lasts", arguments: [(104.0, 0), (106.0, 1)])
  func shortName(_ metres: Double, _ count: Int) {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: "Short", metres: metres, heading: 0, kind: .newName),
      Stretch(name: "Side", metres: 200, heading: 90, kind: .turn))
    #expect(told.count == count + 1)
  }

  @Test("a turn right behind a bend to the same side is told with the whole angle")
  func bendAndTurn() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: "Main", metres: 20, heading: 30),
      Stretch(name: "Side", metres: 200, heading: 90, kind: .turn))
    #expect(told.map(\.direction) == [.right] && told.map(\.edge) == [2])
  }

  @Test("a turn right behind a corner where the name changes is told as it is seen there")
  func cornerAndTurn() {
    func told(_ heading: Double) -> [Draft] {
      Self.told(
        Stretch(name: "First", metres: 200, heading: 90),
        Stretch(name: "Second", metres: 20, heading: 0, kind: .newName, choices: 1),
        Stretch(name: "Third", metres: 200, heading: heading, kind: .turn))
    }
    #expect(told(90).map(\.direction) == [.right] && told(90).map(\.edge) == [2])
    #expect(told(270).map(\.direction) == [.left] && told(270).map(\.edge) == [2])
    #expect(told(300).map(\.direction) == [.left] && told(300).map(\.edge) == [2])
  }

  @Test("two turns to the left that are more than half a turn together lead to the left")
  func moreThanHalf() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: nil, metres: 20, heading: 225, kind: .turn),
      Stretch(name: "Side", metres: 200, heading: 165, kind: .turn, choices: 1))
    #expect(told.map(\.kind) == [.turn] && told.map(\.direction) == [.sharpLeft])
    #expect(told.map(\.edge) == [1] && told.map(\.last) == [2])
  }

  @Test("two corners that lead back are told at the first")
  func cornersBack() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: "Side", metres: 20, heading: 90),
      Stretch(name: "Other", metres: 200, heading: 180, kind: .turn))
    #expect(told.map(\.kind) == [.turn] && told.map(\.direction) == [.uTurn])
    #expect(told.map(\.edge) == [1] && told.map(\.last) == [2])
  }

  @Test("behind a bend onto a piece without a name it is told at the bend")
  func bendOntoConnector() {
    let told = Self.told(
      Stretch(name: "Main", metres: 200, heading: 0),
      Stretch(name: nil, metres: 20, heading: 30),
      Stretch(name: "Side", metres: 200, heading: 90, kind: .turn))
    #expect(told.map(\.kind) == [.turn] && told.map(\.direction) == [.right])
    #expect(told.map(\.edge) == [1] && told.map(\.last) == [2])
  }

  @Test("where the only road bends to one side and back, its new name is straight on")
  func bendAndBack() {
    func told(_ heading: Double) -> [Draft] {
      Self.told(
        Stretch(name: "Main", metres: 200, heading: 240),
        Stretch(name: "Main", metres: 14, heading: 210, choices: 1),
        Stretch(name: "Wall", metres: 200, heading: heading, kind: .newName, choices: 1))
    }
    #expect(told(240).map(\.kind) == [.newName] && told(240).map(\.direction) == [.straight])
    #expect(told(240).map(\.edge) == [1] && told(240).map(\.last) == [2])
    // On to the same side it is a turn.
    #expect(told(180).map(\.kind) == [.turn] && told(180).map(\.direction) == [.left])
  }

  @Test("two turns to one side a few metres apart are one, unless they lead back")
  func oneTurn() {
    func told(_ heading: Double, metres: Double = 5) -> [Draft] {
      Self.told(
        Stretch(name: "Main", metres: 200, heading: 0),
        Stretch(name: nil, metres: metres, heading: 45, kind: .turn),
        Stretch(name: "Side", metres: 200, heading: heading, kind: .turn))
    }
    #expect(told(100).map(\.kind) == [.turn] && told(100).map(\.direction) == [.right])
    #expect(told(100).map(\.edge) == [1] && told(100).map(\.last) == [2])
    // Together more than a turn; to the other side; farther apart.
    #expect(told(175).map(\.kind) == [.turn, .turn])
    #expect(told(315).map(\.kind) == [.turn, .turn])
    #expect(told(100, metres: 20).map(\.kind) == [.turn, .turn])
  }
}
