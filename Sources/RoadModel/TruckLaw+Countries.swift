extension TruckLaw {
  /// The speed limits for heavy goods vehicles in a country.
  ///
  /// - Parameter country: ISO 3166-1 alpha-2 code in capital letters.
  /// - Returns: The law; nil if the table has no entry for the country.
  public static func law(of country: String) -> TruckLaw? {
    laws[country]
  }

  /// The countries whose law is recorded, in alphabetical order.
  public static let countries = laws.keys.sorted()

  // From the texts of the laws, as of 2025. If the general limit for all vehicles is lower than the
  // special one, the table has the general one. Limits that depend on the load, on rain or on the
  // hour are left out.
  private static let laws: [String: TruckLaw] = [
    // Kraftfahrgesetz-Durchführungsverordnung § 58 (1) no. 1 a and 2 e; towns: StVO § 20 (2).
    "AT": TruckLaw(rules: [Rule(rural: 70, motorroad: 80, motorway: 80)]),
    // Australian Road Rules 21 (2) and 25: above 12 t never more than 100.
    "AU": TruckLaw(rules: [Rule(above: 12, rural: 100, motorway: 100)]),
    // Arrêté royal of 1 December 1975, art. 11.1, 11.2, 11.3: 90 on motorways and on roads of two
    // carriageways with two lanes each; above 7.5 t 60 on all others.
    "BE": TruckLaw(rules: [
      Rule(above: 7.5, rural: 60, divided: 90, motorway: 90),
      Rule(rural: nil, divided: 90, motorway: 90),
    ]),
    // Verkehrsregelnverordnung art. 5 (1) a; towns: art. 4a.
    "CH": TruckLaw(rules: [Rule(rural: 80, motorway: 80)]),
    // Zákon 361/2000 Sb. § 18 (3), (4).
    "CZ": TruckLaw(rules: [Rule(rural: 80, motorway: 80)]),
    // Straßenverkehrs-Ordnung § 3 (3) no. 1 and 2, § 18 (5) no. 1: 80 on motorways and on motorroads
    // of two carriageways; elsewhere 60 above 7.5 t and with a trailer.
    "DE": TruckLaw(rules: [
      Rule(above: 7.5, rural: 60, dividedMotorroad: 80, motorway: 80),
      Rule(trailers: 1, rural: 60, dividedMotorroad: 80, motorway: 80),
      Rule(rural: 80, motorway: 80),
    ]),
    // Færdselsloven § 42, § 43 (2).
    "DK": TruckLaw(rules: [Rule(rural: 80, motorway: 80)]),
    // Reglamento General de Circulación art. 48.1 a (RD 1514/2018), art. 50; autovías that are not
    // tagged as motorways count as other roads.
    "ES": TruckLaw(rules: [Rule(rural: 80, motorway: 90)]),
    // Code de la route R413-8: roads with priority are taken to be those of the main network.
    "FR": TruckLaw(rules: [
      Rule(above: 12, trailers: 1, rural: 60, main: 80, motorway: 90),
      Rule(above: 12, rural: 80, motorway: 90),
      Rule(rural: 80, divided: 90, motorway: 90),
    ]),
    "GB": greatBritain,
    // 1/1975. (II. 5.) KPM-BM együttes rendelet § 26 (1) b.
    "HU": TruckLaw(rules: [Rule(rural: 70, motorway: 80)]),
    // Codice della strada art. 142 (3) e (with a trailer), g (to 12 t), h; towns: (1).
    "IT": TruckLaw(rules: [
      Rule(above: 12, rural: 70, motorway: 80),
      Rule(trailers: 1, rural: 70, motorway: 80),
      Rule(rural: 80, motorway: 100),
    ]),
    // Verkehrsregelnverordnung (LGBl. 1978 no. 19) art. 6: no vehicle faster; there are no motorways.
    "LI": TruckLaw(rules: [Rule(rural: 80, motorway: 80)]),
    // Kelių eismo taisyklės chapter XV, no. 131.
    "LT": TruckLaw(rules: [Rule(rural: 80, motorway: 90)]),
    // Reglement verkeersregels en verkeerstekens 1990 art. 22 a and g; towns: art. 20.
    "NL": TruckLaw(rules: [Rule(rural: 80, motorway: 80)]),
    // Prawo o ruchu drogowym art. 20 (1), (3) no. 2.
    "PL": TruckLaw(rules: [Rule(rural: 70, divided: 80, motorroad: 80, motorway: 80)]),
    // Código da Estrada art. 27 (1); the row with a trailer is not for semi-trailers, which this table does not
    // distinguish.
    "PT": TruckLaw(rules: [
      Rule(trailers: 1, urban: 40, rural: 70, motorway: 80),
      Rule(rural: 80, motorway: 90),
    ]),
    // OUG 195/2002 art. 50 (1) b and c (Lege 134/2022): 10 less with a trailer, (2). Category C1 is to 7.5 t. European
    // roads, where 10 more are allowed, are not distinguished.
    "RO": TruckLaw(rules: [
      Rule(above: 7.5, trailers: 1, rural: 70, motorroad: 90, motorway: 100),
      Rule(above: 7.5, rural: 80, motorroad: 100, motorway: 110),
      Rule(trailers: 1, rural: 60, motorroad: 75, motorway: 80),
      Rule(rural: 70, motorroad: 85, motorway: 90),
    ]),
    // Trafikförordning (1998:1276) 4 kap. 20 §; towns: 3 kap. 17 §.
    "SE": TruckLaw(rules: [
      Rule(trailers: 1, rural: 80, motorway: 80),
      Rule(rural: 80, motorroad: 90, motorway: 90),
    ]),
  ]

  // Road Traffic Regulation Act 1984, section 81 (30 mph in built-up areas) and schedule 6 part I
  // item 5, as varied for England and Wales by S.I. 2014/3552. Above 7.5 t Scotland allows 10 mph less
  // outside motorways, which a country code does not tell.
  private static let greatBritain = TruckLaw(rules: [
    Rule(above: 7.5, milesUrban: 30, rural: 50, divided: 60, motorway: 60),
    Rule(trailers: 1, milesUrban: 30, rural: 50, divided: 60, motorway: 60),
    Rule(milesUrban: 30, rural: 50, divided: 60, motorway: 70),
  ])
}

extension TruckLaw.Rule {
  /// Speeds in miles per hour.
  fileprivate init(
    above tonnes: Double = 3.5, trailers: UInt32 = 0, milesUrban urban: UInt16, rural: UInt16,
    divided: UInt16, motorway: UInt16
  ) {
    self.init(
      above: tonnes, trailers: trailers, urban: urban, rural: rural, divided: divided,
      motorway: motorway)
    // Tenths of a kilometre, to the nearest.
    caps = caps.map { speed in
      speed.map { Speed(deciKmh: UInt16((UInt32($0.deciKmh) * 1_609_344 + 500_000) / 1_000_000)) }
    }
  }
}
