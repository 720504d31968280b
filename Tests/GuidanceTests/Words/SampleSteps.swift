import FoundationEssentials
import Geo
import RoadModel
import RouteModel
import Testing

/// A step with what a sentence depends on.
func step(
  _ kind: RouteManeuver.Kind, _ direction: RouteManeuver.Direction? = nil, exit: Int? = nil,
  on road: String? = nil, number: String? = nil, ring: String? = nil, sign: RoadSign? = nil,
  says: String? = nil, heading: Int = 0, isFerry: Bool = false, isTrain: Bool = false,
  metres: Double = 400, seconds: Double = 30, lanes: [Bool] = [], classes: [String] = []
) -> RouteStep {
  let intersection = RouteIntersection(
    point: 0, arms: [], arrivingArm: nil, leavingArm: nil,
    lanes: lanes.map {
      RouteLane(indications: [], isValid: $0, isRecommended: $0, followed: [])
    },
    classes: classes)
  return RouteStep(
    maneuver: RouteManeuver(
      kind: kind, direction: direction, exit: exit,
      position: Coordinate(latitudeUnits: 0, longitudeUnits: 0), bearingBefore: 0,
      bearingAfter: heading),
    roadName: road, roadNumber: number, pronunciation: says, rotaryName: ring, sign: sign,
    drivingSide: .right, isFerry: isFerry || isTrain, isCarTrain: isTrain, lengthMetres: metres,
    durationSeconds: seconds, points: 0...0, intersections: [intersection])
}

/// A sign with an exit and places.
func sign(_ exit: String? = nil, name: String? = nil, to places: String...) -> RoadSign {
  RoadSign(exitNumber: exit, exitName: name, towards: places)
}

/// A step and its sentence.
struct SentenceCase: Sendable, CustomTestStringConvertible {
  let step: RouteStep
  let text: String
  var testDescription: String { text }

  init(_ step: RouteStep, _ text: String) {
    self.step = step
    self.text = text
  }
}

/// The text of a file of this repository.
func fileText(_ path: String) throws -> String {
  let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  return try String(contentsOfFile: "/\(root)/\(path)", encoding: .utf8)
}
