import RoadModel
import RoadRules
import Testing

@Suite struct RoadRulesTests {
  @Test("the example of the documentation works")
  func example() {
    let rules = RoadRules(country: "de")
    #expect(rules.country == "DE")
    guard case .road(let road) = rules.way(["highway": "primary", "maxheight": "3,8 m"]) else {
      Issue.record("not a road")
      return
    }
    #expect(road.limits.map(\.tag) == ["maxheight=3.8"])
    let bag: RoadTags = ["highway": "residential", "maxheight": "3.8"]
    #expect(bag["maxheight"] == "3.8")
    #expect(bag["maxweight"] == nil)
  }

  @Test("of a key given twice the first counts")
  func duplicateKey() {
    #expect(RoadTags([(key: "a", value: "1"), (key: "a", value: "2")])["a"] == "1")
  }

  @Test("every reason has words for the summary")
  func reasons() {
    let texts = TagProblem.Reason.allCases.map(\.text)
    #expect(Set(texts).count == texts.count)
    #expect(!texts.contains(""))
  }
}
