import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// Makes the ``RoadGraph`` from the collected input: cuts ways into segments at junctions.
///
/// A node is a junction if a way begins or ends there, if roads meet there (it is used twice), or
/// if an object there restricts or delays movements.
struct GraphBuilder {
  /// Marks in `junctionOf` while junctions are found.
  static let unused = UInt32.max
  static let usedOnce = UInt32.max - 1
  static let isJunction = UInt32.max - 2

  var collector: Collector
  /// Whether the ids of inner points are kept.
  private let keepsNodeIDs: Bool
  var graph = RoadGraph()
  private(set) var roadNodes = RoadNodes()
  /// The number of the junction at each node index, or a mark.
  private var junctionOf: [UInt32] = []
  /// Runs of node indices along roads; a way has several if nodes are missing.
  private var runs: [RoadRun] = []
  private var runNodes: [UInt32] = []
  private let limits: BuildLimits
  /// Collects approaches while ways are cut.
  var approaches = ApproachFinder()
  /// The OSM nodes from which ways lead to missing nodes, and the ways.
  private var cutEnds: [(node: Int64, way: Int)] = []
  /// The numbers of nodes that repeat the one before, by way.
  private var repeatedNodes: [Int: Int] = [:]

  init(
    _ collector: consuming Collector, keepsNodeIDs: Bool, limits: BuildLimits = BuildLimits()
  ) {
    self.collector = collector
    self.keepsNodeIDs = keepsNodeIDs
    self.limits = limits
  }

  /// The countries whose borders are in the input.
  func countries() -> CountryFinder { CountryFinder(collector.boundaries, nodes: collector.nodes) }

  /// The places of the input, which are released.
  mutating func places() -> PlaceDrafts {
    defer { collector.places = PlaceCollector(rules: collector.rules, scope: .none) }
    return PlaceDrafts(collector)
  }

  /// The charging stations of the input, encoded; nil if it has none.
  ///
  /// They need what ``places()`` releases.
  mutating func stations() -> [UInt8]? {
    collector.stations.contents(
      collector.nodes, wayNodes: collector.places.wayNodes, &collector.names)?.encoded()
  }

  /// Builds the graph and releases the input step by step.
  mutating func build() -> (
    graph: RoadGraph, restrictions: RestrictionSource, names: NameTable, report: BuildReport
  ) {
    keepLastOfEachWay()
    findRuns()
    collector.wayRefs = []
    roadNodes = RoadNodes(collector.nodes, renumbering: &runNodes)
    collector.report.duplicateNodes = collector.nodes.duplicates
    collector.nodes = NodeStore()
    markJunctions()
    leaveOutCrowded()
    numberJunctions()
    approaches.mark(collector.nodeReadings, roadNodes)
    cutSegments()
    addDestinationSigns()
    addExits()
    graph.indexOutgoing()
    graph.approaches = approaches.found(graph)
    dropTurningPlacesAtEnds()
    collector.report.junctions = graph.junctionCount
    collector.report.segments = graph.segmentCount
    collector.report.roadMetres = graph.lengths.reduce(0) { $0 + Double($1) / 100 }
    return (
      graph, RestrictionSource(collector.restrictions, viaJunctions: viaJunctions()),
      collector.names, collector.report
    )
  }

  private mutating func keepLastOfEachWay() {
    var last: [Int64: Int] = [:]
    last.reserveCapacity(collector.ways.count)
    for (index, way) in collector.ways.enumerated() { last[way.osmID] = index }
    let nonRoads = collector.nonRoads
    let kept = collector.ways.enumerated().filter { index, way in
      last[way.osmID] == index && nonRoads[way.osmID] ?? 0 <= index
    }
    collector.report.duplicateWays = collector.ways.count - kept.count
    if kept.count < collector.ways.count { collector.ways = kept.map(\.1) }
  }

  /// Makes node indices from references; a missing node ends a run, so that roads have no gaps.
  private mutating func findRuns() {
    runNodes.reserveCapacity(collector.wayRefs.count)
    var near = NodeStore.Hint()
    for (index, way) in collector.ways.enumerated() {
      let missing = collector.report.missingNodes
      var start = runNodes.count
      func end(_ runs: inout [RoadRun], _ nodes: inout [UInt32]) {
        if nodes.count - start >= 2 {
          runs.append(RoadRun(way: index, nodes: start..<nodes.count))
        } else {
          nodes.removeLast(nodes.count - start)
        }
        start = nodes.count
      }
      var (previous, isCut): (Int64?, Bool) = (nil, false)
      for ref in collector.wayRefs[way.refs] {
        guard let node = collector.nodes.index(of: ref, near: &near) else {
          collector.report.missingNodes += 1
          end(&runs, &runNodes)
          if let previous { cutEnds.append((previous, index)) }
          (previous, isCut) = (nil, true)
          continue
        }
        if isCut { cutEnds.append((ref, index)) }
        (previous, isCut) = (ref, false)
        if runNodes.count > start, runNodes[runNodes.count - 1] == UInt32(node) {
          repeatedNodes[index, default: 0] += 1
          continue
        }
        runNodes.append(UInt32(node))
      }
      end(&runs, &runNodes)
      if runs.last?.way != index {
        let reason =
          missing == collector.report.missingNodes ? "fewer than two nodes" : "nodes missing"
        collector.report.refusedWays[reason, default: 0] += 1
      }
    }
  }

