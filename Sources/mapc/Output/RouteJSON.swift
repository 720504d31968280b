import Geo
import Guidance
import JSON
import MapReader
import MapServer
import RoadModel
import RouteModel

/// Routes as JSON (Formats/cli-json.md) and as GeoJSON (RFC 7946).
enum RouteJSON {
  /// Routes as JSON, with maneuvers in these words; nil leaves them out.
  static func text(
    _ answers: [Answer], _ map: NavMap, _ words: Instructions?, refusal: RoutingError? = nil
  ) throws(NavError) -> String {
    var json = JSONWriter()
    json.openObject()
    if let refusal { write(refusal, to: &json) }
    json.string("map", map.path)
    json.string("map_id", map.id.description)
    json.string("attribution", map.provenance.attribution)
    if let version = answers.first?.trafficVersion {
      json.string("traffic_version", "\(version)")
    }
    if let words {
      json.string("language", words.language.tag)
      json.string("units", words.units.rawValue)
    }
    json.key("routes")
    json.openArray()
    for answer in answers { try write(answer, map, words, to: &json) }
    json.closeArray()
    json.closeObject()
    return json.text + "\n"
  }

  /// A refusal: the reason, and the obstructing rules.
  static func refusal(_ error: RoutingError) -> String {
    var json = JSONWriter()
    json.object { write(error, to: &$0) }
    return json.text
  }

  private static func write(_ refusal: RoutingError, to json: inout JSONWriter) {
    var blockers: [Blocker] = []
    if case .noRoute(_, _, _, let found) = refusal { blockers = found }
    json.string("error", refusal.description)
    json.value("blockers", blockers)
  }

  private static func write(
    _ answer: Answer, _ map: NavMap, _ words: Instructions?, to json: inout JSONWriter
  ) throws(NavError) {
    json.openObject()
    json.string("label", answer.label)
    json.string("profile", answer.vehicle.mode.name)
    json.number("length_m", answer.route.lengthMetres, decimals: 2)
    json.number("duration_s", answer.route.durationSeconds, decimals: 2)
    write(answer.summary, to: &json)
    if let delay = answer.summary.trafficDelaySeconds {
      json.number("traffic_delay_s", delay, decimals: 2)
      json.number(
        "duration_without_traffic_s", answer.route.durationSeconds - delay, decimals: 2)
      write(answer.route.incidents(), to: &json)
    }
    EnergyText.write(answer.route, to: &json)
    json.strings("notices", answer.route.notices.map(\.text))
    json.value("violations", answer.route.violations)
    json.value("potential", answer.route.potentialRules)
    json.key("sections")
    json.openArray()
    for (index, section) in answer.route.sections.enumerated() {
      json.openObject()
      try write(section, map, to: &json)
      if let words = words?.told(for: answer) {
        writeManeuvers(of: index, in: answer.route, words, to: &json)
      }
      json.closeObject()
    }
    json.closeArray()
    json.object("statistics") { StatisticsText.write(answer.statistics, to: &$0) }
    json.closeObject()
  }

  private static func write(_ summary: RouteSummary, to json: inout JSONWriter) {
    json.string("via", summary.via)
    if let side = summary.side { json.string("side", side.rawValue) }
    json.string("arrival", summary.arrival?.text)
    json.number("toll_m", summary.tollLengthMetres, decimals: 2)
    json.number("vignette_m", summary.vignetteLengthMetres, decimals: 2)
    json.array("tolls") { list in
      for toll in summary.tolls {
        list.object {
          $0.string("road", toll.road)
          $0.number("length_m", toll.lengthMetres, decimals: 2)
          $0.bool("vignette", toll.isVignette)
        }
      }
    }
    SummaryMembers.write(summary.limits, to: &json)
  }

