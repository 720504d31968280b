/// On which side of the road traffic keeps.
public enum DrivingSide: Sendable, Hashable {
  /// As in Great Britain and Japan.
  case left
  /// As in most of the world.
  case right

  /// The side of a country; right where the code is not known.
  ///
  /// - Parameter country: ISO 3166-1 alpha-2 in any case.
  public init(country: String) {
    self = Self.leftHandCountries.contains(country.uppercased()) ? .left : .right
  }

  private static let leftHandCountries: Set<String> = [
    "AG", "AI", "AU", "BB", "BD", "BM", "BN", "BS", "BT", "BW", "CC", "CK", "CX", "CY", "DM", "FJ",
    "FK", "GB", "GD", "GG", "GS", "GY", "HK", "ID", "IE", "IM", "IN", "JE", "JM", "JP", "KE", "KI",
    "KN", "KY", "LC", "LK", "LS", "MO", "MS", "MT", "MU", "MV", "MW", "MY", "MZ", "NA", "NF", "NP",
    "NR", "NU", "NZ", "PG", "PK", "PN", "SB", "SC", "SG", "SH", "SR", "SZ", "TC", "TH", "TK", "TL",
    "TO", "TT", "TV", "TZ", "UG", "VC", "VG", "VI", "WS", "ZA", "ZM", "ZW",
  ]
}

extension RoadRules {
  /// Whether traffic keeps left in a country.
  ///
  /// - Parameter country: ISO 3166-1 alpha-2 in any case.
  /// - Returns: False for codes that are not known.
  public static func drivesOnLeft(country: String) -> Bool {
    DrivingSide(country: country) == .left
  }
}
