import Geo
import RouteModel

/// Lets turns into a divided road begin where the path begins to cross it.
///
/// On the way to the farther carriageway, the nearer one comes first. Drivers see one road and need the instruction,
/// and the lanes, before the first of the two.
struct WideCrossing {
  /// The maximum turn at the nearer carriageway, in degrees.
  private static let straight = 40.0
  /// The same for a turn away from the farther carriageway's direction, as where the road crosses it aslant.
  private static let aslant = 60.0
  /// The turns into the farther carriageway, in degrees.
  private static let turns = 45.0...135.0
  /// The maximum angle between the carriageways, in degrees.
  private static let parallel = 30.0

  let view: PathView

  /// Moves turns to the nearer carriageway.
  ///
  /// - Parameters:
  ///   - drafts: The drafts of a path, in order.
  ///   - start: The first edge that is described.
  /// - Returns: The same drafts, some of which begin earlier.
  func moved(_ drafts: [Draft], from start: Int) -> [Draft] {
    var (moved, earliest) = (drafts, start)
    for index in moved.indices {
      let draft = moved[index]
      if draft.isTurn || draft.kind == .endOfRoad,
        let edge = beginning(of: draft.edge, after: earliest)
      {
        moved[index].edge = edge
      }
      earliest = draft.last
    }
    return moved
  }

  /// The edge that begins at the nearer carriageway; nil if the turn before an edge does not cross any.
  private func beginning(of edge: Int, after earliest: Int) -> Int? {
    guard let turn = view.junctions[edge] else { return nil }
    var (before, metres) = (edge - 1, 0.0)
    while before > earliest, let junction = view.junctions[before] {
      metres += view.edges[before].lengthMetres
      guard metres <= Collapse.reach else { return nil }
      if junction.isNoticed { return Self.leads(junction, across: turn) ? before : nil }
      before -= 1
    }
    return nil
  }

  /// Whether a path goes straight on at a junction where the traffic from the road arrives that it then turns into.
  static func leads(_ near: Junction, across far: Junction) -> Bool {
    let road = far.arms[far.to]
    let (first, second) = (turn(near), turn(far))
    guard road.carriesAway, !road.carriesTowards, road.name | road.ref != 0,
      abs(first) <= (first * second < 0 ? aslant : straight), turns.contains(abs(second))
    else { return false }
    return near.arms.indices.contains { index in
      let arm = near.arms[index]
      return index != near.from && index != near.to && arm.carriesTowards && !arm.carriesAway
        && abs(LineBearing.turn(from: arm.heading, to: road.heading)) <= parallel
    }
  }

  /// The turn of the path at a junction, in degrees.
  private static func turn(_ junction: Junction) -> Double {
    LineBearing.turn(
      from: LineBearing.opposite(junction.arms[junction.from].heading),
      to: junction.arms[junction.to].heading)
  }
}