  private mutating func markJunctions() {
    junctionOf = Array(repeating: Self.unused, count: roadNodes.count)
    for run in runs {
      for place in run.nodes {
        let node = Int(runNodes[place])
        let isEnd = place == run.nodes.lowerBound || place == run.nodes.upperBound - 1
        junctionOf[node] =
          isEnd || junctionOf[node] != Self.unused ? Self.isJunction : Self.usedOnce
      }
    }
    for (id, reading) in collector.nodeReadings where Self.isForced(reading) {
      guard let node = roadNodes.index(of: id), junctionOf[node] == Self.usedOnce else {
        continue
      }
      junctionOf[node] = Self.isJunction
    }
    for restriction in collector.restrictions {
      for member in restriction.members where member.kind == .node && member.role == "via" {
        makeJunction(member.ref)
      }
    }
    // A way may meet another here although the input has none of its other nodes.
    for end in cutEnds { makeJunction(end.node) }
  }

  /// Makes a junction of a node in the middle of a road.
  private mutating func makeJunction(_ id: Int64) {
    guard let node = roadNodes.index(of: id), junctionOf[node] == Self.usedOnce else { return }
    junctionOf[node] = Self.isJunction
  }

  /// Adds the junctions from which ways lead outside the input.
  private mutating func addExits() {
    for end in cutEnds {
      guard let junction = junction(ofNode: end.node) else { continue }
      graph.exits.append((junction, collector.ways[end.way].attributes))
    }
    cutEnds = []
  }

  /// Leaves out roads if too many meet in a node.
  private mutating func leaveOutCrowded() {
    let most = limits.roadEndsAtNode
    let crowd = CrowdedNodes(&runs, runNodes, &junctionOf, most: most)
    guard crowd.stretches > 0 else { return }
    collector.report.leftOutStretches = crowd.stretches
    collector.report.crowdedNodes = crowd.leftOut.count
    let found = crowd.leftOut.map { node, more in
      BuildReport.CrowdedNode(id: roadNodes.ids[node], roads: Int(crowd.ends[node]) + more)
    }
    let worst = found.sorted { ($1.roads, $0.id) < ($0.roads, $1.id) }
    collector.report.crowdedNodeExamples = Array(worst.prefix(limits.crowdedNodes))
    if crowd.lostWays > 0 {
      collector.report.refusedWays["more than \(most) roads at a node"] = crowd.lostWays
    }
  }

  /// Whether a node must be a junction even if no roads meet there.
  private static func isForced(_ reading: NodeReading) -> Bool {
    reading.passing != .all || !reading.endOnly.isEmpty || !reading.rules.isEmpty
      || !reading.flags.isDisjoint(with: [.signals, .tollBooth, .gate, .crossing])
  }

  private mutating func numberJunctions() {
    for node in junctionOf.indices {
      guard junctionOf[node] == Self.isJunction else {
        junctionOf[node] = Self.unused
        continue
      }
      let junction = graph.junctions.upperBound
      junctionOf[node] = junction.number
      graph.positions.append(roadNodes.positions[node])
      let id = roadNodes.ids[node]
      graph.junctionIDs.append(id)
      var flags: NodeFlags = []
      if let reading = collector.nodeReadings[id] {
        flags = reading.flags.subtracting([.barrier, .turns])
        let holds = reading.passing != .all || !reading.endOnly.isEmpty
        if holds {
          graph.barriers[junction] = RoadGraph.Barrier(
            passing: reading.passing, endOnly: reading.endOnly)
        }
        if !reading.rules.isEmpty {
          graph.junctionRules[junction] = reading.rules
          collector.report.add(reading.rules)
        }
        if holds || !reading.rules.isEmpty { flags.insert(.barrier) }
        let words = collector.stored(reading.words)
        if !words.isEmpty { graph.junctionWords[junction] = words }
      }
      graph.junctionFlags.append(flags)
    }
  }

