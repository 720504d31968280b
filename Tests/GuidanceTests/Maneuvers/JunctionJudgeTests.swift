import Geo
import RoadModel
import RouteModel
import Testing

@testable import Guidance

/// Junctions drawn by the headings of their arms; the traveller comes from the south.
@Suite struct JunctionJudgeTests {
  /// An arm by its heading, 0 for north.
  private static func arm(
    _ heading: Int, _ name: UInt32 = 1, _ kind: RoadClass = .residential, isOpen: Bool = true,
    leads: Bool = true, comes: Bool = true, flags: RoadFlags = []
  ) -> Junction.Arm {
    var road = RoadAttributes(roadClass: kind)
    road.flags = flags
    return Junction.Arm(
      bearing: heading, heading: Double(heading), isOpen: isOpen && leads, leads: leads,
      comes: comes,
      road: road, name: name, ref: 0)
  }

  /// The verdict where the path goes from the first arm onto the second.
  private static func verdict(_ arms: Junction.Arm...) -> Verdict {
    let junction = Junction(arms: arms, from: 0, to: 1)
    return JunctionJudge(junction, from: way(arms[0]), onto: way(arms[1])).verdict
  }

  /// The way of an arm.
  private static func way(_ arm: Junction.Arm) -> RouteWay {
    RouteWay(
      id: Int64(arm.name), name: arm.name == 0 ? nil : "\(arm.name) Street", ref: nil,
      road: arm.road)
  }

  @Test("a judged junction tells whether a road goes on unchanged, or else what it asks")
  func unchanged() {
    func judged(_ arms: Junction.Arm...) -> Junction {
      Junction(arms: arms, from: 0, to: 1).judged(from: Self.way(arms[0]), onto: Self.way(arms[1]))
    }
    let bend = judged(Self.arm(180), Self.arm(90))
    #expect(bend.isUnchanged && bend.judgement == nil)
    for other in [
      judged(Self.arm(180), Self.arm(0, 2)),
      judged(Self.arm(180), Self.arm(0, 1, .tertiary)),
      judged(Self.arm(180), Self.arm(178)),
      judged(Self.arm(180), Self.arm(0), Self.arm(90, 2)),
    ] {
      #expect(!other.isUnchanged && other.judgement != nil)
    }
  }

