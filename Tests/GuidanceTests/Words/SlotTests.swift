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

  @Test("a phrase knows all of its placeholders, and those that it needs")
  func slots() throws {
    let text = "a {road}[ b {exit}[ c {towards}]| d {rotary}]"
    let phrase = try TemplateParser.parse(text, slots: SlotSet(slots: Slot.allCases)) { _, _ in 0 }
    let template = Template(phrase)
    #expect(template.slots == SlotSet(slots: [.road, .exit, .towards, .rotary]))
    #expect(template.needs == SlotSet(.road))
  }
}