  private static func write(
    _ section: RouteSection, _ map: NavMap, to json: inout JSONWriter
  ) throws(NavError) {
    var nodes = NodeIDReader(map)
    for (key, end) in [("departure", section.departure), ("arrival", section.arrival)] {
      json.object(key) { write(end, to: &$0) }
    }
    if !section.passed.isEmpty { write(section.passed, to: &json) }
    json.number("length_m", section.lengthMetres, decimals: 2)
    json.number("duration_s", section.durationSeconds, decimals: 2)
    if let traffic = section.traffic {
      json.array("traffic") { list in for span in traffic { write(span, to: &list) } }
    }
    if let elevation = section.elevation {
      json.number("ascent_m", elevation.ascentMetres, decimals: 1)
      json.number("descent_m", elevation.descentMetres, decimals: 1)
      json.array("heights_m") { list in
        for height in elevation.heightsMetres { list.height(height) }
      }
    }
    EnergyText.write(section, to: &json)
    json.string("polyline6", Polyline.encode(section.polyline, .six))
    json.array("steps") { list in
      for stretch in RoadStretch.stretches(of: section) {
        list.object {
          $0.string("title", stretch.title)
          $0.number("length_m", stretch.edges.lengthMetres, decimals: 2)
          $0.number("duration_s", stretch.edges.durationSeconds, decimals: 2)
        }
      }
    }
    json.key("edges")
    json.openArray()
    for edge in section.edges {
      write(edge, map.hasNodeIDs ? try nodes.ids(ofEdge: edge.id) : nil, to: &json)
    }
    json.closeArray()
  }

  private static func write(_ waypoint: SnappedWaypoint, to json: inout JSONWriter) {
    json.place("at", waypoint.position)
    json.number("distance_m", waypoint.distanceMetres, decimals: 2)
    json.string("road", waypoint.roadName)
    json.string("name", waypoint.name)
  }

  private static func write(_ passed: [PassedWaypoint], to json: inout JSONWriter) {
    json.array("passed") { list in
      for each in passed {
        list.object {
          write(each.waypoint, to: &$0)
          $0.int("edge", each.edge)
          $0.int("point", each.point)
        }
      }
    }
  }

  private static func write(_ incidents: [IncidentAhead], to json: inout JSONWriter) {
    json.array("incidents") { list in
      for ahead in incidents {
        list.object {
          $0.string("kind", ahead.incident.kind)
          $0.string("text", ahead.incident.text)
          if let begin = ahead.incident.begin { $0.string("begin", IncidentText.utc(begin)) }
          if let end = ahead.incident.end { $0.string("end", IncidentText.utc(end)) }
          $0.number("from_m", ahead.metres.lowerBound, decimals: 2)
          $0.number("to_m", ahead.metres.upperBound, decimals: 2)
          $0.number("after_s", ahead.seconds, decimals: 2)
          $0.number("delay_s", ahead.delaySeconds, decimals: 2)
        }
      }
    }
  }

  private static func write(_ span: TrafficSpan, to json: inout JSONWriter) {
    json.object {
      $0.number("from_m", span.metres.lowerBound, decimals: 2)
      $0.number("to_m", span.metres.upperBound, decimals: 2)
      $0.number("base_speed_kmh", span.baseSpeed * 3.6, decimals: 1)
      $0.number("speed_kmh", span.speed * 3.6, decimals: 1)
      $0.number("jam_factor", span.jamFactor, decimals: 1)
      $0.string("severity", span.severity.rawValue)
      $0.number("delay_s", span.delaySeconds, decimals: 2)
      if let incident = span.incident {
        $0.string("kind", incident.kind)
        $0.string("text", incident.text)
      }
    }
  }

  private static func write(_ edge: RouteEdge, _ nodes: [Int64]?, to json: inout JSONWriter) {
    json.object {
      $0.int("edge", Int(edge.id.number.rawValue))
      $0.int("way_id", Int(edge.wayID))
      $0.bool("forward", edge.isForward)
      $0.string("class", edge.road.roadClass.tagValue)
      $0.number("length_m", edge.lengthMetres, decimals: 2)
      $0.number("duration_s", edge.durationSeconds, decimals: 2)
      $0.number("turn_s", edge.turnDurationSeconds, decimals: 2)
      $0.strings("limits", edge.limits.map(\.tag))
      $0.strings("conditional", edge.conditionalRules.map(\.tag))
      $0.ints("points", [edge.points.lowerBound, edge.points.upperBound])
      if let nodes { $0.ints("nodes", nodes.map { Int($0) }) }
    }
  }

