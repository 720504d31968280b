import Geo
import Hierarchy
import NavFormat
import RoadModel

/// Finds an instructive trip on a map.
///
/// If there is a road too low for a truck of 4.0 m, it is a trip with different routes of car and
/// truck, otherwise a long one. It searches on junctions without turns, which is good enough for a
/// suggestion, but not for a route.
struct SampleTrip {
  private static let truckHeight: UInt32 = 4_000
  private static let attempts = 12
  /// The maximum time of a trip: 25 minutes.
  private static let horizon: Centiseconds = 150_000

  private let graph: RoadGraph
  private let reach: [UInt32]
  private let car = Costing(.car)
  private let truck = Costing(.truck)

  /// A trip on the graph; nil if no car can drive anywhere.
  static func find(_ graph: RoadGraph, reach: [UInt32]) -> (from: Coordinate, to: Coordinate)? {
    let search = SampleTrip(graph: graph, reach: reach)
    guard let (from, to) = search.detour() ?? search.longTrip() else { return nil }
    return (graph.positions[from], graph.positions[to])
  }

  /// Ends between which a car takes a low road that the truck must avoid.
  private func detour() -> (RoadJunction, RoadJunction)? {
    let low = graph.edges.filter { isLow($0) && isOpen($0, .car) }
      .sorted { (rank($0), $0) < (rank($1), $1) }
    for edge in low.prefix(Self.attempts) {
      let before = tree(from: graph.tail(edge), .car, backward: true, horizon: 40_000)
      guard
        let start = before.settled.filter({ isOnMain($0) }).max(by: {
          (before.cost[$0] ?? 0, $0) < (before.cost[$1] ?? 0, $1)
        })
      else { continue }
      let byCar = tree(from: start, .car, backward: false, horizon: Self.horizon)
      let byTruck = tree(from: start, .truck, backward: false, horizon: 2 * Self.horizon)
      var best: (time: Centiseconds, end: RoadJunction)?
      var over: Set<RoadJunction> = []
      for junction in byCar.settled {
        guard let arrival = byCar.arrival[junction] else { continue }
        if isLow(arrival) || over.contains(graph.tail(arrival)) { over.insert(junction) }
        guard over.contains(junction), isOnMain(junction), let long = byTruck.cost[junction],
          let short = byCar.cost[junction], short > 12_000, Double(long) > 1.3 * Double(short)
        else { continue }
        // The longest trip with a relevant detour, which begins and ends away from the bridge.
        if short > best?.time ?? 0 { best = (short, junction) }
      }
      if let best { return (start, best.end) }
    }
    return nil
  }

  /// A trip from the middle of the map to the junction with the longest time within the horizon.
  private func longTrip() -> (RoadJunction, RoadJunction)? {
    var box = Box.empty
    for place in graph.positions { box.add(place) }
    let centre = box.centre
    let start = graph.junctions.filter { isOnMain($0) }.min {
      Distance.metres(centre, graph.positions[$0])
        < Distance.metres(centre, graph.positions[$1])
    }
    guard let start else { return nil }
    let reached = tree(from: start, .car, backward: false, horizon: Self.horizon)
    guard let end = reached.settled.last(where: { isOnMain($0) && $0 != start }) else { return nil }
    return (start, end)
  }

  private func rank(_ edge: RoadEdge) -> UInt8 { graph.road(edge.segment).roadClass.rawValue }

  private func isLow(_ edge: RoadEdge) -> Bool {
    return graph.rules(edge.segment).contains {
      guard case .limit(.height, let value?) = $0.effect else { return false }
      return value < Self.truckHeight && $0.directions.contains(edge.direction)
    }
  }

  private func isOpen(_ edge: RoadEdge, _ mode: Mode) -> Bool {
    graph.access(edge, mode).isOpenToThroughTraffic
  }

  /// Whether a junction is connected with the main network in both directions for cars and trucks.
  private func isOnMain(_ junction: RoadJunction) -> Bool {
    let open = Reach([.leavesOpenly, .entersOpenly])
    let both = open.bits(of: .car) | open.bits(of: .truck)
    return graph.out(junction).contains {
      reach[$0.segment] & both == both && isOpen($0, .car) && isOpen($0, .truck)
        && graph.rules($0.segment).isEmpty
    }
  }

  private struct Tree {
    var cost: [RoadJunction: Centiseconds] = [:]
    /// The edge by which a junction was reached.
    var arrival: [RoadJunction: RoadEdge] = [:]
    var settled: [RoadJunction] = []
  }

  /// The cheapest paths from a junction, or (backward) to it, up to a horizon.
  private func tree(
    from start: RoadJunction, _ mode: Mode, backward: Bool, horizon: Centiseconds
  ) -> Tree {
    let costing = mode == .car ? car : truck
    var tree = Tree()
    var done: Set<RoadJunction> = []
    var queue = CostQueue()
    tree.cost[start] = 0
    queue.push(start.number, cost: 0)
    while let (number, cost) = queue.pop() {
      let junction = RoadJunction(number: number)
      guard done.insert(junction).inserted else { continue }
      if cost > horizon { break }
      tree.settled.append(junction)
      if let barrier = graph.barriers[junction], junction != start,
        !barrier.passing.subtracting(barrier.endOnly).contains(mode)
      {
        continue
      }
      for leaving in graph.out(junction) {
        let edge = backward ? leaving.reversed : leaving
        guard isOpen(edge, mode), mode == .car || !isLow(edge) else { continue }
        let next = graph.head(leaving)
        let segment = edge.segment
        let time = costing.edgeTime(
          centimetres: graph.lengths[segment], graph.road(segment),
          edge.direction)
        let total = cost + time
        if total < tree.cost[next] ?? .max {
          tree.cost[next] = total
          tree.arrival[next] = leaving
          queue.push(next.number, cost: total)
        }
      }
    }
    return tree
  }
}
