import Geo

/// Whether a charge suffices for a route.
public struct ChargeForecast: Sendable, Hashable {
  /// The charge at the destination in kWh; nil if the charge falls below the minimum before that.
  public var arrivalChargeKilowattHours: Double?
  /// The range of the charge in metres along the route; the length of the route if it reaches the destination.
  public var reachMetres: Double
  /// The missing charge where the forecast begins, in kWh; 0 if the destination is reached with its minimum charge.
  ///
  /// On a route with charging stops it is the charge that is missing up to the first stop that can't be reached with
  /// the minimum charge on arrival at stations.
  public var missingKilowattHours: Double

  /// A forecast from its parts.
  public init(
    arrivalChargeKilowattHours: Double?, reachMetres: Double, missingKilowattHours: Double
  ) {
    self.arrivalChargeKilowattHours = arrivalChargeKilowattHours
    self.reachMetres = reachMetres
    self.missingKilowattHours = missingKilowattHours
  }

  /// Whether the destination, and each charging stop before it, is reached with its minimum charge.
  public var isReached: Bool { missingKilowattHours == 0 }
}

extension Route {
  /// Whether a charge is enough to drive the route from a position on it, charging where the route charges.
  ///
  ///     let forecast = route.forecast(of: battery, charge: 12.5, from: metresDriven)
  ///     if forecast?.isReached == false { … }
  ///
  /// - Parameters:
  ///   - battery: The battery.
  ///   - charge: The charge at the position in kWh, where NaN counts as 0; nil for the initial charge of the battery.
  ///   - metres: Metres driven from the beginning of the route; NaN counts as 0.
  /// - Returns: The forecast; nil if the route has no energy, see ``RouteRequest/Options/energy``, or its vehicle burns
  ///   fuel.
  /// - Complexity: O(edges).
  public func forecast(
    of battery: Battery, charge: Double? = nil, from metres: Double = 0
  ) -> ChargeForecast? {
    let charge = Battery.bounded(charge ?? battery.initialChargeKilowattHours)
    guard sections.allSatisfy({ $0.energy?.carrier == .electricity }) else { return nil }
    var drive = ChargedDrive(battery, charge)
    guard let rest = rest(from: metres) else {
      drive.settle(atLeast: battery.minimumAtDestinationKilowattHours)
      return drive.forecast
    }
    for (index, section) in rest.sections.enumerated() {
      guard let energy = section.energy else { return nil }
      drive.drive(energy, isLast: index == rest.sections.count - 1)
      drive.charge(section.postActions)
    }
    return drive.forecast
  }

  /// The charge at a position on the route, charging where the route charges.
  ///
  /// - Parameters:
  ///   - metres: Metres driven from the beginning of the route; NaN counts as 0.
  ///   - battery: The battery.
  ///   - charge: The charge at the beginning of the route in kWh, where NaN counts as 0; nil for the initial charge of
  ///     the battery.
  /// - Returns: The charge in kWh; nil if it falls below the minimum before, or the route has no energy.
  /// - Complexity: O(edges).
  public func charge(
    at metres: Double, of battery: Battery, beginningWith charge: Double? = nil
  ) -> Double? {
    var drive = ChargedDrive(battery, charge ?? battery.initialChargeKilowattHours)
    var left = metres.clamped(to: 0...Double.infinity, nan: 0)
    for section in sections {
      guard let energy = section.energy, energy.carrier == .electricity else { return nil }
      guard left > section.lengthMetres - Self.roundingMetres else {
        drive.drive(energy, upTo: max(left, 0))
        return drive.kilowattHours
      }
      for span in energy.spans { drive.drive(span) }
      drive.charge(section.postActions)
      left -= section.lengthMetres
    }
    return drive.kilowattHours
  }

  /// The distance in metres from the end of a section within which a vehicle is there: lengths of sections, of their
  /// edges and of lines are rounded.
  private static let roundingMetres = 0.1

