import RoadRules
import Testing

@Suite struct CountryCodesTests {
  @Test(
    "codes of countries are known, in any case", arguments: ["DE", "fj", "Gb", "UK", "XK", "SS"])
  func known(_ code: String) { #expect(CountryFacts.isCountry(code)) }

  @Test(
    "what stands for no country is not", arguments: ["ZZ", "XX", "EU", "D", "DEU", "", "D E", "AN"])
  func unknown(_ code: String) { #expect(!CountryFacts.isCountry(code)) }

  @Test("every country whose clocks are known is one")
  func zones() {
    for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
      for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
        let code = "\(first)\(second)"
        if CountryFacts.timeZone(of: code) != nil {
          #expect(CountryFacts.isCountry(code), "\(code)")
        }
      }
    }
  }
}
