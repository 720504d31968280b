public import RouteModel

/// The charge of an electric vehicle on its ``Trip``, and whether the rest of the route can be driven with it.
///
/// It is separate from the trip and takes its events. From one measured value to the next, the charge follows the
/// consumption model of the route, off the route its average, and rises where the route charges. A battery that is
/// empty by the model stays empty until a value is measured or another route is driven.
///
///     var charge = TripCharge(battery, on: trip.route)
///     for event in trip.take(.fix(fix)) {
///       if case .unreachable(let forecast)? = charge.take(event, of: trip) { … }
///     }
public struct TripCharge: Sendable {
  /// A change caused by an event of the trip.
  public enum Event: Sendable, Hashable {
    /// The charge no longer suffices for the rest of the route, even with the charging stops of the route.
    case unreachable(ChargeForecast)
    /// The charge suffices again, because of a measured charge or on another route.
    case reachable(ChargeForecast)
  }

  /// The battery, with the charge where the driven route was taken.
  public private(set) var battery: Battery
  /// The current charge in kWh, which may be below the minimum; nil if the battery is empty according to the model.
  public private(set) var kilowattHours: Double?
  /// Whether the charge suffices for the rest of the route; nil if the route has no energy.
  public private(set) var forecast: ChargeForecast?
  /// The driven route by the events so far: the trip may already have another one.
  private var route: Route
  /// Metres driven on the route.
  private var driven = 0.0
  /// Metres driven off the routes; nil before the first progress, since the trip may be a restored one.
  private var away: Double?
  /// The last place on the route with a known charge, in metres, the charge there in kWh, and the metres driven off the
  /// routes up to there.
  private var known: (metres: Double, kilowattHours: Double, away: Double)

  /// The charge at the beginning of a route.
  ///
  /// - Parameters:
  ///   - battery: The battery with its initial charge; NaN counts as 0.
  ///   - route: The route, with ``RouteRequest/Options/energy``.
  public init(_ battery: Battery, on route: Route) {
    var battery = battery
    battery.initialChargeKilowattHours = Battery.bounded(battery.initialChargeKilowattHours)
    self.battery = battery
    self.route = route
    known = (0, battery.initialChargeKilowattHours, 0)
    kilowattHours = battery.initialChargeKilowattHours
    forecast = route.forecast(of: battery)
  }

  /// Takes an event of the trip, after the trip has produced it.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - trip: The trip that gave it.
  /// - Returns: The change; nil if there is none.
  /// - Complexity: O(edges of the route) for progress and new routes.
  public mutating func take(_ event: TripEvent, of trip: Trip) -> Event? {
    switch event {
    case .progress(let progress):
      driven = max(route.lengthMetres - progress.metresLeft, 0)
      if away == nil { known.away = trip.state.awayMetres }
      away = trip.state.awayMetres
    case .didReroute, .tookFasterRoute, .didTakeAlternative, .alternativeSelected,
      .switchedToOnlineRoute:
      battery.initialChargeKilowattHours = restCharge
      route = trip.route
      // An alternative begins behind the vehicle.
      driven = trip.drivenMetres
      away = trip.state.awayMetres
      known = (driven, kilowattHours ?? 0, trip.state.awayMetres)
    case .charging:
      // The plan says how much is charged, whatever was left.
      known.away = trip.state.awayMetres
      return nil
    case .refreshed:
      route = trip.route
      return nil
    default: return nil
    }
    return update()
  }

  /// Takes a charge that the vehicle has measured.
  ///
  /// - Parameter kilowattHours: The charge in kWh, limited to the capacity; NaN is ignored.
  /// - Returns: The change; nil if there is none.
  /// - Complexity: O(edges of the route).
  public mutating func measure(_ kilowattHours: Double) -> Event? {
    guard !kilowattHours.isNaN else { return nil }
    known = (driven, min(max(kilowattHours, 0), battery.capacityKilowattHours), away ?? 0)
    return update()
  }

  /// A request of the trip with the current charge, for engines.
  ///
  /// - Parameter request: The request.
  /// - Returns: The request; unchanged unless it has a battery.
  public func request(_ request: RouteRequest) -> RouteRequest {
    var request = request
    request.options.energy?.battery?.initialChargeKilowattHours = restCharge
    return request
  }

  /// The charge at the beginning of a new route, in kWh.
  private var restCharge: Double {
    max(kilowattHours ?? 0, battery.minimumChargeKilowattHours)
  }

  private mutating func update() -> Event? {
    let before = forecast
    let wasReached = before?.isReached ?? true
    let now = charge
    forecast = route.forecast(of: battery, charge: now ?? 0, from: driven)
    // A vehicle with an empty battery does not come to where the rest needs no charge.
    if now == nil, !wasReached, forecast?.isReached == true {
      forecast = before
      forecast?.reachMetres = 0
      forecast?.arrivalChargeKilowattHours = nil
    }
    guard let forecast else { return nil }
    kilowattHours = now
    if forecast.isReached == wasReached { return nil }
    return forecast.isReached ? .reachable(forecast) : .unreachable(forecast)
  }

  /// The charge in kWh by the model, from the last known one; nil if the battery is empty.
  private var charge: Double? {
    let begin = known.kilowattHours - route.consumption(away: (away ?? 0) - known.away)
    if driven <= known.metres || begin < 0 { return begin > 0 ? begin : nil }
    // The charge below the minimum is still in the battery.
    var whole = battery
    whole.minimumChargeKilowattHours = 0
    return route.rest(from: known.metres)?.charge(
      at: driven - known.metres, of: whole, beginningWith: begin)
  }
}
