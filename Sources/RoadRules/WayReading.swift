package import RoadModel

/// The meaning of a way's tags.
package struct WayReading: Sendable, Equatable {
  /// The road, whose access includes one-way rules.
  ///
  /// So a mode that may not go backward has ``Access/no`` in that direction.
  package var attributes: RoadAttributes
  /// The other rules of the road: first the unconditional limits of size, weight and load, only the strictest of each
  /// kind; then the conditional rules, where a later one overrides an earlier one.
  package var rules: [RoadRule]
  /// `name`.
  package var name: String?
  /// `ref`.
  package var ref: String?
  /// The other texts about the road, ascending by kind and directions.
  package var words: [RoadWord]
  /// The duration of a ferry or car train for the whole way, in seconds (`duration`).
  package var ferrySeconds: Int?
  /// The grade from `incline` in thousandths of the length, below 0 if the way falls; 0 without a number.
  package var inclinePermille: Int16 = 0
  /// Tags that could not be applied as written.
  package var problems: [TagProblem]
}

extension WayReading {
  /// The unconditional limits, by kind and direction.
  package var limits: [VehicleLimit] { rules.compactMap(\.alwaysLimit) }
}

/// Whether a way is a road, and its attributes.
package enum WayVerdict: Sendable, Equatable {
  /// A road that at least one mode may use.
  case road(WayReading)
  /// Not for travel: a river, a building, a bicycle route.
  case notARoad
  /// Tagged as a road, but no one can travel on it.
  case refused(WayRefusal)
}

/// The reason why a way with a `highway` or `route` tag is not in the map.
///
/// The raw value names the count in the report of a build.
package enum WayRefusal: String, Sendable, Hashable, CaseIterable {
  /// Under construction (`highway=construction`, or `construction=*` on an open class).
  case construction
  /// Only planned.
  case proposed
  /// Out of use or removed.
  case abandoned
  /// `impassable=yes` or `status=impassable`.
  case impassable
  /// A facility or an object beside the road: rest area, services, bus stop.
  case facility
  /// For racing.
  case raceway
  /// A surface for vehicles as an area, across which they drive, not along its outline.
  case area
  /// No mode may use it.
  case closedToAll = "closed-to-all"
  /// No mode may use it except under conditions that can't be read.
  case closedExceptConditionally = "closed-except-conditionally"
  /// An unknown `highway` value.
  case unknownHighway = "unknown-highway"
}
