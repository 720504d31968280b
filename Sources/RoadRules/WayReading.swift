public import RoadModel

/// What the tags of a way say about the road.
public struct WayReading: Sendable, Equatable {
  /// The road; one-way rules are already in its access, so that a mode that may not go backward has
  /// ``Access/no`` there.
  public var attributes: RoadAttributes
  /// What else the road sets: first the limits of size, weight and load that always bind, the strictest
  /// of several; then what holds under conditions, in the order in which a later one overrides.
  public var rules: [RoadRule]
  /// `name`.
  public var name: String?
  /// `ref`.
  public var ref: String?
  /// What else is written about the road, ascending by kind and directions.
  public var words: [RoadWord]
  /// How long a ferry or car train takes for the whole way (`duration`).
  public var ferrySeconds: Int?
  /// The grade by `incline`, whatever its direction, in thousandths of the length; 0 without a number.
  public var inclinePermille: UInt16 = 0
  /// Tags that could not be applied as they stand.
  public var problems: [TagProblem]
}

extension WayReading {
  /// The limits that always bind, by kind and direction.
  public var limits: [VehicleLimit] { rules.compactMap(\.alwaysLimit) }
}

/// Whether a way is a road, and which.
public enum WayVerdict: Sendable, Equatable {
  /// A road that at least one mode may use.
  case road(WayReading)
  /// Not about travelling: a river, a building, a bicycle route.
  case notARoad
  /// A road by its key that nobody can travel on.
  case refused(WayRefusal)
}

/// Why a way with a `highway` or `route` tag is not in the map; the raw value names the count in the
/// summary of a build.
public enum WayRefusal: String, Sendable, Hashable, CaseIterable {
  /// Being built (`highway=construction`, or `construction=*` on an open class).
  case construction
  /// Only planned.
  case proposed
  /// Out of use or gone.
  case abandoned
  /// `impassable=yes` or `status=impassable`.
  case impassable
  /// A facility beside the road or a thing at it: rest area, services, bus stop.
  case facility
  /// For racing.
  case raceway
  /// A surface for vehicles drawn as an area; they drive across it, not along its outline.
  case area
  /// No mode may use it.
  case closedToAll = "closed-to-all"
  /// No mode may use it except under conditions that cannot be read.
  case closedExceptConditionally = "closed-except-conditionally"
  /// A `highway` value that this version does not know.
  case unknownHighway = "unknown-highway"
}