  /// Sets the charges of the sections, beginning with the initial charge of the battery.
  ///
  /// - Parameter battery: The battery.
  /// - Returns: A notice if the charge is too low.
  package mutating func setCharges(_ battery: Battery) -> RouteNotice? {
    var drive = ChargedDrive(battery, battery.initialChargeKilowattHours)
    for index in sections.indices {
      guard let energy = sections[index].energy else { return nil }
      sections[index].energy?.departureChargeKilowattHours = drive.kilowattHours
      drive.drive(energy, isLast: index == sections.count - 1)
      sections[index].energy?.arrivalChargeKilowattHours = drive.kilowattHours
      drive.charge(sections[index].postActions)
    }
    let forecast = drive.forecast
    if forecast.isReached { return nil }
    return .chargeTooLow(
      metres: forecast.reachMetres, missingKilowattHours: forecast.missingKilowattHours)
  }
}

/// The state of a battery along the sections of a route.
private struct ChargedDrive {
  private let battery: Battery
  /// The charge above the minimum in milliwatt-hours; nil behind the last point that it reaches.
  private var charge: Int64?
  /// The charge at the last stop, and the energy since.
  private var begin: Int64
  private var path = EnergyBalance.zero
  private var reach = 0.0
  private var missing: Int64 = 0

  init(_ battery: Battery, _ charge: Double) {
    self.battery = battery
    let above = battery.aboveMinimum(min(max(charge, 0), battery.capacityKilowattHours))
    begin = above
    self.charge = above
    // The missing energy is known at the next stop: up to the minimum, and for the path there.
    if above < 0 { self.charge = nil }
  }

  var kilowattHours: Double? { charge.map { battery.kilowattHours(aboveMinimum: $0) } }

  var forecast: ChargeForecast {
    ChargeForecast(
      arrivalChargeKilowattHours: kilowattHours, reachMetres: reach,
      missingKilowattHours: Double(missing) / 1e6)
  }

  /// Drives a section.
  mutating func drive(_ energy: SectionEnergy, isLast: Bool) {
    for span in energy.spans { drive(span) }
    if isLast { settle(atLeast: battery.minimumAtDestinationKilowattHours) }
  }

  /// Drives the first metres of a section.
  mutating func drive(_ energy: SectionEnergy, upTo metres: Double) {
    var left = metres
    for span in energy.spans {
      guard left < span.lengthMetres else {
        drive(span)
        left -= span.lengthMetres
        continue
      }
      let share = left / span.lengthMetres
      return drive(
        .init(lengthMetres: left, energy: Int64((Double(span.energy) * share).rounded())))
    }
  }

  mutating func drive(_ span: SectionEnergy.Span) {
    let edge = EnergyBalance(edge: span.energy)
    path += edge
    guard let now = charge else { return }
    charge = edge.charge(after: now, usable: battery.usable)
    if charge != nil {
      reach += span.lengthMetres
    } else if now > 0 {
      // The share of the edge for which the charge suffices.
      reach += span.lengthMetres * min(Double(now) / Double(span.energy), 1)
    }
  }

  /// Counts the energy missing for the path since the last stop, unless some was missing before.
  mutating func settle(atLeast kilowattHours: Double? = nil) {
    if missing > 0 { return }
    let least = kilowattHours.map { max(battery.aboveMinimum($0), 0) } ?? 0
    // The last two do not depend on the charge; they apply if the battery is too small.
    missing = max(
      path.need - begin, path.net + least - begin, path.peak - battery.usable,
      path.tail + least - battery.usable, 0)
  }

  /// Charges at a stop.
  mutating func charge(_ actions: [PostAction]) {
    for case .charging(let charging) in actions {
      settle(atLeast: battery.minimumAtChargerKilowattHours)
      guard let now = charge else { return }
      let target = min(max(now, battery.aboveMinimum(charging.toKilowattHours)), battery.usable)
      charge = target
      begin = target
      path = .zero
    }
  }
}

extension SectionEnergy {
  /// The energy from a position on.
  ///
  /// - Parameters:
  ///   - first: The edge of the position.
  ///   - share: The share of it that is driven.
  /// - Returns: The energy from there; the charge there is unknown.
  func rest(from first: Int, share: Double) -> SectionEnergy {
    guard spans.indices.contains(first) else { return self }
    var rest = self
    rest.spans = Array(spans[first...])
    rest.spans[0].lengthMetres *= 1 - share
    rest.spans[0].energy = Int64((Double(spans[first].energy) * (1 - share)).rounded())
    rest.departureChargeKilowattHours = nil
    return rest
  }
}
