import RoadModel
import Testing

@testable import RoadRules

@Suite struct DrivingSideTests {
  @Test("traffic keeps left where it does", arguments: ["GB", "gb", "MT", "FJ", "AU", "JP", "ZA"])
  func left(_ country: String) {
    #expect(DrivingSide(country: country) == .left)
  }

  @Test("traffic keeps right elsewhere", arguments: ["DE", "FR", "US", "AD", "LI", "PT", "", "XX"])
  func right(_ country: String) {
    #expect(DrivingSide(country: country) == .right)
  }
}
