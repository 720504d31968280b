import Testing

@testable import RoadRules

/// Grades by the tag `incline`.
@Suite struct InclineTagTests {
  @Test(
    "numbers of percent and degrees count with their sign; words and bare numbers do not",
    arguments: [
      ("10%", 100), ("-10 %", -100), ("12.5%", 125), ("-12,5 %", -125), ("0%", 0), ("200%", 1_000),
      ("-200%", -1_000), ("45°", 999), ("-0%", 0), ("+7%", 70),
      ("-10°", -176), ("10º", 176), ("−12%", -120), ("− 12,5 %", -125), ("up", 0),
      ("down", 0), ("10", 0), ("%", 0), ("steep%", 0), ("nan%", 0),
      ("inf%", 0), ("123456789%", 0),
    ] as [(String, Int16)])
  func grades(_ value: String, _ permille: Int16) {
    #expect(InclineTag.permille(["incline": value]) == permille)
  }

  @Test("without the tag there is no grade")
  func absent() { #expect(InclineTag.permille(["highway": "primary"]) == 0) }
}
