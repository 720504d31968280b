package import MapReader
import NavFormat
package import RoadModel

/// What a query needs to know of where its map lies.
package struct MapPlace: Sendable {
  package let country: String
  package let drivesOnLeft: Bool
  /// Nil when the map does not say, or says what is no rule.
  package let zone: TimeZoneRule?

  /// A place from its parts.
  package init(country: String, drivesOnLeft: Bool, zone: TimeZoneRule?) {
    self.country = country
    self.drivesOnLeft = drivesOnLeft
    self.zone = zone
  }

  /// The costing of a vehicle where the map lies.
  package func costing(_ vehicle: Vehicle) -> Costing { costing(vehicle, country) }

  /// The costing of a vehicle in a country.
  package func costing(_ vehicle: Vehicle, _ country: String) -> Costing {
    Costing(
      vehicle.mode, drivesOnLeft: drivesOnLeft, law: TruckLaw.law(of: country), vehicle: vehicle)
  }
}

extension NavMap {
  /// What a query needs to know of where the map lies.
  package var place: MapPlace {
    MapPlace(
      country: header.country, drivesOnLeft: header.drivingSide == .left,
      zone: TimeZoneRule(posix: provenance.timeZone))
  }
}
