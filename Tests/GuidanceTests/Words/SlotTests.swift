import Testing

@testable import Guidance

@Suite struct SlotTests {
  @Test("the word of a placeholder is its name, and leads back to it")
  func words() {
    for slot in Slot.allCases {
      #expect(slot.word == (slot == .exitName ? "exit-name" : "\(slot)"))
      #expect(Slot(word: slot.word) == slot)
    }
  }
}
