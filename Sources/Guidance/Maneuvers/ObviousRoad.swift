import Geo
import RoadModel

/// Finds the road that travellers take at a junction without an instruction.
///
/// First they follow their road by its name, then the straightest road that is no less important, then the straightest
/// of all; each time only if it differs enough from all others. The conditions and angles are those by which OSRM's
/// steps come about (`tools/bench/compare-guidance`).
struct ObviousRoad {
  /// The maximum turn of roads ahead, in degrees; other roads must also differ from closed ones.
  private static let wide = 60.0
  /// The maximum turn of the traveller's road where only its class tells it from others, in degrees.
  private static let ahead = 20.0
  /// The maximum angle between the first metres of carriageways where a road parts into them, in degrees.
  private static let besideEachOther = 30.0

  let crossroads: Crossroads
  private let via: Crossroads.Road
  private var roads: [Crossroads.Road] { crossroads.roads }

  init(_ crossroads: Crossroads) {
    self.crossroads = crossroads
    via = crossroads.coming
  }

  /// The index of the obvious road; nil if there is none.
  var index: Int? {
    if roads.count == 1 { return 0 }
    guard let found = candidate, roads[found].isRing == via.isRing else { return nil }
    return found
  }

  private var candidate: Int? {
    if let going = straightest(where: continues), isDistinct(going) { return going }
    let best = straightest { !$0.rank.isBelow(via.rank) && !$0.rank.isLink(to: via.rank) }
    if let best, isDistinct(best) { return best }
    guard let open = straightest(where: { _ in true }) else { return nil }
    return isFallback(open, best) ? open : nil
  }

  /// The open road with the smallest turn, of those that count.
  private func straightest(where counts: (Crossroads.Road) -> Bool) -> Int? {
    var best: Int?
    for index in roads.indices where roads[index].isOpen && counts(roads[index]) {
      if let old = best, roads[old].deviation <= roads[index].deviation { continue }
      best = index
    }
    return best
  }

  /// Whether a road has the title of the traveller's road and is at least as important.
  private func continues(_ road: Crossroads.Road) -> Bool {
    (!via.title.isUnnamed || via.rank.isMinor) && (!road.title.isUnnamed || road.rank.isMinor)
      && via.title.isUnnamed == road.title.isUnnamed && !road.rank.isBelow(via.rank)
      && !road.rank.isLink(to: via.rank) && !road.title.isNews(after: via.title)
  }

  /// Whether the straightest road of any kind is obvious if none of the traveller's kind is.
  private func isFallback(_ open: Int, _ best: Int?) -> Bool {
    let road = roads[open]
    let ahead = roads.count { $0.deviation <= 90 }
    if open != best, road.deviation <= Self.wide || road.deviation <= 90 && ahead == 1,
      !road.rank.isMinor, isDistinct(open)
    {
      return true
    }
    if partsInCarriageways { return true }
    guard crossroads.openCount == 1 else { return false }
    if road.rank.isMotorway, road.deviation <= Self.wide { return true }
    return isOneRoad && (abs(roads[1].turn - 90) > 40 || abs(roads[0].turn + 90) > 40)
  }

  /// Whether three arms all have one title.
  private var isOneRoad: Bool {
    roads.count == 2 && !via.title.isUnnamed && roads.allSatisfy { $0.title == via.title }
  }

  /// Whether the traveller's road parts into its carriageways: side by side at first, as before a roundabout, or to
  /// either side of straight on.
  private var partsInCarriageways: Bool {
    guard isOneRoad, roads.count(where: { $0.isOpen }) == 1 else { return false }
    let (left, right) = (roads[0], roads[1])
    if abs(LineBearing.turn(from: left.first, to: right.first)) <= Self.besideEachOther {
      return true
    }
    return left.turn < 0 && right.turn > 0 && max(left.deviation, right.deviation) <= Self.wide
  }

  /// Whether a road differs enough from all others.
  private func isDistinct(_ index: Int) -> Bool {
    let own = roads[index]
    return roads.indices.allSatisfy {
      $0 == index
        || (own.deviation < Self.wide ? isLess(roads[$0], own) : isMuchLess(roads[$0], own))
    }
  }

