import OSMInput
import RoadRules
import Testing

@testable import MapCompiler

@Suite struct AddressValuesTests {
  private var values = AddressValues(RoadRules(country: nil, languages: []))

  /// The text of a value.
  private mutating func text(_ value: String) -> String? {
    values.text(at: 0, in: OSMTags([("key", value)])).map { values.texts[$0] }
  }

  /// The house numbers of a value.
  private mutating func numbers(_ value: String) -> [String] {
    let range = values.houseNumbers(at: 0, in: OSMTags([("key", value)]))
    return values.numbers[range].map { values.texts[$0] }
  }

  @Test("a text has no outer spaces and control characters, and may be none")
  mutating func cleaned() {
    #expect(text("Main Street") == "Main Street")
    #expect(text(" Main\tStreet ") == "Main Street")
    #expect(text("") == nil)
    #expect(text(" ") == nil)
  }

  @Test("equal values have one text, whatever came between them, and others have others")
  mutating func distinct() {
    // Of all lengths up to 40, so that they end within and at the end of a word of eight bytes.
    let all = (0..<3_000).map { "\($0)" + String(repeating: "x", count: $0 % 37) }
    let first = all.map { values.text(at: 0, in: OSMTags([("key", $0)])) }
    let again = all.reversed().map { values.text(at: 0, in: OSMTags([("key", $0)])) }
    #expect(first == again.reversed())
    #expect(Set(first).count == all.count)
    #expect(first.map { $0.map { values.texts[$0] } } == all)
  }

  @Test("a value beyond the limit is cut, each time")
  mutating func long() {
    let limit = RoadRules.maximumPlaceTextBytes
    let (a, b) = (String(repeating: "a", count: limit), String(repeating: "b", count: limit))
    for _ in 0..<2 {
      #expect(text(a) == a)
      #expect(text(a + "c") == a)
      #expect(text(b + "c") == b)
    }
  }

  @Test("the house numbers of a value are those of its list")
  mutating func lists() {
    for _ in 0..<2 {
      #expect(numbers("12") == ["12"])
      #expect(numbers("12;14, 16a") == ["12", "14", "16a"])
      #expect(numbers(";") == [])
      #expect(numbers(String(repeating: "1", count: 25)) == [])
    }
    // The value of a street may also be asked for as a number.
    #expect(text("12;14") == "12;14")
  }
}
