public import Geo
public import MapReader
internal import NavFormat
internal import RoadCosts
public import RoadModel
public import RouteModel

/// Reads the charging stations of a map.
///
///     for station in try StationReader(map).stations(in: box, for: .car) {
///       print(station.id, station.connectors.count)
///     }
public struct StationReader: Sendable {
  private let map: NavMap

  /// A reader of a map.
  public init(_ map: NavMap) { self.map = map }

  /// The number of charging stations; 0 if the map has none.
  ///
  /// - Throws: ``RoutingError/map(_:)`` if the map is damaged there.
  public func count() throws(RoutingError) -> Int {
    guard map.hasChargingStations else { return 0 }
    let map = self.map
    do throws(NavError) { return try map.chargingStations().count } catch {
      throw RoutingError(error)
    }
  }

  /// The stations in a box.
  ///
  /// - Parameters:
  ///   - box: The area.
  ///   - mode: The mode that must be able to use them; nil for all stations.
  /// - Returns: The stations in the order of the map.
  /// - Throws: ``RoutingError/map(_:)`` if the map is damaged there.
  public func stations(in box: Box, for mode: Mode? = nil) throws(RoutingError) -> [ChargingStation]
  {
    guard map.hasChargingStations else { return [] }
    let map = self.map
    do throws(NavError) {
      let view = try map.chargingStations()
      return view.stations(in: box).compactMap { station -> ChargingStation? in
        let (vehicles, all) = (view.vehicles(station), view.connectors(station))
        guard let connectors = Self.connectors(all, vehicles, for: mode) else { return nil }
        let texts = view.textOffsets(station)
        return ChargingStation(
          id: "\(view.element(station))", name: map.name(texts.name),
          operatorName: map.name(texts.operatorName), coordinate: view.position(station),
          connectors: connectors.map(Connector.init), access: map.name(texts.access),
          openingHours: map.name(texts.openingHours), fee: view.fee(station))
      }
    } catch { throw RoutingError(error) }
  }

  /// The connectors of a station that a mode can use, empty if they are unknown; nil if the station does not serve it.
  ///
  /// The chargers of bicycles have the plug of a household, so stations for cars serve them only with such a socket.
  /// Stations for neither cars nor trucks are for bicycles or scooters.
  private static func connectors(
    _ all: [StationReading.Connectors], _ vehicles: StationReading.Vehicles, for mode: Mode?
  ) -> [StationReading.Connectors]? {
    switch mode {
    case nil: return all
    case .truck: return vehicles.contains(.trucks) ? all : nil
    case .bicycle, .foot:
      let domestic = all.filter { $0.socket == .schuko }
      return domestic.isEmpty ? vehicles.isEmpty ? all : nil : domestic
    case .scooter: return vehicles.isEmpty || vehicles.contains(.cars) ? all : nil
    case .car, .bus, .taxi, .motorcycle: return vehicles.contains(.cars) ? all : nil
    }
  }
}

extension Connector {
  fileprivate init(_ row: StationReading.Connectors) {
    self.init(
      ConnectorType(row.socket), powerKilowatts: row.watts > 0 ? Double(row.watts) / 1000 : nil,
      count: Int(row.count))
  }
}

extension ConnectorType {
  fileprivate init(_ socket: StationReading.Socket) {
    switch socket {
    case .other: self = .other
    case .type1: self = .type1
    case .type2: self = .type2
    case .ccs1: self = .ccs1
    case .ccs: self = .ccs
    case .chademo: self = .chademo
    case .tesla: self = .tesla
    case .gbt: self = .gbt
    case .schuko: self = .schuko
    case .cee: self = .cee
    }
  }
}