  /// A feature for each section, incident and waypoint.
  ///
  /// A section's maneuvers follow it if there are words for them.
  static func geoJSON(_ answers: [Answer], _ map: NavMap, _ words: Instructions?) -> String {
    var json = JSONWriter()
    json.object {
      $0.string("type", "FeatureCollection")
      $0.string("attribution", map.provenance.attribution)
      $0.array("features") { features in
        for answer in answers {
          for (index, section) in answer.route.sections.enumerated() {
            write(section, index, answer, to: &features)
            if let station = section.chargingStation {
              write(station, section, index, to: &features)
            }
            if let words { writeCues(of: index, in: answer, words, to: &features) }
          }
          IncidentText.writeFeatures(answer, to: &features)
        }
        for (index, place) in (answers.first?.places ?? []).enumerated() {
          features.object { feature in
            feature.string("type", "Feature")
            feature.object("properties") {
              $0.int("waypoint", index)
              let names = answers.first?.placeNames ?? []
              if names.indices.contains(index) { $0.string("name", names[index]) }
            }
            feature.geometry(place)
          }
        }
      }
    }
    return json.text + "\n"
  }

  /// A charging station at the end of a section, as a point.
  private static func write(
    _ station: ChargingStation, _ section: RouteSection, _ index: Int, to json: inout JSONWriter
  ) {
    json.object { feature in
      feature.string("type", "Feature")
      feature.object("properties") {
        $0.int("after_section", index)
        $0.value("charging_station", station)
        EnergyText.writeActions(section, to: &$0)
      }
      feature.geometry(station.coordinate)
    }
  }

  private static func write(
    _ section: RouteSection, _ index: Int, _ answer: Answer, to json: inout JSONWriter
  ) {
    json.object { feature in
      feature.string("type", "Feature")
      feature.object("properties") {
        $0.string("label", answer.label)
        $0.int("section", index)
        $0.number("length_m", section.lengthMetres, decimals: 2)
        $0.number("duration_s", section.durationSeconds, decimals: 2)
        if let traffic = section.traffic {
          $0.number("traffic_delay_s", traffic.reduce(0) { $0 + $1.delaySeconds }, decimals: 2)
        }
        if index == answer.route.sections.count - 1, let arrival = answer.summary.arrival {
          $0.string("arrival", arrival.text)
        }
        if let elevation = section.elevation {
          $0.number("ascent_m", elevation.ascentMetres, decimals: 1)
          $0.number("descent_m", elevation.descentMetres, decimals: 1)
        }
        EnergyText.writeSums(section, to: &$0)
      }
      feature.object("geometry") {
        $0.string("type", "LineString")
        $0.array("coordinates") { line in
          // A line has at least two points, even without a driven distance.
          let points = section.polyline.count == 1 ? [0, 0] : Array(section.polyline.indices)
          for point in points {
            line.position(section.polyline[point], height: section.elevation?.heightsMetres[point])
          }
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes metres above sea level; null if unknown.
  mutating func height(_ metres: Double?) {
    if let metres { number(metres, decimals: 1) } else { null() }
  }

  /// Writes latitude and longitude.
  mutating func place(_ place: Coordinate) {
    array {
      $0.number(place.latitude, decimals: 7)
      $0.number(place.longitude, decimals: 7)
    }
  }

  /// Writes latitude and longitude.
  mutating func place(_ key: String, _ place: Coordinate) {
    self.key(key)
    self.place(place)
  }

  /// Writes longitude, latitude, and metres above sea level if known, as in GeoJSON.
  mutating func position(_ place: Coordinate, height: Double? = nil) {
    array {
      $0.number(place.longitude, decimals: 7)
      $0.number(place.latitude, decimals: 7)
      if let height { $0.number(height, decimals: 1) }
    }
  }

  /// Writes longitude and latitude, as in GeoJSON.
  mutating func position(_ key: String, _ place: Coordinate) {
    self.key(key)
    position(place)
  }

  /// Writes the geometry of a feature of GeoJSON that is a place.
  mutating func geometry(_ place: Coordinate) {
    object("geometry") {
      $0.string("type", "Point")
      $0.position("coordinates", place)
    }
  }

  /// Writes the geometry of a feature of GeoJSON that is a line of at least two points.
  mutating func geometry(_ line: [Coordinate]) {
    object("geometry") {
      $0.string("type", "LineString")
      $0.array("coordinates") { list in for place in line { list.position(place) } }
    }
  }
}
