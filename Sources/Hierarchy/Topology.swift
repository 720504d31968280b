/// The arcs of a contracted line graph: which pairs of states an exact hierarchy joins, whatever the metric.
///
/// Dibbelt, Strasser and Wagner, "Customizable Contraction Hierarchies" (2014, arXiv:1402.0402), on directed
/// edges as states. States are known by their rank. Contracting a state joins all its higher neighbours; an
/// arc stands for both directions and is stored at its lower end. So the higher neighbours L(v) of a state are
///
///     L(v) = own higher neighbours ∪ L(c) without v, for all c whose lowest higher neighbour is v
///
/// which one pass in the order of the ranks finds by merging sorted lists: linear in the size of the result.
/// The lowest of L(v) is the parent of v in the elimination tree; all of L(v) are ancestors of v.
public struct Topology: Sendable {
  /// The arcs at state v, which lead to higher states, are `first[v] ..< first[v + 1]`.
  public internal(set) var first: [UInt32]
  /// Where each arc leads, ascending for each state.
  public internal(set) var heads: [UInt32]
  /// For each turn of the line graph the arc that bears it, times two, plus one if it leads from the arc's
  /// higher end to the lower; ``none`` for a turn from an edge into itself.
  public internal(set) var slots: [UInt32]
  /// The parts that are customized one by one, and what is above them.
  let plan: Plan

  /// No arc.
  public static let none = UInt32.max

  /// The number of states.
  public var count: Int { first.count - 1 }

  /// Contracts a line graph.
  ///
  /// - Parameters:
  ///   - lines: The graph.
  ///   - dissection: The order, of the same directed edges.
  /// - Complexity: O(arcs of the result), half a microsecond for each directed edge of a road network.
  public init(_ lines: LineGraph, _ dissection: Dissection) {
    precondition(lines.edgeCount == dissection.order.count)
    let contraction = Topology.contraction(lines, dissection)
    first = contraction.first
    heads = contraction.heads
    plan = Plan(dissection, contraction.first, contraction.heads)
    slots = []
    slots = bearers(lines, dissection)
  }

  private static func contraction(_ lines: LineGraph, _ dissection: Dissection) -> Contraction {
    let reversed = lines.reversed()
    let ranks = dissection.ranks
    var contraction = Contraction(count: ranks.count)
    var own: [UInt32] = []
    for (state, edge) in dissection.order.enumerated() {
      own.removeAll(keepingCapacity: true)
      let edge = Int(edge)
      for turn in Int(lines.first[edge])..<Int(lines.first[edge + 1]) {
        insert(ranks[Int(lines.heads[turn])], above: state, &own)
      }
      for turn in Int(reversed.first[edge])..<Int(reversed.first[edge + 1]) {
        insert(ranks[Int(reversed.heads[turn])], above: state, &own)
      }
      contraction.append(own[...])
    }
    return contraction
  }

  /// Puts a rank into an ascending list, if it is higher than a state and not yet there.
  private static func insert(_ rank: UInt32, above state: Int, _ list: inout [UInt32]) {
    if rank <= state { return }
    var place = list.count
    while place > 0 && list[place - 1] > rank { place -= 1 }
    if place > 0 && list[place - 1] == rank { return }
    list.insert(rank, at: place)
  }

  /// The arc from a state to a higher one.
  ///
  /// - Parameters:
  ///   - tail: The lower state.
  ///   - head: The higher state.
  /// - Returns: Its number, nil when there is none.
  /// - Complexity: O(log(degree)).
  public func arc(from tail: Int, to head: UInt32) -> Int? {
    Topology.find(head, heads.span, Int(first[tail]), Int(first[tail + 1]))
  }

  /// Where a value is in a part of an ascending list.
  static func find(_ value: UInt32, _ list: Span<UInt32>, _ begin: Int, _ end: Int) -> Int? {
    var low = begin
    var high = end
    while low < high {
      let middle = (low &+ high) &>> 1
      if list[middle] < value { low = middle &+ 1 } else { high = middle }
    }
    return low < end && list[low] == value ? low : nil
  }

  private func bearers(_ lines: LineGraph, _ dissection: Dissection) -> [UInt32] {
    var slots = [UInt32](repeating: Topology.none, count: lines.heads.count)
    let ranks = dissection.ranks.span
    for edge in 0..<lines.edgeCount {
      let from = ranks[edge]
      for turn in Int(lines.first[edge])..<Int(lines.first[edge + 1]) {
        let to = ranks[Int(lines.heads[turn])]
        if from == to { continue }
        guard let arc = arc(from: Int(min(from, to)), to: max(from, to)) else { continue }
        slots[turn] = UInt32(arc) << 1 | (from < to ? 0 : 1)
      }
    }
    return slots
  }
}
