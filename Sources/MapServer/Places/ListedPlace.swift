import Geo
import JSON
package import MapReader
package import Places

/// A place in an answer, with the path to it if requested.
package struct ListedPlace {
  /// The place.
  package let place: FoundPlace
  /// Its position along a route; nil unless it was searched along one.
  package let ahead: PlaceAhead?
  /// The travel time and distance to it; nil unless it was searched by travel time.
  package let reached: ReachedPlace?
  /// The point on its road; nil if it has none, or nobody asked for it.
  private(set) var arrival: PlaceArrival?

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

  /// Finds the point on its road.
  fileprivate mutating func findArrival(_ search: PlaceSearch) throws(NavError) {
    arrival = try search.arrival(at: place)
  }

  /// Writes the point on its road as a member; `null` if it has none.
  func writeArrival(to json: inout JSONWriter) {
    guard let arrival else { return json.null("arrival") }
    json.object("arrival") { json in
      json.number("lat", arrival.position.latitude, decimals: 7)
      json.number("lon", arrival.position.longitude, decimals: 7)
      json.int("way", Int(arrival.wayID))
    }
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
      if ahead.dependsOnHoliday { json.bool("opening_depends_on_holiday", true) }
    }
    if let reached {
      json.number("travel_seconds", reached.seconds, decimals: 2)
      json.number("travel_metres", reached.metres, decimals: 1)
      json.string("opening", reached.opening.rawValue)
      if reached.dependsOnHoliday { json.bool("opening_depends_on_holiday", true) }
    }
  }
}

extension [ListedPlace] {
  /// The places with the points on their roads.
  ///
  /// - Throws: ``NavError`` if the map is damaged there.
  package func withArrivals(_ search: PlaceSearch) throws(NavError) -> [ListedPlace] {
    var result = self
    for index in result.indices { try result[index].findArrival(search) }
    return result
  }
}
