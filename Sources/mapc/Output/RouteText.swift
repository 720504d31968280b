import RoadModel
import Routing

/// Routes in words: length, time, the roads in order, and where two routes differ.
struct RouteText {
  private let answers: [Answer]

  init(_ answers: [Answer]) { self.answers = answers }

  var text: String {
    var lines: [String] = []
    for answer in answers {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(answer)
    }
    if answers.count == 2 { lines += [""] + difference(answers[0], answers[1]) }
    return lines.map { $0 + "\n" }.joined()
  }

  private func lines(_ answer: Answer) -> [String] {
    var lines = [
      "\(answer.label): \(Text.distance(answer.route.lengthMetres)), "
        + Text.duration(answer.route.durationSeconds)
    ]
    for (index, section) in answer.route.sections.enumerated() {
      if answer.route.sections.count > 1 {
        lines.append(
          "  to stop \(index + 1): \(Text.distance(section.lengthMetres)), "
            + Text.duration(section.durationSeconds))
      }
      for step in RoadStep.steps(of: section) {
        let length = Text.distance(step.edges.lengthMetres)
        lines.append(
          "  " + String(repeating: " ", count: max(0, 9 - length.count)) + length
            + "  " + step.title)
      }
    }
    return lines + (answer.farPlaces + answer.route.notices.map(\.text)).map { "  note: " + $0 }
  }

  /// The roads that only one of two routes takes.
  private func difference(_ a: Answer, _ b: Answer) -> [String] {
    let differences = [(a, b), (b, a)].map { own, other -> String in
      let ways = Set(other.route.sections.flatMap(\.edges).map(\.wayID))
      var titles: [String] = []
      var metres = 0.0
      for step in own.route.sections.flatMap({ RoadStep.steps(of: $0) }) {
        let apart = step.edges.filter { !ways.contains($0.wayID) }
        metres += apart.lengthMetres
        if !apart.isEmpty, !titles.contains(step.title) { titles.append(step.title) }
      }
      return metres == 0
        ? "" : "only \(own.label) (\(Text.distance(metres))): \(titles.joined(separator: ", "))"
    }
    let said = differences.filter { !$0.isEmpty }
    return said.isEmpty ? ["\(a.label) and \(b.label) take the same way"] : said
  }
}

/// Consecutive edges of one road.
struct RoadStep {
  var name: String?
  var ref: String?
  var edges: [RouteEdge]
  /// The edge that says what it is: before it there may be a piece at the start that is too short to be told of.
  var lead = 0

  /// What the road is called, or what it is where it has no name.
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

  /// The roads of a section in order.
  static func steps(of section: RouteSection) -> [RoadStep] {
    var steps: [RoadStep] = []
    let told = section.edges.told
    for edge in section.edges[told] {
      let isSame =
        steps.last.map {
          $0.name == edge.name && $0.ref == edge.ref
            && ($0.name != nil || $0.ref != nil
              || $0.edges.last.map { kind($0.road) == kind(edge.road) } ?? false)
        } ?? false
      if isSame {
        steps[steps.count - 1].edges.append(edge)
      } else {
        steps.append(RoadStep(name: edge.name, ref: edge.ref, edges: [edge]))
      }
    }
    guard !steps.isEmpty else { return [] }
    steps[0].edges.insert(contentsOf: section.edges[..<told.lowerBound], at: 0)
    steps[0].lead = told.lowerBound
    steps[steps.count - 1].edges += section.edges[told.upperBound...]
    return steps
  }
}
