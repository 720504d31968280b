import RoadModel
import Traffic

/// Recognises answers that an earlier run of `mapc` wrote, by their first bytes.
enum EarlierAnswer {
  /// How answers for programs begin, and what then comes soon; nil if the beginning suffices.
  private static let marks: [(beginning: String, part: String?)] = [
    ("{\"map\":\"", ",\"attribution\":\""),
    ("{\"type\":\"FeatureCollection\",\"attribution\":\"", nil),
    ("{\"error\":\"", ",\"blockers\":["), ("{\"error\":\"", ",\"line\":"),
    // Traces in JSON lines.
    ("{\"name\":", ",\"points\":[{\"status\":\""), ("{\"name\":", ",\"points\":[],\"matchings\":["),
    ("{\"event\":\"legBegan\",\"leg\":", nil), ("{\"event\":\"discarded\",\"fix\":", nil),
    ("from,to,duration_s", nil), ("line,reason\n", nil),
    ("<?xml", "<gpx version=\"1.1\" creator=\"mapc\""),
    ("<!DOCTYPE html>", "<meta name=\"generator\" content=\"mapc\">"),
  ]

  /// Whether a file is an answer, by its first bytes, which must be enough for a line or two.
  static func isOne(_ start: [UInt8]) -> Bool {
    if TrafficFile.isBegin(start) || UsualFile.isBegin(start) { return true }
    let text = String(decoding: start, as: UTF8.self)
    let isMarked = marks.contains { beginning, part in
      text.hasPrefix(beginning) && part.map { text.contains($0) } ?? true
    }
    return isMarked
      || isText(text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false))
  }

  /// Whether the lines of a text begin an answer for people.
  private static func isText(_ lines: [Substring]) -> Bool {
    guard let first = lines.first else { return false }
    return isRoute(first) || isArea(first) || isEvent(first)
      || lines.dropFirst().first.map(isTrace) ?? false
  }

  /// Whether a line is the first of a route, such as `truck 4 m: 20.9 km, 26 min`.
  private static func isRoute(_ line: Substring) -> Bool {
    Mode.allCases.contains { mode in
      let rest = line.dropFirst(mode.name.count)
      guard line.hasPrefix(mode.name), rest.first == ":" || rest.first == " " else { return false }
      // The length and the duration, after the sizes of the vehicle.
      let extent = rest.drop { $0 != ":" }.dropFirst(2).split(separator: ", ", maxSplits: 2)
      guard extent.count > 1, extent[0].contains(" "), let length = extent[0].first,
        let duration = extent[1].first
      else { return false }
      return length.isNumber && (duration.isNumber || duration == "<" || duration == "?")
    }
  }

  /// Whether a line is the first of an isoline, such as `5 min: 5.64 km², polygons: 1, …`.
  private static func isArea(_ line: Substring) -> Bool {
    line.contains(" km², polygons: ") || line.contains(" parts of roads, by direction, ")
  }

  /// Whether a line is an event of a trip, such as `   0:01    21 km  on CG-2`.
  private static func isEvent(_ line: Substring) -> Bool {
    // The time ends in column 7, the length in column 16.
    let columns = Array(line.prefix(19))
    guard columns.count == 19, columns[16] == " ", columns[17] == " ", columns[18] != " " else {
      return false
    }
    let clock = columns[..<7].drop { $0 == " " }.split(separator: ":")
    return columns[0] == " " && clock.count == 2 && clock[1].count == 2
      && clock.joined().allSatisfy { "0"..."9" ~= $0 }
  }

  /// Whether a line is the second of a matched trace; the first is its name.
  private static func isTrace(_ line: Substring) -> Bool {
    ["  fixes ", "  -- off the roads of the map: ", "  -- break: "].contains { line.hasPrefix($0) }
      || line.hasPrefix("  ") && line.contains(" fixes on roads, noise ")
  }
}
