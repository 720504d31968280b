import Geo
import Guidance
import JSON
import RoadModel
import RouteModel

/// The maneuvers of a section (Formats/cli-json.md).
extension RouteJSON {
  static func writeManeuvers(
    of index: Int, in route: RouteModel.Route, _ words: Instructions, to json: inout JSONWriter
  ) {
    let section = route.sections[index]
    let texts = words.texts(of: index, in: route)
    let spoken = words.announcements(for: section, at: GuidanceStop(route, endOfSection: index))
    json.array("maneuvers") { list in
      for (number, step) in section.steps.enumerated() {
        list.object {
          $0.string("instruction", texts[number])
          write(step, of: section, to: &$0)
          // They are spoken on the step, and are about the maneuver at its end.
          $0.array("announcements") { write(spoken[number], to: &$0) }
        }
      }
    }
  }

  private static func write(
    _ step: RouteStep, of section: RouteSection, to json: inout JSONWriter
  ) {
    let maneuver = step.maneuver
    let action = ManeuverAction(maneuver, drivingSide: step.drivingSide)
    json.object("action") {
      $0.int("number", Int(action.rawValue))
      $0.string("name", action.name)
    }
    json.string("type", maneuver.kind.rawValue)
    json.string("modifier", maneuver.direction?.rawValue)
    json.int("exit", maneuver.exit)
    json.place("at", maneuver.position)
    json.ints("bearings", [maneuver.bearingBefore, maneuver.bearingAfter])
    json.string("road", step.roadName)
    json.string("ref", step.roadNumber)
    json.string("pronunciation", step.pronunciation)
    json.string("rotary", step.rotaryName)
    json.key("sign")
    if let sign = step.sign, !sign.isEmpty { write(sign, to: &json) } else { json.null() }
    json.string("driving_side", step.drivingSide.word)
    json.bool("ferry", step.isFerry)
    json.number("length_m", step.lengthMetres, decimals: 2)
    json.number("duration_s", step.durationSeconds, decimals: 2)
    json.ints("points", [step.points.lowerBound, step.points.upperBound])
    json.array("lanes") { write(step.lanes, to: &$0) }
    json.array("intersections") { list in
      for intersection in step.intersections {
        list.object { write(intersection, of: section, to: &$0) }
      }
    }
  }

  private static func write(_ sign: RoadSign, to json: inout JSONWriter) {
    json.object {
      $0.string("exit", sign.exitNumber)
      $0.string("exit_name", sign.exitName)
      $0.strings("refs", sign.roadNumbers)
      $0.strings("streets", sign.streets)
      $0.strings("towards", sign.towards)
      $0.strings("symbols", sign.symbols)
    }
  }

  private static func write(_ lanes: [RouteLane], to list: inout JSONWriter) {
    for lane in lanes {
      list.object {
        $0.strings("indications", lane.indications.osrmWords)
        $0.bool("valid", lane.isValid)
        $0.bool("recommended", lane.isRecommended)
        $0.string("follow", lane.followed.osrmWords.first)
      }
    }
  }

  private static func write(
    _ intersection: RouteIntersection, of section: RouteSection, to json: inout JSONWriter
  ) {
    json.place("at", section.polyline[intersection.point])
    json.ints("bearings", intersection.arms.map(\.bearing))
    json.array("open") { list in for arm in intersection.arms { list.bool(arm.isOpen) } }
    json.int("in", intersection.arrivingArm)
    json.int("out", intersection.leavingArm)
    json.array("lanes") { write(intersection.lanes, to: &$0) }
    json.strings("classes", intersection.classes)
    json.string("tunnel", intersection.tunnelName)
    json.strings("encounters", intersection.encounters)
  }

  private static func write(_ spoken: [SpokenInstruction], to list: inout JSONWriter) {
    for sentence in spoken {
      list.object {
        $0.number("distance_m", sentence.distanceBeforeManeuver, decimals: 1)
        $0.string("text", sentence.text)
        $0.string("ssml", sentence.ssml)
      }
    }
  }

  /// A point for each maneuver of a section, as features of GeoJSON.
  static func writeCues(
    of index: Int, in answer: Answer, _ words: Instructions, to features: inout JSONWriter
  ) {
    let texts = words.told(for: answer).texts(of: index, in: answer.route)
    for (number, step) in answer.route.sections[index].steps.enumerated() {
      let action = ManeuverAction(step.maneuver, drivingSide: step.drivingSide)
      features.object { feature in
        feature.string("type", "Feature")
        feature.object("properties") {
          $0.string("label", answer.label)
          $0.int("section", index)
          $0.int("maneuver", number)
          $0.string("instruction", texts[number])
          $0.int("action", Int(action.rawValue))
          $0.string("type", step.maneuver.kind.rawValue)
          $0.string("modifier", step.maneuver.direction?.rawValue)
          $0.number("length_m", step.lengthMetres, decimals: 2)
          $0.number("duration_s", step.durationSeconds, decimals: 2)
        }
        feature.geometry(step.maneuver.position)
      }
    }
  }
}

extension DrivingSide {
  /// The side in JSON; right if it is unknown.
  var word: String { self == .left ? "left" : "right" }
}
