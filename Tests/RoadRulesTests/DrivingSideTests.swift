import RoadModel
import Testing

@testable import RoadRules

@Suite struct DrivingSideTests {
  @Test(
    "traffic keeps left where it does",
    arguments: [
      "GB", "gb", "UK", "IE", "MT", "CY", "IM", "JE", "GG", "FJ", "AU", "NZ", "JP", "IN", "ZA",
      "KE",
      "MZ", "NA", "SR", "GY", "JM", "VI", "TH", "ID", "TL", "HK", "MO", "WS",
    ])
  func left(_ country: String) {
    #expect(DrivingSide(country: country) == .left)
  }

  @Test(
    "traffic keeps right elsewhere",
    arguments: [
      "DE", "FR", "US", "AD", "LI", "PT", "GI", "SE", "IS", "CN", "TW", "KR", "MM", "PH", "IO",
      "AO",
      "GH", "NG", "BZ", "PR", "CA", "", "XX",
    ])
  func right(_ country: String) {
    #expect(DrivingSide(country: country) == .right)
  }
}
