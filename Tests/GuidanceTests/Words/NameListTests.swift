import Testing

@testable import Guidance

/// Names and numbers of roads as lists, with semicolons between their parts.
@Suite struct NameListTests {
  @Test(
    "the first parts of a list are those that can be names",
    arguments: [
      ("B 37", 1, "B 37"), ("B 37;B 38", 1, "B 37"), ("B 37;B 38", 3, "B 37 / B 38"),
      (" B 37 ;; .; B  38 ;B 39", 2, "B 37 / B 38"), (";B 39", 1, "B 39"), ("; .;", 2, nil),
      ("", 1, nil),
    ] as [(String, Int, String?)])
  func firstParts(list: String, count: Int, parts: String?) {
    #expect(list.firstParts(count, joined: " / ") == parts)
  }

  @Test(
    "a number is said apart unless the name has it as a word",
    arguments: [
      ("Bergstraße B 3", "B 3", true), ("Bergstraße B 37", "B 3", false), ("B 3", "B 37", false),
      ("Bergstraße", "B 3", false), ("EN 14-1", "EN 14", false),
    ])
  func words(name: String, number: String, isPart: Bool) {
    #expect(name.hasWords(number) == isPart)
  }
}
