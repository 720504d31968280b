import JSON
import RouteModel

/// The energy of routes, as text and as JSON.
enum EnergyText {
  /// The consumption of a route: `18.40 kWh, 26.60 kWh left`; nil if unknown.
  static func summary(_ route: RouteModel.Route) -> String? {
    if let litres = route.consumptionLitres {
      let dioxide = route.carbonDioxideKilograms.map { ", \(Text.fixed($0, 2)) kg of CO2" } ?? ""
      return "\(Text.fixed(litres, 2)) l\(dioxide)"
    }
    guard let used = route.consumptionKilowattHours else { return nil }
    let left = route.arrivalChargeKilowattHours.map { ", \(Text.fixed($0, 2)) kWh left" } ?? ""
    return "\(Text.fixed(used, 2)) kWh\(left)"
  }

  /// The charge at the end of a section, after a comma; nil if unknown.
  static func arrival(_ section: RouteSection) -> String? {
    section.energy?.arrivalChargeKilowattHours.map { ", \(Text.fixed($0, 2)) kWh left" }
  }

  /// The actions at the end of a section, one line each.
  static func actions(_ section: RouteSection) -> [String] {
    section.postActions.map { "  " + action($0) }
  }

  /// An action at the end of a section.
  static func action(_ action: PostAction) -> String {
    switch action {
    // Only the program's own providers of stations have other reasons to wait.
    case .wait(let seconds): "wait \(Text.duration(seconds)) until it opens"
    case .chargingSetup(let seconds): "prepare charging for \(Text.duration(seconds))"
    case .charging(let charging):
      "charge \(Text.fixed(charging.kilowattHours, 2)) kWh in "
        + "\(Text.duration(charging.seconds)), to \(Text.fixed(charging.toKilowattHours, 2)) kWh"
    case .unknown(let word, let seconds): "\(word) for \(Text.duration(seconds))"
    }
  }

  /// Writes the members of a route.
  static func write(_ route: RouteModel.Route, to json: inout JSONWriter) {
    if let used = route.consumptionKilowattHours {
      json.number("consumption_kwh", used, decimals: 6)
      if let left = route.arrivalChargeKilowattHours {
        json.number("arrival_charge_kwh", left, decimals: 6)
      }
    }
    if let litres = route.consumptionLitres {
      json.number("consumption_l", litres, decimals: 6)
      if let mass = route.carbonDioxideKilograms { json.number("co2_kg", mass, decimals: 6) }
    }
    if route.postActionSeconds > 0 {
      json.number("stopped_s", route.postActionSeconds, decimals: 2)
    }
  }

  /// Writes the members of a section.
  static func write(_ section: RouteSection, to json: inout JSONWriter) {
    if let energy = section.energy { write(energy, to: &json) }
    if let station = section.chargingStation { json.value("charging_station", station) }
    writeActions(section, to: &json)
  }

  /// Writes the actions at the end of a section.
  static func writeActions(_ section: RouteSection, to json: inout JSONWriter) {
    if section.postActions.isEmpty { return }
    json.array("post_actions") { list in
      for action in section.postActions { list.object { write(action, to: &$0) } }
    }
  }

  /// Writes the energy of a section without that of its edges.
  static func writeSums(_ section: RouteSection, to json: inout JSONWriter) {
    if let energy = section.energy { writeSums(energy, to: &json) }
  }

  private static func write(_ energy: SectionEnergy, to json: inout JSONWriter) {
    json.object("energy") { json in
      json.string("carrier", energy.carrier.rawValue)
      writeSums(energy, to: &json)
      // A value in Wh or ml for each edge.
      json.array(energy.carrier.isFuel ? "edges_ml" : "edges_wh") { list in
        for span in energy.spans { list.number(Double(span.energy) / 1_000, decimals: 3) }
      }
    }
  }

  private static func writeSums(_ energy: SectionEnergy, to json: inout JSONWriter) {
    if let used = energy.consumptionKilowattHours {
      json.number("consumption_kwh", used, decimals: 6)
    }
    if let litres = energy.consumptionLitres {
      json.number("consumption_l", litres, decimals: 6)
    }
    if let mass = energy.carbonDioxideKilograms { json.number("co2_kg", mass, decimals: 6) }
    if let charge = energy.departureChargeKilowattHours {
      json.number("departure_charge_kwh", charge, decimals: 6)
    }
    if let charge = energy.arrivalChargeKilowattHours {
      json.number("arrival_charge_kwh", charge, decimals: 6)
    }
  }

  private static func write(_ action: PostAction, to json: inout JSONWriter) {
    switch action {
    case .wait: json.string("action", "wait")
    case .chargingSetup: json.string("action", "charging_setup")
    case .charging(let charging):
      json.string("action", "charging")
      json.number("charged_kwh", charging.kilowattHours, decimals: 6)
      json.number("from_kwh", charging.fromKilowattHours, decimals: 6)
      json.number("to_kwh", charging.toKilowattHours, decimals: 6)
      if let connector = charging.connector { json.string("connector", connector.rawValue) }
    case .unknown(let word, _): json.string("action", word)
    }
    json.number("duration_s", action.seconds, decimals: 2)
  }
}
