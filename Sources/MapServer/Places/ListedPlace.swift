import JSON
package import Places

/// A place in an answer, with the path to it if requested.
package struct ListedPlace {
  /// The place.
  package let place: FoundPlace
  /// Its position along a route; nil unless it was searched along one.
  package let ahead: PlaceAhead?
  /// The travel time and distance to it; nil unless it was searched by travel time.
  package let reached: ReachedPlace?

  /// A place found by its name.
  package init(_ place: FoundPlace) {
    self.place = place
    ahead = nil
    reached = nil
  }

  /// A place along a route.
  package init(_ ahead: PlaceAhead) {
    place = ahead.place
    self.ahead = ahead
    reached = nil
  }

  /// A place that was searched by travel time.
  package init(_ reached: ReachedPlace) {
    place = reached.place
    ahead = nil
    self.reached = reached
  }

  /// Writes the members about the path to it.
  func writeWay(to json: inout JSONWriter) {
    if let ahead {
      json.number("ahead_metres", ahead.distanceMetres, decimals: 1)
      json.number("ahead_seconds", ahead.seconds, decimals: 2)
      json.number("detour_seconds", ahead.detourSeconds, decimals: 2)
      json.number("detour_metres", ahead.detourMetres, decimals: 1)
      json.string("side", ahead.isLeft ? "left" : "right")
      json.string("opening", ahead.opening.rawValue)
    }
    if let reached {
      json.number("travel_seconds", reached.seconds, decimals: 2)
      json.number("travel_metres", reached.metres, decimals: 1)
      json.string("opening", reached.opening.rawValue)
    }
  }
}
