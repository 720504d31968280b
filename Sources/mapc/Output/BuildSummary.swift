import Bytes
import JSON
import MapCompiler
import OSMInput
import RoadModel
import RoadRules

/// The report of a build as text and as JSON.
struct BuildSummary {
  private let report: BuildReport

  init(_ report: BuildReport) { self.report = report }

  /// A few lines for people: what was read, used and refused, with reasons.
  func lines(output: String) -> [String] {
    var lines: [String] = []
    if let input = report.input {
      lines.append(
        "read     \(Text.count(input.nodes)) nodes, \(Text.count(input.ways)) ways, "
          + "\(Text.count(input.relations)) relations (\(Text.bytes(input.bytesRead)))")
      let flaws = inputFlaws(input).filter { $0.1 > 0 }
      if !flaws.isEmpty {
        lines.append(
          "skipped  " + flaws.map { "\(Text.count($0.1)) \($0.0)" }.joined(separator: ", "))
      }
    }
    lines.append(
      "roads    \(Text.count(report.usedWays)) ways, \(Text.distance(report.roadMetres))"
        + refused(report.refusedWays))
    if report.leftOutStretches > 0 {
      let nodes = report.crowdedNodeExamples.map { "node \($0.id): \(Text.count($0.roads))" }
      lines.append(
        "crowded  \(Text.count(report.leftOutStretches)) road segments left out at "
          + "\(Text.count(report.crowdedNodes)) nodes where more than 128 roads meet "
          + "(\(nodes.joined(separator: ", ")))")
    }
    lines.append(
      "turns    \(Text.count(report.usedRestrictions)) restrictions in force"
        + (report.usedViaWayRestrictions > 0
          ? " (\(Text.count(report.usedViaWayRestrictions)) via ways)" : "")
        + refused(report.refusedRestrictions))
    if report.usedDestinationSigns > 0 || !report.refusedDestinationSigns.isEmpty {
      lines.append(
        "signs    \(Text.count(report.usedDestinationSigns)) destination signs"
          + refused(report.refusedDestinationSigns))
    }
    let limits = LimitKind.allCases.compactMap { kind in
      report.limits[kind].map { "\($0) \(kind.key)" }
    }
    lines.append(
      "limits   " + (limits.isEmpty ? "none" : limits.joined(separator: ", "))
        + (report.conditionalRules > 0
          ? "; \(Text.count(report.conditionalRules)) conditional rules" : ""))
    lines.append("country  " + place)
    if let elevation = report.elevation { lines.append("heights  " + text(elevation)) }
    lines += problemLines
    lines.append(
      "wrote    \(output): \(Text.bytes(report.fileBytes)), \(Text.count(report.junctions)) "
        + "junctions, \(Text.count(report.edges)) directed edges, "
        + "\(report.tiles) tile\(report.tiles == 1 ? "" : "s")")
    let seconds = report.phases.reduce(0) { $0 + $1.seconds }
    lines.append(
      "took     \(Text.fixed(seconds, 2)) s ("
        + report.phases.map { "\($0.name) \(Text.fixed($0.seconds, 2))" }.joined(separator: ", ")
        + ")")
    return lines
  }

