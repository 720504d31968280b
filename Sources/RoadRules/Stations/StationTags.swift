package import RoadModel

extension RoadRules {
  /// The charging station that tags describe, or the charge point of one.
  ///
  /// - Parameter tags: The tags of a node or an area.
  /// - Returns: The station; nil if there is none.
  package func chargingStation(_ tags: RoadTags) -> StationReading? {
    guard tags["amenity"] == "charging_station" || tags["man_made"] == "charge_point" else {
      return nil
    }
    let connectors = StationTags.connectors(tags)
    let fee: Bool? =
      switch tags["fee"] {
      case "yes": true
      case "no": false
      default: nil
      }
    return StationReading(
      name: PlaceTags.text(tags["name"]),
      operatorName: PlaceTags.text(tags["operator"] ?? tags["network"] ?? tags["brand"]),
      openingHours: PlaceTags.text(tags["opening_hours"]), access: PlaceTags.text(tags["access"]),
      capacity: tags["capacity"].flatMap(StationTags.count) ?? 0, fee: fee,
      vehicles: StationTags.vehicles(tags, connectors), connectors: connectors)
  }
}

/// The tables and values behind ``RoadRules/chargingStation(_:)``.
enum StationTags {
  private static let prefix = "socket:"
  private static let output = ":output"

  /// The plausible maximum number of connectors of a kind.
  private static let mostConnectors = 1_000
  /// The plausible powers in watts.
  ///
  /// Cars take at least 6 A, which is 1.38 kW at 230 V (IEC 61851-1).
  private static let plausibleWatts = 1_000...10_000_000

  private static let sockets: [String: StationReading.Socket] = [
    "type1": .type1, "type1_cable": .type1, "type1_combo": .ccs1, "type2": .type2,
    "type2_cable": .type2, "type2_combo": .ccs, "chademo": .chademo, "nacs": .tesla,
    "tesla_supercharger": .tesla, "tesla_destination": .tesla, "tesla_standard": .tesla,
    "tesla_roadster": .tesla, "tesla_supercharger_ccs": .ccs, "ccs": .ccs, "ccs2": .ccs,
    "ccs1": .ccs1, "gb_ac": .gbt, "gb_dc": .gbt,
    "gbt_ac": .gbt, "gbt_dc": .gbt, "schuko": .schuko, "typee": .schuko, "type_e": .schuko,
    "bs1363": .schuko, "as3112": .schuko, "sev1011_t13": .schuko, "sev1011_t23": .schuko,
    "sev1011_t15": .schuko, "sev1011_t25": .schuko, "nema_5_15": .schuko, "nema_5_20": .schuko,
    "cee_blue": .cee, "cee_red_16a": .cee, "cee_red_32a": .cee, "cee_red_63a": .cee,
    "cee_red_125a": .cee,
  ]

  /// The connectors by `socket:*` and `socket:*:output`, in the order of their kinds.
  ///
  /// Several powers share the number of connectors; the first has the remainder. A power alone
  /// names one connector. Without a power, that of the voltage and current counts. The power of the station, or its
  /// voltage and current, are those of its only connectors.
  static func connectors(_ tags: RoadTags) -> [StationReading.Connectors] {
    var result: [StationReading.Connectors] = []
    var only = ""
    for kind in kinds(tags).sorted() {
      let value = tags[prefix + kind] ?? "yes"
      let number = count(value) ?? (value == "no" ? 0 : 1)
      guard number > 0 else { continue }
      let socket = sockets[kind.lowercased()] ?? .other
      var powers = watts(tags[prefix + kind + output] ?? "")
      if powers.isEmpty, let found = product(tags, prefix + kind + ":", kind, socket) {
        powers = [found]
      }
      only = kind
      let shares = max(UInt16(clamping: powers.count), 1)
      for (index, power) in (powers.isEmpty ? [0] : powers).enumerated() {
        let rest = index == 0 ? number % shares : 0
        result.append(
          StationReading.Connectors(socket, watts: power, count: max(number / shares + rest, 1)))
      }
    }
    if result.count == 1, result[0].watts == 0 {
      result[0].watts =
        watts(tags["charging_station:output"] ?? "").max()
        ?? product(tags, "", only, result[0].socket) ?? 0
    }
    return result
  }

  /// The watts of the voltage and current in the keys with a prefix; nil if one of them is unknown.
  ///
  /// Alternating current at 380 V or more has three phases: its voltage is that between two of them, and the power √3
  /// times the product.
  private static func product(
    _ tags: RoadTags, _ keys: String, _ kind: String, _ socket: StationReading.Socket
  ) -> UInt32? {
    func value(_ name: String, _ unit: String) -> Double? {
      var scanner = ValueScanner(tags[keys + name] ?? "")
      guard let number = scanner.decimal(), ["", unit].contains(scanner.word()), scanner.isAtEnd,
        let thousandths = number.scaled(by: 1_000, over: 1)
      else { return nil }
      return Double(thousandths) / 1_000
    }
    guard let volts = value("voltage", "v"), 100...1_500 ~= volts,
      let amperes = value("current", "a") ?? value("amperage", "a"), 6...1_000 ~= amperes
    else { return nil }
    let isDirect =
      switch socket {
      case .ccs, .ccs1, .chademo: true
      case .tesla: kind.lowercased() == "tesla_supercharger"
      default: kind.lowercased().hasSuffix("_dc")
      }
    let phases = volts >= 380 && !isDirect ? 3.0.squareRoot() : 1
    let watts = Int((volts * amperes * phases).rounded())
    return plausibleWatts.contains(watts) ? UInt32(watts) : nil
  }

