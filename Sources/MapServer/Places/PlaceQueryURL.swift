import Geo
import Places
import RoadModel

/// The parameters of `/search`, `/reverse` and `/api`: those of Nominatim and of Photon.
///
/// Parameters without a value, which forms send, are as if they were not there.
struct PlaceQueryURL {
  /// The form of the answer.
  enum Form: String, CaseIterable {
    case jsonv2, json, geojson, geocodejson, photon
    /// As `mapc search --format geojson` writes it.
    case mapc
  }

  let service: PlaceService
  private let values: [String: String]
  /// Names, and values as they were sent.
  private let sent: [(name: String, value: String)]
  /// The header `Accept-Language`.
  private let acceptLanguage: String?

  /// Parses a target.
  ///
  /// - Parameters:
  ///   - target: The path and the query.
  ///   - service: The service of the path.
  ///   - acceptLanguage: The header `Accept-Language`, which counts if no parameter states a language; nil for none.
  /// - Throws: ``ServiceError`` for more than 64 parameters.
  init(
    _ target: String, _ service: PlaceService, acceptLanguage: String? = nil
  ) throws(ServiceError) {
    self.service = service
    self.acceptLanguage = acceptLanguage
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var values: [String: String] = [:]
    var sent: [(name: String, value: String)] = []
    let pairs = parts.count > 1 ? parts[1].split(separator: "&") : []
    guard pairs.count <= 64 else {
      throw ServiceError(.invalidQuery, "\(pairs.count) parameters are more than 64.")
    }
    for pair in pairs {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count > 1, !halves[1].isEmpty else { continue }
      values[Self.decoded(halves[0])] = Self.decoded(halves[1])
      sent.append((Self.decoded(halves[0]), String(halves[1])))
    }
    self.values = values
    self.sent = sent
  }

