import Geo
import RoadModel
import RouteModel

/// Tells the lanes before the junctions of a path.
struct LaneGuide {
  /// Junctions within this of each other may belong to one maneuver, in metres.
  private static let complex = 60.0
  /// A maneuver that follows another within this decides on the lane of the first, in metres.
  private static let anticipation = 150.0

  let view: PathView
  /// The maneuvers of the path, in order.
  let drafts: [Draft]

  /// The lanes before the junction where an edge begins; empty if unknown, or if the arrows are for a later junction.
  func lanes(before edge: Int) -> [RouteLane] {
    guard edge > 0, let words = view.words[edge - 1], !words.lanes.isEmpty,
      view.edges[edge - 1].wayID != view.edges[edge].wayID, let junction = view.junctions[edge]
    else { return [] }
    let coming = LineBearing.opposite(whole(junction.arms[junction.from].heading))
    var targets: [LaneChoice.Target] = []
    for index in junction.arms.indices {
      let arm = junction.arms[index]
      guard arm.isOpen || index == junction.to, index != junction.from || index == junction.to
      else { continue }
      targets.append(
        .init(
          turn: LineBearing.turn(from: coming, to: whole(arm.heading)),
          isTaken: index == junction.to))
    }
    targets.sort { $0.turn < $1.turn }
    return LaneChoice(lanes: words.lanes, targets: targets, ahead: ahead(of: edge, coming))
      .routeLanes
  }

  private func whole(_ degrees: Double) -> Int { Int(degrees.rounded()) % 360 }

  /// What follows the junction where an edge begins, seen in a direction of travel.
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
    var next: RouteManeuver.Direction?
    if index + 1 < drafts.count,
      metres(draft.last, drafts[index + 1].edge) <= Self.anticipation,
      !drafts[index + 1].isOfRing
    {
      next = drafts[index + 1].direction
    }
    return .init(turn: LineBearing.turn(from: coming, to: leaving), next: next)
  }

  private func metres(_ first: Int, _ last: Int) -> Double {
    view.edges[min(first, last)..<last].lengthMetres
  }
}