  /// Whether a road does not count because it is much less important than the traveller's roads.
  private func isSide(_ road: Crossroads.Road, _ own: Crossroads.Road) -> Bool {
    let lanes = Int(road.road.lanes)
    if road.rank.isBelow(via.rank), road.rank.isBelow(own.rank), lanes > 0,
      lanes + 1 < Int(via.road.lanes)
    {
      return true
    }
    return road.rank.isLink(to: via.rank) && road.rank.isLink(to: own.rank)
  }

  /// Whether a road can't be mistaken for the way ahead, next to one that is ahead.
  private func isLess(_ road: Crossroads.Road, _ own: Crossroads.Road) -> Bool {
    if own.deviation < 40, !road.isOpen { return true }
    let isDistinct =
      road.deviation > 2 * own.deviation && abs(road.deviation - own.deviation) > 12.5
    if isDistinct, road.isRestricted, !own.isRestricted, !via.isRestricted { return true }
    if via.isRing == own.isRing, via.isRing != road.isRing, own.deviation < road.deviation {
      return true
    }
    let keeps = !own.title.isNews(after: via.title)
    let leaves = road.title.isNews(after: via.title)
    if isDistinct {
      if via.rank.priority > 6 { return true }
      if keeps || leaves, !isLaneFork(road, own) { return true }
      let (lanes, before) = (own.road.lanes, via.road.lanes)
      if lanes > 0, lanes == before, own.deviation < 25 { return true }
    }
    if isCrossing(road, own, keeps && leaves, isDistinct) { return true }
    return isLessByRank(road, own, keeps, leaves)
  }

  private func isLessByRank(
    _ road: Crossroads.Road, _ own: Crossroads.Road, _ keeps: Bool, _ leaves: Bool
  ) -> Bool {
    if isSide(road, own) { return true }
    // A road that is no fork with the traveller's own because of its class needs no word either, unless it is what
    // drivers see straight ahead.
    if keeps, !own.title.isUnnamed, own.deviation <= min(Self.ahead, road.deviation),
      RoadRank.isObvious(from: via.rank, onto: own.rank, beside: road.rank)
    {
      return true
    }
    guard via.rank.priority == own.rank.priority else { return false }
    let (mine, other) = (own.rank.priority, road.rank.priority)
    if keeps, mine < other || mine > other + 4, road.deviation > 1.4 * own.deviation { return true }
    if via.rank.group < road.rank.group, leaves, road.title.isNews(after: own.title) { return true }
    return road.rank.isLink
  }

  /// Whether the lanes of the traveller's road part into two halves.
  private func isLaneFork(_ road: Crossroads.Road, _ own: Crossroads.Road) -> Bool {
    let (mine, other) = (Int(own.road.lanes), Int(road.road.lanes))
    return other > 0 && mine == other && Int(via.road.lanes) == mine + other
      && Crossroads.angle(own, road) < 60
  }

  /// Whether a road only crosses the traveller's, because it continues on the other side.
  private func isCrossing(
    _ road: Crossroads.Road, _ own: Crossroads.Road, _ isOnlyOwn: Bool, _ isDistinct: Bool
  ) -> Bool {
    guard isDistinct || isOnlyOwn else { return false }
    let opposite = crossroads.opposite(road)
    let isThrough = !road.title.isNews(after: opposite.title)
    let angle = Crossroads.angle(road, opposite)
    if roads.count >= 3 {
      if isDistinct, isThrough || angle > 140 { return true }
      return isOnlyOwn && isThrough && angle > 155 && road.deviation > 1.4 * own.deviation
    }
    return isOnlyOwn && isDistinct && angle > 120 && !isLaneFork(road, own)
  }

  /// Whether a road, open or not, can't be mistaken for the way, next to one that turns.
  private func isMuchLess(_ road: Crossroads.Road, _ own: Crossroads.Road) -> Bool {
    if road.deviation > 20, isSide(road, own) { return true }
    if road.deviation > 2 * own.deviation { return true }
    // If the traveller's road bends just before the junction, its first metres count.
    guard abs(via.bend) > 25 else { return false }
    let first = (own: abs(own.first), road: abs(road.first))
    let across = abs(LineBearing.turn(from: road.first + 180, to: own.first))
    return across > 20 && first.road > 2 * first.own
  }
}
