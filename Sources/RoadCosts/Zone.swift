/// The part of a trip that a state of the search is in (Formats/nav-2.md, section 6.5).
///
/// Roads with destination access carry a trip only at its ends. It begins in the zone of its origin, continues over
/// open roads, and ends in the zone of its destination. It never returns to an earlier part.
package enum Zone: UInt8 {
  /// Still in the zone where the trip begins.
  case first = 0
  /// On roads open to through traffic.
  case open = 1
  /// In the zone where the trip ends.
  case last = 2

  /// Whether a road may be used in the first zone, as an open road, and in the last zone.
  package typealias Allowed = (begins: Bool, passes: Bool, ends: Bool)

  /// The part after entering a road; nil if that is not allowed.
  ///
  /// - Parameters:
  ///   - road: The parts in which the road may be used.
  ///   - entersLast: Whether an end of the search lies in a zone.
  ///   - isGate: Whether the junction may be crossed only into and out of zones.
  /// - Returns: The part, or nil.
  package func next(_ road: Allowed, entersLast: Bool, isGate: Bool) -> Zone? {
    switch self {
    case .first: road.begins ? .first : road.passes ? .open : nil
    case .open: road.passes && !isGate ? .open : road.ends && entersLast ? .last : nil
    case .last: road.ends ? .last : nil
    }
  }
}
