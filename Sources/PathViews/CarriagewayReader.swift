import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel

/// Finds arms of a junction that are the two carriageways of one road, by their courses.
///
/// Two arms are one road if they meet again behind an island, if a road across closes a narrow
/// triangle with them, or if they soon run beside each other. The conditions and distances
/// reproduce OSRM's steps (`tools/bench/compare-guidance`).
struct CarriagewayReader {
  /// The maximum length of an island in metres, and that of an island with other roads at it.
  private static let (island, smallIsland) = (30.0, 15.0)
  /// The maximum distance behind a junction at which a road crosses both carriageways, in metres.
  private static let triangle = 80.0
  /// The maximum distance to the next junction, in metres.
  private static let far = 300.0
  /// The maximum deviation from a right angle of a turn into a road across, in degrees.
  private static let across = 40.0
  /// The maximum deviation of a road that continues straight, in degrees.
  private static let straight = 25.0

  private let reader: ArmReader
  private var walk: RoadWalk { reader.walk }
  private var map: NavMap { walk.map }

  init(_ reader: ArmReader) { self.reader = reader }

  /// Pairs the arms of a junction that are carriageways of one road.
  func pair(
    _ found: inout [ArmReader.Entry], at junction: JunctionIndex, in number: TileNumber
  ) throws(NavError) {
    // If all roads lead both ways, or all away, none is a carriageway.
    if found.allSatisfy({ $0.arm.carriesAway == found[0].arm.carriesAway }) { return }
    for index in found.indices {
      guard let partner = try partner(of: index, found, at: junction, in: number) else { continue }
      var arms = found.map(\.arm)
      Carriageways.pair(index, partner, in: &arms)
      (found[index].arm, found[partner].arm) = (arms[index], arms[partner])
    }
  }

  /// Whether some arm may be the other carriageway of an arm's road, by its attributes.
  func hasPeer(_ index: Int, among found: [ArmReader.Entry]) -> Bool {
    found.contains { $0.arm.partner == nil && $0.arm.mayBePartner(of: found[index].arm) }
  }

  /// The arm that is the other carriageway of an arm's road; nil if there is none.
  func partner(
    of index: Int, _ found: [ArmReader.Entry], at junction: JunctionIndex, in number: TileNumber
  ) throws(NavError) -> Int? {
    // Most arms have none, which is known without a list of candidates.
    guard found.contains(where: { Carriageways.mayBeOne($0.arm, found[index].arm) }) else {
      return nil
    }
    for (left, right) in Carriageways.candidates(for: index, in: found.map(\.arm)) {
      if try areOneRoad(found[left], found[right], at: junction, in: number) {
        return left == index ? right : left
      }
    }
    return nil
  }

  /// Whether two neighbouring arms, from left to right, are one road.
  private func areOneRoad(
    _ left: ArmReader.Entry, _ right: ArmReader.Entry, at here: JunctionIndex,
    in number: TileNumber
  ) throws(NavError) -> Bool {
    let a = try walk.crossing(along: left.edge, from: number, within: Self.far)
    let b = try walk.crossing(along: right.edge, from: number, within: Self.far)
    let map = self.map
    let tile = try map.tile(number)
    if let a, a.tile == number, a.junction == here { return false }
    if let b, b.tile == number, b.junction == here { return false }
    if let a, let b, a.isSame(as: b) {
      let metres = Distance.metres(walk.start(tile, left.edge), a.place)
      let isHere = hasOneName(tile, here)
      if metres < Self.island, isHere || metres < Self.smallIsland {
        let isThere = hasOneName(try map.tile(a.tile), a.junction)
        if isHere && isThere || (isHere || isThere) && metres < Self.smallIsland { return true }
      }
    }
    // Few pairs look like one, and only those are examined for links.
    let areParallel = try areParallel(left, right, in: number)
    if !areParallel {
      guard try closeTriangle(left, right, in: number) else { return false }
    }
    if let a, try isLink(left.arm, endingAt: a) { return false }
    if let b, try isLink(right.arm, endingAt: b) { return false }
    return true
  }

  /// Whether two neighbouring arms run beside each other.
  private func areParallel(
    _ left: ArmReader.Entry, _ right: ArmReader.Entry, in number: TileNumber
  ) throws(NavError) -> Bool {
    let lanes = max(1, Int(left.arm.road.lanes)) + max(1, Int(right.arm.road.lanes))
    guard let first = try course(of: left, headed: left.arm.heading, in: number),
      let second = try course(of: right, headed: left.arm.heading, in: number)
    else { return false }
    return Carriageways.areParallel(first, second, lanes: lanes)
  }

  /// Whether three roads meet at a junction, all with the same name.
  private func hasOneName(_ tile: borrowing TileView, _ junction: JunctionIndex) -> Bool {
    let arms = walk.edges(tile, junction).map { reader.arm(tile, $0) }
    return arms.count == 3 && arms.allSatisfy { $0.hasNameLike(arms[0]) }
  }

