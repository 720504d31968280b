extension CountryFacts {
  /// The POSIX rule of a country's clocks, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// It is nil if a map of the country may be in several zones (the islands of Portugal and Spain
  /// have other zones), if no such rule describes the clocks (Morocco and Ramadan), or if the code
  /// is unknown. Territory that a country does not control does not count: Ukraine has one zone.
  ///
  /// The rules are those of the time-zone database, which is in the public domain (2025b, the last line
  /// of each zone's file).
  ///
  /// - Parameter country: ISO 3166-1 alpha-2 in any case.
  /// - Returns: The rule.
  package static func timeZone(of country: String) -> String? {
    timeZones[country.uppercased()]
  }

  private static let timeZones: [String: String] = {
    var zones: [String: String] = [:]
    for (rule, countries) in countriesOfRules {
      for country in countries.split(separator: " ") { zones[String(country)] = rule }
    }
    return zones
  }()

  static let countriesOfRules: [(rule: String, countries: String)] = [
    // Europe.
    (
      "CET-1CEST,M3.5.0,M10.5.0/3",
      "AD AL AT BA BE CH CZ DE DK FR GI HR HU IT LI LU MC ME MK MT NL NO PL RS SE SI SJ SK SM VA XK"
    ),
    ("EET-2EEST,M3.5.0/3,M10.5.0/4", "AX BG CY EE FI GR LT LV RO UA"),
    ("EET-2EEST,M3.5.0,M10.5.0/3", "MD"),
    ("GMT0BST,M3.5.0/1,M10.5.0", "GB GG IM JE UK"),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "IE"),
    ("WET0WEST,M3.5.0/1,M10.5.0", "FO"),
    ("<+03>-3", "BH BY IQ JO KW QA SA SY TR YE"),
    // Africa.
    ("GMT0", "BF CI GH GM GN GW IS LR ML MR SH SL SN ST TG"),
    ("WAT-1", "AO BJ CF CG CM GA GQ NE NG TD"),
    ("CET-1", "DZ TN"),
    ("CAT-2", "BI BW MW MZ NA RW SD SS ZM ZW"),
    ("EAT-3", "DJ ER ET KE KM MG SO TZ UG YT"),
    ("SAST-2", "LS SZ ZA"),
    ("EET-2", "LY"),
    ("EET-2EEST,M4.5.5/0,M10.5.4/24", "EG"),
    ("<-01>1", "CV"),
    // Asia.
    ("IST-2IDT,M3.4.4/26,M10.5.0", "IL"),
    ("EET-2EEST,M3.5.0/0,M10.5.0/0", "LB"),
    ("<+0330>-3:30", "IR"),
    ("<+04>-4", "AE AM AZ GE MU OM RE SC"),
    ("<+0430>-4:30", "AF"),
    ("<+05>-5", "MV TF TJ TM UZ"),
    ("PKT-5", "PK"),
    ("IST-5:30", "IN"),
    ("<+0530>-5:30", "LK"),
    ("<+0545>-5:45", "NP"),
    ("<+06>-6", "BD BT IO KG"),
    ("<+0630>-6:30", "CC MM"),
    ("<+07>-7", "CX KH LA TH VN"),
    ("<+08>-8", "BN MY SG"),
    ("CST-8", "CN MO TW"),
    ("HKT-8", "HK"),
    ("PST-8", "PH"),
    ("JST-9", "JP"),
    ("KST-9", "KP KR"),
    ("<+09>-9", "PW TL"),
    // Oceania.
    ("ChST-10", "GU MP"),
    ("<+11>-11", "NC SB VU"),
    ("<+11>-11<+12>,M10.1.0,M4.1.0/3", "NF"),
    ("<+12>-12", "FJ MH NR TV WF"),
    ("<+13>-13", "TK TO WS"),
    ("SST11", "AS"),
    ("<-11>11", "NU"),
    ("<-10>10", "CK"),
    ("<-08>8", "PN"),
    // America.
    ("CST6", "BZ CR GT HN NI SV"),
    ("CST5CDT,M3.2.0/0,M11.1.0/1", "CU"),
    ("EST5", "JM KY PA"),
    ("EST5EDT,M3.2.0,M11.1.0", "BS HT TC"),
    ("<-05>5", "CO PE"),
    ("AST4", "AG AI AW BB BL BQ CW DM DO GD GP KN LC MF MQ MS PR SX TT VC VG VI"),
    ("AST4ADT,M3.2.0,M11.1.0", "BM"),
    ("<-04>4", "BO GY VE"),
    ("<-03>3", "AR FK GF PY SR UY"),
    ("<-03>3<-02>,M3.2.0,M11.1.0", "PM"),
    ("<-02>2", "GS"),
  ]
}