  private func text(_ elevation: ElevationReport) -> String {
    var parts = ["\(Text.count(elevation.segments)) segments have a profile"]
    if elevation.unknownSegments > 0 {
      parts.append("\(Text.count(elevation.unknownSegments)) have none")
    }
    if elevation.filledPlaces > 0 {
      parts.append("\(Text.count(elevation.filledPlaces)) places filled from around voids")
    }
    if elevation.unknownPlaces > 0 {
      parts.append("\(Text.count(elevation.unknownPlaces)) places without a height")
    }
    parts.append("\(Text.count(elevation.straightSegments)) on bridges, in tunnels or on water")
    parts.append("steepest for cars \(elevation.maximumGradePercent) %")
    let missing = elevation.missingFiles
    if !missing.isEmpty {
      let names = missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : "")
      parts.append("no file for \(names)")
    }
    return parts.joined(separator: "; ")
  }

  private var place: String {
    guard let country = report.country else {
      return "unknown: trucks get default speeds, and time conditions need a UTC offset; "
        + "give --country"
    }
    return "\(country), time zone \(report.timeZone ?? "unknown: give --timezone")"
  }

  private var problemLines: [String] {
    let problems = report.problems
    guard !problems.isEmpty else { return [] }
    let total = problems.reduce(report.unlistedProblems) { $0 + $1.count }
    var lines = ["tags     \(Text.count(total)) tags not used as written; the most frequent:"]
    for problem in problems.prefix(8) {
      let tag =
        "\(TerminalText.brief(problem.problem.key))=\(TerminalText.brief(problem.problem.value, 60))"
      lines.append(
        "         \(problem.count) x \(tag): \(problem.problem.reason.text) "
          + "(\(problem.examples.joined(separator: ", ")))")
    }
    if problems.count > 8 {
      let isAll = report.unlistedProblems == 0
      lines.append(
        "         and \(isAll ? "" : "more than ")\(Text.count(problems.count - 8)) more kinds: "
          + "--json lists \(isAll ? "all" : "\(Text.count(problems.count))")")
    }
    return lines
  }

  private func inputFlaws(_ input: OSMSummary) -> [(String, Int)] {
    [
      ("deleted", input.deleted), ("with coordinates out of range", input.badCoordinates),
      ("unreadable", input.badElements), ("duplicate nodes", report.duplicateNodes),
      ("duplicate ways", report.duplicateWays),
      ("references to nodes missing from the input", report.missingNodes),
    ]
  }

  private func refused(_ reasons: [String: Int]) -> String {
    guard !reasons.isEmpty else { return "" }
    let sorted = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "; refused: "
      + sorted.map { "\(Text.count($0.value)) \($0.key)" }.joined(separator: ", ")
  }

  /// The complete report.
  func json(output: String) -> String {
    var json = JSONWriter()
    json.object {
      $0.string("output", output)
      writeInput(to: &$0)
      writeRules(to: &$0)
      writeProblems(to: &$0)
      $0.number("road_m", report.roadMetres, decimals: 0)
      $0.int("junctions", report.junctions)
      $0.int("segments", report.segments)
      $0.int("directed_edges", report.edges)
      $0.int("tiles", report.tiles)
      $0.int("bytes", report.fileBytes)
      $0.object("seconds") { phases in
        for phase in report.phases { phases.number(phase.name, phase.seconds, decimals: 3) }
      }
    }
    return json.text
  }

  private func writeInput(to json: inout JSONWriter) {
    guard let input = report.input else { return }
    json.object("input") {
      $0.string("encoding", input.encoding.rawValue)
      $0.int("bytes", input.bytesRead)
      $0.int("nodes", input.nodes)
      $0.int("ways", input.ways)
      $0.int("relations", input.relations)
      $0.int("deleted", input.deleted)
      $0.int("bad_coordinates", input.badCoordinates)
      $0.int("bad_elements", input.badElements)
      $0.int("duplicate_nodes", report.duplicateNodes)
      $0.int("duplicate_ways", report.duplicateWays)
      $0.int("missing_nodes", report.missingNodes)
    }
  }

  private func writeRules(to json: inout JSONWriter) {
    json.int("ways", report.usedWays)
    write("refused_ways", report.refusedWays, to: &json)
    json.int("left_out_stretches", report.leftOutStretches)
    json.int("crowded_nodes", report.crowdedNodes)
    json.array("crowded_node_examples") { list in
      for node in report.crowdedNodeExamples {
        list.object {
          $0.int("node_id", Int(node.id))
          $0.int("roads", node.roads)
        }
      }
    }
    json.int("restrictions", report.usedRestrictions)
    json.int("via_way_restrictions", report.usedViaWayRestrictions)
    write("refused_restrictions", report.refusedRestrictions, to: &json)
    json.int("destination_signs", report.usedDestinationSigns)
    write("refused_destination_signs", report.refusedDestinationSigns, to: &json)
    json.object("limits") {
      for kind in LimitKind.allCases {
        if let count = report.limits[kind] { $0.int(kind.key, count) }
      }
    }
    json.string("country", report.country)
    json.string("timezone", report.timeZone)
    json.int("conditional_rules", report.conditionalRules)
    guard let elevation = report.elevation else { return }
    json.object("elevation") {
      $0.strings("files", elevation.files)
      $0.strings("missing_files", elevation.missingFiles)
      $0.int("segments", elevation.segments)
      $0.int("unknown_segments", elevation.unknownSegments)
      $0.int("filled_places", elevation.filledPlaces)
      $0.int("unknown_places", elevation.unknownPlaces)
      $0.int("straight_segments", elevation.straightSegments)
      $0.int("maximum_grade_percent", elevation.maximumGradePercent)
    }
  }

  private func writeProblems(to json: inout JSONWriter) {
    json.array("problems") { list in
      for problem in report.problems {
        list.object {
          $0.string("key", problem.problem.key)
          $0.string("value", problem.problem.value)
          $0.string("reason", problem.problem.reason.text)
          $0.int("count", problem.count)
          $0.strings("examples", problem.examples)
        }
      }
    }
    json.int("unlisted_problems", report.unlistedProblems)
    json.array("limit_tags") { list in
      for (tag, count) in report.limitTags.sorted(by: { $0.key < $1.key }) {
        let reading = tag.reading
        list.object {
          $0.string("key", tag.key)
          $0.string("value", tag.value)
          $0.int("count", count)
          $0.strings("means", reading.rules.map(\.tag))
          $0.strings("problems", reading.problems.map(\.reason.text))
        }
      }
    }
    json.int("unlisted_limit_tags", report.unlistedLimitTags)
  }

  private func write(_ key: String, _ reasons: [String: Int], to json: inout JSONWriter) {
    json.object(key) {
      for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) { $0.int(reason, count) }
    }
  }
}
