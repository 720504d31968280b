import Geo
import RoadModel
import RouteModel

/// Makes steps of those of an answer.
struct StepReader {
  /// The line of the section so far, to the end of the step.
  let line: [Coordinate]
  /// The indices of the step's points.
  let points: ClosedRange<Int>

  /// A step like those of an engine on the device, with the data of the service.
  ///
  /// - Parameter step: A step of an answer.
  /// - Returns: The step.
  /// - Throws: `RoutingError.service` where a place is not on earth.
  func step(_ step: OSRMAnswer.LegStep) throws(RoutingError) -> RouteStep {
    let maneuver = step.maneuver
    return RouteStep(
      maneuver: RouteManeuver(
        kind: .init(rawValue: maneuver.type),
        direction: maneuver.modifier.map { .init(rawValue: $0) },
        exit: maneuver.exit, position: try Self.place(maneuver.location),
        bearingBefore: maneuver.bearingBefore, bearingAfter: maneuver.bearingAfter),
      roadName: step.name.isEmpty ? nil : step.name, roadNumber: step.ref,
      pronunciation: step.pronunciation, rotaryName: step.rotaryName, sign: Self.sign(step),
      drivingSide: Self.side(step.drivingSide), isFerry: ["ferry", "train"].contains(step.mode),
      isPushed: step.mode == "pushing bike",
      lengthMetres: step.distance, durationSeconds: step.duration, points: points,
      intersections: try intersections(step.intersections ?? []))
  }

  /// A place of an answer: longitude, latitude.
  static func place(_ location: [Double]) throws(RoutingError) -> Coordinate {
    // A height may follow them.
    guard location.count >= 2,
      let place = Coordinate(latitude: location[1], longitude: location[0])
    else { throw .service(.malformed("a location that is not on earth")) }
    return place
  }

  private static func side(_ word: String?) -> DrivingSide {
    switch word {
    case "left": .left
    case "right": .right
    default: .unknown
    }
  }

  // MARK: - Signs

  private static func sign(_ step: OSRMAnswer.LegStep) -> RoadSign? {
    if let sign = step.sign?.sign { return sign.isEmpty ? nil : sign }
    // OSRM repeats there what is on a sign along the road.
    if ["depart", "arrive"].contains(step.maneuver.type) { return nil }
    var sign = destinations(step.destinations ?? "")
    sign.exitNumber = step.exits.flatMap { $0.isEmpty ? nil : $0 }
    return sign.isEmpty ? nil : sign
  }

  /// `A 1, A 2: Köln, Bonn`; without a colon, numbers if there is nothing else.
  private static func destinations(_ text: String) -> RoadSign {
    func list(_ text: some StringProtocol) -> [String] {
      text.split(separator: ", ").map { String($0) }.filter { !$0.isEmpty }
    }
    let parts = text.split(separator: ": ", maxSplits: 1)
    if parts.count == 2 { return RoadSign(roadNumbers: list(parts[0]), towards: list(parts[1])) }
    let words = list(text)
    return words.allSatisfy(isRoadNumber) ? RoadSign(roadNumbers: words) : RoadSign(towards: words)
  }

  private static func isRoadNumber(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && !text.contains(where: \.isLowercase)
  }

  // MARK: - Intersections

  private func intersections(
    _ told: [OSRMAnswer.Intersection]
  ) throws(RoutingError) -> [RouteIntersection] {
    var found: [RouteIntersection] = []
    var point = points.lowerBound
    for intersection in told {
      point = nearest(to: try Self.place(intersection.location), from: point)
      let entry = intersection.entry ?? []
      let arms = (intersection.bearings ?? []).enumerated().map { index, bearing in
        RouteIntersection.Arm(
          bearing: (bearing % 360 + 360) % 360, isOpen: index < entry.count ? entry[index] : true)
      }
      found.append(
        RouteIntersection(
          point: point, arms: arms, arrivingArm: Self.index(intersection.arriving, in: arms),
          leavingArm: Self.index(intersection.leaving, in: arms),
          lanes: (intersection.lanes ?? []).map(Self.lane), classes: intersection.classes ?? [],
          tunnelName: intersection.tunnelName, encounters: intersection.encounters))
    }
    return found
  }

  /// The first point of the line at a place, else the nearest.
  private func nearest(to place: Coordinate, from first: Int) -> Int {
    var best = (point: first, metres: Double.infinity)
    for point in first...points.upperBound {
      let metres = Distance.metres(line[point], place)
      if metres < best.metres { best = (point, metres) }
      // Both are written to six decimals.
      if metres < 0.05 { break }
    }
    return best.point
  }

  private static func index(_ index: Int?, in arms: [RouteIntersection.Arm]) -> Int? {
    index.flatMap { arms.indices.contains($0) ? $0 : nil }
  }

  private static func lane(_ lane: OSRMAnswer.Lane) -> RouteLane {
    let arrows = LaneIndications(osrmWords: lane.indications)
    let followed = lane.validIndication.map { [$0] } ?? lane.indications
    return RouteLane(
      indications: arrows, isValid: lane.valid, isRecommended: lane.valid && lane.active ?? true,
      // If the answer does not state which of several arrows is followed, none is.
      followed: lane.valid && followed.count == 1 ? LaneIndications(osrmWords: followed) : [])
  }
}

extension LaneIndications {
  private static let osrmNames: [String: LaneIndications] = [
    "uturn": .uTurn, "sharp left": .sharpLeft, "left": .left, "slight left": .slightLeft,
    "straight": .straight, "slight right": .slightRight, "right": .right,
    "sharp right": .sharpRight, "merge to left": .mergeToLeft, "merge to right": .mergeToRight,
  ]

  /// The arrows of OSRM's words; `none` and words that are not known are left out.
  fileprivate init(osrmWords words: [String]) {
    self = words.reduce(into: []) { arrows, word in
      arrows.formUnion(Self.osrmNames[word] ?? [])
    }
  }
}
