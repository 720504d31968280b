import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules
import TestSupport
import Testing

@testable import MapCompiler

/// Input that nobody would map: what is beyond a limit is left out and counted, the rest stays as it is.
@Suite struct BuildLimitsTests {
  // MARK: Crowded nodes

  /// All stretches of some runs, as pairs of places.
  private static func stretches(
    _ runs: [RoadRun], _ nodes: [UInt32], _ marks: [UInt32]
  ) -> [Range<Int>] {
    runs.flatMap { run in
      let cuts = run.nodes.filter { marks[Int(nodes[$0])] == GraphBuilder.isJunction }
      return zip(cuts, cuts.dropFirst()).map { $0..<$1 }
    }
  }

  @Test("of the stretches at a crowded node the first stay, and no others go", arguments: 0..<100)
  func crowd(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let most = Int.random(in: 2...9, using: &random)
    let count = UInt32.random(in: 2...8, using: &random)
    var nodes: [UInt32] = []
    var runs: [RoadRun] = []
    var marks = (0..<count).map { _ in
      Bool.random(using: &random) ? GraphBuilder.isJunction : GraphBuilder.usedOnce
    }
    for way in 0..<Int.random(in: 1...12, using: &random) {
      let start = nodes.count
      for _ in 0..<Int.random(in: 2...6, using: &random) {
        nodes.append(UInt32.random(in: 0..<count, using: &random))
      }
      marks[Int(nodes[start])] = GraphBuilder.isJunction
      marks[Int(nodes[nodes.count - 1])] = GraphBuilder.isJunction
      runs.append(RoadRun(way: way, nodes: start..<nodes.count))
    }
    var free = [Int](repeating: most, count: Int(count))
    let all = Self.stretches(runs, nodes, marks)
    let expected = all.filter { stretch in
      var left = free
      left[Int(nodes[stretch.lowerBound])] -= 1
      left[Int(nodes[stretch.upperBound])] -= 1
      if left.contains(where: { $0 < 0 }) { return false }
      free = left
      return true
    }
    let before = marks
    let ways = Set(runs.map(\.way))
    let crowd = CrowdedNodes(&runs, nodes, &marks, most: most)
    #expect(Self.stretches(runs, nodes, before) == expected)
    #expect(crowd.stretches == all.count - expected.count)
    #expect(crowd.lostWays == ways.count - Set(runs.map(\.way)).count)
    let used = Set(runs.flatMap { run in run.nodes.map { nodes[$0] } })
    for node in 0..<count where expected.count < all.count {
      #expect(marks[Int(node)] == (used.contains(node) ? before[Int(node)] : GraphBuilder.unused))
    }
  }

  /// Roads from one node in the middle, and a street beside it that has nothing to do with them.
  private static func star(_ roads: Int) -> String {
    var xml = "<osm version=\"0.6\">\n<node id=\"1\" lat=\"47\" lon=\"8\"/>\n"
    for road in 0..<roads {
      xml += "<node id=\"\(road + 2)\" lat=\"\(47.001 + Double(road) / 1e5)\" lon=\"8.01\"/>\n"
    }
    xml +=
      "<node id=\"900001\" lat=\"47\" lon=\"8.02\"/><node id=\"900002\" lat=\"47\" lon=\"8.03\"/>"
    for road in 0..<roads {
      xml += "<way id=\"\(road + 1)\"><nd ref=\"1\"/><nd ref=\"\(road + 2)\"/>"
      xml += "<tag k=\"highway\" v=\"residential\"/></way>\n"
    }
    xml += "<way id=\"900001\"><nd ref=\"900001\"/><nd ref=\"900002\"/>"
    return xml + "<tag k=\"highway\" v=\"residential\"/></way>\n</osm>\n"
  }

