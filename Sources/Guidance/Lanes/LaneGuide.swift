import Geo
import RoadModel
import RouteModel

/// Finds the lanes before the junctions of a path.
struct LaneGuide {
  /// The maximum distance between junctions of one maneuver, in metres.
  private static let complex = 60.0
  /// The minimum distance between junctions with separate lanes, in metres.
  private static let cramped = 45.0
  /// The distance within which the next maneuver affects the choice of lane, in metres.
  private static let anticipation = 150.0

  let view: PathView
  /// The maneuvers of the path, in order.
  let drafts: [Draft]
  /// The side on which traffic drives.
  let side: DrivingSide
  /// The lanes of junctions that were asked for by one before them, and not yet by a step.
  private var known: [(edge: Int, lanes: [RouteLane])] = []

  init(view: PathView, drafts: [Draft], side: DrivingSide) {
    self.view = view
    self.drafts = drafts
    self.side = side
  }

  /// The lanes before the junction where an edge begins; empty if unknown, or if the arrows are for a later junction.
  ///
  /// If the same lanes lead on to another junction close behind, the lanes that are good there are recommended: drivers
  /// do not change lanes within a few metres.
  mutating func lanes(before edge: Int) -> [RouteLane] {
    if let place = known.firstIndex(where: { $0.edge == edge }) {
      return known.remove(at: place).lanes
    }
    let own = choice(before: edge)
    guard !own.isEmpty, let later = sameLanes(behind: edge) else { return own }
    let next = lanes(before: later.edge)
    known.append((later.edge, next))
    return Self.joined(own, later: next, isCramped: later.metres <= Self.cramped)
  }

  /// The lanes of a junction; those that are good at a later one with the same lanes are recommended.
  ///
  /// If none of them leads to the road taken here, the arrows are those of the later junction, unless it has room for
  /// its own.
  private static func joined(
    _ own: [RouteLane], later: [RouteLane], isCramped: Bool
  ) -> [RouteLane] {
    if later.isEmpty { return own }
    let lasting = own.indices.filter { own[$0].isValid && later[$0].isRecommended }
    guard !lasting.isEmpty else { return isCramped ? later : own }
    return own.indices.map { index in
      var lane = lasting.contains(index) ? later[index] : own[index]
      lane.isRecommended = lasting.contains(index)
      return lane
    }
  }

  /// The edge at the next junction with arrows, if the lanes before a junction lead on to it: with the same arrows, not
  /// far and about straight on; and its distance in metres.
  private func sameLanes(behind edge: Int) -> (edge: Int, metres: Double)? {
    guard edge + 1 < view.edges.count, let coming = view.junctions[edge].map(coming) else {
      return nil
    }
    var metres = 0.0
    for later in edge + 1..<view.edges.count {
      metres += view.edges[later - 1].lengthMetres
      guard metres <= Self.complex, let junction = view.junctions[later] else { return nil }
      guard junction.isNoticed || drafts.contains(where: { $0.edge == later }),
        let painted = painted(before: later)
      else { continue }
      let isStraight = abs(LineBearing.turn(from: coming, to: self.coming(junction))) <= 60
      guard isStraight, let own = self.painted(before: edge) else { return nil }
      let isSame = own.elementsEqual(painted) { $0.indications == $1.indications }
      return isSame ? (later, metres) : nil
    }
    return nil
  }

  /// The lanes whose arrows end at the junction where an edge begins, or a few metres before it where there is no other
  /// way to go, as at a traffic signal, a crossing or a one-way street that comes in; nil if none do.
  private func painted(before edge: Int) -> [EdgeWords.Lane]? {
    var (end, metres) = (edge, 0.0)
    while end > 0 {
      if let words = view.words[end - 1], !words.lanes.isEmpty {
        return view.edges[end - 1].wayID == view.edges[end].wayID ? nil : words.lanes
      }
      end -= 1
      metres += view.edges[end].lengthMetres
      guard metres <= Self.complex, view.junctions[edge]?.isUnnoticed == false,
        let passed = view.junctions[end], passed.arms.count == 2 || passed.openCount == 1
      else { return nil }
    }
    return nil
  }

  /// The lanes before the junction where an edge begins, for that junction and its maneuver.
  private func choice(before edge: Int) -> [RouteLane] {
    guard let lanes = painted(before: edge), let junction = view.junctions[edge] else { return [] }
    let coming = coming(junction)
    // The way back on the same road is on the side of the oncoming traffic.
    let back = side == .left ? 180 : -180
    var targets: [LaneChoice.Target] = []
    targets.reserveCapacity(junction.arms.count)
    for index in junction.arms.indices {
      let arm = junction.arms[index]
      guard arm.isOpen || index == junction.to, index != junction.from || index == junction.to
      else { continue }
      let turn = LineBearing.turn(from: coming, to: whole(arm.heading))
      targets.append(.init(turn: turn == -180 ? back : turn, isTaken: index == junction.to))
    }
    targets.sort { $0.turn < $1.turn }
    let ahead = ahead(of: edge, coming)
    return LaneChoice(lanes: lanes, targets: targets, ahead: ahead, side: side).routeLanes
  }

  /// The direction in which the path arrives at a junction.
  private func coming(_ junction: Junction) -> Int {
    LineBearing.opposite(whole(junction.arms[junction.from].heading))
  }

  private func whole(_ degrees: Double) -> Int { Int(degrees.rounded()) % 360 }

  /// The path behind the junction where an edge begins, relative to a direction of travel.
  private func ahead(of edge: Int, _ coming: Int) -> LaneChoice.Ahead {
    let line = view.line
    guard let index = drafts.firstIndex(where: { $0.last >= edge }),
      metres(edge, drafts[index].last) <= Self.complex
    else {
      let leaving = LineBearing.leaving(line, view.edges[edge].points.lowerBound)
      return .init(turn: LineBearing.turn(from: coming, to: leaving), next: nil)
    }
    let draft = drafts[index]
    let leaving = LineBearing.leaving(line, view.edges[draft.last].points.lowerBound)
    var next: TurnDirection?
    // If the next maneuver has lanes of its own, these count (LaneAnticipation).
    if index + 1 < drafts.count,
      metres(draft.last, drafts[index + 1].edge) <= Self.anticipation,
      !drafts[index + 1].isOfRing, painted(before: drafts[index + 1].edge) == nil
    {
      next = drafts[index + 1].direction
    }
    return .init(turn: LineBearing.turn(from: coming, to: leaving), next: next)
  }

  private func metres(_ first: Int, _ last: Int) -> Double {
    view.edges[min(first, last)..<last].lengthMetres
  }
}