  @Test("exits are told only where the path may take them, not where it passes them")
  func exits() {
    let (coming, on) = (
      Self.arm(180, 1, .motorway, leads: false), Self.arm(0, 1, .motorway, comes: false)
    )
    let ramp = Self.arm(15, 0, .motorway, comes: false, flags: .link)
    let arms = [coming, on, ramp]
    let edges = arms.indices.map { index in
      RouteEdge(
        id: EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: UInt32(index))),
        isForward: true, lengthMetres: 1000, time: 4000, turnTime: 0, way: Self.way(arms[index]),
        limits: [], conditionalRules: [], points: index...index + 1)
    }
    let line = (0...3).compactMap { Coordinate(latitude: 50 + Double($0) / 100, longitude: 8) }
    let view = PathView(
      edges: edges, line: line,
      junctions: [
        nil, Junction(arms: [coming, on, ramp], from: 0, to: 1),
        Junction(arms: [coming, ramp, on], from: 0, to: 1),
      ], rings: [:])
    let maker = StepMaker(view, drivingSide: .right, mode: .car)
    #expect(maker.exitEdges == [2])
    let signs = [1: RoadSign(exitNumber: "11"), 2: RoadSign(exitNumber: "12")]
    #expect(maker.steps(exits: signs).map { $0.sign?.exitNumber } == [nil, "12", nil])
  }

  @Test("nothing is said straight on past a side street")
  func passing() {
    #expect(Self.verdict(Self.arm(180), Self.arm(0), Self.arm(90, 2)) == .silent(.straight))
  }

  @Test("a turn off the straight street is told")
  func turning() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(90, 2), Self.arm(0)) == .told(.turn, .right))
  }

  @Test("a street that ends at another that runs across is told as such")
  func endOfRoad() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(270, 2), Self.arm(90, 2)) == .told(.endOfRoad, .left))
  }

  @Test("two alike roads ahead are a fork")
  func fork() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(20, 2), Self.arm(340, 3)) == .told(.fork, .slightRight))
  }

  @Test(
    "of a fork whose roads soon run alike, the side is that of their first metres",
    arguments: [
      (45.0, 0.0, TurnDirection.slightRight),
      (0.0, 45.0, TurnDirection.slightLeft),
    ])
  func parallelFork(own: Double, other: Double, side: TurnDirection) {
    for (heading, beside) in [(27, 29), (29, 27)] {
      var (taken, left) = (Self.arm(heading, 2), Self.arm(beside, 3))
      (taken.first, left.first) = (own, other)
      #expect(Self.verdict(Self.arm(180), taken, left) == .told(.fork, side))
    }
  }

  @Test("straight on into another name is a new name")
  func newName() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(0, 2), Self.arm(90, 3)) == .told(.newName, .straight))
  }

  @Test("a road joined where it runs across and on is a turn, not a new name")
  func throughStreet() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(5, 2), Self.arm(190, 2, leads: false))
        == .told(.turn, .straight))
  }

  @Test("a ramp off a motorway is an off ramp to its side")
  func offRamp() {
    #expect(
      Self.verdict(
        Self.arm(180, 1, .motorway, leads: false),
        Self.arm(15, 0, .motorway, comes: false, flags: .link),
        Self.arm(0, 1, .motorway, comes: false)) == .told(.offRamp, .slightRight))
  }

  @Test("a ramp onto a motorway merges to the side from which traffic comes")
  func merge() {
    #expect(
      Self.verdict(
        Self.arm(180, 0, .motorway, leads: false, flags: .link),
        Self.arm(5, 1, .motorway, comes: false),
        Self.arm(200, 1, .motorway, leads: false)) == .told(.merge, .slightLeft))
  }

  @Test("a drive straight on beside the road is a slight turn")
  func driveAhead() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(10, 0, .service), Self.arm(0))
        == .told(.turn, .slightRight))
  }

  @Test("of two roads to one side that turn alike, one is a slight turn")
  func twoRights() {
    let rights = (Self.arm(65, 2), Self.arm(100, 3))
    #expect(
      Self.verdict(Self.arm(180), rights.0, rights.1, Self.arm(0)) == .told(.turn, .slightRight))
    #expect(
      Self.verdict(Self.arm(180), rights.1, rights.0, Self.arm(0)) == .told(.turn, .right))
  }

  @Test("a track behind a turn into a road does not make it a slight turn", arguments: [1, -1])
  func trackBehind(side: Int) {
    // As in Malta at 35.9248, 14.4168: a road, with a track behind it, and a road and a track on the other side.
    func arm(_ turn: Int, _ name: UInt32, _ kind: RoadClass) -> Junction.Arm {
      Self.arm((360 + side * turn) % 360, name, kind)
    }
    let (road, track) = (arm(70, 2, .unclassified), arm(118, 0, .track))
    let (other, own) = (arm(-42, 0, .track), arm(180, 0, .unclassified))
    let street = arm(-111, 2, .unclassified)
    #expect(
      Self.verdict(own, road, track, other, street) == .told(.turn, side > 0 ? .right : .left))
    #expect(
      Self.verdict(own, track, road, other, street)
        == .told(.turn, side > 0 ? .sharpRight : .sharpLeft))
  }

  @Test("a link about straight on beside the road straight on leaves it to a side")
  func linkAhead() {
    let road = Self.arm(3, 1, .primary, comes: false)
    let link = Self.arm(18, 0, .primary, comes: false, flags: .link)
    let others = [342, 321].map {
      Self.arm($0, 0, .primary, leads: false, flags: .link)
    }
    let from = Self.arm(180, 1, .primary)
    #expect(Self.verdict(from, link, road, others[0], others[1]) == .told(.turn, .slightRight))
    #expect(Self.verdict(from, road, link, others[0], others[1]) == .silent(.straight))
  }

  @Test("leaving the straight line where other roads meet is a turn, even if it is the only way")
  func onlyWay() {
    #expect(
      Self.verdict(
        Self.arm(180), Self.arm(90, 2), Self.arm(0, 3, isOpen: false)) == .told(.turn, .right))
  }

  @Test("a road that bends keeps quiet where a street of another name goes on beside it")
  func bendingRoad() {
    #expect(
      Self.verdict(Self.arm(180), Self.arm(330), Self.arm(70, 2)) == .silent(.slightLeft))
  }

  @Test("of two roads about straight on, the straighter one is, unless they hardly differ")
  func straighter() {
    func verdict(_ other: Int) -> Verdict {
      Self.verdict(
        Self.arm(180, 1, .primary), Self.arm(356, 1, .tertiary), Self.arm(other, 1, .primary))
    }
    #expect(verdict(10) == .told(.staysOn, .straight))
    #expect(verdict(8) == .told(.staysOn, .slightLeft))
  }

  @Test("a main road about straight on is followed past a small street beside it")
  func mainRoad() {
    let from = Self.arm(180, 1, .trunk)
    let street = Self.arm(12, 0, comes: false)
    #expect(Self.verdict(from, Self.arm(349, 1, .trunk), street) == .silent(.straight))
    // Where the street is straighter, the side of the road is told.
    #expect(
      Self.verdict(from, Self.arm(349, 1, .trunk), Self.arm(5, 0, comes: false))
        == .told(.staysOn, .slightLeft))
    // Where the road bends, or has another name, it is told.
    #expect(Self.verdict(from, Self.arm(330, 1, .trunk), street) != .silent(.slightLeft))
    #expect(Self.verdict(from, Self.arm(349, 2, .trunk), street) != .silent(.straight))
  }

  @Test("a road that parts into carriageways is followed without a word, even if they bend apart")
  func partingCarriageways() {
    // As before a roundabout: side by side for some metres, then 60 degrees apart.
    var (own, other) = (Self.arm(62, comes: false), Self.arm(4, leads: false))
    (own.first, other.first) = (12, 4)
    #expect(Self.verdict(Self.arm(180), own, other) == .silent(.right))
    // A loop that may be entered on one side only is a turn.
    (own.first, other.first) = (62, 4)
    #expect(Self.verdict(Self.arm(180), own, other) == .told(.staysOn, .right))
    // So is another street.
    (own.first, own.name) = (12, 2)
    #expect(Self.verdict(Self.arm(180), own, other) == .told(.turn, .right))
  }

  @Test("so it is where they lead to either side of straight on, but not round a corner")
  func partingToBothSides() {
    let other = Self.arm(340, leads: false)
    #expect(
      Self.verdict(Self.arm(180), Self.arm(53, comes: false), other)
        == .silent(TurnDirection(turn: 53)))
    #expect(
      Self.verdict(Self.arm(180), Self.arm(88, comes: false), other) == .told(.staysOn, .right))
  }

  @Test("a divided road is seen in the middle of its carriageways")
  func divided() {
    var arms = [
      Self.arm(180), Self.arm(20, 2, comes: false), Self.arm(340, 2, leads: false),
    ]
    #expect(Carriageways.mayBeOne(2, 1, in: arms) && !Carriageways.mayBeOne(1, 0, in: arms))
    Carriageways.pair(1, 2, in: &arms)
    #expect(arms.map(\.partner) == [nil, 2, 1] && arms.map(\.heading) == [180, 0, 0])
  }

  @Test("two carriageways are no road where a third road of the same name is as near")
  func threeOfOneName() {
    let arms = [
      Self.arm(180), Self.arm(340, 2, leads: false), Self.arm(20, 2, comes: false), Self.arm(60, 2),
    ]
    #expect(!Carriageways.mayBeOne(1, 2, in: arms))
    // Where it turns away from both, they are.
    #expect(Carriageways.mayBeOne(1, 2, in: [arms[0], arms[1], arms[2], Self.arm(120, 2)]))
  }

  @Test("a road in both directions and one that only comes may be one road, two that lead may not")
  func partners() {
    let (both, coming, going) = (
      Self.arm(20, 2), Self.arm(340, 2, leads: false), Self.arm(30, 2, comes: false)
    )
    #expect(both.mayBePartner(of: coming) && coming.mayBePartner(of: going))
    #expect(!both.mayBePartner(of: going))
    #expect(!Self.arm(20, 0).mayBePartner(of: Self.arm(340, 0, leads: false)))
  }

  @Test("a side road for residents is no choice beside a road that goes on")
  func restricted() {
    func verdict(_ isRestricted: Bool) -> Verdict {
      var side = Self.arm(22, 1, .secondary)
      side.isRestricted = isRestricted
      return Self.verdict(Self.arm(180, 1, .secondary), Self.arm(352, 2, .secondary), side)
    }
    #expect(verdict(true) == .told(.newName, .straight))
    #expect(verdict(false) == .told(.fork, .slightLeft))
  }

  @Test("a carriageway that is short leans to the middle of its road")
  func shortCarriageway() {
    let arms = [
      Self.arm(20, 2, leads: false), Self.arm(180), Self.arm(340, 2, comes: false),
    ]
    #expect(Carriageways.lean(of: 0, beside: 2, in: arms) == -20)
    #expect(Carriageways.haveIsland(arms[0], arms[2], metres: 16))
    #expect(!Carriageways.haveIsland(arms[0], arms[2], metres: 17))
  }
}
