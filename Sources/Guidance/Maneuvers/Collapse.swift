import Geo
import RoadModel
import RouteModel

/// Joins maneuvers that drivers see as one, and drops those that say nothing.
struct Collapse {
  /// Maneuvers that are further apart are never one, in metres.
  private static let reach = 30.0
  /// What follows a maneuver within this and is straight on, or the only way, belongs to it, in metres.
  private static let straightReach = 45.0
  /// A name for less than this is not told, in metres.
  private static let shortName = 105.0

  let view: PathView
  private var edges: [RouteEdge] { view.edges }

  /// The drafts that are told, joined.
  func collapsed(_ drafts: [Draft]) -> [Draft] {
    var result: [Draft] = []
    for draft in drafts {
      if let last = result.last, let joined = joined(last, draft) {
        result[result.count - 1] = joined
      } else {
        result.append(draft)
      }
    }
    var told = withoutShortNames(result.filter(\.isTold))
    for index in told.indices where told[index].kind == .endOfRoad {
      let start = index > 0 ? told[index - 1].last : 0
      if !meets(start, told[index].edge) {
        let isSame = naming(told[index].last).isSame(naming(told[index].edge - 1))
        told[index].kind = isSame ? .staysOn : .turn
      }
    }
    return told
  }

  private func naming(_ index: Int) -> RoadNaming {
    RoadNaming(name: edges[index].name, ref: edges[index].ref)
  }

  /// The metres between two drafts.
  private func gap(_ a: Draft, _ b: Draft) -> Double { edges[a.last..<b.edge].lengthMetres }

  /// Two drafts as one; nil if they are two.
  private func joined(_ a: Draft, _ b: Draft) -> Draft? {
    guard !a.isOfRing, !b.isOfRing, a.kind != .notification, b.kind != .notification,
      (a.last..<b.edge + 1).allSatisfy({ $0 == a.edge || view.junctions[$0] != nil }),
      gap(a, b) <= (isPlain(b) ? Self.straightReach : Self.reach),
      a.isTold || b.isTold || abs(a.turn) > 45 && abs(b.turn) > 45
    else { return nil }
    if a.direction == .uTurn || b.direction == .uTurn { return nil }
    let piece = edges[a.last..<b.edge]
    if a.kind == .newName { return b.isTold ? with(b, at: a) : nil }
    if isPlain(b), b.isTold { return a.isTold ? onto(b, a) : nil }
    // What goes straight on and is not told has no part in a turn.
    if !a.isTold && a.direction == .straight || !b.isTold && b.direction == .straight { return nil }
    return piece.allSatisfy(isConnector) || a.isTold && b.isForced ? sum(a, b) : nil
  }

  /// Whether a maneuver is no more than to go on: a new name, or straight on.
  private func isPlain(_ draft: Draft) -> Bool {
    draft.kind == .newName || draft.kind == .turn && draft.direction == .straight
  }

  /// Whether an edge only connects: a link, or a nameless piece for one direction.
  private func isConnector(_ edge: RouteEdge) -> Bool {
    let flags = edge.road.flags
    return flags.contains(.link)
      || edge.name == nil && edge.ref == nil
        && !flags.isDisjoint(with: [.onewayForward, .onewayBackward])
  }

  /// The second maneuver, told where the first one is.
  private func with(_ b: Draft, at a: Draft) -> Draft {
    var made = b
    made.edge = a.edge
    return made
  }

  /// The first maneuver, onto the road of the second.
  private func onto(_ b: Draft, _ a: Draft) -> Draft {
    var made = a
    made.last = b.last
    return made
  }

  /// One maneuver with the turns of both.
  private func sum(_ a: Draft, _ b: Draft) -> Draft? {
    var made = a
    made.last = b.last
    made.turn = LineBearing.turn(from: 0, to: a.turn + b.turn)
    made.direction = .init(turn: made.turn)
    made.isForced = a.isForced && b.isForced
    let (before, after) = (naming(a.edge - 1), naming(b.last))
    let isSame = after.isSame(before)
    if abs(made.turn) > 150 {
      guard a.turn.signum() == b.turn.signum() else { return nil }
      made.kind = isSame ? .staysOn : .turn
      made.direction = .uTurn
      return made
    }
    let kinds = [a.kind, b.kind].compactMap { $0 }
    if let strong = kinds.first(where: { [.onRamp, .offRamp, .merge, .fork].contains($0) }) {
      made.kind = strong
      return made
    }
    if abs(made.turn) <= 20 {
      made.kind = after.isNews(after: before) && !isSame ? .newName : nil
    } else if !a.isTold && !b.isTold {
      return nil
    } else {
      made.kind = kinds.contains(.endOfRoad) && !isSame ? .endOfRoad : isSame ? .staysOn : .turn
    }
    return made
  }

  /// The drafts without names that do not last, that are told already, or that interrupt another.
  private func withoutShortNames(_ drafts: [Draft]) -> [Draft] {
    var result: [Draft] = []
    var index = 0
    while index < drafts.count {
      let draft = drafts[index]
      let next = drafts.dropFirst(index + 1).first
      if draft.kind == .newName {
        if let next, next.kind == .newName, isInterruption(from: draft, to: next) {
          index += 2
          continue
        }
        let isKnown =
          !naming(draft.edge - 1).isUnnamed
          && !naming(draft.last).isNews(after: naming(result.last?.last ?? 0))
        if isKnown || !lasts(draft, until: next) {
          index += 1
          continue
        }
      }
      result.append(draft)
      index += 1
    }
    return result
  }

  /// Whether the road has the name again, after two changes of it without a junction between, that it had before: a
  /// bridge or a tunnel of its own.
  private func isInterruption(from first: Draft, to second: Draft) -> Bool {
    naming(second.last).isSame(naming(first.edge - 1)) && !meets(first.last, second.edge)
  }

  /// Whether there is a junction behind one edge and before another, and behind the waypoints passed between them.
  private func meets(_ first: Int, _ last: Int) -> Bool {
    let between = first + 1..<max(last, first + 1)
    let passed = between.last { view.junctions[$0] == nil } ?? first
    return (passed + 1..<max(last, passed + 1)).contains { view.junctions[$0]?.isNoticed ?? false }
  }

  /// Whether the name of a road is used for long enough to be told; where lanes are told, it is told with them.
  private func lasts(_ draft: Draft, until next: Draft?) -> Bool {
    if view.words[draft.edge - 1]?.lanes.isEmpty == false { return true }
    return edges[draft.last..<(next?.edge ?? edges.count)].lengthMetres >= Self.shortName
  }
}
