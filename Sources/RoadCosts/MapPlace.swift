package import MapReader
import NavFormat
package import RoadModel

/// The country, driving side, time zone and elevation of a map, for queries.
package struct MapPlace: Sendable {
  /// The country as ISO 3166-1 alpha-2; empty if unknown.
  package let country: String
  /// Whether traffic drives on the left.
  package let drivesOnLeft: Bool
  /// The time zone; nil if the map has none, or an invalid rule.
  package let zone: TimeZoneRule?
  /// The map itself if it has the elevation of its roads.
  package let elevation: NavMap?

  /// A place from its parts.
  package init(
    country: String, drivesOnLeft: Bool, zone: TimeZoneRule?, elevation: NavMap? = nil
  ) {
    self.country = country
    self.drivesOnLeft = drivesOnLeft
    self.zone = zone
    self.elevation = elevation
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
  /// The country, driving side, time zone and elevation of the map.
  package var place: MapPlace {
    MapPlace(
      country: header.country, drivesOnLeft: header.drivingSide == .left,
      zone: TimeZoneRule(posix: provenance.timeZone), elevation: hasElevation ? self : nil)
  }
}
