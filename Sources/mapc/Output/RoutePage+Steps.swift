import Geo
import Guidance
import JSON
import RoadModel
import RouteModel

/// The routes of the page, in the form of OSRM's answers.
extension RoutePage {
  static func write(_ answer: Answer, _ words: Instructions, to json: inout JSONWriter) {
    json.object { route in
      route.string("label", answer.label)
      route.string("voiceLocale", words.language.tag)
      route.number("distance", answer.route.lengthMetres, decimals: 1)
      route.number("duration", answer.route.durationSeconds, decimals: 1)
      route.string("geometry", Polyline.encode(answer.route.polyline, .six))
      route.array("legs") { list in
        for (index, section) in answer.route.sections.enumerated() {
          let texts = words.told(for: answer).texts(of: index, in: answer.route)
          list.object { leg in
            leg.array("steps") { list in
              for (step, text) in zip(section.steps, texts) {
                list.object { write(step, text, of: section, to: &$0) }
              }
            }
          }
        }
      }
      writeHeights(answer.route, to: &route)
      writeCharging(answer.route, to: &route)
      writeIncidents(answer.route, to: &route)
      route.value("notices", answer.route.notices)
    }
  }

  /// Writes the incidents ahead with their places, if there are any.
  private static func writeIncidents(_ route: RouteModel.Route, to json: inout JSONWriter) {
    let incidents = route.incidents()
    if incidents.isEmpty { return }
    json.array("incidents") { list in
      for ahead in incidents {
        list.object {
          $0.string("title", IncidentText.title(ahead))
          $0.string("place", IncidentText.place(ahead))
          if let place = route.line(ahead.metres).first { $0.position("location", place) }
        }
      }
    }
  }

  /// Writes ascent, descent and `profile`: metres from the start and height (or null) by point.
  private static func writeHeights(_ route: RouteModel.Route, to json: inout JSONWriter) {
    guard let ascent = route.ascentMetres, let descent = route.descentMetres else { return }
    json.number("ascent", ascent, decimals: 1)
    json.number("descent", descent, decimals: 1)
    json.array("profile") { list in
      var metres = 0.0
      for section in route.sections {
        let heights = section.elevation?.heightsMetres ?? []
        for (index, point) in section.polyline.enumerated() {
          if index > 0 { metres += Distance.metres(section.polyline[index - 1], point) }
          list.array { pair in
            pair.number(metres, decimals: 1)
            if index < heights.count, let height = heights[index] {
              pair.number(height, decimals: 1)
            } else {
              pair.null()
            }
          }
        }
      }
    }
  }

  /// Writes `energy`, the consumption in words, and `charging`, the stations with their actions.
  private static func writeCharging(_ route: RouteModel.Route, to json: inout JSONWriter) {
    guard let energy = EnergyText.summary(route) else { return }
    json.string("energy", energy)
    json.array("charging") { list in
      for section in route.sections {
        guard let station = section.chargingStation else { continue }
        list.object { stop in
          stop.string("name", station.name ?? station.id)
          stop.position("location", station.coordinate)
          // Without their indentation.
          stop.strings("actions", EnergyText.actions(section).map { String($0.dropFirst(2)) })
        }
      }
    }
  }

  private static func write(
    _ step: RouteStep, _ text: String, of section: RouteSection, to json: inout JSONWriter
  ) {
    json.string("name", step.roadName ?? "")
    if let ref = step.roadNumber { json.string("ref", ref) }
    if let pronunciation = step.pronunciation { json.string("pronunciation", pronunciation) }
    if let name = step.rotaryName { json.string("rotary_name", name) }
    if let sign = step.sign {
      let destinations = destinations(of: sign)
      if !destinations.isEmpty { json.string("destinations", destinations) }
      if let exit = sign.exitNumber { json.string("exits", exit) }
    }
    json.string("driving_side", step.drivingSide.word)
    json.number("distance", step.lengthMetres, decimals: 1)
    json.number("duration", step.durationSeconds, decimals: 1)
    json.string("geometry", Polyline.encode(section.polyline[step.points], .six))
    json.object("maneuver") { maneuver in
      maneuver.string("type", step.maneuver.kind.rawValue)
      if let direction = step.maneuver.direction {
        maneuver.string("modifier", direction.rawValue)
      }
      if let exit = step.maneuver.exit { maneuver.int("exit", exit) }
      maneuver.position("location", step.maneuver.position)
      maneuver.int("bearing_before", step.maneuver.bearingBefore)
      maneuver.int("bearing_after", step.maneuver.bearingAfter)
      maneuver.string("instruction", text)
    }
    json.array("intersections") { list in
      for intersection in step.intersections {
        list.object { write(intersection, of: section, to: &$0) }
      }
    }
  }

  /// The numbers and places of a sign, otherwise its streets: `A 5, B 3: Karlsruhe, Frankfurt`.
  private static func destinations(of sign: RoadSign) -> String {
    let parts = [sign.roadNumbers, sign.towards].filter { !$0.isEmpty }
    return (parts.isEmpty ? [sign.streets] : parts)
      .map { $0.joined(separator: ", ") }.joined(separator: ": ")
  }

  private static func write(
    _ intersection: RouteIntersection, of section: RouteSection, to json: inout JSONWriter
  ) {
    json.position("location", section.polyline[intersection.point])
    if let arm = intersection.arrivingArm { json.int("in", arm) }
    if let arm = intersection.leavingArm { json.int("out", arm) }
    json.ints("bearings", intersection.arms.map(\.bearing))
    json.array("entry") { list in for arm in intersection.arms { list.bool(arm.isOpen) } }
    if !intersection.classes.isEmpty { json.strings("classes", intersection.classes) }
    if intersection.lanes.isEmpty { return }
    json.array("lanes") { list in
      for lane in intersection.lanes { list.object { write(lane, to: &$0) } }
    }
  }

  /// Writes a lane as in OSRM, with the members that Mapbox adds.
  private static func write(_ lane: RouteLane, to json: inout JSONWriter) {
    let indications = lane.indications.osrmWords
    json.strings("indications", indications.isEmpty ? ["none"] : indications)
    json.bool("valid", lane.isValid)
    json.bool("active", lane.isRecommended)
    if let arrow = lane.followed.osrmWords.first { json.string("valid_indication", arrow) }
  }
}