  /// The kinds of connectors in the keys `socket:KIND` and `socket:KIND:output`.
  private static func kinds(_ tags: RoadTags) -> Set<String> {
    var kinds: Set<String> = []
    for (key, _) in tags.pairs where key.hasPrefix(prefix) {
      var kind = key.dropFirst(prefix.count)
      if kind.hasSuffix(output) { kind = kind.dropLast(output.count) }
      if !kind.isEmpty, !kind.contains(":") { kinds.insert(String(kind)) }
    }
    return kinds
  }

  /// A number of items, such as `2`; nil for other texts.
  static func count(_ value: String) -> UInt16? {
    guard let number = Int(value), 0...mostConnectors ~= number else { return nil }
    return UInt16(number)
  }

  /// The powers of a value such as `22 kW`, `50 kW;150 kW`, `150 kW, 50 kW` or `22+11+3,7 kW`, in watts.
  ///
  /// Unreadable parts are left out.
  static func watts(_ value: String) -> [UInt32] {
    let letters = plain(value)
    func isDigit(_ index: Int) -> Bool {
      letters.indices.contains(index) && letters[index].isWholeNumber
    }
    return letters.indices.split(maxSplits: 16) { index in
      switch letters[index] {
      case ";", "/", "|", "+", "&": true
      // Between digits it is a decimal comma.
      case ",": !(isDigit(index - 1) && isDigit(index + 1))
      default: false
      }
    }.compactMap { power(String(letters[$0])) }
  }

  /// The characters of a value without parts in brackets, such as `(AC)`, and signs such as `≤`; typographic signs
  /// become those of a keyboard.
  private static func plain(_ value: String) -> [Character] {
    var depth = 0
    var letters: [Character] = []
    for letter in value {
      switch letter {
      case "(": depth += 1
      case ")": depth = max(depth - 1, 0)
      case "≤", "<", "≥", ">", "≈", "~": break
      case "×" where depth == 0: letters.append("x")
      case "–" where depth == 0, "—" where depth == 0: letters.append("-")
      default: if depth == 0 { letters.append(letter) }
      }
    }
    return letters
  }

  /// The watts of a power such as `22kW`, `11000 W`, `22`, `up to 150 kW`, `50-150 kW`, `2 x 22 kW` or `22 kW @ 32 A`;
  /// nil if it is unreadable, or too little or too much for a car.
  ///
  /// Without a unit, a number of at most 1,000 is in kilowatts.
  private static func power(_ text: String) -> UInt32? {
    var scanner = ValueScanner(text)
    // Words such as `max.` precede the number.
    while !scanner.word().isEmpty { _ = scanner.take(".") }
    guard var number = scanner.decimal() else { return nil }
    var unit = scanner.word()
    let hasAnother = unit == "x" ? true : scanner.take("-")
    if hasAnother, let next = scanner.decimal() { (number, unit) = (next, scanner.word()) }
    guard skipRemark(&scanner), let thousandths = number.scaled(by: 1_000, over: 1) else {
      return nil
    }
    let watts: Int
    switch unit {
    case "kw", "kva", "kwh": watts = thousandths
    case "w", "va": watts = thousandths / 1_000
    case "mw": watts = thousandths * 1_000
    case "": watts = thousandths <= 1_000_000 ? thousandths : thousandths / 1_000
    default: return nil
    }
    return plausibleWatts.contains(watts) ? UInt32(watts) : nil
  }

  /// Skips what people add behind a power, such as `AC`, `max.`, `@ 32 A` or `400 V`; false if it may be another power.
  private static func skipRemark(_ scanner: inout ValueScanner) -> Bool {
    while !scanner.isAtEnd {
      let word = scanner.word()
      if ["kw", "kva", "kwh", "w", "va", "mw"].contains(word) { return false }
      guard word.isEmpty, scanner.decimal() == nil else { continue }
      guard scanner.take("@") || scanner.take(".") else { return false }
    }
    return true
  }

  /// The vehicles that a station serves: all that its tags do not exclude.
  ///
  /// A station with tags for bicycles or scooters, but not for cars or their connectors, serves
  /// only these.
  static func vehicles(
    _ tags: RoadTags, _ connectors: [StationReading.Connectors]
  ) -> StationReading.Vehicles {
    func isOpen(_ keys: String...) -> Bool? {
      keys.lazy.compactMap { tags[$0] }.first.map { $0 != "no" && $0 != "private" }
    }
    var result: StationReading.Vehicles = []
    let isForOthers = (isOpen("bicycle") ?? false) || (isOpen("scooter", "moped") ?? false)
    let hasCarConnector = connectors.contains { $0.socket != .schuko && $0.socket != .other }
    if isOpen("motorcar", "car", "motor_vehicle") ?? (hasCarConnector || !isForOthers) {
      result.insert(.cars)
    }
    if isOpen("hgv", "truck", "goods") ?? result.contains(.cars) { result.insert(.trucks) }
    return result
  }
}
