import RoadModel
import Testing

@testable import RoadRules

/// The people of a settlement and its rank among others, which order the places with its name.
@Suite struct PopulationTests {
  private func town(_ tags: [(String, String)]) throws -> PlaceReading {
    let pairs = [("place", "town"), ("name", "X")] + tags
    return try #require(RoadRules().place(RoadTags(pairs.map { (key: $0.0, value: $0.1) })))
  }

  @Test(
    "a number is read as people write it",
    arguments: [
      ("12345", 12_345, false), ("12 345", 12_345, false), ("12.345", 12_345, false),
      ("12,345", 12_345, false), ("12'345", 12_345, false), ("12’345", 12_345, false),
      ("12\u{A0}345", 12_345, false), ("12\u{202F}345", 12_345, false), (" 812 ", 812, false),
      ("1.234.567", 1_234_567, false), ("12,34,567", 1_234_567, false), ("~12000", 12_000, true),
      ("ca. 12.000", 12_000, true), ("Circa 900", 900, true), ("12000 (2011)", 12_000, false),
      ("5000;5100", 5_000, false), ("١٢٣٤", 1_234, false), ("0", 0, false),
    ])
  func read(_ text: String, _ count: Int, _ isApproximate: Bool) {
    #expect(Population(text) == Population(count: count, isApproximate: isApproximate))
  }

  @Test(
    "other texts are no number of people",
    arguments: [
      "", "~", "many", "-5", "12.5", "12.34", "1.234,567", "1234.567", "12 34", "1,23", ".123",
      "123.", "1.2 million", "12000 people", "99999999999", "½", "(2011)", ";5", "1..234",
    ])
  func refused(_ text: String) { #expect(Population(text) == nil) }

  @Test(
    "separators count as much as the plain number",
    arguments: ["12 345", "12.345", "12,345", "12'345", "~12345", "12345 (2011)"])
  func importance(_ text: String) throws {
    let plain = try town([("population", "12345")])
    #expect(try town([("population", text)]).importance == plain.importance)
    #expect(try plain.importance > town([]).importance)
  }

  @Test("a capital comes before a town of its size, and that of a country before that of a region")
  func capitals() throws {
    let levels = ["no", "6", "4", "yes"]
    let importances = try levels.map { try town([("capital", $0)]).importance }
    #expect(importances == importances.sorted())
    #expect(Set(importances).count == levels.count)
    #expect(try town([("capital", "2")]).importance == importances[3])
    #expect(try town([]).importance == importances[0])
  }

  @Test("what is refused, or approximate, is a problem of the element")
  func problems() throws {
    #expect(try town([("population", "12 345"), ("capital", "4")]).problems == [])
    let found = try town([("population", "lots"), ("capital", "perhaps")]).problems
    #expect(
      found == [
        TagProblem(key: "population", value: "lots", reason: .unparsable),
        TagProblem(key: "capital", value: "perhaps", reason: .unknownValue),
      ])
    #expect(try town([("population", "~900")]).problems.map(\.reason) == [.approximate])
    // Only settlements have people.
    let shop = RoadTags([
      (key: "shop", value: "bakery"), (key: "name", value: "X"), (key: "population", value: "lots"),
    ])
    #expect(RoadRules().place(shop)?.problems == [])
  }
}
