import RoadModel
import TestSupport
import Testing

@testable import MapReader

/// The cache of passages from one edge onto the next.
@Suite struct PassageMemoryTests {
  private final class Note: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  private static func key(
    _ edge: UInt32, _ next: UInt32, _ mode: Mode = .car, details: UInt8 = 0
  ) -> PassageKey {
    PassageKey(
      EdgeNumber(rawValue: edge), EdgeNumber(rawValue: next), mode, details: details)
  }

  private static func numbers(_ memory: PassageMemory, _ keys: [PassageKey?]) -> [Int?] {
    var numbers: [Int?] = []
    memory.find(keys) { numbers.append(($0 as? Note)?.number) }
    return numbers
  }

  @Test("a passage is known in its direction, for its mode and with its details only")
  func keys() {
    let memory = PassageMemory()
    #expect(Self.numbers(memory, [Self.key(3, 7)]) == [nil])
    memory.keep([(Self.key(3, 7), Note(1)), (Self.key(3, 8, details: 1), Note(2))])
    let asked = [
      Self.key(3, 7), Self.key(7, 3), Self.key(3, 7, .bicycle), Self.key(3, 7, details: 1), nil,
      Self.key(3, 8), Self.key(3, 8, details: 1),
    ]
    #expect(Self.numbers(memory, asked) == [1, nil, nil, nil, nil, nil, 2])
  }

  @Test("of more passages than it has slots for, each is known as it is or not at all")
  func replacement() {
    let memory = PassageMemory()
    let all = 0..<40_000
    for number in all { memory.keep([(Self.key(UInt32(number), 5), Note(number))]) }
    let found = Self.numbers(memory, all.map { Self.key(UInt32($0), 5) })
    var known = 0
    for (number, note) in zip(all, found) {
      guard let note else { continue }
      known += 1
      #expect(note == number)
    }
    #expect(known > 8192)
  }

  @Test("of passages that fill less than half of the slots, nearly all are known")
  func town() {
    let memory = PassageMemory()
    var random = SeededGenerator(seed: 22)
    let keys = (0..<7000).map { _ in
      Self.key(.random(in: 0..<200_000, using: &random), .random(in: 0..<200_000, using: &random))
    }
    for (number, key) in keys.enumerated() { memory.keep([(key, Note(number))]) }
    let lost = Self.numbers(memory, keys).count { $0 == nil }
    // Of as many at random, groups of eight have no room for 26 on average, and groups of four for 167.
    #expect(lost < 70)
  }
}
