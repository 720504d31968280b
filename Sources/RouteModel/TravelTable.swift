/// Travel times, and optionally lengths and energies, from each origin to each destination.
public struct TravelTable: Sendable, Hashable, Codable {
  /// Durations in seconds: a row for each origin, a column for each destination.
  ///
  /// An element is nil if there is no route, or if the route takes more than 248 days.
  public var durationSeconds: [[Double?]]
  /// Lengths of these routes in metres, in the same shape; nil if not requested.
  public var lengthMetres: [[Double?]]?
  /// The energies along these routes, in the same shape; nil if not requested with ``RouteRequest/Options/energy``.
  public var energies: [[EnergyBalance?]]?
  /// The snapped origins.
  public var origins: [SnappedWaypoint]
  /// The snapped destinations.
  public var destinations: [SnappedWaypoint]
  /// Notices about places that at least one trip snapped to a road other than the nearest, and of a departure time that
  /// was not used.
  ///
  /// Waypoint indices count origins first, then destinations.
  public var notices: [RouteNotice] = []
  /// The version of the traffic that was considered; nil for none.
  public var trafficVersion: UInt64?

  /// A table from its parts.
  ///
  /// - Parameters:
  ///   - durationSeconds: A row for each origin, with a column for each destination.
  ///   - lengthMetres: The same shape, or nil.
  ///   - energies: The same shape, or nil.
  ///   - origins: The snapped origins, one per row.
  ///   - destinations: The snapped destinations, one per column.
  ///   - notices: Notices about the places and the departure time.
  ///   - trafficVersion: The version of the traffic; nil for none.
  public init(
    durationSeconds: [[Double?]], lengthMetres: [[Double?]]? = nil,
    energies: [[EnergyBalance?]]? = nil, origins: [SnappedWaypoint],
    destinations: [SnappedWaypoint], notices: [RouteNotice] = [], trafficVersion: UInt64? = nil
  ) {
    self.durationSeconds = durationSeconds
    self.lengthMetres = lengthMetres
    self.energies = energies
    self.origins = origins
    self.destinations = destinations
    self.notices = notices
    self.trafficVersion = trafficVersion
  }

  /// Decodes a table: notices are optional, and so are lengths and energies.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      durationSeconds: try container.decode([[Double?]].self, forKey: .durationSeconds),
      lengthMetres: try container.decodeIfPresent([[Double?]].self, forKey: .lengthMetres),
      energies: try container.decodeIfPresent([[EnergyBalance?]].self, forKey: .energies),
      origins: try container.decode([SnappedWaypoint].self, forKey: .origins),
      destinations: try container.decode([SnappedWaypoint].self, forKey: .destinations),
      notices: try container.decode(.notices, default: []),
      trafficVersion: try container.decodeIfPresent(UInt64.self, forKey: .trafficVersion))
  }

  /// The maximum number of places in a file for `mapc table`.
  public static let maximumPlaces = 100_000
  /// The maximum number of pairs for `mapc table` and the service; a pair takes about 100 bytes in the table and its
  /// text.
  public static let maximumPairs = 10_000_000
}
