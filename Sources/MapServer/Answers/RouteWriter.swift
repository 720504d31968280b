import Geo
import Guidance
import JSON
import MapReader
import NavFormat
import PathViews
import RoadModel
import RouteModel

/// Writes a route or a matching in OSRM's form.
struct RouteWriter {
  /// The name of the costs.
  static let weightName = "duration"

  let map: NavMap
  let mode: Mode
  let query: Query
  /// The language and the units of the words; nil if no words are requested.
  let words: Instructions?
  /// Whether legs have their duration without traffic, which clients of Mapbox call typical.
  var hasTypicalDurations = false
  /// Whether legs have the traffic on them, in the form of `Formats/route-json.md`.
  var hasTraffic = false

  /// A writer for the answers to a query.
  init(map: NavMap, mode: Mode, query: Query) {
    self.map = map
    self.mode = mode
    self.query = query
    words = query.guidance.words(for: mode)
  }

  /// The members of a route.
  ///
  /// - Parameters:
  ///   - legs: The paths between stops.
  ///   - json: Receives them.
  /// - Throws: `NavError` if the map is damaged there.
  func write(_ legs: [LegPath], to json: inout JSONWriter) throws(NavError) {
    var failure: NavError?
    let wantsNodes = !query.annotations.isDisjoint(with: [.nodes, .anyNodes]) && map.hasNodeIDs
    var nodes = wantsNodes ? LegNodes(map) : nil
    json.array("legs") { list in
      // A charging station is no place of the query, so it has none of its names.
      var place = 0
      for (index, leg) in legs.enumerated() where failure == nil {
        if leg.station == nil { place += 1 }
        let stop =
          leg.station.map { GuidanceStop($0) }
          ?? GuidanceStop(name: name(ofStop: place), isIntermediate: index < legs.count - 1)
        list.object {
          do throws(NavError) { try write(leg, to: stop, &nodes, &$0) } catch { failure = error }
        }
      }
    }
    if let failure { throw failure }
    let seconds = legs.reduce(0) { $0 + $1.edges.durationSeconds }
    json.string("weight_name", Self.weightName)
    writeGeometry(of: legs, to: &json)
    json.number("weight", seconds, decimals: 1)
    json.number("duration", seconds, decimals: 1)
    json.number("distance", legs.reduce(0) { $0 + $1.edges.lengthMetres }, decimals: 1)
    if let words { json.string("voiceLocale", words.language.tag) }
  }

  /// The client's name of a stop; nil if it has none.
  private func name(ofStop index: Int) -> String? {
    var place = index
    // Some clients name all coordinates, also those that are passed.
    if let stops = query.waypoints, query.waypointNames.count == query.places.count {
      let all = query.places.indices.filter { stops.contains($0) }
      if all.indices.contains(index) { place = all[index] }
    }
    guard query.waypointNames.indices.contains(place) else { return nil }
    let name = query.waypointNames[place]
    return name.isEmpty ? nil : name
  }

  private func writeGeometry(of legs: [LegPath], to json: inout JSONWriter) {
    guard query.overview != .none else { return }
    var line = legs.first?.line ?? []
    for leg in legs.dropFirst() { line += leg.line.dropFirst() }
    if query.overview == .simplified { line = Simplification.overview(of: line) }
    json.line(line[...], query.geometry)
  }

  private func write(
    _ leg: LegPath, to stop: GuidanceStop, _ nodes: inout LegNodes?, _ json: inout JSONWriter
  ) throws(NavError) {
    var steps: [RouteStep] = []
    var joined: RoundaboutJoin?
    var signs: (first: RoadSign?, last: RoadSign?) = (nil, nil)
    if query.steps {
      let reader = PathReader(map: map, mode: mode, language: query.guidance.tag)
      steps = try reader.steps(
        of: leg.edges, along: leg.line, passed: leg.passed, tellsPassed: false,
        from: leg.start, to: leg.end)
      // As in OSRM's answers; the words of an answer tell signs at maneuvers only.
      if words == nil { signs = try reader.signsAlongEnds(of: leg.edges) }
      if !query.guidance.hasRoundaboutExits {
        let join = RoundaboutJoin(steps)
        (joined, steps) = (join, join.steps)
      }
    }
    let elevation = try self.elevation(of: leg)
    if !query.annotations.isEmpty {
      Annotation(
        leg, nodes: try nodes?.ids(along: leg), heights: elevation?.heightsMetres,
        isTruck: mode == .truck
      ).write(query.annotations, to: &json)
    }
    let guidance = words.map {
      GuidanceWriter(
        $0, query.guidance, steps, joined: joined, along: leg.edges, stop: stop)
    }
    let writer = StepWriter(
      mode: mode, geometry: query.geometry, leg: leg, signs: signs, guidance: guidance)
    json.array("steps") { list in
      for (index, step) in steps.enumerated() { list.object { writer.write(step, index, to: &$0) } }
    }
    let seconds = leg.edges.durationSeconds
    json.number("weight", seconds, decimals: 1)
    json.string("summary", Self.summary(steps))
    json.number("duration", seconds, decimals: 1)
    if hasTypicalDurations {
      let delay = leg.traffic.reduce(0) { $0 + $1.delaySeconds }
      json.number("duration_typical", seconds - delay, decimals: 1)
    }
    json.number("distance", leg.edges.lengthMetres, decimals: 1)
    if let elevation {
      json.number("ascent", elevation.ascentMetres, decimals: 1)
      json.number("descent", elevation.descentMetres, decimals: 1)
    }
    leg.writeIncidents(to: &json)
    if query.guidance.isDirections { leg.writeVias(to: &json) }
    if hasTraffic { json.value("traffic", leg.traffic.map(\.rounded)) }
    guard query.explains else { return }
    json.array("way_ids") { list in
      var last: Int64?
      for edge in leg.edges where edge.wayID != last {
        list.int(Int(edge.wayID))
        last = edge.wayID
      }
    }
  }

  /// The elevation of a leg; nil if it is not requested.
  private func elevation(of leg: LegPath) throws(NavError) -> SectionElevation? {
    guard query.annotations.contains(.elevation) else { return nil }
    var reader = ElevationAlong(map)
    return try reader.elevation(of: leg.edges, along: leg.line)
  }

  /// The two roads with the longest durations, in the order of the route.
  private static func summary(_ steps: [RouteStep]) -> String {
    var names: [(name: String, seconds: Double)] = []
    for step in steps {
      guard let name = step.roadName ?? step.roadNumber else { continue }
      if let index = names.firstIndex(where: { $0.name == name }) {
        names[index].seconds += step.durationSeconds
      } else {
        names.append((name, step.durationSeconds))
      }
    }
    let longest = Set(names.sorted { $0.seconds > $1.seconds }.prefix(2).map(\.name))
    return names.map(\.name).filter(longest.contains).joined(separator: ", ")
  }
}

extension TrafficSpan {
  /// The span with two decimals.
  fileprivate var rounded: TrafficSpan {
    func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
    var span = self
    span.metres = hundredths(metres.lowerBound)...hundredths(metres.upperBound)
    span.baseSpeed = hundredths(baseSpeed)
    span.speed = hundredths(speed)
    span.jamFactor = hundredths(jamFactor)
    span.delaySeconds = hundredths(delaySeconds)
    return span
  }
}
