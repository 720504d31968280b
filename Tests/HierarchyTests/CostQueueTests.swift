import Hierarchy
import TestSupport
import Testing

@Suite struct CostQueueTests {
  /// Everything in the queue, in the order in which it comes out, as (cost, item).
  private static func drain(_ queue: inout CostQueue) -> [[UInt32]] {
    var result: [[UInt32]] = []
    while let (item, cost) = queue.pop() { result.append([cost, item]) }
    return result
  }

  @Test("an empty queue has nothing to give, again and again")
  func empty() {
    var queue = CostQueue()
    #expect(queue.isEmpty && queue.pop() == nil)
    queue.push(1, cost: 2)
    #expect(!queue.isEmpty)
    let only = queue.pop()
    #expect(only?.item == 1 && only?.cost == 2)
    #expect(queue.isEmpty && queue.pop() == nil)
  }

  @Test("items of one cost come out by their number, whatever the order they went in")
  func ties() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      var queue = CostQueue()
      for item in (0..<40 as Range<UInt32>).shuffled(using: &generator) {
        queue.push(item, cost: item / 10 * 7)
      }
      #expect(Self.drain(&queue).map { $0[1] } == Array(0..<40))
    }
  }

  @Test("the same item may be in the queue with several costs")
  func repeated() {
    var queue = CostQueue()
    for cost in [5, 3, 9, 3] as [UInt32] { queue.push(1, cost: cost) }
    #expect(Self.drain(&queue) == [[3, 1], [3, 1], [5, 1], [9, 1]])
  }

  @Test("the largest items and costs keep their order")
  func limits() {
    var queue = CostQueue()
    for (item, cost) in [(UInt32.max, UInt32.max), (0, .max), (.max, 0), (0, 0), (1, 1 << 31)] {
      queue.push(item, cost: cost)
    }
    #expect(
      Self.drain(&queue) == [[0, 0], [0, .max], [1 << 31, 1], [.max, 0], [.max, .max]])
  }

  @Test("pushing and popping in any order gives what a sorted array gives", arguments: 0..<40)
  func sorted(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = CostQueue()
    var model: [[UInt32]] = []
    let range: UInt32 = seed % 2 == 0 ? 8 : .max
    for _ in 0..<400 {
      if UInt8.random(in: 0..<5, using: &generator) < 3 {
        let item = UInt32.random(in: 0...range, using: &generator)
        let cost = UInt32.random(in: 0...range, using: &generator)
        queue.push(item, cost: cost)
        model.append([cost, item])
        model.sort { $0.lexicographicallyPrecedes($1) }
      } else {
        let popped = queue.pop().map { [$0.cost, $0.item] }
        #expect(popped == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed)")
      }
      #expect(queue.isEmpty == model.isEmpty)
    }
    #expect(Self.drain(&queue) == model, "seed \(seed)")
  }

  @Test("a queue that was emptied is as new")
  func removeAll() {
    var queue = CostQueue()
    for item in 0..<100 as Range<UInt32> { queue.push(item, cost: 100 - item) }
    queue.removeAll()
    #expect(queue.isEmpty && queue.pop() == nil)
    queue.push(3, cost: 4)
    #expect(Self.drain(&queue) == [[4, 3]])
  }

  @Test("a copy of a queue is its own")
  func copies() {
    var queue = CostQueue()
    queue.push(1, cost: 1)
    queue.push(2, cost: 2)
    var copy = queue
    _ = copy.pop()
    copy.push(9, cost: 0)
    #expect(Self.drain(&queue) == [[1, 1], [2, 2]])
    #expect(Self.drain(&copy) == [[0, 9], [2, 2]])
  }
}
