import Geo
import JSON
import RoadModel
import RouteModel

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
    let stretch = RoadStretch(name: road.name, ref: road.ref, edges: [])
    let title = road.name == nil && road.ref == nil ? RoadStretch.kind(road.road) : stretch.title
    var lines = [
      "\(title) (way \(road.wayID)), \(Text.distance(road.distanceMetres)) away, "
        + "\(Text.distance(road.lengthMetres)) between junctions",
      "  " + Self.facts(road.road).joined(separator: ", "),
    ]
    for side in road.sides {
      lines.append(
        "  \(side.direction == .forward ? "forward" : "backward"), towards "
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
    case .endsOnly: "open to \(label) for destination access only"
    case .closed: "closed to \(label)"
    case .unknown(let word): "\(word) to \(label)"
    }
  }

  private static func aligned(_ rules: [RoadExplanation.Rule]) -> [String] {
    let width = min(rules.map(\.tag.count).max() ?? 0, 40)
    return rules.map { rule in
      "    " + rule.tag + String(repeating: " ", count: max(0, width - rule.tag.count)) + "  "
        + rule.text
    }
  }

  /// The properties of the road.
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
    let isCircular = road.flags.contains(.circular)
    let named: [(RoadFlags, String)] = [
      (.toll, "toll=yes"), (.truckToll, "toll:hgv=yes"), (.tunnel, "tunnel=yes"),
      (.bridge, "bridge=yes"),
      (isCircular ? .circular : .roundabout, "junction=\(isCircular ? "circular" : "roundabout")"),
      (.onewayForward, "oneway=yes"), (.onewayBackward, "oneway=-1"),
      (.motorroad, "motorroad=yes"), (.builtUp, "built-up area"),
      (.minorService, "minor service road"), (.truckNetwork, "heavy goods network"),
      (.scenic, "scenic=yes"), (.vignette, "vignette=yes"),
    ]
    return facts + named.filter { road.flags.contains($0.0) }.map(\.1)
  }

  private static func compass(_ degrees: Double) -> String {
    let names = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    return names[Int((degrees / 45).rounded()) % 8]
  }

  // MARK: JSON

  var json: String {
    var json = JSONWriter()
    json.object { answer in
      answer.string("vehicle", label)
      answer.string("profile", mode.name)
      answer.array("roads") { list in
        for road in found { list.object { write(road, to: &$0) } }
      }
    }
    return json.text
  }

  private func write(_ road: RoadExplanation, to json: inout JSONWriter) {
    json.int("way_id", Int(road.wayID))
    json.string("name", road.name)
    json.string("ref", road.ref)
    json.strings("facts", Self.facts(road.road))
    json.number("length_m", road.lengthMetres, decimals: 2)
    json.place("at", road.position)
    json.number("distance_m", road.distanceMetres, decimals: 2)
    json.array("sides") { list in
      for side in road.sides {
        list.object {
          $0.bool("forward", side.direction == .forward)
          $0.number("heading", side.heading, decimals: 1)
          $0.string("verdict", side.verdict.rawValue)
          $0.number("speed_kmh", side.speedKmh, decimals: 1)
          write(side.rules, to: &$0)
        }
      }
    }
    json.array("junctions") { list in
      for junction in road.junctions {
        list.object {
          $0.int("node_id", Int(junction.nodeID))
          $0.place("at", junction.position)
          $0.string("verdict", junction.verdict.rawValue)
          write(junction.rules, to: &$0)
        }
      }
    }
  }

  private func write(_ rules: [RoadExplanation.Rule], to json: inout JSONWriter) {
    json.array("rules") { list in
      for rule in rules {
        list.object {
          $0.string("tag", rule.tag)
          $0.string("effect", rule.effect.rawValue)
          $0.string("text", rule.text)
        }
      }
    }
  }
}
