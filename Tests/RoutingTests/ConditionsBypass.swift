import RoadModel
import RouteModel
import Routing
import TestSupport

/// The map on which rules are tried: the short way from A to D leads over the road in question, past N;
/// the other goes round by E and F.
enum Bypass {
  /// The map; the road is a primary one unless its tags say otherwise.
  static func map(
    _ tags: AsciiMap.Tags, node: AsciiMap.Tags = [:], metresPerCell: Double = 50
  ) -> AsciiMap {
    AsciiMap(
      """
      A---B-N-C---D
          |   |
          E---F
      """,
      metresPerCell: metresPerCell,
      ways: [
        "AB": "highway=primary", "BNC": tags.asRoad, "CD": "highway=primary",
        "BEFC": "highway=residential",
      ],
      nodes: ["N": node])
  }

  /// The letters of the short way and of the way round.
  static func letters(short: Bool, backward: Bool = false) -> String {
    let letters = short ? "ABNCD" : "ABEFCD"
    return backward ? String(letters.reversed()) : letters
  }

  /// A road without another: from A past the road in question to D.
  static func only(_ tags: AsciiMap.Tags, node: AsciiMap.Tags = [:]) -> AsciiMap {
    AsciiMap(
      "A---B-N-C---D",
      ways: ["AB": "highway=primary", "BNC": tags.asRoad, "CD": "highway=primary"],
      nodes: ["N": node])
  }
}

extension AsciiMap.Tags {
  /// The tags as those of a road: a primary one if nothing else is said.
  var asRoad: AsciiMap.Tags {
    let isRoad = pairs.contains { $0.key == "highway" || $0.key == "route" }
    var road = self
    if !isRoad { road.pairs.insert(("highway", "primary"), at: 0) }
    return road
  }

  /// The tags in a line, for the names of cases.
  var line: String { pairs.map { "\($0.key)=\($0.value)" }.joined(separator: " | ") }
}

extension AsciiRoads {
  /// Whether the short way over the road in question is taken, as letters to compare with.
  func letters(
    _ vehicle: Vehicle, _ options: RouteRequest.Options = .init(), backward: Bool = false
  ) async throws -> String {
    try await route(from: backward ? "D" : "A", to: backward ? "A" : "D", vehicle, options)
  }

  /// Whether a trip comes to the very place, not to another road near it.
  func reaches(
    from: String, to: String, _ vehicle: Vehicle, _ options: RouteRequest.Options = .init()
  ) async throws -> Bool {
    do {
      let section = try await response(from: from, to: to, vehicle, options).sections[0]
      return section.departure.distanceMetres < 1 && section.arrival.distanceMetres < 1
    } catch is RoutingError {
      return false
    }
  }
}

extension RouteRequest.Options {
  /// A departure in Central Europe: `Mo 10:00` in the week from Monday, 23 November 2026, or a date and
  /// time such as `2026-07-01 10:00`.
  static func at(_ text: String, holidays: [String] = [], strict: Bool = false) -> Self {
    let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
    let words = text.split(separator: " ").map(String.init)
    let date = days.firstIndex(of: words[0]).map { "2026-11-\(23 + $0)" } ?? words[0]
    let departure = Departure(iso8601: "\(date)T\(words[1])+01:00")
    precondition(departure != nil, "no such time: \(text)")
    return Self(
      departure: departure, strictConditions: strict,
      publicHolidays: Set(holidays.compactMap { LocalDate(iso8601: $0) }))
  }

  /// A departure as it is written, with an offset or without.
  static func departing(_ text: String) -> Self {
    let departure = Departure(iso8601: text)
    precondition(departure != nil, "no such time: \(text)")
    return Self(departure: departure)
  }
}

extension Vehicle {
  /// A truck of some properties, in the units of their kinds.
  static func truck(_ properties: [LimitKind: UInt32]) -> Vehicle {
    var truck = Vehicle(.truck)
    for (kind, value) in properties { truck[kind] = value }
    return truck
  }
}

extension Route {
  /// The tags of the rules that may hold, each with its kind.
  var potentialTags: [String] { potentialRules.map { "\($0.kind) \($0.rule.tag)" } }
}
