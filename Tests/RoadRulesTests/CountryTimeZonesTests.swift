import Testing

@testable import RoadRules

@Suite struct CountryTimeZonesTests {
  /// Taken from the last lines of the zones' files, by way of the zone in brackets.
  static let cases: [(countries: String, rule: String)] = [
    ("DE AT CH LI FR IT MC AD MT DK NL BE PL CZ SE HU", "CET-1CEST,M3.5.0,M10.5.0/3"),  // Berlin
    ("RO LT GR FI UA", "EET-2EEST,M3.5.0/3,M10.5.0/4"),  // Bucharest
    ("GB gb uk", "GMT0BST,M3.5.0/1,M10.5.0"),  // London
    ("IE", "IST-1GMT0,M10.5.0,M3.5.0/1"),  // Dublin: summer time is its standard time
    ("TR BY", "<+03>-3"),  // Istanbul
    ("IS", "GMT0"),  // Reykjavik
    ("FJ", "<+12>-12"),  // Fiji
    ("IN", "IST-5:30"),  // Kolkata
    ("NP", "<+0545>-5:45"),  // Kathmandu
    ("JP", "JST-9"),  // Tokyo
    ("CN", "CST-8"),  // Shanghai
    ("ZA", "SAST-2"),  // Johannesburg
    ("EG", "EET-2EEST,M4.5.5/0,M10.5.4/24"),  // Cairo
    ("CU", "CST5CDT,M3.2.0/0,M11.1.0/1"),  // Havana
    ("AR", "<-03>3"),  // Buenos Aires
  ]

  @Test("a country with one zone has its rule", arguments: cases)
  func rule(_ countries: String, _ rule: String) {
    for country in countries.split(separator: " ") {
      #expect(CountryFacts.timeZone(of: String(country)) == rule)
    }
  }

  @Test(
    "where a map may lie in several zones, or no rule can say, none is given",
    arguments: [
      "PT", "ES", "RU", "US", "CA", "AU", "BR", "MX", "ID", "KZ", "MN", "CD", "CL", "EC", "FM",
      "KI", "PG", "NZ", "GL", "MA", "PF", "", "X", "XX", "DEU",
    ])
  func unknown(_ country: String) { #expect(CountryFacts.timeZone(of: country) == nil) }

  @Test("every code is two capitals and has one rule")
  func table() {
    let codes = CountryFacts.countriesOfRules.flatMap { $0.countries.split(separator: " ") }
    #expect(Set(codes).count == codes.count)
    for code in codes {
      #expect(code.utf8.count == 2 && code.utf8.allSatisfy { (65...90).contains($0) }, "\(code)")
    }
    let rules = CountryFacts.countriesOfRules.map(\.rule)
    #expect(Set(rules).count == rules.count)
    #expect(rules.allSatisfy { $0.utf8.count < 40 && !$0.contains(" ") })
  }
}