  private mutating func cutSegments() {
    var attributes = collector.attributes
    var run = runs.startIndex
    while run < runs.endIndex {
      let wayIndex = runs[run].way
      let way = collector.ways[wayIndex]
      let row = RoadWay(graph.wayIDs.count)
      let first = graph.segmentCount
      let firstRun = run
      while run < runs.endIndex, runs[run].way == wayIndex {
        cut(runs[run].nodes, way: row)
        run += 1
      }
      var road = attributes.values[Int(way.attributes)]
      // The duration of a ferry cut off by the edge of the extract is for more than its part here.
      let found = runs[firstRun].nodes.count + (repeatedNodes[wayIndex] ?? 0)
      let isWhole = run - firstRun == 1 && found == way.refs.count
      if way.seconds > 0 && isWhole {
        setFerrySpeed(&road, seconds: way.seconds, lengths: graph.lengths[first...])
      }
      graph.wayIDs.append(way.osmID)
      graph.wayAttributes.append(attributes.index(of: road))
      graph.wayRules.append(way.rules)
      graph.wayNames.append(way.name)
      graph.wayRefs.append(way.ref)
      graph.wayWords.append(way.words)
      graph.wayInclines.append(way.incline)
      graph.firstSegment.append(graph.segments.upperBound)
    }
    collector.report.usedWays = graph.wayIDs.count
    graph.attributes = attributes.values
    graph.ruleSets = collector.ruleSets.values
    graph.wordSets = collector.wordSets.values
  }

  /// Removes turning circles at the ends of roads, where U-turns are allowed anyway.
  private mutating func dropTurningPlacesAtEnds() {
    for (junction, rules) in graph.junctionRules where graph.out(junction).count < 2 {
      let kept = rules.filter { if case .turnRound = $0.effect { false } else { true } }
      guard kept.count < rules.count else { continue }
      graph.junctionRules[junction] = kept.isEmpty ? nil : kept
      if kept.isEmpty && graph.barriers[junction] == nil {
        graph.junctionFlags[junction].remove(.barrier)
      }
    }
  }

  /// Cuts a run at its junctions.
  private mutating func cut(_ nodes: Range<Int>, way: RoadWay) {
    let first = Int(runNodes[nodes.lowerBound])
    guard var tail = junction(at: first) else { return }
    approaches.begin(at: first, segment: graph.segments.upperBound)
    var previous = roadNodes.positions[first]
    var metres = 0.0
    for place in nodes.dropFirst() {
      let node = Int(runNodes[place])
      let position = roadNodes.positions[node]
      metres += Distance.metres(previous, position)
      previous = position
      guard let head = junction(at: node) else {
        // Stored in the precision of the file; lengths are those of the source.
        graph.innerPoints.append(position.onShapeGrid)
        if keepsNodeIDs { graph.innerIDs.append(roadNodes.ids[node]) }
        approaches.pass(node, point: innerCount, metres: metres)
        continue
      }
      graph.from.append(tail)
      graph.to.append(head)
      graph.segmentWay.append(way)
      graph.lengths.append(UInt32(min((metres * 100).rounded(), Double(UInt32.max / 2))))
      approaches.end(at: node, point: innerCount + 1, metres: metres)
      graph.firstInner.append(UInt32(graph.innerPoints.count))
      approaches.begin(at: node, segment: graph.segments.upperBound)
      tail = head
      metres = 0
    }
  }

  /// The number of inner points of the current segment.
  private var innerCount: Int { graph.innerPoints.count - Int(graph.firstInner.last ?? 0) }

  /// Sets the speed of a ferry from its duration and the length of its way.
  private func setFerrySpeed(
    _ road: inout RoadAttributes, seconds: UInt32, lengths: ArraySlice<UInt32>
  ) {
    let centimetres = lengths.reduce(0.0) { $0 + Double($1) }
    let speed = (centimetres * 0.36 / Double(seconds)).rounded()
    road.forwardSpeed = Speed(deciKmh: UInt16(min(max(speed, 1), 2_000)))
    road.backwardSpeed = road.forwardSpeed
  }

  /// The junctions of the nodes of restrictions.
  private func viaJunctions() -> [Int64: RoadJunction] {
    var result: [Int64: RoadJunction] = [:]
    for restriction in collector.restrictions {
      for member in restriction.members where member.kind == .node {
        result[member.ref] = junction(ofNode: member.ref)
      }
    }
    return result
  }

  /// The junction at a node index after ``numberJunctions()``; nil between junctions.
  private func junction(at node: Int) -> RoadJunction? {
    let number = junctionOf[node]
    return number == Self.unused ? nil : RoadJunction(number: number)
  }

  /// The junction at an OSM node; nil if it is none.
  func junction(ofNode id: Int64) -> RoadJunction? {
    roadNodes.index(of: id).flatMap { junction(at: $0) }
  }
}
