import Bytes
import Guidance
import RoadModel
import RouteModel

/// Routes as text: length, duration, roads in order or maneuvers, and differences of two routes.
///
/// All routes together fit on a screen unless everything is requested: the longest roads are
/// listed, the others counted.
struct RouteText {
  /// The maximum number of lines with roads and stops, over all routes.
  private static let screen = 18
  /// The maximum number of listed roads that only one route takes.
  private static let titles = 12
  /// The maximum number of notes per route about rules that may apply.
  private static let maybes = 4

  private let answers: [Answer]
  /// Whether to list everything.
  private let tellsAll: Bool
  /// The texts of the maneuvers; nil to list the roads.
  private let steps: StepText?

  /// The text of some routes.
  ///
  /// - Parameters:
  ///   - answers: The routes.
  ///   - tellsAll: Whether to list all roads and notes.
  ///   - words: The words of the maneuvers, which then replace the roads and have all notes.
  init(_ answers: [Answer], tellsAll: Bool = false, words: Instructions? = nil) {
    self.answers = answers
    self.tellsAll = tellsAll || words != nil
    steps = words.map { StepText(words: $0) }
  }

  var text: String {
    var lines: [String] = []
    if answers.count == 2, isSame(answers[0], answers[1]) {
      // The roads are listed only once, below both.
      lines = answers.map(headline) + Self.names(answers[0].route) + ["  both take the same roads:"]
      lines += body(answers[0], Self.screen) + notes(answers)
    } else {
      let needs = answers.map { answer in
        answer.route.sections.reduce(0) { $0 + 1 + RoadStretch.roads(of: $1).count }
      }
      for (index, answer) in answers.enumerated() {
        if index > 0 { lines.append("") }
        lines.append(headline(answer))
        if index == 0 { lines += Self.names(answer.route) }
        // A route may use the lines that others do not need.
        let others = needs.reduce(0, +) - needs[index]
        let room = max(Self.screen / answers.count, Self.screen - others)
        lines += body(answer, room) + notes([answer])
      }
      if answers.count == 2 { lines += [""] + difference(answers[0], answers[1]) }
    }
    return lines.map { TerminalText.harmless($0) + "\n" }.joined()
  }

  private func headline(_ answer: Answer) -> String {
    let (metres, seconds) = (answer.route.lengthMetres, answer.route.durationSeconds)
    let extent =
      steps?.extent(metres, seconds) ?? "\(Text.distance(metres)), \(Text.duration(seconds))"
    var parts = [extent]
    if let arrival = answer.summary.arrival { parts.append("arrival \(arrival.text)") }
    // Less than a minute is irrelevant for planning.
    if let delay = answer.summary.trafficDelaySeconds, delay >= 60 {
      parts.append("\(Text.duration(delay)) of it lost in traffic")
    }
    let vignette = answer.summary.vignetteLengthMetres
    let toll = answer.summary.tollLengthMetres - vignette
    for (metres, word) in [(toll, "toll"), (vignette, "vignette")] where metres > 0 {
      parts.append("\(steps?.words.distance(metres) ?? Text.distance(metres)) with a \(word)")
    }
    if let up = answer.route.ascentMetres, let down = answer.route.descentMetres {
      let unknown = answer.route.unknownElevationMetres
      let known = "\(Text.fixed(up, 0)) m up, \(Text.fixed(down, 0)) m down"
      parts.append(unknown < 50 ? known : "\(known), unknown for \(Text.distance(unknown))")
    }
    if let energy = EnergyText.summary(answer.route) { parts.append(energy) }
    return "\(answer.label): " + parts.joined(separator: ", ")
  }

  /// The names of both ends, if one has a name.
  private static func names(_ route: RouteModel.Route) -> [String] {
    guard let first = route.sections.first?.departure, let last = route.sections.last?.arrival,
      first.name != nil || last.name != nil
    else { return [] }
    return [
      "  from \(first.name ?? "\(first.position)")", "  to \(last.name ?? "\(last.position)")",
    ]
  }

  /// The maneuvers of a route, or its roads and stops in about `most` lines.
  private func body(_ answer: Answer, _ most: Int) -> [String] {
    steps?.lines(answer) ?? roads(answer, most)
  }

