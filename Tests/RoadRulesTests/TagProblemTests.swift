import RoadRules
import Testing

@Suite struct TagProblemTests {
  @Test(
    "a long value is cut between characters, so that OpenStreetMap's 255 code points are the most")
  func shortened() {
    let accents = String(repeating: "e\u{301}", count: 200)
    let kept = TagProblem.shortened(accents)
    #expect(kept == String(repeating: "e\u{301}", count: 127))
    #expect(accents.hasPrefix(kept))
    let family = String(repeating: "👩‍👩‍👧", count: 60)
    #expect(TagProblem.shortened(family) == String(repeating: "👩‍👩‍👧", count: 51))
  }

  @Test("a value that OpenStreetMap allows is kept whole")
  func whole() {
    for text in [
      "", "50", String(repeating: "ä", count: 255), String(repeating: "e\u{301}", count: 127) + "x",
    ] {
      #expect(Array(TagProblem.shortened(text).unicodeScalars) == Array(text.unicodeScalars))
    }
  }
}