  /// A text with plus and percent signs decoded; bytes that are not UTF-8 become U+FFFD.
  private static func decoded(_ text: Substring) -> String {
    let spaced = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: ServiceURL.decoded(spaced), as: UTF8.self)
  }

  subscript(_ name: String) -> String? { values[name] }

  /// The values of a parameter that may come several times.
  func all(_ name: String) -> [String] {
    sent.filter { $0.name == name }.map { Self.decoded($0.value[...]) }
  }

  /// The words of a parameter that may come several times, each a list.
  func list(_ name: String) -> [String] {
    all(name).flatMap { $0.split(separator: ",").map { PlaceText.trimmed(String($0)) } }
  }

  /// The languages of the answer, the most wanted first: Photon's `lang`, Nominatim's `accept-language`, or the header
  /// that both read without them.
  var languages: [String] {
    let list = values["lang"] ?? values["accept-language"] ?? acceptLanguage ?? ""
    let wanted = QualityList(list, maximum: Self.maximumLanguages).items
    // Languages of the same quality are wanted in the order in which they are given; one of quality 0 is not.
    return wanted.enumerated().filter { $1.quality > 0 }
      .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
      .map(\.element.name)
  }

  private static let maximumLanguages = 32

  /// The form of the answer.
  func form() throws(ServiceError) -> Form {
    guard let text = values["format"] else {
      // Photon's clients send no format to `/reverse`; those of Nominatim that read JSON do, as its default is XML.
      return service == .search ? .jsonv2 : .photon
    }
    guard let form = Form(rawValue: text) else {
      let all = Form.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServiceError(.invalidValue, "format must be one of \(all).")
    }
    return form
  }

  /// The function of JavaScript that receives the answer, Nominatim's `json_callback`; nil for none.
  func callback() throws(ServiceError) -> String? {
    guard let name = values["json_callback"] else { return nil }
    let isName = name.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "0123456789_$.[]".utf8.contains(byte)
    }
    guard isName, name.utf8.count <= 100, let first = name.first, !"0123456789.[]".contains(first)
    else {
      throw ServiceError(.invalidValue, "json_callback must be the name of a function.")
    }
    return name
  }

  /// Whether a parameter of Nominatim is neither `0` nor `false`.
  func isSet(_ name: String, unless missing: Bool) -> Bool {
    values[name].map { $0 != "0" && $0 != "false" } ?? missing
  }

  /// The coordinate of `lat` and `lon`; nil if neither is there.
  func coordinate() throws(ServiceError) -> Coordinate? {
    if values["lat"] == nil, values["lon"] == nil { return nil }
    guard let latitude = values["lat"].flatMap({ Double($0) }),
      let longitude = values["lon"].flatMap({ Double($0) }),
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else {
      throw ServiceError(
        .invalidValue, "lat and lon must be degrees: lat -90 to 90, lon -180 to 180.")
    }
    return place
  }

  /// The parts of an address, which Nominatim takes instead of a text.
  private var addressParts: [String] {
    ["amenity", "street", "city", "county", "state", "postalcode", "country"]
      .compactMap { values[$0] }
  }

  /// The code of a country that stands for its name in the parts of an address, as in `city=Porto&country=pt`.
  private var countryCode: String? {
    guard values["q"] == nil, let country = values["country"], country.utf8.count == 2,
      country.allSatisfy({ $0.isASCII && $0.isLetter }), addressParts.count > 1
    else { return nil }
    let code = country.uppercased()
    return code == "UK" ? "GB" : code
  }

  /// Whether the parts of an address are settlements alone: for `city=Bern`, a bar of that name is no answer.
  private var areSettlements: Bool {
    !addressParts.isEmpty && ["amenity", "street", "postalcode"].allSatisfy { values[$0] == nil }
  }

  /// What was searched, as GeocodeJSON repeats it: a text, the parts of an address, or a coordinate.
  var searched: String {
    if let text = values["q"] { return text }
    let parts = service == .reverse ? ["lat", "lon"].compactMap { values[$0] } : addressParts
    return parts.joined(separator: service == .reverse ? "," : ", ")
  }

  /// The search.
  func search() throws(ServiceError) -> PlaceQuery {
    guard values["q"] == nil || addressParts.isEmpty else {
      throw ServiceError(
        .invalidQuery, "Give either q= or the parts of an address, such as street= and city=.")
    }
    let code = countryCode
    // The country is the last part.
    let parts = code == nil ? addressParts : Array(addressParts.dropLast())
    var query = PlaceQuery(values["q"] ?? parts.joined(separator: " "))
    query.near = try coordinate()
    if query.near == nil { query.near = try box("viewbox")?.centre }
    query.limit = try limit() ?? query.limit
    query.filter = try filter()
    if let code, query.filter.countries.isEmpty { query.filter.countries = [code] }
    if areSettlements, query.categories.isEmpty {
      query.categories = Set(PlaceCategory.allCases.filter(\.isSettlement))
    }
    guard !query.text.isEmpty || !query.categories.isEmpty && query.near != nil else {
      throw ServiceError(
        .invalidQuery, "Say what to search with q=, or give category= with lat= and lon=.")
    }
    return query
  }

  /// The maximum number of places, brought into range as Nominatim and Photon do; nil if it is not given.
  func limit() throws(ServiceError) -> Int? {
    guard let text = values["limit"] else { return nil }
    guard let limit = Int(text) else {
      throw ServiceError(.invalidValue, "limit must be a number, 1 to \(PlaceQuery.maximumLimit).")
    }
    return min(max(limit, 1), PlaceQuery.maximumLimit)
  }

  func number(_ name: String, upTo most: Double) throws(ServiceError) -> Double? {
    guard let text = values[name] else { return nil }
    guard let value = Double(text), 0...most ~= value else {
      throw ServiceError(.invalidValue, "\(name) takes a number from 0 to \(Int(most)).")
    }
    return value
  }

  // MARK: Along a route, and by travel time

  /// The coordinates, the vehicle and the options of routes, as for `/route`.
  ///
  /// - Throws: ``ServiceError`` unless exactly one kind of search is requested, or for an
  ///   unreadable value.
  func ways(_ limits: ServiceLimits) throws(ServiceError) -> (ServiceURL, Query) {
    var kinds = ["along", "geometry"].filter { values[$0] != nil }
    if try isTrue("by_time") { kinds.append("by_time") }
    guard kinds.count == 1 else {
      throw ServiceError(.invalidOptions, "Give one of along, geometry and by_time.")
    }
    // The coordinate of `by_time` is read otherwise, so that it is the same as without.
    var coordinates = "0,0"
    var origin: Coordinate?
    if kinds[0] == "by_time" {
      origin = try coordinate()
      if origin == nil {
        throw ServiceError(.invalidOptions, "by_time=true needs lat= and lon=.")
      }
    } else {
      coordinates = sent.last { $0.name == kinds[0] }?.value ?? ""
    }
    let options = sent.filter { Query.isCommon($0.name) }
    var (service, query): (ServiceURL, Query)
    do throws(ServiceError) {
      (service, query) = try self.query(coordinates, options, limits)
    } catch {
      throw unreadable(error, kinds[0], coordinates, options, limits)
    }
    if let origin { query.places = [(origin.longitude, origin.latitude)] }
    try query.checkPlaces()
    let most = kinds[0] == "geometry" ? 100 * limits.coordinates : limits.coordinates
    guard query.places.count <= most else {
      throw ServiceError(
        .tooBig, "Number of entries \(query.places.count) is higher than current maximum (\(most))")
    }
    guard query.places.count >= 2 || kinds[0] == "by_time" else {
      throw ServiceError(.invalidOptions, "Number of coordinates needs to be at least two.")
    }
    return (service, query)
  }

  /// Coordinates and options, read as those of `/nearest`.
  private func query(
    _ coordinates: String, _ options: [(name: String, value: String)], _ limits: ServiceLimits
  ) throws(ServiceError) -> (ServiceURL, Query) {
    let list = options.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    let target = "/nearest/v1/\(values["profile"] ?? "driving")/\(coordinates)"
    let service = try ServiceURL(
      list.isEmpty ? target : "\(target)?\(list)", assuming: limits.defaultProfile)
    return (service, try Query(service))
  }

  /// The error of what can't be read with the name of the parameter; its position is none in the request.
  private func unreadable(
    _ error: ServiceError, _ kind: String, _ coordinates: String,
    _ options: [(name: String, value: String)], _ limits: ServiceLimits
  ) -> ServiceError {
    func isReadable(_ coordinates: String, _ options: [(name: String, value: String)]) -> Bool {
      do throws(ServiceError) {
        _ = try query(coordinates, options, limits)
        return true
      } catch { return ![.invalidURL, .invalidQuery].contains(error.code) }
    }
    guard error.code == .invalidURL || error.code == .invalidQuery else { return error }
    func refusal(_ name: String) -> String {
      let value = String((values[name] ?? "").unicodeScalars.prefix(40))
      return "\(name) can't be read: '\(value)'."
    }
    var result = error
    result.code = .invalidQuery
    if !isReadable("0,0", []) {
      result.message = refusal("profile")
    } else if !isReadable(coordinates, []) {
      result.message = refusal(kind) + " It takes lon,lat;lon,lat, polyline(…) or polyline6(…)."
    } else if let option = options.first(where: { !isReadable("0,0", [$0]) }) {
      result.message = refusal(option.name)
    } else if let (_, option) = options.enumerated().first(where: { index, option in
      options[..<index].contains { $0.name == option.name }
    }) {
      result.message = "\(option.name) is given more than once."
    }
    return result
  }

  /// Whether only places that are open count; that needs a departure.
  private func isOpen() throws(ServiceError) -> Bool {
    let isOpen = try isTrue("open")
    guard !isOpen || values["depart_at"] != nil else {
      throw ServiceError(.invalidOptions, "open=true needs depart_at=.")
    }
    return isOpen
  }

  /// Whether a parameter of ours is `true`; `false` is the default.
  func isTrue(_ name: String) throws(ServiceError) -> Bool {
    switch values[name] {
    case nil, "false": return false
    case "true": return true
    default: throw ServiceError(.invalidValue, "\(name) is true or false.")
    }
  }

  /// The search by travel time.
  func byTime() throws(ServiceError) -> NearestByTimeQuery {
    var query = NearestByTimeQuery(try filter(), limit: try limit() ?? 10)
    query.maximumSeconds = try number("before", upTo: 86_400) ?? query.maximumSeconds
    query.isOpen = try isOpen()
    return query
  }

  /// The search along a route.
  func along() throws(ServiceError) -> AlongRouteQuery {
    var query = AlongRouteQuery(categories: [], limit: try limit() ?? 20)
    query.filter = try filter()
    query.corridorMetres = try number("within", upTo: 50_000)
    query.maximumDetourSeconds = try number("detour", upTo: 86_400)
    query.afterSeconds = try number("after", upTo: 1e9) ?? 0
    query.beforeSeconds = try number("before", upTo: 1e9)
    query.afterMetres = try number("after_metres", upTo: 1e9) ?? 0
    query.beforeMetres = try number("before_metres", upTo: 1e9)
    query.isLast = try isTrue("last")
    query.isOpen = try isOpen()
    guard query.afterSeconds <= query.beforeSeconds ?? .infinity,
      query.afterMetres <= query.beforeMetres ?? .infinity
    else {
      throw ServiceError(.invalidOptions, "No place is reached after after= and before before=.")
    }
    return query
  }
}