  private func isSame(_ a: Answer, _ b: Answer) -> Bool {
    a.route.sections.map { $0.edges.map(\.id) } == b.route.sections.map { $0.edges.map(\.id) }
  }

  /// The roads and stops of a route, in about `most` lines.
  private func roads(_ answer: Answer, _ most: Int) -> [String] {
    let sections = answer.route.sections
    let roads = sections.map { RoadStretch.roads(of: $0) }
    let stops = sections.count > 1 ? sections.count : 0
    let toldStops = tellsAll ? stops : min(stops, most / 2)
    let lengths = roads.joined().map(\.edges.lengthMetres)
    let room = tellsAll ? lengths.count : max(most - toldStops, 1)
    // The longest come first, and equal ones in order.
    let order = lengths.indices.sorted { (-lengths[$0], $0) < (-lengths[$1], $1) }
    let told = Set(order.prefix(lengths.count <= room ? lengths.count : room - 1))
    var lines: [String] = []
    var number = 0
    for (index, section) in sections.enumerated() {
      if index < toldStops {
        lines.append(
          "  to \(Self.goal(of: index, in: sections)): \(Text.distance(section.lengthMetres)), "
            + Text.duration(section.durationSeconds) + (EnergyText.arrival(section) ?? ""))
      } else if index == toldStops, stops > 0 {
        lines.append("  and \(Text.count(stops - toldStops)) more stops: --all-roads lists all")
      }
      defer {
        if index < toldStops || stops == 0 { lines += EnergyText.actions(section) }
      }
      for road in roads[index] {
        if told.contains(number) { lines.append(Self.line(road.edges.lengthMetres, road.title)) }
        number += 1
      }
    }
    if told.count < lengths.count {
      let rest = lengths.indices.reduce(0) { told.contains($1) ? $0 : $0 + lengths[$1] }
      let count = Text.count(lengths.count - told.count)
      lines.append(
        Self.line(rest, "on \(count) shorter stretches left out: --all-roads lists all"))
    }
    return lines
  }

  /// The text for the end of a section; charging stations are not counted as stops.
  static func goal(of index: Int, in sections: [RouteSection]) -> String {
    if let station = sections[index].chargingStation {
      return "charging station \(station.name ?? station.operatorName ?? station.id)"
    }
    let number = sections[...index].count { $0.chargingStation == nil }
    let goal = index == sections.count - 1 ? "the destination" : "stop \(number)"
    return goal + (sections[index].arrival.name.map { ", \($0)" } ?? "")
  }

  private static func line(_ metres: Double, _ title: String) -> String {
    let length = Text.distance(metres)
    return "  " + String(repeating: " ", count: max(0, 9 - length.count)) + length + "  " + title
  }

  /// The different incidents and notices of some routes, with few of the rules that may apply.
  private func notes(_ answers: [Answer]) -> [String] {
    var maybes = 0
    var seen: Set<RouteNotice> = []
    var lines: [String] = []
    for text in answers.flatMap(\.farPlaces) where !lines.contains("  note: " + text) {
      lines.append("  note: " + text)
    }
    for line in answers.flatMap({ IncidentText.lines($0.route, tellsAll: tellsAll) })
    where !lines.contains(line) {
      lines.append(line)
    }
    for notice in answers.flatMap(\.route.notices) where seen.insert(notice).inserted {
      if case .potential = notice {
        maybes += 1
        if !tellsAll && maybes > Self.maybes { continue }
      }
      lines.append("  note: " + notice.text)
    }
    if !tellsAll && maybes > Self.maybes {
      lines.append(
        "  note: \(Text.count(maybes - Self.maybes)) more rules may hold and were not applied: "
          + "--all-roads lists all")
    }
    return lines
  }

