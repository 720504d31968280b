import Geo
import MapReader
import OSMInput
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Car routes obey one-way streets, turn restrictions and the plainest access rules, told from the OSM
/// file itself: this file reads the tags on its own and shares nothing with the compiler's rules.
@Suite struct SourceRulesTests {
  static let extracts = TestData.extracts.filter { !$0.hasPrefix("synth") }

  @Test(
    "no car route breaks a one-way street, a turn restriction or a footway",
    .timeLimit(.minutes(60)),
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func carRoutes(_ name: String) async throws {
    let path = TestData.path(name)
    var source = SourceRules()
    _ = try OSMReader(.file(path)).read(into: &source) { _, _ in true }
    let built = try await BuiltMap(extract: name)
    let engine = OfflineRoutingEngine(map: built.map)
    var random = SeededGenerator(seed: 7)
    var edges = 0
    var turns = 0
    for (from, to) in source.trips(&random) {
      let request = RouteRequest(waypoints: [Waypoint(from), Waypoint(to)])
      guard let section = try? await engine.routes(for: request).routes[0].sections[0] else {
        continue
      }
      for edge in section.edges {
        edges += 1
        if source.oneWays.contains(edge.wayID) {
          #expect(edge.isForward, "\(name): against one-way street \(edge.wayID), \(from) to \(to)")
        }
        #expect(
          !source.noCars.contains(edge.wayID), "\(name): car on way \(edge.wayID), \(from) to \(to)"
        )
      }
      for (a, b) in zip(section.edges, section.edges.dropFirst()) {
        let place = section.polyline[a.points.upperBound]
        guard let rule = source.rules[place]?.first(where: { $0.from == a.wayID }) else { continue }
        turns += 1
        let turn = "\(name): relation \(rule.id), way \(a.wayID) to \(b.wayID), \(from) to \(to)"
        if rule.isOnly {
          #expect(b.wayID == rule.to, "\(turn)")
        } else if rule.to != rule.from {
          #expect(b.wayID != rule.to, "\(turn)")
        }
      }
    }
    #expect(edges > 0, "\(name): no trip could be checked")
    print("\(name): \(edges) edges and \(turns) restricted junctions checked")
  }
}

/// What a car must not do, in the words of the file.
private struct SourceRules: OSMVisitor {
  struct Rule {
    var id: Int64
    var from: Int64
    var to: Int64
    var isOnly: Bool
  }

  var oneWays: Set<Int64> = []
  var noCars: Set<Int64> = []
  /// Rules by the place of their via node; only those without conditions, exceptions or vehicles.
  var rules: [Coordinate: [Rule]] = [:]
  private var nodes: [Int64: Coordinate] = [:]
  private var ends: [Int64: (first: Int64, last: Int64)] = [:]
  private var tripEnds: [(Int64, Int64)] = []
  private var roads: [Int64] = []

  private static let accessKeys: [StaticString] = [
    "access", "vehicle", "motor_vehicle", "motorcar", "access:conditional",
    "motor_vehicle:conditional", "vehicle:conditional",
  ]

  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    nodes[id] = position
  }

  mutating func way(_ id: Int64, nodes refs: borrowing [Int64], tags: borrowing OSMTags) {
    guard let highway = tags.value(for: "highway"), let first = refs.first, let last = refs.last
    else { return }
    ends[id] = (first, last)
    let isPlain = !Self.accessKeys.contains { tags.hasKey($0) }
    if isPlain, ["footway", "steps", "cycleway", "path", "pedestrian"].contains(highway) {
      noCars.insert(id)
    } else if ["residential", "tertiary", "secondary", "primary"].contains(highway) {
      roads.append(first)
    }
    if tags.value(for: "oneway", equals: "yes"), !tags.hasKey("oneway:conditional") {
      oneWays.insert(id)
    }
  }

  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {
    guard tags.value(for: "type", equals: "restriction"), let kind = tags.value(for: "restriction"),
      kind.hasPrefix("no_") || kind.hasPrefix("only_"), !tags.hasKey("except"),
      !tags.hasKey("day_on"), !tags.hasKey("hour_on"), !tags.hasKey("restriction:conditional")
    else { return }
    let members = copy members
    let froms = members.filter { $0.role == "from" }
    let tos = members.filter { $0.role == "to" }
    let vias = members.filter { $0.role == "via" }
    guard froms.count == 1, tos.count == 1, vias.count == 1, vias[0].kind == .node,
      let place = nodes[vias[0].ref], let from = ends[froms[0].ref], let to = ends[tos[0].ref],
      // Members that run on through the via node need the turn's direction: left to other tests.
      from.first != from.last, to.first != to.last,
      from.first == vias[0].ref || from.last == vias[0].ref,
      to.first == vias[0].ref || to.last == vias[0].ref
    else { return }
    rules[place, default: []].append(
      Rule(id: id, from: froms[0].ref, to: tos[0].ref, isOnly: kind.hasPrefix("only_")))
    tripEnds.append(
      (
        from.first == vias[0].ref ? from.last : from.first,
        to.first == vias[0].ref ? to.last : to.first
      ))
  }

  /// Trips that would like to make the forbidden turns, and random ones.
  func trips(_ random: inout SeededGenerator) -> [(Coordinate, Coordinate)] {
    var result: [(Coordinate, Coordinate)] = []
    for (from, to) in tripEnds.prefix(300) {
      if let from = nodes[from], let to = nodes[to] { result.append((from, to)) }
    }
    for _ in 0..<100 {
      guard let from = roads.randomElement(using: &random), let a = nodes[from],
        let to = roads.randomElement(using: &random), let b = nodes[to]
      else { continue }
      result.append((a, b))
    }
    return result
  }
}
