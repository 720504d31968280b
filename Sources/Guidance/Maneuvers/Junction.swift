import Geo
package import RoadModel
package import RouteModel

/// The roads at a junction of a path, for making steps; readers of a map provide them.
///
/// It is an object because all that look at a path would otherwise copy it for each of its junctions.
package final class Junction: Sendable {
  /// A road that begins or ends at the junction.
  package struct Arm: Sendable {
    /// The bearing in which it leaves the junction, in whole degrees, 0 to 359.
    package var bearing: Int
    /// The heading in which a driver sees the road, in degrees, 0 ..< 360.
    package var heading: Double
    /// The bearing of its first two metres; for a carriageway, that of the whole road.
    package var first: Double
    /// Whether the traveller may enter it from the path.
    package var isOpen: Bool
    /// Whether traffic may leave the junction by it.
    package var leads: Bool
    /// Whether traffic arrives at the junction by it.
    package var comes: Bool
    /// Its attributes.
    package var road: RoadAttributes
    /// Its name, as a number that only equal names share; 0 for none.
    package var name: UInt32
    /// Its road number, likewise.
    package var ref: UInt32
    /// The metres of its first piece; of the road that the path takes, if these are few, those to the next junction of
    /// the traveller's roads.
    package var metres: Double
    /// The index of the arm that is the other carriageway of the same road.
    package var partner: Int?
    /// Whether it is for destination access only.
    package var isRestricted: Bool
    /// Whether a bicycle must be pushed on it, as against a one-way street.
    package var isPushed: Bool
    /// The same towards the junction.
    package var isPushedTowards: Bool

    /// The maximum length of a road from one junction to the next that is short, in metres.
    package static let short = 60.0

    /// An arm from its parts.
    package init(
      bearing: Int, heading: Double, isOpen: Bool, leads: Bool, comes: Bool, road: RoadAttributes,
      name: UInt32, ref: UInt32, metres: Double = 100, partner: Int? = nil,
      isRestricted: Bool = false, isPushed: Bool = false, isPushedTowards: Bool = false
    ) {
      self.bearing = bearing
      self.heading = heading
      first = Double(bearing)
      self.isOpen = isOpen
      self.leads = leads
      self.comes = comes
      self.road = road
      self.name = name
      self.ref = ref
      self.metres = metres
      self.partner = partner
      self.isRestricted = isRestricted
      self.isPushed = isPushed
      self.isPushedTowards = isPushedTowards
    }

    /// Whether it may be overlooked beside a road: a drive, a car park's aisle, a track.
    package var isMinor: Bool { RoadRank(road).isMinor }

    /// Whether its traffic leaves the junction: whoever pushes a bicycle against a one-way street is not of it.
    package var carriesAway: Bool { leads && !isPushed }
    /// Whether its traffic arrives at the junction, likewise.
    package var carriesTowards: Bool { comes && !isPushedTowards }

    private var title: RoadTitle { RoadTitle(name: name, ref: ref) }

    /// Whether it shares its name or number with another arm.
    package func isNamed(like other: Arm) -> Bool {
      title.isSame(as: other.title)
    }

    /// Whether it may have the name of another arm, because the names are equal or one is missing.
    package func hasNameLike(_ other: Arm) -> Bool {
      !(title.isUnnamed && other.title.isUnnamed)
        && !(title.isNews(after: other.title) && other.title.isNews(after: title))
    }

    /// Whether it may be a part of the same road as another arm, by their names and attributes.
    package func isOneRoad(with other: Arm) -> Bool {
      isNamed(like: other) && RoadRank(road) == RoadRank(other.road)
        && !road.flags.contains(.roundabout) && !other.road.flags.contains(.roundabout)
    }

    /// Whether it and another arm may be the two carriageways of a road, by their attributes.
    package func mayBePartner(of other: Arm) -> Bool {
      carriesAway != other.carriesAway && isOneRoad(with: other)
    }
  }

  /// A turn of more degrees leads back.
  package static let turningBack = 175.0

  /// The arms, clockwise from north.
  package let arms: [Arm]
  /// The index of the arm from which the path comes.
  package let from: Int
  /// The index of the arm on which it continues.
  package let to: Int
  /// The index of the arm that is a slip road, cutting the corner beside the road straight on.
  package let slip: Int?
  /// What drivers meet at the junction, and on the edge on which they come to it, in driving order.
  package let encounters: [RoadEncounter]

  /// Whether the road of the path goes on unchanged and nobody asks for directions; no other part matters then.
  package let isUnnoticed: Bool

  /// Whether only ferries meet there: nobody aboard has a choice.
  let isAtSea: Bool
  /// Whether a traveller notices it: more than two roads meet, besides drives and tracks.
  let isNoticed: Bool
  /// Whether one of its roads belongs to a ring.
  let meetsRing: Bool
  /// Whether nothing but a road that goes on unchanged is there; false if it is not judged.
  let isUnchanged: Bool
  /// Whether it is known that nothing is announced there.
  var asksNothing: Bool { isUnnoticed || isAtSea || isUnchanged }
  /// The arms as clients see them.
  let shown: [RouteIntersection.Arm]
  /// What it asks of the path, unless that is not known yet, or the road goes on unchanged.
  let judgement: Judgement?

  /// A junction from its parts.
  package convenience init(
    arms: [Arm], from: Int, to: Int, slip: Int? = nil, encounters: [RoadEncounter] = []
  ) {
    self.init(arms, from, to, slip, encounters, isUnnoticed: false)
  }

  private init(
    _ arms: [Arm], _ from: Int, _ to: Int, _ slip: Int?, _ encounters: [RoadEncounter],
    isUnnoticed: Bool, isUnchanged: Bool = false, _ judgement: Judgement? = nil
  ) {
    self.arms = arms
    self.from = from
    self.to = to
    self.slip = slip
    self.encounters = encounters
    self.isUnnoticed = isUnnoticed
    self.isUnchanged = isUnchanged
    self.judgement = judgement
    // What follows is asked by every phase of making steps, and for every path.
    shown = arms.map { .init(bearing: $0.bearing, isOpen: $0.isOpen) }
    isAtSea = arms.allSatisfy { $0.road.flags.contains(.ferry) }
    isNoticed = !isAtSea && Self.isNoticed(arms, from, to)
    meetsRing = arms.contains { $0.road.flags.contains(.roundabout) }
  }

  private static func isNoticed(_ arms: [Arm], _ from: Int, _ to: Int) -> Bool {
    if arms.count < 3 { return false }
    if arms[from].isMinor { return true }
    return arms.indices.contains { $0 != from && $0 != to && !arms[$0].isMinor }
  }

  /// The same junction with what it asks of a path, for all paths that come on one road and go on on another.
  ///
  /// - Parameters:
  ///   - before: The road on which they come.
  ///   - after: The road on which they go on.
  /// - Returns: The junction; itself if nobody asks for directions there.
  package func judged(from before: RouteWay, onto after: RouteWay) -> Junction {
    if isUnnoticed { return self }
    if goesOn(from: before, onto: after) {
      return Junction(arms, from, to, slip, encounters, isUnnoticed: false, isUnchanged: true)
    }
    let judgement = JunctionJudge(self, from: before, onto: after).judgement
    return Junction(arms, from, to, slip, encounters, isUnnoticed: false, judgement)
  }

  /// Whether nothing but a road that goes on unchanged is at it, as at most junctions of a path.
  func goesOn(from before: RouteWay, onto after: RouteWay) -> Bool {
    guard arms.count == 2, from != to else { return false }
    if before === after { return true }
    let (coming, leaving) = (arms[from], arms[to])
    // A road that turns back is announced even if it is the same.
    let turn = LineBearing.turn(
      from: LineBearing.opposite(coming.heading), to: leaving.heading)
    return abs(turn) <= Self.turningBack && coming.road.isAlike(leaving.road)
      && before.road.isAlike(after.road)
      && before.localName == after.localName && before.ref == after.ref
  }

  /// A junction where nobody asks for directions, without its roads.
  ///
  /// - Parameter encounters: What drivers meet there and before.
  /// - Returns: A junction; without encounters, as at most of them, always the same one.
  package static func unnoticed(_ encounters: [RoadEncounter] = []) -> Junction {
    if encounters.isEmpty { return usual }
    return Junction(usual.arms, usual.from, usual.to, nil, encounters, isUnnoticed: true)
  }

  private static let usual: Junction = {
    let arm = Arm(
      bearing: 0, heading: 0, isOpen: false, leads: false, comes: false,
      road: RoadAttributes(roadClass: .unknown), name: 0, ref: 0)
    return Junction([arm, arm], 0, 1, nil, [], isUnnoticed: true)
  }()

  /// The arm on which the road of the path goes on, by its title and class; nil if none does.
  package var continuation: Int? {
    let own = arms[from]
    let title = RoadTitle(name: own.name, ref: own.ref)
    if title.isUnnamed || arms.count < 3 { return nil }
    let rank = RoadRank(own.road)
    var best: (index: Int, deviation: Double)?
    for index in arms.indices where index != from && arms[index].isOpen {
      let other = RoadTitle(name: arms[index].name, ref: arms[index].ref)
      guard !other.isUnnamed, !other.isNews(after: title), RoadRank(arms[index].road) == rank
      else { continue }
      let deviation = deviation(index)
      if let best, best.deviation <= deviation { continue }
      best = (index, deviation)
    }
    return best?.index
  }

  /// The arm that travellers take without an instruction; nil if none is.
  package var obvious: Int? {
    let crossroads = Crossroads(self)
    return ObviousRoad(crossroads).index.map { crossroads.roads[$0].arm }
  }

  /// Whether an arm may be a slip road beside the one straight on, by their directions.
  package func mayBeSlip(_ index: Int, beside main: Int) -> Bool {
    let arm = arms[index]
    // Motorways have no crossings; trunk roads may.
    let isRamp = arm.road.roadClass == .motorway && arm.road.flags.contains(.link)
    guard index != from, index != main, arm.isOpen, !arm.carriesTowards, !arm.isMinor, !isRamp,
      arm.partner == nil,
      !arm.road.flags.contains(.roundabout), deviation(index) <= 80, deviation(main) <= 40
    else { return false }
    let aside = LineBearing.turn(from: arms[main].heading, to: arm.heading)
    return !arms.indices.contains {
      let turn = LineBearing.turn(from: arms[main].heading, to: arms[$0].heading)
      return $0 != index && $0 != main && turn * aside > 0 && abs(turn) < abs(aside)
    }
  }

  /// Degrees from straight on.
  private func deviation(_ index: Int) -> Double {
    180 - abs(LineBearing.turn(from: arms[from].heading, to: arms[index].heading))
  }

  /// The number of roads that the traveller may enter.
  ///
  /// The road of arrival counts if there is no other, or if all others are one-way.
  var openCount: Int {
    let others = arms.indices.count { $0 != from && arms[$0].isOpen }
    guard arms[from].leads else { return others }
    let isBack = others == 0 || arms.count { $0.leads && $0.comes } <= 1
    return others + (isBack ? 1 : 0)
  }

  /// The directions of arrival and departure, rounded to 15 degrees unless two roads then coincide.
  var roundedWays: (from: Double, to: Double) {
    func sector(_ arm: Arm) -> Int { (Int(arm.heading.rounded()) + 7) / 15 % 24 }
    let taken = arms.reduce(UInt32(0)) { $0 | 1 << UInt32(sector($1)) }
    let isDistinct = taken.nonzeroBitCount == arms.count
    func degrees(_ index: Int) -> Double {
      isDistinct ? Double(sector(arms[index]) * 15) : arms[index].heading.rounded()
    }
    return (LineBearing.opposite(degrees(from)), degrees(to))
  }
}

extension RoadAttributes {
  /// Whether the differences between this road and another cause no maneuver.
  fileprivate func isAlike(_ other: RoadAttributes) -> Bool {
    roadClass == other.roadClass && flags == other.flags
  }
}
