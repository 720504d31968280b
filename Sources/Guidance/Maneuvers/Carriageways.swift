package import Geo
import RoadModel

/// Finds arms of a junction that are carriageways of one road, and the direction of the road as a whole.
package enum Carriageways {
  /// The maximum angle between carriageways of one road, in degrees.
  private static let widest = 95.0
  /// The maximum angle between parallel courses, in degrees.
  private static let parallel = 11.3
  /// The maximum distance between carriageways in metres, besides half of their lanes.
  private static let apart = 12.0
  /// The maximum turn of a straight road, in degrees.
  private static let straight = 3.0
  /// The width of an island before a junction, in metres.
  private static let island = 10.0
  /// The width of a lane, in metres.
  private static let lane = 3.25
  /// The metres within which carriageways that meet at the next junction affect headings.
  package static let reach = 30.0

  /// Pairs two arms; both get the direction of the road.
  package static func pair(_ index: Int, _ partner: Int, in arms: inout [Junction.Arm]) {
    let heading = merged(index, partner, in: arms).heading
    (arms[index].partner, arms[partner].partner) = (partner, index)
    for arm in [index, partner] { (arms[arm].heading, arms[arm].first) = (heading, heading) }
  }

  /// The neighbours of an arm that may be the other carriageway of its road, as pairs from left to right; none where
  /// fewer than three roads meet.
  package static func candidates(
    for index: Int, in arms: [Junction.Arm]
  ) -> [(left: Int, right: Int)] {
    let order = ordered(arms)
    guard order.count > 2, let place = order.firstIndex(of: index) else { return [] }
    let (before, after) = (place + order.count - 1, place + 1)
    var found: [(left: Int, right: Int)] = []
    for (left, right) in [
      (order[before % order.count], index), (index, order[after % order.count]),
    ] where mayBeOne(left, right, in: arms, order) {
      found.append((left, right))
    }
    return found
  }

  /// Whether two neighbouring arms, by their attributes and their angle, may be carriageways of one road.
  ///
  /// They may not if the next arm on either side has the same title and is as near: it would be unclear which two
  /// belong together.
  static func mayBeOne(_ left: Int, _ right: Int, in arms: [Junction.Arm]) -> Bool {
    mayBeOne(left, right, in: arms, ordered(arms))
  }

  private static func mayBeOne(
    _ left: Int, _ right: Int, in arms: [Junction.Arm], _ order: [Int]
  ) -> Bool {
    guard mayBeOne(arms[left], arms[right]), let place = order.firstIndex(of: left)
    else { return false }
    let outer = (
      arms[order[(place + order.count - 1) % order.count]], arms[order[(place + 2) % order.count]]
    )
    func isDistinct(_ a: Junction.Arm, _ b: Junction.Arm) -> Bool {
      !isNear(a, b) || !a.isNamed(like: b)
    }
    return isDistinct(outer.0, arms[left]) && isDistinct(arms[right], outer.1)
  }

  /// The same, wherever other arms are.
  package static func mayBeOne(_ a: Junction.Arm, _ b: Junction.Arm) -> Bool {
    a.carriesAway != b.carriesAway && a.partner == nil && b.partner == nil && isNear(a, b)
      && a.mayBePartner(of: b)
  }

  /// The indices of arms by their headings.
  private static func ordered(_ arms: [Junction.Arm]) -> [Int] {
    var order = Array(arms.indices)
    // There are few arms, and they are nearly in order.
    for index in order.indices.dropFirst() {
      var place = index
      while place > 0, arms[order[place - 1]].heading > arms[order[place]].heading {
        order.swapAt(place - 1, place)
        place -= 1
      }
    }
    return order
  }

  private static func isNear(_ a: Junction.Arm, _ b: Junction.Arm) -> Bool {
    abs(LineBearing.turn(from: a.heading, to: b.heading)) <= widest
  }

  /// The length of arms' courses that comparing them requires, in metres.
  package static let course = 120.0

  /// Whether two courses that begin at a junction soon run beside each other.
  ///
  /// - Parameters:
  ///   - a: The course of one carriageway, from the junction on.
  ///   - b: That of the other.
  ///   - lanes: The lanes of both.
  /// - Returns: Whether they are as near to each other as carriageways are, and lead the same way.
  package static func areParallel(_ a: [Coordinate], _ b: [Coordinate], lanes: Int) -> Bool {
    guard let start = a.first else { return false }
    let grid = SeenGrid(at: start)
    var lines = [a, b].map { SeenLine($0, on: grid).upTo(course) }
    guard lines.allSatisfy({ $0.length > course / 3 }) else { return false }
    // The place where the carriageways part does not count, unless they meet again.
    if lines[0].points.last != lines[1].points.last {
      lines = lines.map { $0.dropping($0.length / 3) }
    }
    guard lines.allSatisfy({ $0.points.count > 1 }) else { return false }
    let ways = lines.map { line in
      let (first, last) = line.fitted(to: course)
      let way = last - first
      return Trigonometry.bearing(east: way.x, north: way.y) * 180 / Double.pi
    }
    guard abs(LineBearing.turn(from: ways[0], to: ways[1])) < parallel,
      let middle = lines[0].place(after: lines[0].length / 2),
      let other = lines[1].place(after: lines[1].length / 2)
    else { return false }
    return min(lines[1].distance(to: middle), lines[0].distance(to: other))
      <= apart + lane * Double(lanes) / 2
  }

  /// Whether two carriageways end so near to each other that only an island is between them.
  ///
  /// - Parameters:
  ///   - a: One carriageway.
  ///   - b: The other.
  ///   - metres: The distance between their other ends.
  /// - Returns: Whether the distance is at most that of their lanes and a small island.
  package static func haveIsland(_ a: Junction.Arm, _ b: Junction.Arm, metres: Double) -> Bool {
    let lanes = max(1, Int(a.road.lanes)) + max(1, Int(b.road.lanes))
    return metres <= island + lane * Double(lanes)
  }

  /// The angle by which a carriageway leans away from its road, seen from the other end of it.
  ///
  /// - Parameters:
  ///   - index: The arm that is the carriageway.
  ///   - partner: The arm that is the other one.
  ///   - arms: The arms of the junction where they meet, clockwise by their headings.
  /// - Returns: Degrees, clockwise positive; 0 if nothing is gained by it.
  package static func lean(
    of index: Int, beside partner: Int, in arms: [Junction.Arm]
  ) -> Double {
    let found = merged(index, partner, in: arms)
    guard found.isMiddle else { return 0 }
    let coming = LineBearing.opposite(opposite(arms[index].carriesAway ? index : partner, in: arms))
    func turn(_ heading: Double) -> Double { abs(LineBearing.turn(from: coming, to: heading)) }
    guard turn(found.heading) <= min(turn(arms[index].heading), turn(arms[partner].heading)) else {
      return 0
    }
    return LineBearing.turn(from: arms[index].heading, to: found.heading)
  }

  /// The heading of the arm most nearly opposite to another.
  private static func opposite(_ index: Int, in arms: [Junction.Arm]) -> Double {
    func angle(_ arm: Junction.Arm) -> Double {
      abs(LineBearing.turn(from: arms[index].heading, to: arm.heading))
    }
    return arms.max { angle($0) < angle($1) }?.heading ?? arms[index].heading
  }

  /// The direction of the road of two carriageways: the middle, unless the one that leads away is straight on.
  private static func merged(
    _ a: Int, _ b: Int, in arms: [Junction.Arm]
  ) -> (isMiddle: Bool, heading: Double) {
    let away = arms[a].carriesAway ? a : b
    let coming = LineBearing.opposite(opposite(away, in: arms))
    if abs(LineBearing.turn(from: coming, to: arms[away].heading)) < straight {
      return (false, arms[away].heading)
    }
    return (true, LineBearing.middle(arms[a].heading, arms[b].heading))
  }
}
