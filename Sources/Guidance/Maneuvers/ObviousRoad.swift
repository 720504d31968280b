import Geo

/// Finds the road that travellers take at a junction if nobody tells them anything.
///
/// The conditions and angles were set by comparison with OSRM's steps on real extracts
/// (`tools/bench/compare-guidance`).
struct ObviousRoad {
  /// No road that turns more is ever obvious.
  static let maximumTurn = 80
  /// A road that turns less is straight on, if no other road is near.
  static let straight = 3
  /// Another road within this angle is near.
  private static let near = 25
  /// A road that turns less than this is no turn off one that is straight on.
  private static let beside = 20
  /// Roads that turn less are ahead.
  private static let ahead = 40

  let crossroads: Crossroads
  private let from: RoadRank

  init(_ crossroads: Crossroads) {
    self.crossroads = crossroads
    from = RoadRank(crossroads.coming.road)
  }

  private var roads: [Crossroads.Road] { crossroads.roads }

  /// The index of the obvious road; nil if there is none.
  var index: Int? {
    let counted = roads.indices.filter { from.isMinor || !RoadRank(roads[$0].road).isMinor }
    if counted.count == 1, roads[counted[0]].isOpen { return counted[0] }
    if roads.count == 1 { return roads[0].isOpen ? 0 : nil }
    guard let best = straightest({ _ in true }), roads[best].deviation < Self.maximumTurn else {
      return nil
    }
    if let going = straightest(isSameRoad), going != best,
      roads[going].deviation < Self.maximumTurn, !isLower(going, than: best)
    {
      return isLower(best, than: going) && isDistinct(going) ? going : nil
    }
    return isDistinct(best) ? best : nil
  }

  /// The open road that turns least, of those that count, minor roads last.
  private func straightest(_ counts: (Crossroads.Road) -> Bool) -> Int? {
    let open = roads.indices.filter { roads[$0].isOpen && counts(roads[$0]) }
    let major = open.filter { from.isMinor || !RoadRank(roads[$0].road).isMinor }
    func first(_ some: [Int]) -> Int? {
      some.min { roads[$0].deviation < roads[$1].deviation }
    }
    if let found = first(major), roads[found].deviation < Self.maximumTurn { return found }
    return first(open)
  }

  /// Whether a road has the name of the one that the traveller comes from, or its number where a name is missing.
  private func isSameRoad(_ road: Crossroads.Road) -> Bool {
    let coming = crossroads.coming
    if coming.name != 0, road.name == coming.name { return true }
    return coming.ref != 0 && road.ref == coming.ref && (road.name == 0 || coming.name == 0)
  }

  /// Whether a road is so much less important than another that nobody takes it for the way.
  func isLower(_ other: Int, than index: Int) -> Bool {
    let rank = (RoadRank(roads[index].road), RoadRank(roads[other].road))
    if RoadRank.isObvious(from: from, onto: rank.0, beside: rank.1) { return true }
    return from.priority == rank.0.priority && rank.0.priority < rank.1.priority
      && isSameRoad(roads[index]) && !isSameRoad(roads[other])
  }

  /// Whether a road differs enough from those beside it.
  ///
  /// Roads that may not be entered count only beside a turn: straight on, nobody takes them for the way.
  private func isDistinct(_ index: Int) -> Bool {
    let own = roads[index].deviation
    let rivals = roads.indices.filter { $0 != index && (roads[$0].isOpen || own >= Self.ahead) }
    let neighbours = [rivals.last { $0 < index }, rivals.first { $0 > index }].compactMap { $0 }
    return neighbours.allSatisfy { isLess($0, than: index) }
  }

  /// Whether nobody takes a road for the way who sees another beside it.
  private func isLess(_ other: Int, than index: Int) -> Bool {
    if isLower(other, than: index) { return true }
    let (own, deviation) = (roads[index].deviation, roads[other].deviation)
    if !roads[other].isOpen, own >= Self.ahead { return false }
    if own < Self.straight { return deviation > Self.beside }
    return deviation >= 2 * own || 10 * deviation >= 14 * own && deviation - own > Self.near
  }
}
