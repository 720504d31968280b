import Bytes
import MapMatching

/// Why a text is no trace.
struct TraceFlaw: Error {
  var reason: String
}

/// Traces from JSON: GeoJSON (RFC 7946) and the short form of JSON lines.
enum TraceJSON {
  /// All traces of a value.
  static func traces(_ value: JSONValue) throws(TraceFlaw) -> [Trace] {
    if value["locations"] != nil { return [try short(value)] }
    switch value["type"]?.string {
    case "FeatureCollection":
      var traces: [Trace] = []
      for feature in value["features"]?.array ?? [] { traces += try self.traces(feature) }
      return traces
    case "Feature":
      guard let geometry = value["geometry"] else { return [] }
      return try self.geometry(geometry, value["properties"])
    case "LineString", "MultiLineString": return try geometry(value, nil)
    case "Point", "MultiPoint", "Polygon", "MultiPolygon": return []
    default: throw TraceFlaw(reason: "neither 'locations' nor a GeoJSON type with lines")
    }
  }

  /// `{"id":…,"locations":[[lat,lon,time],…]}`, or objects with lat, lon, time, accuracy, heading, speed.
  private static func short(_ value: JSONValue) throws(TraceFlaw) -> Trace {
    guard let list = value["locations"]?.array else {
      throw TraceFlaw(reason: "'locations' is not an array")
    }
    var locations: [Location] = []
    locations.reserveCapacity(list.count)
    for entry in list {
      if let numbers = entry.array {
        guard numbers.count >= 2 else { throw TraceFlaw(reason: "a location without longitude") }
        locations.append(
          Location(
            numbers[0].number ?? .nan, numbers[1].number ?? .nan,
            time: numbers.count > 2 ? time(numbers[2]) : nil))
      } else {
        locations.append(
          Location(
            entry["lat"]?.number ?? .nan, entry["lon"]?.number ?? .nan,
            time: entry["time"].flatMap(time), accuracyMetres: entry["accuracy"]?.number,
            headingDegrees: entry["heading"]?.number, speed: entry["speed"]?.number))
      }
    }
    return Trace(locations, name: value["id"]?.string)
  }

  private static func geometry(
    _ geometry: JSONValue, _ properties: JSONValue?
  ) throws(TraceFlaw) -> [Trace] {
    guard let coordinates = geometry["coordinates"]?.array else {
      throw TraceFlaw(reason: "a geometry without coordinates")
    }
    let times =
      properties?["coordinateProperties"]?["times"] ?? properties?["coordTimes"]
      ?? properties?["times"]
    let name = properties?["name"]?.string
    switch geometry["type"]?.string {
    case "LineString": return [line(coordinates, times?.array, name)]
    case "MultiLineString":
      return coordinates.enumerated().map { index, part in
        let own = times?.array.flatMap { index < $0.count ? $0[index].array : nil }
        return line(part.array ?? [], own, name)
      }
    default: return []
    }
  }

  private static func line(_ points: [JSONValue], _ times: [JSONValue]?, _ name: String?) -> Trace {
    Trace(
      points.enumerated().map { index, point in
        let numbers = point.array ?? []
        return Location(
          numbers.count > 1 ? numbers[1].number ?? .nan : .nan,
          numbers.first?.number ?? .nan,
          time: times.flatMap { index < $0.count ? time($0[index]) : nil })
      }, name: name)
  }

  /// Seconds since 1970: a number, of milliseconds where it is too great for seconds, or a date.
  static func time(_ value: JSONValue) -> Double? {
    switch value {
    case .number(let number): number > 1e11 ? number / 1000 : number
    case .string(let text): TraceTime.seconds(Array(text.utf8))
    default: nil
    }
  }
}
