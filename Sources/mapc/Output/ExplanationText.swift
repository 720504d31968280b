import Geo
import RoadModel
import Routing

/// Explanations of roads, for people and as JSON (Formats/cli-json.md).
struct ExplanationText {
  private let found: [RoadExplanation]
  private let label: String
  private let mode: Mode

  init(_ found: [RoadExplanation], _ label: String, _ mode: Mode) {
    self.found = found
    self.label = label
    self.mode = mode
  }

  var lines: [String] {
    var lines: [String] = []
    for road in found {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(road)
    }
    return lines
  }

  private func lines(_ road: RoadExplanation) -> [String] {
    let step = RoadStep(name: road.name, ref: road.ref, edges: [])
    let title = road.name == nil && road.ref == nil ? RoadStep.kind(road.road) : step.title
    var lines = [
      "\(title) (way \(road.wayID)), \(Text.distance(road.distanceMetres)) from the place, "
        + "\(Text.distance(road.lengthMetres)) between junctions",
      "  " + Self.facts(road.road).joined(separator: ", "),
    ]
    for side in road.sides {
      lines.append(
        "  \(side.direction == .forward ? "along" : "against") the way, towards "
          + "\(Self.compass(side.heading)): \(verdict(side.verdict))"
          + (side.verdict == .closed ? "" : ", about \(Text.fixed(side.speedKmh, 0)) km/h"))
      lines += Self.aligned(side.rules)
    }
    for junction in road.junctions {
      lines.append(
        "  junction at \(junction.position) (node \(junction.nodeID)): "
          + verdict(junction.verdict))
      lines += Self.aligned(junction.rules)
    }
    return lines
  }

  private func verdict(_ verdict: RoadExplanation.Verdict) -> String {
    switch verdict {
    case .open: "open to \(label)"
    case .endsOnly: "open to \(label) only where the trip begins or ends here"
    case .closed: "closed to \(label)"
    }
  }

  private static func aligned(_ rules: [RoadExplanation.Rule]) -> [String] {
    let width = min(rules.map(\.tag.count).max() ?? 0, 40)
    return rules.map { rule in
      "    " + rule.tag + String(repeating: " ", count: max(0, width - rule.tag.count)) + "  "
        + rule.text
    }
  }

  /// What the road is, in words.
  private static func facts(_ road: RoadAttributes) -> [String] {
    let isRoute = road.roadClass == .ferry || road.roadClass == .carTrain
    var facts = [
      isRoute
        ? "route=\(road.roadClass == .ferry ? "ferry" : "shuttle_train")"
        : "highway=\(road.roadClass.tagValue)\(road.flags.contains(.link) ? "_link" : "")"
    ]
    if road.surface != .unknown { facts.append("surface \(road.surface)") }
    if road.lanes > 0 { facts.append("lanes=\(road.lanes)") }
    if road.trackGrade > 0 { facts.append("tracktype=grade\(road.trackGrade)") }
    let named: [(RoadFlags, String)] = [
      (.toll, "toll=yes"), (.truckToll, "toll:hgv=yes"), (.tunnel, "tunnel=yes"),
      (.bridge, "bridge=yes"), (.roundabout, "junction=roundabout"),
      (.onewayForward, "oneway=yes"), (.onewayBackward, "oneway=-1"),
      (.motorroad, "motorroad=yes"), (.builtUp, "built-up area"),
      (.minorService, "minor service"), (.truckNetwork, "network for heavy goods vehicles"),
    ]
    return facts + named.filter { road.flags.contains($0.0) }.map(\.1)
  }

  private static func compass(_ degrees: Double) -> String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return names[Int((degrees / 45).rounded()) % 8]
  }

  // MARK: JSON

  var json: JSON {
    .object([
      ("vehicle", .string(label)), ("profile", .string(mode.name)),
      ("roads", .array(found.map(json))),
    ])
  }

  private func json(_ road: RoadExplanation) -> JSON {
    .object([
      ("way_id", .int(Int(road.wayID))), ("name", road.name.map { .string($0) } ?? .null),
      ("ref", road.ref.map { .string($0) } ?? .null),
      ("facts", .array(Self.facts(road.road).map { .string($0) })),
      ("length_m", .number(road.lengthMetres, decimals: 2)),
      ("at", RouteJSON.place(road.position)),
      ("distance_m", .number(road.distanceMetres, decimals: 2)),
      ("sides", .array(road.sides.map(json))), ("junctions", .array(road.junctions.map(json))),
    ])
  }

  private func json(_ side: RoadExplanation.Side) -> JSON {
    .object([
      ("forward", .bool(side.direction == .forward)),
      ("heading", .number(side.heading, decimals: 1)),
      ("verdict", .string(side.verdict.rawValue)),
      ("speed_kmh", .number(side.speedKmh, decimals: 1)), ("rules", .array(side.rules.map(json))),
    ])
  }

  private func json(_ junction: RoadExplanation.JunctionRules) -> JSON {
    .object([
      ("node_id", .int(Int(junction.nodeID))), ("at", RouteJSON.place(junction.position)),
      ("verdict", .string(junction.verdict.rawValue)),
      ("rules", .array(junction.rules.map(json))),
    ])
  }

  private func json(_ rule: RoadExplanation.Rule) -> JSON {
    .object([
      ("tag", .string(rule.tag)), ("effect", .string(rule.effect.rawValue)),
      ("text", .string(rule.text)),
    ])
  }
}
