import Bytes
package import NavFormat
package import RoadModel

/// The costings of a truck in countries other than its map's, made on first use.
package final class ForeignCostings: Sendable {
  private let place: MapPlace
  private let vehicle: Vehicle
  private let settings: CostSettings
  private let known = Guarded<[UInt16: Costing]>([:])
  /// The classes of truck law on which the costings depend.
  package let classes: [UInt8]

  /// The costings of a vehicle outside the country of a map.
  package init(_ place: MapPlace, _ vehicle: Vehicle, _ settings: CostSettings) {
    self.place = place
    self.vehicle = vehicle
    self.settings = settings
    classes = TruckLaw.classes(
      weightRating: vehicle[.weightRating], trailers: vehicle[.trailers])
  }

  /// The costing in the country of a tile; nil if its law is unknown, so that the map's costing applies.
  package func costing(_ layout: TileLayout) -> Costing? {
    known.withLock { known in
      if let costing = known[layout.countryCode] { return costing }
      guard TruckLaw.law(of: layout.country) != nil else { return nil }
      let costing = place.costing(vehicle, settings, layout.country)
      known[layout.countryCode] = costing
      return costing
    }
  }
}
