import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// The restrictions of the input and the junctions of their nodes.
struct RestrictionSource {
  let restrictions: [Collector.Restriction]
  let viaJunctions: [Int64: RoadJunction]

  init(_ restrictions: [Collector.Restriction], viaJunctions: [Int64: RoadJunction]) {
    self.restrictions = restrictions
    self.viaJunctions = viaJunctions
  }
}

/// A sequence of directed edges that some modes may not drive in succession.
struct BannedPath: Hashable {
  var edges: [RoadEdge]
  var modes: ModeSet
  var condition = Condition.always
}

/// The reason why a restriction's members did not give edges.
enum RestrictionFlaw: String, Error {
  case noFrom = "member 'from' missing"
  case noTo = "member 'to' missing"
  case noVia = "member 'via' missing"
  case fromNotOnMap = "'from' is not a road of this map"
  case toNotOnMap = "'to' is not a road of this map"
  case viaNotOnMap = "'via' is not a road or junction of this map"
  case notConnected = "members do not meet in a path that can be driven"
  case tooLong = "members run over more segments than a path of a restriction may have"
  case severalMembers =
    "more than one pair of 'from' and 'to' meets, which only no_entry and no_exit may have"
  case ambiguous = "a member runs on through the junction, and the turn's direction does not decide"
}

/// Finds the banned paths of restrictions from their relations.
struct RestrictionResolver {
  private let graph: RoadGraph
  private let source: RestrictionSource
  private let wayRows: [Int64: RoadWay]
  private let limits: BuildLimits

  init(_ graph: RoadGraph, _ source: RestrictionSource, limits: BuildLimits = BuildLimits()) {
    self.graph = graph
    self.limits = limits
    self.source = source
    var wanted: Set<Int64> = []
    for restriction in source.restrictions {
      for member in restriction.members where member.kind == .way { wanted.insert(member.ref) }
    }
    var rows: [Int64: RoadWay] = [:]
    for (row, id) in graph.wayIDs.enumerated() where wanted.contains(id) { rows[id] = RoadWay(row) }
    wayRows = rows
  }

  /// All banned paths, in the order of the restrictions, and the counts in the report.
  func bannedPaths(_ report: inout BuildReport) -> [BannedPath] {
    var result: [BannedPath] = []
    for restriction in source.restrictions {
      do {
        // Either all of its readings count, or none.
        let found = try restriction.readings.map { try paths(of: restriction, $0) }
        for (reading, paths) in zip(restriction.readings, found) {
          for path in paths { add(path, reading, to: &result) }
          if !reading.condition.terms.isEmpty { report.conditionalRules += 1 }
        }
        report.usedRestrictions += 1
        let isViaWay = found.joined().contains { $0.count > 2 }
        if isViaWay { report.usedViaWayRestrictions += 1 }
      } catch let flaw as RestrictionFlaw {
        report.refusedRestrictions[flaw.rawValue, default: 0] += 1
      } catch {
        // Only flaws are thrown above, but the compiler does not know it.
        report.refusedRestrictions["\(error)", default: 0] += 1
      }
    }
    return result
  }

  /// Adds the paths that a restriction bans.
  ///
  /// It bans its own path; an `only_…` bans all other continuations after entering the first via.
  private func add(
    _ path: [RoadEdge], _ reading: RestrictionReading, to result: inout [BannedPath]
  ) {
    func ban(_ edges: [RoadEdge]) {
      result.append(
        BannedPath(edges: edges, modes: reading.bindsModes, condition: reading.condition))
    }
    guard reading.kind == .only else { return ban(path) }
    for place in path.indices.dropFirst(path.count > 2 ? 2 : 1) {
      for other in graph.out(graph.tail(path[place])) where other != path[place] {
        ban(path[..<place] + [other])
      }
    }
  }

  private func paths(
    of restriction: Collector.Restriction, _ reading: RestrictionReading
  ) throws -> [[RoadEdge]] {
    let members = restriction.members
    let froms = members.filter { $0.role == "from" && $0.kind == .way }
    let tos = members.filter { $0.role == "to" && $0.kind == .way }
    let vias = members.filter { $0.role == "via" }
    guard !froms.isEmpty else { throw RestrictionFlaw.noFrom }
    guard !tos.isEmpty else { throw RestrictionFlaw.noTo }
    guard let via = vias.first else { throw RestrictionFlaw.noVia }
    let fromRows = rows(froms)
    let toRows = rows(tos)
    guard !fromRows.isEmpty else { throw RestrictionFlaw.fromNotOnMap }
    guard !toRows.isEmpty else { throw RestrictionFlaw.toNotOnMap }
    var result: [[RoadEdge]] = []
    var flaw = RestrictionFlaw.notConnected
    // The ways of all pairs that meet, also if the turn is not clear.
    var meeting: (from: Set<RoadWay>, to: Set<RoadWay>) = ([], [])
    for from in fromRows {
      for to in toRows {
        do {
          if via.kind == .node {
            guard let junction = source.viaJunctions[via.ref] else {
              throw RestrictionFlaw.viaNotOnMap
            }
            result.append(try turn(from, junction, to, reading))
          } else {
            let rows = vias.compactMap { wayRows[$0.ref] }
            guard rows.count == vias.count else { throw RestrictionFlaw.viaNotOnMap }
            result.append(try passage(from, rows, to, reading))
          }
        } catch let found as RestrictionFlaw {
          flaw = found
          if found != .ambiguous { continue }
        }
        meeting.from.insert(from)
        meeting.to.insert(to)
      }
    }
    let manoeuvre = reading.kind == .no ? reading.manoeuvre : .other
    if meeting.from.count > 1 && manoeuvre != .entry || meeting.to.count > 1 && manoeuvre != .exit {
      throw RestrictionFlaw.severalMembers
    }
    guard !result.isEmpty else { throw flaw }
    return result
  }

