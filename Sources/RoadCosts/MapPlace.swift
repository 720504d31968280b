package import MapReader
import NavFormat
package import RoadModel

/// The country, driving side and time zone of a map, for queries.
package struct MapPlace: Sendable {
  package let country: String
  package let drivesOnLeft: Bool
  /// The time zone; nil if the map has none, or an invalid rule.
  package let zone: TimeZoneRule?

  /// A place from its parts.
  package init(country: String, drivesOnLeft: Bool, zone: TimeZoneRule?) {
    self.country = country
    self.drivesOnLeft = drivesOnLeft
    self.zone = zone
  }

  /// The costing of a vehicle in the map's country.
  package func costing(_ vehicle: Vehicle, _ settings: CostSettings) -> Costing {
    costing(vehicle, settings, country)
  }

  /// The costing of a vehicle in a country.
  package func costing(
    _ vehicle: Vehicle, _ settings: CostSettings, _ country: String
  ) -> Costing {
    Costing(
      vehicle.mode, drivesOnLeft: drivesOnLeft, law: TruckLaw.law(of: country), vehicle: vehicle,
      settings: settings)
  }
}

extension NavMap {
  /// The country, driving side and time zone of the map.
  package var place: MapPlace {
    MapPlace(
      country: header.country, drivesOnLeft: header.drivingSide == .left,
      zone: TimeZoneRule(posix: provenance.timeZone))
  }
}