  /// The roads that only one of two routes takes.
  private func difference(_ a: Answer, _ b: Answer) -> [String] {
    let differences = [(a, b), (b, a)].map { own, other -> String in
      let ways = Set(other.route.sections.flatMap(\.edges).map(\.wayID))
      var titles: [String] = []
      var metres = 0.0
      for stretch in own.route.sections.flatMap({ RoadStretch.stretches(of: $0) }) {
        let apart = stretch.edges.filter { !ways.contains($0.wayID) }
        metres += apart.lengthMetres
        if !apart.isEmpty, !titles.contains(stretch.title) { titles.append(stretch.title) }
      }
      if metres == 0 { return "" }
      let told = tellsAll ? titles[...] : titles.prefix(Self.titles)
      let rest = titles.count - told.count
      return "only \(own.label) (\(Text.distance(metres))): \(told.joined(separator: ", "))"
        + (rest > 0 ? " and \(Text.count(rest)) more" : "")
    }
    let said = differences.filter { !$0.isEmpty }
    return said.isEmpty ? ["\(a.label) and \(b.label) take the same roads"] : said
  }
}

/// Consecutive edges of one road.
struct RoadStretch {
  var name: String?
  var ref: String?
  var edges: [RouteEdge]
  /// The index of the edge that defines the kind of road; a first piece may be too short.
  var lead = 0

  /// The name of the road, or its kind if it has none.
  var title: String {
    let kind = lead < edges.count ? Self.kind(edges[lead].road) : "road"
    return switch (name, ref) {
    case (let name?, let ref?): "\(name) (\(ref))"
    case (let name?, nil): name
    case (nil, let ref?): ref
    case (nil, nil): kind
    }
  }

  static func kind(_ road: RoadAttributes) -> String {
    if road.flags.contains(.ferry) { return "ferry" }
    if road.flags.contains(.roundabout) { return "roundabout" }
    let name = road.roadClass.tagValue.split(separator: "_").joined(separator: " ")
    return road.flags.contains(.link) ? "\(name) link" : name
  }

  /// The length in metres below which a stretch between two of the same road is part of it.
  ///
  /// An example is a roundabout.
  private static let gap = 100.0

  /// The roads of a section in order, with consecutive stretches of one road joined.
  ///
  /// Stretches with the same name are one road, even with different numbers. So are stretches with
  /// the same number and no other name, and a short stretch between two of them.
  static func roads(of section: RouteSection) -> [RoadStretch] {
    var roads: [RoadStretch] = []
    for stretch in stretches(of: section) {
      var stretch = stretch
      if roads.count >= 2, roads[roads.count - 1].edges.lengthMetres < gap,
        roads[roads.count - 2].isOneRoad(with: stretch)
      {
        let between = roads.removeLast()
        stretch.edges = between.edges + stretch.edges
      }
      if let last = roads.last, last.isOneRoad(with: stretch) {
        let isLonger = stretch.edges.lengthMetres > last.edges.lengthMetres
        let (name, ref) = isLonger ? (stretch.name, stretch.ref) : (last.name, last.ref)
        let edges = last.edges + stretch.edges
        roads[roads.count - 1] = RoadStretch(
          name: name ?? last.name ?? stretch.name, ref: ref ?? last.ref ?? stretch.ref, edges: edges
        )
      } else {
        roads.append(stretch)
      }
    }
    return roads
  }

  private func isOneRoad(with other: RoadStretch) -> Bool {
    if let name, let its = other.name { return name == its }
    guard let ref, let its = other.ref else { return false }
    let numbers = [ref, its].map { Set($0.split(separator: ";").map { $0.filter { $0 != " " } }) }
    return !numbers[0].isDisjoint(with: numbers[1])
  }

  /// The stretches of a section in order: one for each change of name or number.
  static func stretches(of section: RouteSection) -> [RoadStretch] {
    var stretches: [RoadStretch] = []
    let told = section.edges.told
    for edge in section.edges[told] {
      let isSame =
        stretches.last.map {
          $0.name == edge.name && $0.ref == edge.ref
            && ($0.name != nil || $0.ref != nil
              || $0.edges.last.map { kind($0.road) == kind(edge.road) } ?? false)
        } ?? false
      if isSame {
        stretches[stretches.count - 1].edges.append(edge)
      } else {
        stretches.append(RoadStretch(name: edge.name, ref: edge.ref, edges: [edge]))
      }
    }
    guard !stretches.isEmpty else { return [] }
    stretches[0].edges.insert(contentsOf: section.edges[..<told.lowerBound], at: 0)
    stretches[0].lead = told.lowerBound
    stretches[stretches.count - 1].edges += section.edges[told.upperBound...]
    return stretches
  }
}
