import JSON
import RouteModel

/// Writes the energy of routes, beyond OSRM.
enum EnergyWriter {
  /// The member `energy` of a route: its sum, and each section between stops.
  static func write(_ route: Route, to json: inout JSONWriter) {
    guard route.sections.contains(where: { $0.energy != nil }) else { return }
    json.object("energy") { json in
      if let used = route.consumptionKilowattHours {
        json.number("consumption_kwh", used, decimals: 6)
      }
      if let litres = route.consumptionLitres {
        json.number("consumption_l", litres, decimals: 6)
      }
      if let mass = route.carbonDioxideKilograms { json.number("co2_kg", mass, decimals: 6) }
      json.array("sections") { list in
        for section in route.sections {
          list.object { object in
            if let energy = section.energy { write(energy, to: &object) }
            if let station = section.chargingStation {
              object.value("charging_station", station)
            }
            if !section.postActions.isEmpty {
              object.value("post_actions", section.postActions)
            }
          }
        }
      }
      let told = route.notices.filter {
        switch $0 {
        case .chargeTooLow, .energyWithoutElevation, .stationMayBeClosed: true
        default: false
        }
      }
      if !told.isEmpty { json.value("notices", told) }
    }
  }

  private static func write(_ energy: SectionEnergy, to json: inout JSONWriter) {
    if let used = energy.consumptionKilowattHours {
      json.number("consumption_kwh", used, decimals: 6)
    }
    if let litres = energy.consumptionLitres {
      json.number("consumption_l", litres, decimals: 6)
    }
    if let charge = energy.departureChargeKilowattHours {
      json.number("departure_charge_kwh", charge, decimals: 6)
    }
    if let charge = energy.arrivalChargeKilowattHours {
      json.number("arrival_charge_kwh", charge, decimals: 6)
    }
  }
}
