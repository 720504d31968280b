import Notation
import RouteModel

/// The options of the isochrone service, in the words of Mapbox and Valhalla.
struct IsochroneOptions {
  /// The values as written; nil if missing.
  var minutes: [Double]?
  var metres: [Double]?
  /// The values in kWh, or litres of fuel.
  var kilowattHours: [Double]?
  var colors: [String] = []
  /// The colours of distances; only in Valhalla's form, which may have times too.
  var distanceColors: [String] = []
  var arePolygons = false
  /// Mapbox's option: by default only the largest area remains, without holes.
  var denoise = 1.0
  var generalize: Double?
  var isReversed = false
  var showsLocation = false
  var wantsNetwork = false
  var maximumPoints: Int?
  /// Whether the request has Valhalla's form: its distances are in kilometres, also in the answer.
  var isValhalla = false
  /// The name of the request, which the answer repeats; only in Valhalla's form.
  var id: String?

  /// The options of each search: times and distances, if a request has both, are searched separately.
  ///
  /// Only Valhalla's form has both.
  var searches: [IsochroneOptions] {
    guard isValhalla, minutes != nil, metres != nil else { return [self] }
    var (times, distances) = (self, self)
    times.metres = nil
    distances.minutes = nil
    distances.colors = distanceColors
    return [times, distances]
  }

  var quantity: IsolineRequest.Quantity {
    minutes != nil ? .time : kilowattHours != nil ? .energy : .distance
  }
  /// The values in seconds, metres or watt-hours.
  var values: [Double] {
    minutes?.map { $0 * 60 } ?? kilowattHours?.map { $0 * 1_000 } ?? metres ?? []
  }

  /// The colours by ascending value; if a value repeats, its first colour counts.
  var sortedColors: [String] {
    guard colors.count == values.count else { return [] }
    let ordered = zip(values, colors).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }
    var distinct: [(value: Double, color: String)] = []
    for (_, (value, color)) in ordered where value != distinct.last?.value {
      distinct.append((value, color))
    }
    return distinct.map(\.color)
  }
}

extension Query {
  /// The options of isochrones, besides those of all services.
  static let isochroneNames: Set<String> = [
    "contours_minutes", "contours_meters", "contours_colors", "polygons", "denoise", "generalize",
    // Valhalla's.
    "time", "distance", "color", "reverse", "show_locations",
    "network", "max_points", "contours_kwh", "ev", "access_token",
  ]

  /// Reads an option of isochrones; false for any other option.
  mutating func readIsochrone(
    _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "contours_minutes", "time": isochrone.minutes = try scanner.decimals()
    case "contours_meters": isochrone.metres = try scanner.decimals()
    case "contours_kwh": isochrone.kilowattHours = try scanner.decimals()
    case "distance": isochrone.metres = try scanner.decimals().map { $0 * 1_000 }
    case "contours_colors", "color":
      isochrone.colors = try scanner.list(",") { scanner throws(ServiceError) in
        let start = scanner.position
        let digits = scanner.takeWhile { 48...57 ~= $0 || 97...102 ~= $0 || 65...70 ~= $0 }
        guard digits.count == 6 else { throw scanner.malformed(at: start) }
        return String(decoding: digits, as: UTF8.self)
      }
    case "polygons": isochrone.arePolygons = try scanner.bool()
    case "denoise":
      isochrone.denoise = try scanner.decimal()
      guard 0...1 ~= isochrone.denoise else {
        throw ServiceError(.invalidValue, "denoise takes 0 to 1.")
      }
    case "generalize":
      let metres = try scanner.decimal()
      guard metres >= 0 else {
        throw ServiceError(.invalidValue, "generalize takes metres from 0.")
      }
      isochrone.generalize = metres
    case "reverse": isochrone.isReversed = try scanner.bool()
    case "show_locations": isochrone.showsLocation = try scanner.bool()
    case "network": isochrone.wantsNetwork = try scanner.bool()
    case "max_points":
      let count = try scanner.natural()
      guard count >= IsolineRequest.Drawing.minimumPoints else {
        throw ServiceError(
          .invalidValue, "max_points takes \(IsolineRequest.Drawing.minimumPoints) or more.")
      }
      isochrone.maximumPoints = count
    default: return false
    }
    return true
  }

  /// Checks the values of an isochrone and their number.
  func checkIsochrone(_ limits: ServiceLimits) throws(ServiceError) {
    guard places.count == 1 else {
      throw ServiceError(.invalidOptions, "An isochrone has one coordinate.")
    }
    let searches = isochrone.searches
    let kinds = [isochrone.minutes, isochrone.metres, isochrone.kilowattHours]
    guard kinds.count(where: { $0 != nil }) == searches.count else {
      throw ServiceError(
        .invalidOptions,
        "Exactly one of contours_minutes, contours_meters and contours_kwh must be given.")
    }
    try checkEnergyOfIsochrone()
    let count = searches.reduce(0) { $0 + $1.values.count }
    guard count <= limits.contours else {
      throw ServiceError(
        .tooBig,
        "Number of contours \(count) is higher than current maximum (\(limits.contours))")
    }
    for search in searches { try Self.checkContours(search, limits) }
  }

  /// Checks the values and colours of a search.
  private static func checkContours(
    _ search: IsochroneOptions, _ limits: ServiceLimits
  ) throws(ServiceError) {
    let values = search.values
    let (most, scale, unit) =
      switch search.quantity {
      case .time: (limits.contourMinutes, 60.0, "minutes")
      case .distance: (limits.contourMetres, 1.0, "meters")
      case .energy: (limits.contourKilowattHours, 1_000.0, "kWh")
      }
    for value in values where value > most * scale {
      let maximum = Decimals.text(most, decimals: 3) ?? "\(most)"
      throw ServiceError(.tooBig, "A contour is higher than current maximum (\(maximum) \(unit))")
    }
    for value in values where value < 1 {
      throw ServiceError(
        .invalidValue, "A contour takes at least a second, a meter or a watt-hour.")
    }
    if !search.colors.isEmpty && search.colors.count != values.count {
      throw ServiceError(
        .invalidOptions, "Number of contours_colors does not match the number of contours.")
    }
  }

  /// Checks that a range of energy and the vehicle's energy are compatible.
  private func checkEnergyOfIsochrone() throws(ServiceError) {
    guard isochrone.quantity == .energy else {
      if energy != nil { throw ServiceError(.invalidOptions, "ev[…] needs contours_kwh.") }
      return
    }
    if energy?.ensureReachability == true {
      throw ServiceError(.invalidOptions, "ev[makeReachable] is for routes.")
    }
  }
}
