import Geo
import Places
import RoadModel

/// The parameters of `/search`, `/reverse` and `/api`: those of Nominatim and of Photon.
struct PlaceQueryURL {
  /// The form of the answer.
  enum Form: String, CaseIterable {
    case jsonv2, json, geojson, geocodejson, photon
  }

  private let values: [String: String]
  let path: String

  /// Takes a target apart.
  ///
  /// - Throws: ``ServiceError`` for more than 64 parameters.
  init(_ target: String) throws(ServiceError) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    var values: [String: String] = [:]
    let pairs = parts.count > 1 ? parts[1].split(separator: "&") : []
    guard pairs.count <= 64 else {
      throw ServiceError(.invalidQuery, "\(pairs.count) parameters are more than 64.")
    }
    for pair in pairs {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      values[Self.decoded(halves[0])] = halves.count > 1 ? Self.decoded(halves[1]) : ""
    }
    self.values = values
  }

  /// A text without plus and percent signs; bytes that are not UTF-8 become U+FFFD.
  private static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let code = UInt8(String(decoding: bytes[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
      {
        result.append(code)
        at += 3
      } else {
        result.append(bytes[at] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[at])
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  subscript(_ name: String) -> String? { values[name] }

  /// The form of the answer.
  func form() throws(ServiceError) -> Form {
    guard let text = values["format"] else { return path == "/api" ? .photon : .jsonv2 }
    guard let form = Form(rawValue: text) else {
      let all = Form.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServiceError(.invalidValue, "format must be one of \(all).")
    }
    return form
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

  /// The search.
  func search() throws(ServiceError) -> PlaceQuery {
    let structured = ["amenity", "street", "city", "county", "state", "postalcode", "country"]
      .compactMap { values[$0] }.joined(separator: " ")
    var query = PlaceQuery(values["q"] ?? structured)
    query.near = try coordinate()
    if let text = values["limit"] {
      guard let limit = Int(text), 1...PlaceQuery.maximumLimit ~= limit else {
        throw ServiceError(.invalidValue, "limit must be 1 to \(PlaceQuery.maximumLimit).")
      }
      query.limit = limit
    }
    for word in (values["category"] ?? "").split(separator: ",") {
      guard let category = PlaceCategory(word: String(word)) else {
        throw ServiceError(.invalidValue, "category \(word) is not known.")
      }
      query.categories.insert(category)
    }
    guard !query.text.isEmpty || !query.categories.isEmpty && query.near != nil else {
      throw ServiceError(
        .invalidQuery, "Say what to search with q=, or give category= with lat= and lon=.")
    }
    return query
  }
}
