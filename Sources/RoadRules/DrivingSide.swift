package import RoadModel

extension DrivingSide {
  /// The side of a country; right if the code is unknown.
  ///
  /// - Parameter country: ISO 3166-1 alpha-2 in any case.
  package init(country: String) {
    self = Self.leftHandCountries.contains(country.uppercased()) ? .left : .right
  }

  // Former British or Japanese rule, and Indonesia, Mozambique, Surinam, Thailand and East Timor;
  // Samoa since 2009. `UK` is not a code of ISO 3166-1, but is used as one.
  private static let leftHandCountries: Set<String> = [
    "AG", "AI", "AU", "BB", "BD", "BM", "BN", "BS", "BT", "BW", "CC", "CK", "CX", "CY", "DM", "FJ",
    "FK", "GB", "GD", "GG", "GS", "GY", "HK", "ID", "IE", "IM", "IN", "JE", "JM", "JP", "KE", "KI",
    "KN", "KY", "LC", "LK", "LS", "MO", "MS", "MT", "MU", "MV", "MW", "MY", "MZ", "NA", "NF", "NP",
    "NR", "NU", "NZ", "PG", "PK", "PN", "SB", "SC", "SG", "SH", "SR", "SZ", "TC", "TH", "TK", "TL",
    "TO", "TT", "TV", "TZ", "UG", "UK", "VC", "VG", "VI", "WS", "ZA", "ZM", "ZW",
  ]
}
