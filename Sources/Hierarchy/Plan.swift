/// Which states can be customized at the same time.
///
/// The states below a part of the dissection and those below another one have nothing to do with each other,
/// so parts of a size are customized in parallel. Above them remain the cuts of the larger parts, few but
/// with long lists of neighbours. Cuts at the same height are independent too, and within a cut the states
/// are, as far as what comes from below the cut is concerned.
struct Plan: Sendable {
  /// The ranks of the parts that are customized one by one, ascending; no two overlap.
  var subtrees: [Range<Int>] = []
  /// The ranks of the cuts above them, by height: all of `cuts[h]` lie above those of lower heights.
  var cuts: [[Range<Int>]] = []
  /// The states of the cuts, ascending.
  var tops: [UInt32] = []
  /// The lower neighbours of the i-th of them are `down[downFirst[i] ..< downFirst[i + 1]]`, ascending.
  var downFirst: [Int] = [0]
  /// The lower neighbour, and the arc from it.
  var down: [(tail: UInt32, arc: UInt32)] = []

  /// How many parts a network is divided into, about; more make the top larger.
  private static let share = 48
  /// Smaller parts are not worth a task.
  private static let least = 2_000

  init(_ dissection: Dissection, _ first: [UInt32], _ heads: [UInt32]) {
    let parts = dissection.parts
    let most = max(dissection.order.count / Plan.share, Plan.least)
    var heights = [Int](repeating: -1, count: parts.count)
    for (number, part) in parts.enumerated() {
      let parent = part.parent == Dissection.none ? nil : Int(part.parent)
      if heights[number] < 0 && (part.isCell || part.ranks.count <= most) {
        // Its halves, if any, are no larger and have been taken for subtrees: it takes their place.
        while let last = subtrees.last, last.lowerBound >= Int(part.ranks.lowerBound) {
          subtrees.removeLast()
        }
        subtrees.append(Int(part.ranks.lowerBound)..<Int(part.ranks.upperBound))
        if let parent, parts[parent].ranks.count > most {
          heights[parent] = max(heights[parent], 0)
        }
      } else {
        let height = max(heights[number], 0)
        while cuts.count <= height { cuts.append([]) }
        cuts[height].append(Int(part.ownRanks)..<Int(part.ranks.upperBound))
        if let parent { heights[parent] = max(heights[parent], height + 1) }
      }
    }
    subtrees.removeAll { $0.isEmpty }
    tops = cuts.joined().joined().map { UInt32($0) }.sorted()
    collect(first.span, heads.span)
  }

  private mutating func collect(_ first: Span<UInt32>, _ heads: Span<UInt32>) {
    let count = first.count - 1
    var numbers = [UInt32](repeating: Topology.none, count: count)
    for (number, state) in tops.enumerated() { numbers[Int(state)] = UInt32(number) }
    var sizes = [Int](repeating: 0, count: tops.count + 1)
    for arc in 0..<heads.count {
      let number = numbers[Int(heads[arc])]
      if number != Topology.none { sizes[Int(number) + 1] += 1 }
    }
    for number in tops.indices { sizes[number + 1] += sizes[number] }
    downFirst = sizes
    down = [(tail: UInt32, arc: UInt32)](repeating: (0, 0), count: sizes[tops.count])
    for state in 0..<count {
      for arc in Int(first[state])..<Int(first[state + 1]) {
        let number = numbers[Int(heads[arc])]
        if number == Topology.none { continue }
        down[sizes[Int(number)]] = (UInt32(state), UInt32(arc))
        sizes[Int(number)] += 1
      }
    }
  }
}
