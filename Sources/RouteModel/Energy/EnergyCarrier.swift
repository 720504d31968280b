/// The energy carrier of a vehicle.
public enum EnergyCarrier: String, Sendable, Hashable, Codable, CaseIterable {
  /// Electricity; the unit is the watt-hour.
  case electricity
  /// Petrol; the unit is the millilitre.
  case petrol
  /// Diesel; the unit is the millilitre.
  case diesel

  /// Whether it is a fuel, which is burnt.
  public var isFuel: Bool { self != .electricity }

  /// Kilograms of carbon dioxide for each litre burnt; nil for electricity, for which it depends on the grid.
  ///
  /// From the 8,887 g and 10,180 g for each US gallon of petrol and diesel given by the US Environmental Protection
  /// Agency, "Greenhouse Gas Emissions from a Typical Passenger Vehicle" (EPA-420-F-23-014, 2023).
  public var carbonDioxideKilogramsPerLitre: Double? {
    switch self {
    case .electricity: nil
    case .petrol: 2.348
    case .diesel: 2.689
    }
  }

  /// Watt-hours in a unit: 1, or the lower heating value of a millilitre of fuel.
  ///
  /// 32.2 MJ/l for petrol and 35.9 MJ/l for diesel.
  package var wattHoursPerUnit: Double {
    switch self {
    case .electricity: 1
    case .petrol: 8.94
    case .diesel: 9.97
    }
  }
}
