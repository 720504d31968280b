import Testing

@testable import Guidance

/// The classes of names, found by both ends of a name.
@Suite struct TextClassesTests {
  /// More patterns than fit in one word of bits, with the last ones like the first.
  private static let patterns: [TextPattern] = {
    let own = ["Rua *", "*straße", "*gasse", "A #*", "É*", "*allé", "##", "Am *ring"]
    let others = (0..<70).map { "x\($0) *" }
    return (own + others + own + ["*9"]).compactMap { TextPattern($0) }
  }()

  @Test(
    "a name has the first class whose pattern it matches",
    arguments: [
      "Rua A", "RUA A", "Rua", "Hauptstraße", "HAUPTSTRASSE", "Gasse", "A 28", "A28", "École",
      "éa", "ALLÉ", "allé", "12", "1", "19", "", "#", "x69 1", "x69", "am Alten Ring", "Ω", "Ω9",
    ])
  func first(name: String) {
    let members = Self.patterns.enumerated().map { TextClass(pattern: $1, index: $0) }
    let found = TextClasses(members).match(name)
    let folded = TextPattern.fold(name)
    let expected = Self.patterns.firstIndex { $0.match(folded) != nil }
    #expect(found?.index == expected)
    #expect(found?.star == expected.flatMap { Self.patterns[$0].match(folded) })
    #expect(TextClasses([]).match(name) == nil)
  }
}
