import RoadModel
import Traffic

/// Recognises answers that an earlier run of `mapc` wrote, by their first bytes.
enum EarlierAnswer {
  /// How answers begin that are recognised by that alone: JSON, GeoJSON, JSON lines and CSV.
  private static let beginnings = [
    "{\"map\":\"", "{\"type\":\"FeatureCollection\",\"attribution\":\"", "{\"event\":\"",
    "{\"error\":\"", "from,to,", "line,reason",
  ]

  /// Whether a file is an answer, by its first bytes, which must be enough for a line or two.
  static func isOne(_ start: [UInt8]) -> Bool {
    if TrafficFile.isBegin(start) || UsualFile.isBegin(start) { return true }
    let text = String(decoding: start, as: UTF8.self)
    if beginnings.contains(where: { text.hasPrefix($0) }) { return true }
    if text.hasPrefix("<?xml") { return text.contains("<gpx version=\"1.1\" creator=\"mapc\"") }
    if text.hasPrefix("<!DOCTYPE html>") {
      return text.contains("<meta name=\"generator\" content=\"mapc\">")
    }
    // A trace in JSON lines.
    if text.hasPrefix("{\"name\":") { return text.contains(",\"points\":[") }
    return isText(text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false))
  }

  /// Whether the lines of a text begin an answer for people.
  private static func isText(_ lines: [Substring]) -> Bool {
    guard let first = lines.first else { return false }
    return isRoute(first) || isArea(first) || isEvent(first)
      || lines.dropFirst().contains(where: isTrace)
  }

  /// Whether a line is the first of a route, such as `truck 4 m: 20.9 km, 26 min`.
  private static func isRoute(_ line: Substring) -> Bool {
    Mode.allCases.contains { mode in
      let rest = line.dropFirst(mode.name.count)
      guard line.hasPrefix(mode.name), rest.first == ":" || rest.first == " " else { return false }
      // After the sizes of the vehicle.
      let extent = rest.drop { $0 != ":" }.dropFirst(2)
      return extent.first?.isNumber ?? false
    }
  }

  /// Whether a line is the first of an isoline, such as `5.0 min: 5.64 km², polygons: 1, …`.
  private static func isArea(_ line: Substring) -> Bool {
    line.contains(" km², polygons: ") || line.contains(" parts of roads, by direction, ")
  }

  /// Whether a line is an event of a trip, such as `   0:01    21 km  on CG-2`.
  private static func isEvent(_ line: Substring) -> Bool {
    let clock = line.drop { $0 == " " }.prefix { $0 != " " }.split(separator: ":")
    return line.hasPrefix(" ") && clock.count == 2 && clock[1].count == 2
      && clock.joined().allSatisfy { "0"..."9" ~= $0 }
  }

  /// Whether a line is the second of a matched trace; the first is its name.
  private static func isTrace(_ line: Substring) -> Bool {
    line.hasPrefix("  fixes ") || line.hasPrefix("  -- ")
      || line.contains(" fixes on roads, noise ")
  }
}
