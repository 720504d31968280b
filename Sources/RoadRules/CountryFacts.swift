import RoadModel

/// Facts of national traffic law to which tags refer, entered from the laws.
package enum CountryFacts {
  /// A zone with a speed limit by law.
  enum Zone {
    case urban, rural, expressway, motorway, livingStreet

    init?(_ word: String) {
      switch word {
      case "urban", "nsl_restricted": self = .urban
      case "rural", "nsl_single": self = .rural
      case "trunk", "expressway", "motorroad", "nsl_dual": self = .expressway
      case "motorway": self = .motorway
      case "living_street", "walk", "bicycle_and_pedestrian_zone": self = .livingStreet
      default: return nil
      }
    }
  }

  /// The general limit of a zone for passenger cars; nil if not entered.
  static func speed(_ zone: Zone, in country: String) -> Speed? {
    let row = rows[country] ?? rows[String(country.prefix(2))]
    switch zone {
    case .urban: return row?.urban
    case .rural: return row?.rural
    case .expressway: return row?.expressway
    case .motorway: return row?.motorway
    case .livingStreet: return livingStreets[country] ?? SpeedValue.walk
    }
  }

  /// Whether speed signs are in miles per hour.
  static func usesMiles(_ country: String) -> Bool {
    ["GB", "UK", "US", "IM", "JE", "GG", "PR"].contains(country)
  }

  /// Whether a part of a value looks like a country or its region (`be-vlg`).
  static func isCode(_ word: some StringProtocol) -> Bool {
    let parts = word.split(separator: "-")
    guard let country = parts.first, country.utf8.count == 2 else { return false }
    return parts.count <= 2 && parts.allSatisfy { $0.utf8.count <= 3 }
  }

  private struct Row {
    var urban: Speed?
    var rural: Speed?
    var expressway: Speed?
    var motorway: Speed?
  }

  private static func row(
    _ urban: UInt16, _ rural: UInt16, _ expressway: UInt16? = nil, _ motorway: UInt16? = nil
  ) -> Row {
    Row(
      urban: .kmh(urban), rural: .kmh(rural), expressway: expressway.map { Speed.kmh($0) },
      motorway: motorway.map { Speed.kmh($0) })
  }

  // Columns: built-up area, outside, expressway or dual carriageway, motorway; km/h for cars.
  private static let rows: [String: Row] = [
    "AD": row(50, 90),
    "AT": row(50, 100, 100, 130),  // StVO § 20 (2)
    "AU": row(50, 100, nil, 110),  // Australian Road Rules 25; motorways as signed
    "BE": row(50, 70, 120, 120),  // the Flemish rule; Wallonia differs outside towns
    "BE-WAL": row(50, 90, 120, 120),
    "BE-BRU": row(30, 70, 120, 120),
    "BG": row(50, 90, 120, 140),
    "BY": row(60, 90, nil, 110),
    "CH": row(50, 80, 100, 120),  // VRV art. 4a
    "CZ": row(50, 90, 110, 130),  // Zákon 361/2000 Sb. § 18
    "DE": Row(
      urban: .kmh(50), rural: .kmh(100), expressway: .kmh(100), motorway: .unlimited),  // StVO § 3
    "DK": row(50, 80, 80, 130),  // Færdselsloven § 42
    "EE": row(50, 90),
    "ES": row(50, 90, 90, 120),  // Reglamento General de Circulación art. 48, 50
    "FI": row(50, 80, nil, 120),
    "FJ": row(50, 80),
    "FR": row(50, 80, 110, 130),  // Code de la route R413-2, R413-3
    "GB": Row(
      urban: Speed(miles: 30), rural: Speed(miles: 60), expressway: Speed(miles: 70),
      motorway: Speed(miles: 70)),
    "GR": row(50, 90, 110, 130),
    "HR": row(50, 90, 110, 130),
    "HU": row(50, 90, 110, 130),  // 1/1975. (II. 5.) KPM-BM § 26 (1) a
    "IT": row(50, 90, 110, 130),  // Codice della strada art. 142 (1)
    "LI": row(50, 80),  // VRV (LGBl. 1978 no. 19) art. 6
    "LT": row(50, 90, 120, 130),
    "LU": row(50, 90, nil, 130),
    "LV": row(50, 90),
    "MC": row(50, 50),
    "MT": row(50, 80, 80),
    "NL": row(50, 80, 100, 100),  // RVV 1990 art. 20, 21; motorways by day, since 2020
    "NO": row(50, 80),
    "NZ": row(50, 100),
    "PL": row(50, 90, 120, 140),  // Prawo o ruchu drogowym art. 20
    "PT": row(50, 90, 100, 120),  // Código da Estrada art. 27
    "RO": row(50, 90, 120, 130),  // OUG 195/2002 art. 49 (Lege 134/2022)
    "RS": row(50, 80, 100, 130),
    "RU": row(60, 90, 110, 110),
    "SE": row(50, 70, nil, 110),  // Trafikförordning 3 kap. 17 §
    "SI": row(50, 90, 110, 130),
    "SK": row(50, 90, 90, 130),
    "TR": row(50, 90),
    "UA": row(50, 90, 110, 130),
    "ZA": row(60, 100, nil, 120),
  ].merging(aliases) { own, _ in own }

  /// Codes in use that are not ISO 3166-1.
  private static let aliases: [String: Row] = [
    "UK": Row(
      urban: Speed(miles: 30), rural: Speed(miles: 60), expressway: Speed(miles: 70),
      motorway: Speed(miles: 70)),
    "FL": row(50, 80),  // the plate of Liechtenstein
  ]

  private static let livingStreets: [String: Speed] = [
    "RU": .kmh(20), "BY": .kmh(20), "UA": .kmh(20), "LV": .kmh(20), "LT": .kmh(20), "PL": .kmh(20),
    "CH": .kmh(20), "LI": .kmh(20), "FR": .kmh(20), "BE": .kmh(20), "ES": .kmh(20), "CZ": .kmh(20),
    "SK": .kmh(20), "HU": .kmh(20), "LU": .kmh(20), "PT": .kmh(20), "NL": .kmh(15), "DK": .kmh(15),
  ]
}