  @Test(
    "a node takes 128 roads, and those beyond are counted",
    arguments: [10, 128, 129, 2_000, 20_000])
  func star(_ roads: Int) async throws {
    let report = try await BuiltMap(xml: Self.star(roads)).report
    let left = max(0, roads - 128)
    #expect(report.segments == min(roads, 128) + 1)
    #expect(report.junctions == min(roads, 128) + 3)
    #expect(report.leftOutStretches == left)
    #expect(report.crowdedNodes == (left > 0 ? 1 : 0))
    #expect(
      report.crowdedNodeExamples.map { "\($0.id): \($0.roads)" }
        == (left > 0 ? ["1: \(roads)"] : []))
    #expect(report.refusedWays == (left > 0 ? ["more than 128 roads at a node": left] : [:]))
  }

  @Test("a way that goes to and fro keeps its first stretches, and its neighbours")
  func zigzag() async throws {
    let refs = (0..<1_000).map { "<nd ref=\"\($0 % 2 + 1)\"/>" }.joined()
    let map = try await AsciiMap(
      "A---B---C", ways: ["BC": "highway=primary"],
      extra: "<way id=\"900\">\(refs)<tag k=\"highway\" v=\"residential\"/></way>\n"
    ).build()
    // One of the 128 ends at B is that of the other road.
    #expect(map.report.segments == 128)
    #expect(map.report.leftOutStretches == 999 - 127)
    #expect(map.report.usedWays == 2)
    #expect(map.report.refusedWays.isEmpty)
    #expect(try await map.route(from: "A", to: "C") == "ABC")
  }

  // MARK: Restrictions

  /// A network of one long way, cut at each node, with a road before and one behind it.
  private static func chain(_ segments: Int) -> RoadGraph {
    var graph = RoadGraph()
    let ways: [Range<Int>] = [0..<1, 1..<1 + segments, 1 + segments..<2 + segments]
    for node in 0..<segments + 3 {
      graph.positions.append(Coordinate(latitudeUnits: Int32(node) * 1_000, longitudeUnits: 0))
    }
    var open = RoadAttributes(roadClass: .residential)
    open.forwardAccess = AccessTable(.yes, for: .all)
    open.backwardAccess = AccessTable(.yes, for: .all)
    graph.attributes = [open]
    graph.ruleSets = [[]]
    for (way, range) in ways.enumerated() {
      for segment in range {
        graph.from.append(RoadJunction(segment))
        graph.to.append(RoadJunction(segment + 1))
        graph.segmentWay.append(RoadWay(way))
        graph.firstInner.append(0)
      }
      graph.wayIDs.append(Int64(way + 1))
      graph.wayAttributes.append(0)
      graph.wayRules.append(0)
      graph.firstSegment.append(RoadSegment(range.upperBound))
    }
    graph.indexOutgoing()
    return graph
  }

  private static func report(_ segments: Int, _ limits: BuildLimits) -> BuildReport {
    let verdict = RoadRules().restriction([
      "type": "restriction", "restriction": "no_straight_on",
    ])
    guard case .restrictions(let readings) = verdict else { return BuildReport() }
    let members = [("from", 1), ("via", 2), ("to", 3)].map { role, ref in
      OSMMember(kind: .way, ref: ref, role: role)
    }
    let source = RestrictionSource(
      [.init(osmID: 1, readings: readings, members: members)], viaJunctions: [:])
    var report = BuildReport()
    _ = RestrictionResolver(chain(segments), source, limits: limits).bannedPaths(&report)
    return report
  }

  @Test("a restriction over more segments than the limit is refused and counted")
  func longPath() {
    var limits = BuildLimits()
    limits.segmentsOfRestriction = 10
    let flaw = RestrictionFlaw.tooLong.rawValue
    #expect(Self.report(8, limits).usedRestrictions == 1)
    #expect(Self.report(9, limits).refusedRestrictions == [flaw: 1])
    limits.segmentsOfMember = 7
    #expect(Self.report(7, limits).usedRestrictions == 1)
    #expect(Self.report(8, limits).refusedRestrictions == [flaw: 1])
    #expect(Self.report(62, BuildLimits()).usedRestrictions == 1)
    #expect(Self.report(63, BuildLimits()).refusedRestrictions == [flaw: 1])
  }

  @Test("of the conditions on one turn those beyond the limit become one that may hold")
  func conditions() {
    var limits = BuildLimits()
    limits.conditionsOfTurn = 3
    let paths = (0..<20).map { weight in
      BannedPath(
        edges: [0, 2], modes: .all, condition: Condition([.vehicle(.weight, .greater, weight)]))
    }
    let rules = TurnAutomaton(paths, Self.chain(1), limits: limits).rows.flatMap(\.rules)
    #expect(rules.prefix(3).map(\.condition) == paths.prefix(3).map(\.condition))
    #expect(rules.dropFirst(3).map(\.condition) == [Condition([.unknown("too many conditions")])])
    #expect(rules.allSatisfy { $0.effect == .ban(.all) })
  }

  // MARK: What is listed

  @Test("of more kinds of problems than the limit the first are listed, the rest counted")
  func problems() {
    var limits = BuildLimits()
    limits.problems = 2
    limits.limitTags = 1
    var report = BuildReport(bounds: limits)
    for value in ["a", "b", "a", "c", "d", "c"] {
      report.add([TagProblem(key: "maxheight", value: value, reason: .unparsable)], of: "way 1")
      report.addLimitTags(["maxheight": value])
    }
    #expect(report.problems.map { "\($0.problem.value) \($0.count)" } == ["a 2", "b 1"])
    #expect(report.unlistedProblems == 3)
    #expect(report.limitTags == [.init(key: "maxheight", value: "a"): 2])
    #expect(report.unlistedLimitTags == 4)
  }

  @Test("a value longer than OpenStreetMap allows is cut in the report")
  func longValue() {
    let problem = TagProblem(
      key: "maxheight", value: String(repeating: "ä", count: 300), reason: .unparsable)
    #expect(problem.value == String(repeating: "ä", count: 255))
    let short = String(repeating: "ä", count: 255)
    #expect(TagProblem(key: "k", value: short, reason: .unparsable).value == short)
  }
}