  /// Whether an arm only leads onto another road of its name that continues straight past its end.
  private func isLink(
    _ arm: Junction.Arm, endingAt end: RoadWalk.End
  ) throws(NavError) -> Bool {
    let map = self.map
    let tile = try map.tile(end.tile)
    // Only roads with its name qualify.
    let isAlone = reader.unseenArms(tile, end.junction).allSatisfy {
      $0.edge == end.edge.reversed || !$0.arm.isNamed(like: arm)
    }
    if isAlone { return false }
    let ways = try reader.ways(at: end)
    guard
      let next = ways.filter({ $0.arm.isNamed(like: arm) }).min(by: { $0.deviation < $1.deviation }
      ),
      let other = ways.min(by: { $0.angle(to: next.turn + 180) < $1.angle(to: next.turn + 180) }),
      other.edge != end.edge.reversed,
      abs(next.deviation - (180 - other.deviation)) >= Self.straight
    else { return false }
    return next.angle(to: other) >= 180 - Self.straight
      && next.arm.carriesAway == other.arm.carriesAway && next.arm.isOneRoad(with: other.arm)
  }
}

/// The shapes of carriageways.
extension CarriagewayReader {
  /// Whether a road across connects two arms that part at a junction, from left to right.
  private func closeTriangle(
    _ left: ArmReader.Entry, _ right: ArmReader.Entry, in number: TileNumber
  ) throws(NavError) -> Bool {
    let map = self.map
    let tile = try map.tile(number)
    guard let first = try corner(along: left.edge, in: number, turn: 90),
      let connector = first.way,
      Distance.metres(walk.start(tile, left.edge), first.end.place) <= Self.triangle,
      let second = try corner(along: right.edge, in: number, turn: -90),
      Carriageways.haveIsland(
        left.arm, right.arm, metres: Distance.metres(first.end.place, second.end.place)),
      let end = try walk.crossing(along: connector, from: first.end.tile, within: Self.far)
    else { return false }
    return end.isSame(as: second.end)
  }

  /// The first or second junction where a road turns off an arm to one side, and that road; nil if none turns off at
  /// the first and there is no second one.
  private func corner(
    along edge: EdgeIndex, in number: TileNumber, turn: Double
  ) throws(NavError) -> (end: RoadWalk.End, way: EdgeIndex?)? {
    guard var end = try walk.crossing(along: edge, from: number, within: Self.far) else {
      return nil
    }
    for isFirst in [true, false] {
      let ways = try reader.nearWays(at: end)
      guard let way = ways.min(by: { $0.angle(to: turn) < $1.angle(to: turn) }) else { return nil }
      if way.angle(to: turn) <= Self.across { return (end, way.edge) }
      if !isFirst { break }
      guard let on = ways.min(by: { $0.deviation < $1.deviation }),
        let next = try walk.crossing(along: on.edge, from: end.tile, within: Self.far)
      else { return nil }
      end = next
    }
    return (end, nil)
  }

  /// The line of an arm and its unambiguous continuations; nil if it is too short.
  private func course(
    of entry: ArmReader.Entry, headed heading: Double, in number: TileNumber
  ) throws(NavError) -> [Coordinate]? {
    var course: [Coordinate] = []
    var (length, number, last) = (0.0, number, entry.edge)
    while true {
      let map = self.map
      let here = try map.layout(number)
      let tile = map.view(here)
      if course.isEmpty { course.append(walk.start(tile, last)) }
      tile.appendShape(last.segment, last.direction, to: &course)
      length += max(Double(tile.length(last.segment)) / 100, 0.1)
      if length >= Carriageways.course { return course }
      let end = try walk.end(of: last, from: number)
      guard end.place != course[0], let next = try straightOn(entry.arm, heading, at: end) else {
        return length > Carriageways.course / 3 ? course : nil
      }
      (number, last) = (end.tile, next)
    }
  }

  /// The road that continues from the end of a walk; nil if it is ambiguous.
  private func straightOn(
    _ arm: Junction.Arm, _ heading: Double, at end: RoadWalk.End
  ) throws(NavError) -> EdgeIndex? {
    let ways = try reader.ways(at: end)
    func isOwn(_ way: ArmReader.Way) -> Bool { way.arm.name == arm.name && way.arm.ref == arm.ref }
    func score(_ way: ArmReader.Way) -> Double { (isOwn(way) ? 0 : 180) + way.deviation }
    let onward = ways.filter { $0.edge != end.edge.reversed }
    let named = ways.count(where: isOwn)
    guard named <= 2, let best = onward.min(by: { score($0) < score($1) }),
      let straight = onward.min(by: { $0.deviation < $1.deviation })
    else { return nil }
    if onward.count == 1 || straight.edge == best.edge, best.deviation < Self.across,
      abs(LineBearing.turn(from: heading, to: best.arm.heading)) < Self.across
    {
      return best.edge
    }
    guard isOwn(best), best.deviation < 100 else { return nil }
    // A road with such a bend continues only if no other road does, and none leads to the other
    // side.
    if best.deviation > 60 {
      if straight.deviation < Self.straight { return nil }
      if ways.contains(where: { $0.angle(to: best) > 180 - Self.straight }) { return nil }
    }
    return best.edge
  }
}
