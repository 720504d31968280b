internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadCosts
internal import RoadModel
internal import RoadRules
internal import RouteModel

/// The clock by which places are open: that of the time zone in which each lies.
struct OpeningClock {
  private let map: NavMap
  private let holidays: Set<LocalDate>
  /// The time zone of the start of the trip; nil if unknown.
  private let zone: TimeZoneRule?
  /// The departure, as an instant if the zone of the start is known; nil if none is given.
  private let departure: Departure?

  /// The clock of a trip.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - options: The options of the trip, with its departure.
  ///   - start: Where it begins; a departure without an offset is in local time there.
  /// - Throws: ``NavError`` if the map is damaged there.
  init(
    _ map: NavMap, _ options: RouteRequest.Options, from start: Coordinate?
  ) throws(NavError) {
    self.map = map
    holidays = options.publicHolidays
    guard let departure = options.departure else {
      self.zone = nil
      self.departure = nil
      return
    }
    var zone = map.place.zone
    if let start, let own = try Self.zone(at: start, map) { zone = own }
    self.zone = zone
    if departure.offset == nil, let instant = departure.utc(in: zone) {
      self.departure = Departure(time: LocalTime(seconds: instant), offset: 0)
    } else {
      self.departure = departure
    }
  }

  /// Whether a place is open some seconds after the departure, and whether holidays that nobody named would change it.
  ///
  /// - Throws: ``NavError`` if the map is damaged there.
  func opening(
    _ place: FoundPlace, after seconds: Double
  ) throws(NavError) -> (opening: PlaceAhead.Opening, dependsOnHoliday: Bool) {
    guard departure != nil, place[.openingHours] != nil else { return (.unknown, false) }
    let zone = try zone(of: place) ?? self.zone
    return (
      OpeningTimes.opening(place, departure, after: seconds, in: zone, holidays: holidays),
      holidays.isEmpty
        && OpeningTimes.dependsOnHoliday(place, departure, after: seconds, in: zone)
    )
  }

  /// The zone of a place; nil if unknown.
  ///
  /// A tile at a border has the zone of the country of most of its roads, so the country of the place counts if it is
  /// known. Where the whole map has one zone, that may be stated by an option of the compiler, and counts.
  private func zone(of place: FoundPlace) throws(NavError) -> TimeZoneRule? {
    if map.hasTimeZones, let country = place.countryCode,
      let rule = CountryFacts.timeZone(of: country)
    {
      return TimeZoneRule(posix: rule)
    }
    guard let edge = place.edge, let tile = try map.place(ofEdge: edge)?.tile else { return nil }
    return try Self.zone(of: tile, map)
  }

  /// The zone of the road that is nearest to a coordinate; nil if unknown.
  private static func zone(
    at position: Coordinate, _ map: NavMap
  ) throws(NavError) -> TimeZoneRule? {
    var lists = [NearestRoads(within: 50_000, .count(1))]
    try map.findNearest(to: position, &lists) { _, _ in 1 }
    guard let point = lists[0].points.first else { return nil }
    return try zone(of: point.tile, map)
  }

  private static func zone(
    of tile: TileNumber, _ map: NavMap
  ) throws(NavError) -> TimeZoneRule? {
    TimeZoneRule(posix: try map.timeZone(ofTile: tile))
  }
}
