import Geo
import RouteModel

/// Distinguishes the roads on one side of a junction, so that similar turns get different words.
struct SideTurns {
  private let judge: JunctionJudge
  /// The roads, from the sharpest turn on, as turns to the right.
  private let roads: [Crossroads.Road]
  private let indices: [Int]
  private let isLeft: Bool

  /// The roads of a side.
  init(_ judge: JunctionJudge, _ range: Range<Int>, isLeft: Bool) {
    self.judge = judge
    self.isLeft = isLeft
    indices = isLeft ? Array(range) : range.reversed()
    roads = indices.map {
      var road = judge.crossroads.roads[$0]
      if isLeft { road.turn = -road.turn }
      return road
    }
  }

  /// The maneuver onto a road.
  func verdict(_ taken: Int) -> Verdict {
    guard let own = indices.firstIndex(of: taken) else { return plain }
    switch roads.count {
    case 2: return ofTwo(own)
    case 3: return ofThree(own)
    default: return plain
    }
  }

  /// The maneuver by only the turn.
  private var plain: Verdict { .told(judge.basicKind, judge.direction) }

  private func told(_ direction: TurnDirection) -> Verdict {
    .told(judge.basicKind, isLeft ? direction.mirrored : direction)
  }

  private func direction(_ index: Int) -> TurnDirection {
    TurnDirection(turn: roads[index].turn)
  }

  private func ofTwo(_ own: Int) -> Verdict {
    direction(0) == direction(1) ? conflict(1, 0, own) : plain
  }

  private func ofThree(_ own: Int) -> Verdict {
    let directions = (0..<3).map { direction($0) }
    if directions[0] != directions[1], directions[1] != directions[2] { return plain }
    let angles = (
      Crossroads.angle(roads[0], roads[1]), Crossroads.angle(roads[1], roads[2])
    )
    if !roads.allSatisfy(\.isOpen) {
      let pair = !roads[2].isOpen ? (1, 0) : !roads[0].isOpen ? (2, 1) : (2, 0)
      return own == pair.0 || own == pair.1 ? conflict(pair.0, pair.1, own) : plain
    }
    if angles.0 >= 40, angles.1 >= 40 {
      return told([.sharpRight, .right, .slightRight][own])
    }
    let (sharp, slight) = (directions[0] == directions[1], directions[1] == directions[2])
    if sharp && slight || sharp && angles.1 < 60 || slight && angles.0 < 60 { return plain }
    if angles.1 >= 60 { return own == 2 ? plain : conflict(1, 0, own) }
    return own == 0 ? plain : conflict(2, 1, own)
  }

  /// The maneuver on one of two roads with similar turns.
  private func conflict(_ slight: Int, _ sharp: Int, _ own: Int) -> Verdict {
    let (a, b) = (roads[slight], roads[sharp])
    guard a.isOpen, b.isOpen, a.turn != b.turn else { return plain }
    let isSlight = own == slight
    if [.straight, .slightLeft].contains(direction(slight)) || direction(sharp) == .slightRight {
      let isSharpMain = a.rank.priority > b.rank.priority
      if isSlight != isSharpMain { return judge.obviousVerdict(4) }
      return told(isSlight ? .slightLeft : .slightRight)
    }
    // A track or path beside a road does not change the word of the road, and has the sharper one behind it.
    if a.rank.isTrack != b.rank.isTrack {
      if !roads[own].rank.isTrack { return plain }
      if !isSlight, b.turn > 90 { return told(.sharpRight) }
    }
    if abs(a.turn - 90) < 3 { return told(isSlight ? .right : .sharpRight) }
    if abs(b.turn - 90) < 3 { return told(isSlight ? .slightRight : .right) }
    if direction(sharp) == .sharpRight { return told(isSlight ? .right : .sharpRight) }
    return abs(a.turn - 95) >= abs(b.turn - 95)
      ? told(isSlight ? .slightRight : .right) : told(isSlight ? .right : .sharpRight)
  }
}

extension TurnDirection {
  /// The same direction on the other side.
  var mirrored: Self {
    switch self {
    case .sharpRight: .sharpLeft
    case .right: .left
    case .slightRight: .slightLeft
    case .slightLeft: .slightRight
    case .left: .right
    case .sharpLeft: .sharpRight
    default: self
    }
  }
}
