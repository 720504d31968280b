/// How long it takes, and how far it is, from each of some places to each of some others.
public struct TravelTable: Sendable, Hashable {
  /// Seconds: a row for each origin, a column for each destination; nil where there is no way, or
  /// none of less than 248 days.
  public var durationSeconds: [[Double?]]
  /// Metres along a quickest way, likewise; nil when they were not asked for.
  public var lengthMetres: [[Double?]]?
  /// Where the origins lie on the road.
  public var origins: [SnappedWaypoint]
  /// Where the destinations do.
  public var destinations: [SnappedWaypoint]
  /// The places whose nearest road was not taken, for one of the trips at least; their waypoints count origins first,
  /// then destinations.
  public var notices: [RouteNotice] = []

  /// A table from its parts.
  ///
  /// - Parameters:
  ///   - durationSeconds: A row for each origin and in it a column for each destination.
  ///   - lengthMetres: Likewise, or nil.
  ///   - origins: Where the origins lie on the road, as many as rows.
  ///   - destinations: Where the destinations do, as many as columns.
  ///   - notices: What was asked for and could not be kept.
  public init(
    durationSeconds: [[Double?]], lengthMetres: [[Double?]]? = nil, origins: [SnappedWaypoint],
    destinations: [SnappedWaypoint], notices: [RouteNotice] = []
  ) {
    self.durationSeconds = durationSeconds
    self.lengthMetres = lengthMetres
    self.origins = origins
    self.destinations = destinations
    self.notices = notices
  }

  /// The places that `mapc table` takes in one file.
  public static let maximumPlaces = 100_000
  /// The pairs that `mapc table` and the service take; the table and its text take some 100 bytes each.
  public static let maximumPairs = 10_000_000
}
