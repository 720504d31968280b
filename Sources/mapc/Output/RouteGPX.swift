import Geo
import Guidance
import MapReader
import RoadModel
import RouteModel

/// Routes as tracks of GPX 1.1, and as routes whose points are the maneuvers.
enum RouteGPX {
  /// The file, with maneuvers in these words; nil leaves them out.
  static func text(_ answers: [Answer], _ map: NavMap, _ words: Instructions?) -> String {
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<gpx version="1.1" creator="mapc" xmlns="http://www.topografix.com/GPX/1/1">"#,
      "  <metadata><desc>\(Text.xml(map.provenance.attribution))</desc></metadata>",
    ]
    for (index, place) in (answers.first?.places ?? []).enumerated() {
      let names = answers.first?.placeNames ?? []
      let name = (names.indices.contains(index) ? names[index] : nil) ?? "\(index + 1)"
      lines.append("  <wpt \(position(place))><name>\(Text.xml(name))</name></wpt>")
    }
    for answer in answers { lines += chargingStops(answer.route) + incidents(answer.route) }
    // The schema has an order: waypoints, then routes, then tracks.
    if let words { for answer in answers { lines += cues(answer, words) } }
    for answer in answers {
      lines.append("  <trk><name>\(Text.xml(answer.label))</name>\(figures(answer.summary))")
      for section in answer.route.sections {
        lines.append("    <trkseg>")
        for (index, point) in section.polyline.enumerated() {
          let height = section.elevation?.heightsMetres[index]
          let end = height.map { "><ele>\(Text.fixed($0, 1))</ele></trkpt>" } ?? "/>"
          lines.append("      <trkpt \(position(point))\(end)")
        }
        lines.append("    </trkseg>")
      }
      lines.append("  </trk>")
    }
    return lines.joined(separator: "\n") + "\n</gpx>\n"
  }

  /// A waypoint for each charging station, with its actions.
  private static func chargingStops(_ route: RouteModel.Route) -> [String] {
    route.sections.compactMap { section in
      guard let station = section.chargingStation else { return nil }
      let name = station.name ?? station.operatorName ?? station.id
      let actions = EnergyText.actions(section).map { String($0.drop { $0 == " " }) }
      // The schema has an order: name, desc, sym.
      return "  <wpt \(position(station.coordinate))><name>\(Text.xml(name))</name>"
        + "<desc>\(Text.xml(actions.joined(separator: ", ")))</desc>"
        + "<sym>Charging Station</sym></wpt>"
    }
  }

  /// Arrival and delay as a description; empty if neither is known.
  private static func figures(_ summary: RouteSummary) -> String {
    let figures = [
      summary.arrival.map { "arrival \($0.text)" }, IncidentText.delay(summary),
    ].compactMap(\.self)
    return figures.isEmpty ? "" : "<desc>\(Text.xml(figures.joined(separator: ", ")))</desc>"
  }

  /// A waypoint at the beginning of each incident.
  private static func incidents(_ route: RouteModel.Route) -> [String] {
    route.incidents().compactMap { ahead in
      route.line(ahead.metres).first.map { place in
        "  <wpt \(position(place))><name>\(Text.xml(IncidentText.title(ahead)))</name>"
          + "<desc>\(Text.xml(IncidentText.place(ahead)))</desc><sym>Danger Area</sym></wpt>"
      }
    }
  }

  /// A route with a point for each maneuver.
  private static func cues(_ answer: Answer, _ words: Instructions) -> [String] {
    var lines = ["  <rte><name>\(Text.xml(answer.label))</name>"]
    let words = words.told(for: answer)
    for (index, section) in answer.route.sections.enumerated() {
      let short = words.texts(of: index, in: answer.route)
      let long = words.texts(of: index, in: answer.route, includesLength: true)
      for (number, step) in section.steps.enumerated() {
        let action = ManeuverAction(step.maneuver, drivingSide: step.drivingSide)
        // The schema also has an order here: name, desc, type.
        lines.append(
          "    <rtept \(position(step.maneuver.position))><name>\(Text.xml(short[number]))</name>"
            + "<desc>\(Text.xml(long[number]))</desc><type>\(Text.xml(action.name))</type></rtept>"
        )
      }
    }
    return lines + ["  </rte>"]
  }

  private static func position(_ place: Coordinate) -> String {
    #"lat="\#(Text.fixed(place.latitude, 7))" lon="\#(Text.fixed(place.longitude, 7))""#
  }
}