  /// The ways of some members that are on the map, each once.
  private func rows(_ members: [OSMMember]) -> [RoadWay] {
    members.compactMap { wayRows[$0.ref] }.reduce(into: []) { rows, row in
      if !rows.contains(row) { rows.append(row) }
    }
  }

  private func edges(of way: RoadWay) -> Range<RoadEdge> {
    graph.edges(of: graph.segments(of: way))
  }

  /// The pair of edges of a restriction at a junction.
  private func turn(
    _ from: RoadWay, _ junction: RoadJunction, _ to: RoadWay, _ reading: RestrictionReading
  ) throws -> [RoadEdge] {
    let out = graph.out(junction)
    let arriving = out.map(\.reversed).filter { graph.segmentWay[$0.segment] == from }
    let leaving = out.filter { graph.segmentWay[$0.segment] == to }
    guard !arriving.isEmpty, !leaving.isEmpty else { throw RestrictionFlaw.notConnected }
    func drivable(_ edges: some Sequence<RoadEdge>) -> [RoadEdge] {
      edges.filter { graph.isUsable($0, by: reading.bindsModes) }
    }
    var pairs: [[RoadEdge]] = []
    for e in drivable(arriving) { for f in drivable(leaving) { pairs.append([e, f]) } }
    if pairs.isEmpty { for e in arriving { for f in leaving { pairs.append([e, f]) } } }
    if pairs.count > 1 {
      pairs = pairs.filter { isManoeuvre($0[0], $0[1], reading.manoeuvre) }
    }
    guard pairs.count == 1 else { throw RestrictionFlaw.ambiguous }
    return pairs[0]
  }

  /// Whether a turn from one edge to another looks like the kind of the restriction.
  private func isManoeuvre(
    _ e: RoadEdge, _ f: RoadEdge, _ manoeuvre: RestrictionReading.Manoeuvre, overWays: Bool = false
  ) -> Bool {
    let arrival = graph.departureBearing(e.reversed).reversed
    let angle = Int(arrival.angle(to: graph.departureBearing(f)))
    let isUTurn = overWays ? abs(angle) > 96 : f == e.reversed
    return switch manoeuvre {
    case .uTurn: isUTurn
    case .leftTurn: !isUTurn && angle < -16
    case .rightTurn: !isUTurn && angle > 16
    case .straightOn: !isUTurn && abs(angle) <= 40
    case .entry, .exit, .other: !isUTurn
    }
  }

  /// The shortest drivable path from way `from` over the via ways in order to way `to`.
  ///
  /// If way `from` continues beyond the via ways there are two, and the turn's direction decides.
  private func passage(
    _ from: RoadWay, _ vias: [RoadWay], _ to: RoadWay, _ reading: RestrictionReading
  ) throws -> [RoadEdge] {
    let modes = reading.bindsModes
    let most = 2 * limits.segmentsOfMember
    guard vias.count <= limits.segmentsOfRestriction,
      (vias + [from]).allSatisfy({ edges(of: $0).count <= most })
    else { throw RestrictionFlaw.tooLong }
    var paths = edges(of: from).filter { graph.isUsable($0, by: modes) }
      .compactMap { passage(from: $0, vias, to, modes) }
    let shortest = paths.map(\.count).min() ?? 0
    paths.removeAll { $0.count > shortest }
    guard !paths.isEmpty else { throw RestrictionFlaw.notConnected }
    guard shortest <= limits.segmentsOfRestriction else { throw RestrictionFlaw.tooLong }
    if paths.count > 1 {
      paths.removeAll { !isManoeuvre($0[0], $0[$0.count - 1], reading.manoeuvre, overWays: true) }
    }
    guard paths.count == 1 else { throw RestrictionFlaw.ambiguous }
    return paths[0]
  }

  /// The shortest path that begins with an edge of way `from`, by breadth-first search.
  private func passage(
    from start: RoadEdge, _ vias: [RoadWay], _ to: RoadWay, _ modes: ModeSet
  ) -> [RoadEdge]? {
    struct Visit {
      var edge: RoadEdge
      /// The number of via ways entered so far.
      var entered: Int
      var previous: Int
    }
    var steps = [Visit(edge: start, entered: 0, previous: -1)]
    var seen: Set<UInt64> = []
    var next = 0
    while next < steps.count {
      let step = steps[next]
      for edge in graph.out(graph.head(step.edge)) where edge != step.edge.reversed {
        let way = graph.segmentWay[edge.segment]
        if way == to, step.entered == vias.count {
          var path = [edge, step.edge]
          var previous = step.previous
          while previous >= 0 {
            path.append(steps[previous].edge)
            previous = steps[previous].previous
          }
          return path.reversed()
        }
        var entered = step.entered
        if entered == 0 || way != vias[entered - 1] {
          guard entered < vias.count, way == vias[entered] else { continue }
          entered += 1
        }
        guard graph.isUsable(edge, by: modes),
          seen.insert(UInt64(entered) << 32 | UInt64(edge.number)).inserted
        else { continue }
        steps.append(Visit(edge: edge, entered: entered, previous: next))
      }
      next += 1
    }
    return nil
  }
}
