import Geo
import RoadModel
import RouteModel

/// A charging station that a vehicle can use, with the connector that charges it the fastest.
struct ChargingPlace: Sendable {
  /// The station and its waiting time.
  let offer: ChargingOffer
  /// The connector; nil if the connectors of the station are unknown.
  let connector: ConnectorType?
  /// The power in kW that station and vehicle allow.
  let kilowatts: Double

  /// The place on a road where the vehicle stops; nil for the road nearest to the station.
  var road: Coordinate?

  /// The assumed power in kW if the connectors are unknown.
  private static let unknownKilowatts = 11.0
  private static let leastKilowatts = 0.1

  /// A station for a battery; nil if the battery can't be charged there.
  ///
  /// A station with unknown connectors serves only batteries without required connectors. Stations
  /// that only some people may use, or whose connectors never become free, are left out.
  init?(_ offer: ChargingOffer, _ battery: Battery) {
    if offer.waitSeconds == .infinity { return nil }
    let station = offer.station
    if PlaceAccess.isLimited(station.access) { return nil }
    let most = battery.maximumPowerKilowatts ?? .infinity
    self.offer = offer
    if station.connectors.isEmpty {
      guard battery.connectors.isEmpty else { return nil }
      connector = nil
      kilowatts = min(Self.unknownKilowatts, most)
      return
    }
    var best: (type: ConnectorType, kilowatts: Double)?
    for connector in station.connectors {
      guard battery.connectors.isEmpty || battery.connectors.contains(connector.type) else {
        continue
      }
      let power = min(connector.powerKilowatts ?? connector.type.usualKilowatts, most)
      if power >= Self.leastKilowatts, power < .infinity, power > best?.kilowatts ?? 0 {
        best = (connector.type, power)
      }
    }
    guard let best else { return nil }
    connector = best.type
    kilowatts = best.kilowatts
  }

  /// Seconds from arrival until charging begins.
  func delay(_ battery: Battery) -> Double {
    waitSeconds + battery.setupSeconds
  }

  /// Seconds to wait for a free connector; 0 if the offer has no number.
  private var waitSeconds: Double { offer.waitSeconds > 0 ? offer.waitSeconds : 0 }

  /// The charging time of the battery here.
  func function(_ battery: Battery) -> ChargingFunction {
    ChargingFunction(
      curve: battery.chargingCurve.map {
        .init(charge: battery.aboveMinimum($0.kilowattHours), kilowatts: $0.kilowatts)
      }, maximum: kilowatts, capacity: battery.usable)
  }

  /// The actions at a stop.
  func actions(_ stop: ChargingPlan.Stop, _ battery: Battery) -> [PostAction] {
    var actions: [PostAction] = []
    let seconds = stop.openingSeconds + waitSeconds
    if seconds > 0 { actions.append(.wait(seconds: seconds)) }
    if battery.setupSeconds > 0 {
      actions.append(.chargingSetup(seconds: battery.setupSeconds))
    }
    actions.append(
      .charging(
        .init(
          seconds: stop.chargingSeconds,
          fromKilowattHours: battery.kilowattHours(aboveMinimum: stop.arrival),
          toKilowattHours: battery.kilowattHours(aboveMinimum: stop.departure),
          connector: connector,
          pricePerKilowattHour: offer.pricePerKilowattHour.flatMap { $0.isFinite ? $0 : nil })))
    return actions
  }
}
