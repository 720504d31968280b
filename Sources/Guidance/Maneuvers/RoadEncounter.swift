package import Geo
package import RoadModel

/// Something that drivers meet on a road: a place on it that is no maneuver.
package struct RoadEncounter: Sendable, Hashable {
  /// The kinds; the raw values are the words of Mapbox.
  package enum Kind: String, Sendable {
    /// A crossing with rails.
    case levelCrossing = "railway_crossing"
    /// Traffic lights.
    case signals = "traffic_signal"
    /// A stop sign.
    case stop = "stop_sign"
    /// A give-way sign.
    case giveWay = "yield_sign"
    /// A place where a toll is paid.
    case toll = "toll_collection"

    /// The kind of an approach on the map; nil if it is told otherwise, or not at all.
    package init?(_ kind: ApproachKind) {
      switch kind {
      case .levelCrossing: self = .levelCrossing
      case .signals: self = .signals
      case .stop: self = .stop
      case .giveWay: self = .giveWay
      default: return nil
      }
    }
  }

  /// The kind.
  package var kind: Kind
  /// The place, a point of the road's line.
  package var place: Coordinate

  /// An encounter at a place.
  package init(_ kind: Kind, at place: Coordinate) {
    self.kind = kind
    self.place = place
  }
}
