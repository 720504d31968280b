package import Geo
import RoadModel

/// Finds arms of a junction that are carriageways of one road, and the direction of the road as a whole.
package enum Carriageways {
  /// Arms that diverge by more are not carriageways of one road, in degrees.
  private static let widest = 95.0
  /// Courses that diverge by less are parallel, in degrees.
  private static let parallel = 20.0
  /// Carriageways are no further apart, in metres: a median, and a lane on either side.
  private static let apart = 16.0
  /// A road that goes on within this angle is straight.
  private static let straight = 3.0
  /// The width of an island before a junction, in metres.
  private static let island = 10.0
  /// The width of a lane, in metres.
  private static let lane = 3.25
  /// Carriageways that meet at the next junction within this distance change what is seen, in metres.
  package static let reach = 30.0

  /// Pairs two arms; both get the direction of the road.
  package static func pair(_ index: Int, _ partner: Int, in arms: inout [Junction.Arm]) {
    let heading = merged(index, partner, in: arms).heading
    (arms[index].partner, arms[partner].partner) = (partner, index)
    (arms[index].heading, arms[partner].heading) = (heading, heading)
  }

  /// Whether two arms, by their attributes and their angle, may be carriageways of one road, if they are near.
  ///
  /// They may not where a third arm of the same title is as near to one of them: nobody could tell which two belong
  /// together.
  package static func mayBeOne(_ a: Int, _ b: Int, in arms: [Junction.Arm]) -> Bool {
    func isNear(_ a: Int, _ b: Int) -> Bool {
      abs(LineBearing.turn(from: arms[a].heading, to: arms[b].heading)) <= widest
    }
    let title = RoadTitle(name: arms[a].name, ref: arms[a].ref)
    return a != b && arms[a].partner == nil && arms[b].partner == nil
      && arms[a].mayBePartner(of: arms[b]) && isNear(a, b)
      && !arms.indices.contains {
        $0 != a && $0 != b && (isNear($0, a) || isNear($0, b))
          && RoadTitle(name: arms[$0].name, ref: arms[$0].ref).isSame(as: title)
      }
  }

  /// How far behind a junction carriageways may meet a road across, to be parted by an island only, in metres.
  package static let triangle = 80.0

  /// How far the courses of arms must be known to be compared, in metres.
  package static let course = 120.0

  /// Whether two courses that begin at a junction soon run beside each other.
  ///
  /// - Parameters:
  ///   - a: The course of one carriageway, from the junction on.
  ///   - b: That of the other.
  /// - Returns: Whether they are as near to each other as carriageways are, and lead the same way.
  package static func areParallel(_ a: [Coordinate], _ b: [Coordinate]) -> Bool {
    guard let start = a.first else { return false }
    let plane = LocalPlane(at: start)
    let lines = [a, b].map { course in
      var line = SeenLine()
      for place in course {
        let (east, north) = plane.project(place)
        line.append(SIMD2(east, north))
      }
      return line
    }
    let length = min(lines[0].length, lines[1].length, course)
    guard length > course / 3 else { return false }
    let parts = lines.map { ($0.place(after: length / 3), $0.place(after: length)) }
    guard let a = parts[0].0, let b = parts[0].1, let c = parts[1].0, let d = parts[1].1 else {
      return false
    }
    func degrees(_ p: SIMD2<Double>) -> Double {
      Trigonometry.bearing(east: p.x, north: p.y) * 180 / Double.pi
    }
    return abs(LineBearing.turn(from: degrees(b - a), to: degrees(d - c))) < parallel
      && SeenLine.metres((a + b) / 2, (c + d) / 2) < apart
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
    let coming = LineBearing.opposite(opposite(arms[index].leads ? index : partner, in: arms))
    func turn(_ heading: Double) -> Double { abs(LineBearing.turn(from: coming, to: heading)) }
    guard turn(found.heading) <= min(turn(arms[index].heading), turn(arms[partner].heading)) else {
      return 0
    }
    return LineBearing.turn(from: arms[index].heading, to: found.heading)
  }

  /// The heading of the arm that is nearest to straight across from another.
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
    let away = arms[a].leads ? a : b
    let coming = LineBearing.opposite(opposite(away, in: arms))
    if abs(LineBearing.turn(from: coming, to: arms[away].heading)) < straight {
      return (false, arms[away].heading)
    }
    return (true, LineBearing.middle(arms[a].heading, arms[b].heading))
  }
}
