import Geo
import Notation
import RoadModel

extension Query {
  /// Reads a request in Valhalla's form for a profile.
  ///
  /// Members without a counterpart, such as the preferences of a costing, are ignored, as Valhalla does.
  init(_ request: ValhallaRequest, _ profile: Profile) throws(ServiceError) {
    self.init()
    let members = request.members
    // Some clients always send the list.
    for name in ["exclude_polygons", "avoid_polygons"]
    where members.has(name) && !members.isEmptyList(name) {
      throw ServiceError(.notImplemented, "\(name) is not supported.")
    }
    for member in try members.objects("locations") {
      let place = try Self.place(member, "locations")
      places.append((place.longitude, place.latitude))
    }
    for name in ["exclude_locations", "avoid_locations"] {
      excludedPoints += try members.objects(name).map { member throws(ServiceError) in
        try Self.place(member, name)
      }
    }
    isochrone.isValhalla = true
    isochrone.id = try members.text("id")
    try readContours(members)
    for name in ["polygons", "show_locations", "reverse"] {
      if let value = try members.truth(name) { try read(name, "\(value)") }
    }
    for name in ["denoise", "generalize"] { try readNumber(name, of: members) }
    try readTime(members)
    let costing = try request.costing()
    if let options = try members.object("costing_options")?.object(costing) {
      try readCosting(options, profile)
    }
  }

  private static func place(
    _ member: JSONMembers, _ name: String
  ) throws(ServiceError) -> Coordinate {
    guard let latitude = try member.number("lat"), let longitude = try member.number("lon") else {
      throw ServiceError(.invalidOptions, "\(name) take objects with lat and lon.")
    }
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw ServiceError(.invalidValue, "Invalid coordinate value.")
    }
    return place
  }

  /// Reads the contours: minutes, kilometres or both, with colours if each has one.
  private mutating func readContours(_ members: JSONMembers) throws(ServiceError) {
    var times: [(contour: Int, minutes: Double)] = []
    var distances: [(contour: Int, metres: Double)] = []
    var colors: [String] = []
    let contours = try members.objects("contours")
    for (index, contour) in contours.enumerated() {
      let (minutes, kilometres) = (try contour.number("time"), try contour.number("distance"))
      guard minutes != nil || kilometres != nil else { throw Self.noContours }
      if let minutes { times.append((index, minutes)) }
      if let kilometres { distances.append((index, kilometres * 1_000)) }
      if let color = try contour.text("color") {
        colors.append(color.hasPrefix("#") ? String(color.dropFirst()) : color)
      }
    }
    if contours.isEmpty { throw Self.noContours }
    if !times.isEmpty { isochrone.minutes = times.map(\.minutes) }
    if !distances.isEmpty { isochrone.metres = distances.map(\.metres) }
    guard colors.count == contours.count else { return }
    try read("color", colors.joined(separator: ","))
    colors = isochrone.colors
    guard colors.count == contours.count else { return }
    if !times.isEmpty { isochrone.colors = times.map { colors[$0.contour] } }
    isochrone.distanceColors = distances.map { colors[$0.contour] }
  }

  private static var noContours: ServiceError {
    ServiceError(
      .invalidOptions,
      "contours take at least one object with a time in minutes or a distance in km.")
  }

  /// Reads the time of departure, or of a reversed isochrone that of all roads.
  private mutating func readTime(_ members: JSONMembers) throws(ServiceError) {
    guard let time = try members.object("date_time") else { return }
    switch try time.number("type") {
    case 0: return try read("depart_at", "now")
    case 1: break
    case 2 where isochrone.isReversed, 3 where isochrone.isReversed: break
    default:
      throw ServiceError(
        .notImplemented,
        "date_time takes type 0 (now) or 1 (departure), or with reverse also 2 (arrival) or 3 (the same time on all "
          + "roads).")
    }
    guard let value = try time.text("value") else {
      throw ServiceError(.invalidOptions, "date_time needs a value, such as 2026-11-21T10:00.")
    }
    try read("depart_at", value == "current" ? "now" : value)
  }

  /// Reads the options of a costing that close roads, or that this program has too.
  private mutating func readCosting(
    _ options: JSONMembers, _ profile: Profile
  ) throws(ServiceError) {
    for (name, kind) in [
      ("exclude_tolls", Avoidance.tolls), ("exclude_highways", .motorways),
      ("exclude_ferries", .ferries), ("exclude_tunnels", .tunnels), ("exclude_unpaved", .unpaved),
    ] where try options.truth(name) == true {
      exclude.formUnion(kind)
    }
    if let value = try options.truth("shortest") { try read("shortest", "\(value)") }
    if let speed = try options.number("top_speed") { try read("max_speed", Self.text(speed)) }
    switch profile {
    case .walking: try readSpeed("walking_speed", usual: 5, of: options)
    case .cycling: try readSpeed("cycling_speed", usual: 18, of: options)
    default: break
    }
    guard profile == .driving || profile == .truck else { return }
    for name in ["height", "width", "length", "weight", "axle_load", "axle_count"] {
      try readNumber(name, of: options)
    }
    if profile == .truck, try options.truth("hazmat") == true { try read("hazmat", "true") }
    // As in Mapbox's form, the sizes of a car do not make it a truck.
    if profile == .driving { carLimits = vehicleNames }
  }

  /// Reads the speed of a traveller on level roads, in km/h; the speeds of all roads change in proportion.
  private mutating func readSpeed(
    _ name: String, usual: Double, of options: JSONMembers
  ) throws(ServiceError) {
    guard let speed = try options.number(name) else { return }
    let range = CostSettings.speedRange
    guard range.contains(speed / usual) else {
      let (least, most) = (range.lowerBound * usual, range.upperBound * usual)
      throw ServiceError(
        .invalidValue, "\(name) takes \(Self.text(least)) to \(Self.text(most)) km/h.")
    }
    for roadClass in RoadClass.allCases where roadClass != .ferry && roadClass != .carTrain {
      costs.speedFactors[roadClass] = speed / usual
    }
  }

  private mutating func readNumber(
    _ name: String, of members: JSONMembers
  ) throws(ServiceError) {
    if let value = try members.number(name) { try read(name, Self.text(value)) }
  }

  private static func text(_ value: Double) -> String {
    Decimals.text(value, decimals: 6) ?? "\(value)"
  }

  /// Reads the text of an option as if it were in a URL.
  private mutating func read(_ name: String, _ text: String) throws(ServiceError) {
    var scanner = Scanner(Array(text.utf8))
    do throws(ServiceError) {
      if try !readIsochrone(name, &scanner), try !readRules(name, &scanner) {
        try readVehicle(name, &scanner)
      }
      if !scanner.isAtEnd { throw scanner.malformed() }
    } catch {
      guard error.code == .invalidQuery else { throw error }
      throw ServiceError(.invalidValue, "\(name) can't be '\(text)'.")
    }
  }
}
