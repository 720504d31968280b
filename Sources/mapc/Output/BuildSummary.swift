import Bytes
import MapCompiler
import OSMInput
import RoadModel
import RoadRules

/// A build's report in words and as JSON.
struct BuildSummary {
  private let report: BuildReport

  init(_ report: BuildReport) { self.report = report }

  /// A few lines for people: what came in, what was used, what was refused and why.
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
        "crowded  \(Text.count(report.leftOutStretches)) stretches of road left out at "
          + "\(Text.count(report.crowdedNodes)) nodes where more than 128 roads meet "
          + "(\(nodes.joined(separator: ", ")))")
    }
    lines.append(
      "turns    \(Text.count(report.usedRestrictions)) restrictions in force"
        + (report.usedViaWayRestrictions > 0
          ? " (\(Text.count(report.usedViaWayRestrictions)) over ways)" : "")
        + refused(report.refusedRestrictions))
    let limits = LimitKind.allCases.compactMap { kind in
      report.limits[kind].map { "\($0) \(kind.key)" }
    }
    lines.append(
      "limits   " + (limits.isEmpty ? "none" : limits.joined(separator: ", "))
        + (report.conditionalRules > 0
          ? "; \(Text.count(report.conditionalRules)) rules under conditions" : ""))
    lines.append("country  " + place)
    lines += problemLines
    lines.append(
      "wrote    \(output): \(Text.bytes(report.fileBytes)), \(Text.count(report.junctions)) "
        + "junctions, \(Text.count(report.edges)) directed edges, \(report.tiles) tiles")
    let seconds = report.phases.reduce(0) { $0 + $1.seconds }
    lines.append(
      "took     \(Text.fixed(seconds, 2)) s ("
        + report.phases.map { "\($0.name) \(Text.fixed($0.seconds, 2))" }.joined(separator: ", ")
        + ")")
    return lines
  }

  private var place: String {
    guard let country = report.country else {
      return "not known: trucks get general speeds and conditions on time need an offset; "
        + "give --country"
    }
    return "\(country), time zone \(report.timeZone ?? "not known: give --timezone")"
  }

  private var problemLines: [String] {
    let problems = report.problems
    guard !problems.isEmpty else { return [] }
    let total = problems.reduce(report.unlistedProblems) { $0 + $1.count }
    var lines = ["doubts   \(Text.count(total)) tags not taken as they stand, most often:"]
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
      ("deleted", input.deleted), ("with a place not on earth", input.badCoordinates),
      ("unreadable", input.badElements), ("duplicate nodes", report.duplicateNodes),
      ("duplicate ways", report.duplicateWays),
      ("references to nodes that are not in the input", report.missingNodes),
    ]
  }

  private func refused(_ reasons: [String: Int]) -> String {
    guard !reasons.isEmpty else { return "" }
    let sorted = reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return "; refused: "
      + sorted.map { "\(Text.count($0.value)) \($0.key)" }.joined(separator: ", ")
  }

  /// The whole report.
  func json(output: String) -> JSON {
    var members: [(String, JSON)] = [("output", .string(output))]
    if let input = report.input {
      members.append(
        (
          "input",
          .object([
            ("encoding", .string(input.encoding.rawValue)), ("bytes", .int(input.bytesRead)),
            ("nodes", .int(input.nodes)), ("ways", .int(input.ways)),
            ("relations", .int(input.relations)), ("deleted", .int(input.deleted)),
            ("bad_coordinates", .int(input.badCoordinates)),
            ("bad_elements", .int(input.badElements)),
            ("duplicate_nodes", .int(report.duplicateNodes)),
            ("duplicate_ways", .int(report.duplicateWays)),
            ("missing_nodes", .int(report.missingNodes)),
          ])
        ))
    }
    members += [
      ("ways", .int(report.usedWays)), ("refused_ways", counts(report.refusedWays)),
      ("left_out_stretches", .int(report.leftOutStretches)),
      ("crowded_nodes", .int(report.crowdedNodes)),
      (
        "crowded_node_examples",
        .array(
          report.crowdedNodeExamples.map { node in
            .object([("node_id", .int(Int(node.id))), ("roads", .int(node.roads))])
          })
      ),
      ("restrictions", .int(report.usedRestrictions)),
      ("via_way_restrictions", .int(report.usedViaWayRestrictions)),
      ("refused_restrictions", counts(report.refusedRestrictions)),
      (
        "limits",
        .object(
          LimitKind.allCases.compactMap { kind in report.limits[kind].map { (kind.key, .int($0)) } }
        )
      ),
      ("country", report.country.map { .string($0) } ?? .null),
      ("timezone", report.timeZone.map { .string($0) } ?? .null),
      ("conditional_rules", .int(report.conditionalRules)),
      (
        "problems",
        .array(
          report.problems.map { problem in
            .object([
              ("key", .string(problem.problem.key)), ("value", .string(problem.problem.value)),
              ("reason", .string(problem.problem.reason.text)), ("count", .int(problem.count)),
              ("examples", .array(problem.examples.map { .string($0) })),
            ])
          })
      ),
      ("unlisted_problems", .int(report.unlistedProblems)),
      ("limit_tags", .array(report.limitTags.sorted { $0.key < $1.key }.map(limitTag))),
      ("unlisted_limit_tags", .int(report.unlistedLimitTags)),
      ("road_m", .number(report.roadMetres, decimals: 0)), ("junctions", .int(report.junctions)),
      ("segments", .int(report.segments)), ("directed_edges", .int(report.edges)),
      ("tiles", .int(report.tiles)), ("bytes", .int(report.fileBytes)),
      ("seconds", .object(report.phases.map { ($0.name, .number($0.seconds, decimals: 3)) })),
    ]
    return .object(members)
  }

  /// A limit tag, and what was understood of it.
  private func limitTag(_ tag: BuildReport.LimitTag, _ count: Int) -> JSON {
    let reading = tag.reading
    return .object([
      ("key", .string(tag.key)), ("value", .string(tag.value)), ("count", .int(count)),
      ("means", .array(reading.rules.map { .string($0.tag) })),
      ("problems", .array(reading.problems.map { .string($0.reason.text) })),
    ])
  }

  private func counts(_ reasons: [String: Int]) -> JSON {
    .object(reasons.sorted { $0.key < $1.key }.map { ($0.key, .int($0.value)) })
  }
}
