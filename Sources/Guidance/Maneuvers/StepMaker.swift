import Geo
package import RoadModel
package import RouteModel

/// Divides a path into steps: from one maneuver to the next.
package struct StepMaker {
  let view: PathView
  private let side: DrivingSide
  private let mode: Mode
  /// The edges to describe, without edges of no length at the ends of the path.
  private let told: Range<Int>
  /// The maneuvers, in order.
  private let drafts: [Draft]
  /// The classes of each edge.
  private let classes: [EdgeClasses]
  /// The edges before which travellers notice another road, or the road changes its classes, ascending.
  private let listed: [Int]

  var edges: [RouteEdge] { view.edges }
  private var line: [Coordinate] { view.line }

  /// A maker of the steps of a path.
  ///
  /// - Parameters:
  ///   - view: The path; its line has at least one point.
  ///   - side: The side on which traffic drives.
  ///   - mode: The mode of the traveller.
  package init(_ view: PathView, drivingSide side: DrivingSide, mode: Mode) {
    self.view = view
    self.side = side
    self.mode = mode
    told = view.edges.told
    if told.isEmpty {
      drafts = []
    } else {
      var collapse = Collapse(Drafting(view: view, mode: mode).drafts(told), told, of: view)
      drafts = WideCrossing(view: view).moved(collapse.collapsed(), from: told.lowerBound)
    }
    // Of a road that only touches the end of the path, nothing is driven.
    let (told, classes) = (told, EdgeClasses.along(view.edges, mode))
    listed = view.edges.indices.dropFirst().filter {
      view.junctions[$0]?.isNoticed == true
        || told.contains($0) && classes[$0 - 1] != classes[$0]
    }
    self.classes = classes
  }

  /// The edges with which the path may take an exit that has a number or a name, in order.
  package var exitEdges: [Int] {
    drafts.filter(\.mayTakeExit).map(\.edge)
  }

  /// The steps from the departure to the arrival; at least two.
  ///
  /// - Parameter exits: The number and the name of the exit at the junction before an edge, by the index of the edge;
  ///   those of ``exitEdges`` are told.
  /// - Returns: The steps.
  /// - Complexity: O(edges · roads at each junction).
  package func steps(exits: [Int: RoadSign] = [:]) -> [RouteStep] {
    var lanes = LaneGuide(view: view, drafts: drafts, side: side)
    let signs = SignReader(view: view, exits: exits)
    var steps: [RouteStep] = []
    steps.reserveCapacity(drafts.count + view.passed.count + 2)
    var opening = Opening(
      maneuver: departure, first: 0, named: told.lowerBound,
      isPushed: Drafting(view: view, mode: mode).beginsPushed(told))
    for (index, draft) in drafts.enumerated() {
      append(opening, upTo: draft.edge, &lanes, signs, to: &steps)
      opening = Opening(
        maneuver: maneuver(draft), first: draft.edge, named: draft.last,
        isPushed: draft.isPushed ?? opening.isPushed, draft: draft)
      // The entry of a roundabout has the road and the sign of the exit, if the path leaves it.
      if draft.kind == .roundabout || draft.kind == .rotary {
        opening.exit = index + 1 < drafts.count ? drafts[index + 1] : nil
        opening.named = opening.exit?.last
      }
      opening.merge = merge(at: opening.exit == nil ? index + 1 : index + 2, in: drafts)
    }
    append(opening, upTo: edges.count, &lanes, signs, to: &steps)
    var arrival = arrivalStep
    arrival.isPushed = opening.isPushed
    steps.append(arrival)
    return LaneAnticipation(consume steps, along: edges, side: side).steps
  }

  /// The beginning of a step.
  private struct Opening {
    var maneuver: RouteManeuver
    /// Its first edge, and the one that has its name.
    var first: Int
    var named: Int?
    /// Whether the rider of a bicycle was told to push it.
    var isPushed: Bool
    /// The draft of its maneuver; nil for the departure.
    var draft: Draft?
    /// The draft of the exit, if it is the entry of a roundabout.
    var exit: Draft?
    /// The edge of the motorway or trunk road to which a ramp without a name leads; nil for other maneuvers.
    var merge: Int?
  }

  /// The edge behind a draft if it merges, and only a ramp without a name is between the draft before and it.
  private func merge(at index: Int, in drafts: [Draft]) -> Int? {
    guard index < drafts.count, drafts[index].kind == .merge else { return nil }
    let (ramp, merge) = (drafts[index - 1], drafts[index])
    guard ramp.last < merge.edge,
      edges[ramp.last..<merge.edge].allSatisfy({
        $0.road.flags.contains(.link) && $0.name == nil && $0.ref == nil
      })
    else { return nil }
    return merge.last
  }

  /// Appends a step, and one for each waypoint that it passes.
  private func append(
    _ opening: Opening, upTo end: Int, _ lanes: inout LaneGuide, _ signs: SignReader,
    to steps: inout [RouteStep]
  ) {
    let cuts = view.passed.filter {
      $0 > max(opening.first, told.lowerBound) && $0 < min(end, told.upperBound)
    }
    var made = step(
      opening.maneuver, opening.first..<(cuts.first ?? end), named: opening.named,
      opening.draft?.rotary.flatMap { view.rings[$0]?.text }, &lanes)
    made.isPushed = opening.isPushed
    if let draft = opening.draft {
      made.sign =
        opening.exit.flatMap { signs.sign(of: $0, lanes: []) }
        ?? signs.sign(of: draft, lanes: made.intersections[0].lanes)
    }
    if let merge = opening.merge, made.sign?.tellsRoad != true {
      (made.roadName, made.roadNumber) = (edges[merge].name, edges[merge].ref)
    }
    steps.append(made)
    for (index, cut) in cuts.enumerated() {
      let next = index + 1 < cuts.count ? cuts[index + 1] : end
      var passing = step(passing(before: cut), cut..<next, named: cut, nil, &lanes)
      passing.isPushed = opening.isPushed
      steps.append(passing)
    }
  }

  /// The maneuver of a passed waypoint.
  private func passing(before edge: Int) -> RouteManeuver {
    let point = edges[edge].points.lowerBound
    return RouteManeuver(
      kind: .passWaypoint, position: line[point],
      bearingBefore: LineBearing.arriving(line, point),
      bearingAfter: LineBearing.leaving(line, point))
  }

  private var departure: RouteManeuver {
    RouteManeuver(
      kind: .depart, direction: view.start.flatMap { sideOf($0, isStart: true) },
      position: line[0], bearingBefore: 0, bearingAfter: startBearing)
  }

  private var arrivalStep: RouteStep {
    let last = line.count - 1
    let maneuver = RouteManeuver(
      kind: .arrive, direction: view.end.flatMap { sideOf($0, isStart: false) },
      position: line[last], bearingBefore: endBearing, bearingAfter: 0)
    let edge = max(told.upperBound - 1, 0)
    let road = edge < edges.count ? edges[edge] : nil
    return RouteStep(
      maneuver: maneuver, roadName: road?.name, roadNumber: road?.ref, drivingSide: side,
      isFerry: road?.road.flags.contains(.ferry) ?? false,
      isCarTrain: road?.road.roadClass == .carTrain, lengthMetres: 0, durationSeconds: 0,
      points: last...last,
      intersections: [
        RouteIntersection(
          point: last,
          arms: [.init(bearing: LineBearing.opposite(maneuver.bearingBefore), isOpen: true)],
          arrivingArm: 0, leavingArm: nil)
      ])
  }

  private func maneuver(_ draft: Draft) -> RouteManeuver {
    let point = edges[draft.edge].points.lowerBound
    let end = edges[draft.last].points.lowerBound
    // The headings as drivers see them, which also define turns.
    let before =
      noticed(draft.edge).map { whole(LineBearing.opposite($0.arms[$0.from].heading)) }
      ?? LineBearing.arriving(line, point)
    let after =
      noticed(draft.last).map { whole($0.arms[$0.to].heading) } ?? LineBearing.leaving(line, end)
    return RouteManeuver(
      kind: .init(draft.kind ?? .turn), direction: .init(draft.direction), exit: draft.exit,
      position: line[point], bearingBefore: before, bearingAfter: after)
  }

  /// The junction before an edge; nil if its roads are unknown, because nobody asks for directions there.
  private func noticed(_ edge: Int) -> Junction? {
    view.junctions[edge].flatMap { $0.isUnnoticed ? nil : $0 }
  }

  private func whole(_ degrees: Double) -> Int { Int(degrees.rounded()) % 360 }

  private func step(
    _ maneuver: RouteManeuver, _ range: Range<Int>, named: Int?, _ rotary: String?,
    _ lanes: inout LaneGuide
  ) -> RouteStep {
    let first = edges[range].first?.points.lowerBound ?? 0
    let last = edges[range].last?.points.upperBound ?? line.count - 1
    let road = named.flatMap { $0 < edges.count ? edges[$0] : edges.last }
    let lead = max(range.lowerBound, told.lowerBound)
    return RouteStep(
      maneuver: maneuver, roadName: road?.name, roadNumber: road?.ref,
      pronunciation: named.flatMap { $0 < edges.count ? view.words[$0]?.pronunciation : nil },
      rotaryName: rotary, drivingSide: side,
      isFerry: lead < edges.count && edges[lead].road.flags.contains(.ferry),
      isCarTrain: lead < edges.count && edges[lead].road.roadClass == .carTrain,
      isOnStairs: lead < edges.count && edges[lead].road.roadClass == .steps,
      lengthMetres: edges[range].lengthMetres, durationSeconds: edges[range].durationSeconds,
      points: first...last, intersections: intersections(maneuver, range, from: first, &lanes))
  }

  /// The intersections of a step: that of its maneuver, the following ones, and where the road changes its classes.
  private func intersections(
    _ maneuver: RouteManeuver, _ range: Range<Int>, from first: Int, _ lanes: inout LaneGuide
  ) -> [RouteIntersection] {
    let start = listed.partitioningIndex { $0 > range.lowerBound }
    let end = listed.partitioningIndex { $0 >= range.upperBound }
    let others = listed[start..<max(start, end)]
    var found: [RouteIntersection] = []
    found.reserveCapacity(others.count + 1)
    if let edge = range.first, let junction = view.junctions[edge] {
      found.append(
        junction.isUnnoticed
          ? passage(before: edge) : intersection(junction, before: edge, &lanes))
    } else {
      found.append(
        RouteIntersection(
          point: first, arms: [.init(bearing: maneuver.bearingAfter, isOpen: true)],
          arrivingArm: nil, leavingArm: 0,
          classes: range.first.map { classes[$0].words } ?? [],
          tunnelName: range.first.flatMap { view.words[$0]?.tunnelName }))
    }
    for index in others {
      if let junction = view.junctions[index], junction.isNoticed {
        found.append(intersection(junction, before: index, &lanes))
      } else {
        found.append(passage(before: index))
      }
    }
    if !view.encounters.isEmpty { addEncounters(range, to: &found) }
    return found
  }

  /// The place where an edge begins, if no traveller notices another road there.
  private func passage(before edge: Int) -> RouteIntersection {
    passage(at: edges[edge].points.lowerBound, on: edge)
  }

  /// A point of an edge where no traveller notices another road.
  func passage(at point: Int, on edge: Int) -> RouteIntersection {
    let back = LineBearing.opposite(LineBearing.arriving(line, point))
    let ahead = LineBearing.leaving(line, point)
    let isAheadFirst = ahead <= back
    var arms = [
      RouteIntersection.Arm(bearing: ahead, isOpen: true),
      RouteIntersection.Arm(bearing: back, isOpen: false),
    ]
    if !isAheadFirst { arms.swapAt(0, 1) }
    return RouteIntersection(
      point: point, arms: arms, arrivingArm: isAheadFirst ? 1 : 0,
      leavingArm: isAheadFirst ? 0 : 1, classes: classes[edge].words,
      tunnelName: view.words[edge]?.tunnelName)
  }

  private func intersection(
    _ junction: Junction, before edge: Int, _ lanes: inout LaneGuide
  ) -> RouteIntersection {
    RouteIntersection(
      point: edges[edge].points.lowerBound,
      arms: junction.shown,
      arrivingArm: junction.from, leavingArm: junction.to, lanes: lanes.lanes(before: edge),
      classes: classes[edge].words, tunnelName: view.words[edge]?.tunnelName)
  }

  /// The bearing in which the described path begins.
  private var startBearing: Int {
    LineBearing.leaving(line, told.isEmpty ? 0 : edges[told.lowerBound].points.lowerBound)
  }

  /// The bearing in which the described path ends.
  private var endBearing: Int {
    LineBearing.arriving(
      line, told.isEmpty ? line.count - 1 : edges[told.upperBound - 1].points.upperBound)
  }

  /// The side of the road on which a place lies, seen along the path at its start or its end, or straight for one
  /// ahead of the end; nil on the road and behind.
  private func sideOf(_ place: Coordinate, isStart: Bool) -> RouteManeuver.Direction? {
    let point = line[isStart ? 0 : line.count - 1]
    guard Distance.metres(place, point) > 1 else { return nil }
    let heading = isStart ? startBearing : endBearing
    let turn = LineBearing.turn(from: heading, to: LineBearing.degrees(point, place))
    switch abs(turn) {
    case 20...160: return turn < 0 ? .left : .right
    case ..<20 where !isStart: return .straight
    default: return nil
    }
  }
}
