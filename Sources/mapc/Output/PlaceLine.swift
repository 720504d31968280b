import MapServer
import Places
import RoadModel
import RouteModel

/// Places as lines of text.
enum PlaceLine {
  /// A place on a line, with its travel time and distance if they were requested.
  ///
  /// - Parameters:
  ///   - listed: The place.
  ///   - saysHours: Whether to state that opening hours are unknown.
  /// - Returns: The line.
  static func text(_ listed: ListedPlace, saysHours: Bool) -> String {
    if let ahead = listed.ahead {
      return "\(Text.distance(ahead.distanceMetres)), \(Text.duration(ahead.seconds)) ahead, "
        + "\(ahead.isLeft ? "left" : "right"), detour \(Text.duration(ahead.detourSeconds)): "
        + described(ahead.place) + hours(ahead.opening, ahead.dependsOnHoliday, saysHours)
    }
    if let reached = listed.reached {
      return "\(Text.duration(reached.seconds)), \(Text.distance(reached.metres)): "
        + described(reached.place) + hours(reached.opening, reached.dependsOnHoliday, saysHours)
    }
    return text(listed.place)
  }

  /// A place on a line: coordinate, kind, label, distance.
  static func text(_ place: FoundPlace) -> String {
    var line = "\(place.position)  \(described(place))"
    if let metres = place.distanceMetres { line += "  (\(Text.distance(metres)))" }
    if !place.isComplete { line += "  (not all words)" }
    return line
  }

  /// The values of `access` of places that anyone may use.
  private static let free: Set<String> = ["yes", "public", "permissive", "unknown"]

  private static func described(_ place: FoundPlace) -> String {
    let access = place[.access].map { free.contains($0) ? "" : "  (access: \($0))" } ?? ""
    return "\(place.kind.word)  \(place.label)\(access)"
  }

  private static func hours(
    _ opening: PlaceAhead.Opening, _ dependsOnHoliday: Bool, _ saysHours: Bool
  ) -> String {
    switch opening {
    case .open, .closed:
      "  (\(opening.rawValue) on arrival\(dependsOnHoliday ? " if there is no holiday" : ""))"
    case .unknown: saysHours ? "  (opening hours unknown)" : ""
    }
  }
}
