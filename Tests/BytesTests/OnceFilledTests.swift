import Synchronization
import Testing

@testable import Bytes

@Suite struct OnceFilledTests {
  /// Counts how many of its kind are alive.
  final class Thing: Sendable {
    let alive: Count
    init(_ alive: Count) {
      self.alive = alive
      alive.number.add(1, ordering: .relaxed)
    }
    deinit { alive.number.subtract(1, ordering: .relaxed) }
  }

  final class Count: Sendable {
    let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .relaxed) }
  }

  @Test("a place is filled once, and what came first stays as long as the place")
  func once() {
    let alive = Count()
    do {
      let place = OnceFilled<Thing>()
      #expect(place.object == nil)
      let first = Thing(alive)
      #expect(place.store(first) === first)
      #expect(place.store(Thing(alive)) === first)
      #expect(place.object === first && alive.value == 1)
    }
    #expect(alive.value == 0)
  }

  @Test("many threads fill a place at once: all get the same object, the others are freed")
  func race() async {
    let alive = Count()
    for _ in 0..<200 {
      let place = OnceFilled<Thing>()
      let found = await withTaskGroup(of: ObjectIdentifier.self) { tasks in
        for _ in 0..<8 { tasks.addTask { ObjectIdentifier(place.store(Thing(alive))) } }
        return await tasks.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(found.count == 1 && alive.value == 1)
      #expect(place.object.map { ObjectIdentifier($0) } == found.first)
    }
    #expect(alive.value == 0)
  }
}
