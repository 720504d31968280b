package import RoadModel

extension RoadRules {
  /// The charging station that tags describe.
  ///
  /// - Parameter tags: The tags of a node or an area.
  /// - Returns: The station; nil if there is none.
  package func chargingStation(_ tags: RoadTags) -> StationReading? {
    guard tags["amenity"] == "charging_station" else { return nil }
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

  /// The plausible maximum number of connectors of a kind, and maximum power in watts.
  private static let mostConnectors = 1_000
  private static let mostWatts = 10_000_000

  private static let sockets: [String: StationReading.Socket] = [
    "type1": .type1, "type1_cable": .type1, "type1_combo": .ccs1, "type2": .type2,
    "type2_cable": .type2, "type2_combo": .ccs, "chademo": .chademo, "nacs": .tesla,
    "tesla_supercharger": .tesla, "tesla_destination": .tesla, "tesla_standard": .tesla,
    "tesla_roadster": .tesla, "tesla_supercharger_ccs": .ccs, "gb_ac": .gbt, "gb_dc": .gbt,
    "gbt_ac": .gbt, "gbt_dc": .gbt, "schuko": .schuko, "typee": .schuko, "type_e": .schuko,
    "bs1363": .schuko, "as3112": .schuko, "sev1011_t13": .schuko, "sev1011_t23": .schuko,
    "sev1011_t15": .schuko, "sev1011_t25": .schuko, "nema_5_15": .schuko, "nema_5_20": .schuko,
    "cee_blue": .cee, "cee_red_16a": .cee, "cee_red_32a": .cee, "cee_red_63a": .cee,
    "cee_red_125a": .cee,
  ]

  /// The connectors by `socket:*` and `socket:*:output`, in the order of their keys.
  ///
  /// Several powers share the number of connectors; the first has the remainder.
  static func connectors(_ tags: RoadTags) -> [StationReading.Connectors] {
    var result: [StationReading.Connectors] = []
    let keys = tags.pairs.map(\.key).filter { $0.hasPrefix(prefix) }
    for key in keys.sorted() {
      let kind = String(key.dropFirst(prefix.count))
      guard !kind.isEmpty, !kind.contains(":"), let value = tags[key] else { continue }
      let number = count(value) ?? (value == "no" ? 0 : 1)
      guard number > 0 else { continue }
      let socket = sockets[kind] ?? .other
      let powers = watts(tags["\(key):output"] ?? "")
      let shares = max(UInt16(clamping: powers.count), 1)
      for (index, power) in (powers.isEmpty ? [0] : powers).enumerated() {
        let rest = index == 0 ? number % shares : 0
        result.append(
          StationReading.Connectors(socket, watts: power, count: max(number / shares + rest, 1)))
      }
    }
    return result
  }

  /// A number of items, such as `2`; nil for other texts.
  static func count(_ value: String) -> UInt16? {
    guard let number = Int(value), 0...mostConnectors ~= number else { return nil }
    return UInt16(number)
  }

  /// The powers of a value such as `22 kW`, `22kW`, `50 kW;150 kW`, `11000 W` or `22`, in watts.
  ///
  /// Without a unit, a number of at most 1,000 is in kilowatts. Unreadable parts are left out.
  static func watts(_ value: String) -> [UInt32] {
    value.split(maxSplits: 16) { $0 == ";" || $0 == "/" || $0 == "|" }.compactMap { part in
      var scanner = ValueScanner(String(part))
      guard let number = scanner.decimal() else { return nil }
      let unit = scanner.word()
      guard scanner.isAtEnd, let thousandths = number.scaled(by: 1_000, over: 1) else { return nil }
      let watts: Int
      switch unit {
      case "kw", "kva", "kwh": watts = thousandths
      case "w", "va": watts = thousandths / 1_000
      case "mw": watts = thousandths * 1_000
      case "": watts = thousandths <= 1_000_000 ? thousandths : thousandths / 1_000
      default: return nil
      }
      return 0 < watts && watts <= mostWatts ? UInt32(watts) : nil
    }
  }

  /// The vehicles that a station serves: all that its tags do not exclude.
  ///
  /// A station with tags for bicycles or scooters, but not for cars or their connectors, serves
  /// only these.
  static func vehicles(
    _ tags: RoadTags, _ connectors: [StationReading.Connectors]
  ) -> StationReading.Vehicles {
    func isOpen(_ keys: String...) -> Bool? {
      keys.lazy.compactMap { tags[$0] }.first.map { $0 != "no" }
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
