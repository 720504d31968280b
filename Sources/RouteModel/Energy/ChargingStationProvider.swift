public import Geo

/// The current state of a charging station.
public struct ChargingOffer: Sendable, Hashable {
  /// The station, with its connectors that work.
  public var station: ChargingStation
  /// Seconds to wait for a free connector; a negative time and NaN count as 0.
  ///
  /// A station with an infinite time is not used.
  public var waitSeconds: Double
  /// The price for each kWh, in any currency; nil if unknown.
  ///
  /// Routes state it with each charging. It does not influence the choice of stops.
  public var pricePerKilowattHour: Double?

  /// An offer from its facts; by default without waiting.
  public init(
    _ station: ChargingStation, waitSeconds: Double = 0, pricePerKilowattHour: Double? = nil
  ) {
    self.station = station
    self.waitSeconds = waitSeconds
    self.pricePerKilowattHour = pricePerKilowattHour
  }
}

/// Provides charging stations, their availability and their prices.
///
/// Without one, engines use the stations of the map without waiting times.
public protocol ChargingStationProvider: Sendable {
  /// The stations in a box.
  ///
  /// - Parameter box: The area.
  /// - Returns: The stations; empty if there are none.
  /// - Throws: ``RoutingError``.
  func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer]
}

/// The caller's own stations, without waiting times.
public struct ListedStations: ChargingStationProvider {
  private let stations: [ChargingStation]

  /// A provider of these stations.
  public init(_ stations: [ChargingStation]) { self.stations = stations }

  /// The stations in a box.
  public func offers(in box: Box) async throws(RoutingError) -> [ChargingOffer] {
    stations.filter { box.contains($0.coordinate) }.map { ChargingOffer($0) }
  }
}
