/// The part of a trip that a state of the search is in (Formats/nav-2.md, section 6.5).
///
/// Roads for destination traffic carry a trip at its ends only: it begins in the zone of its origin,
/// goes on over open roads, and ends in the zone of its destination; there is no way back.
package enum Zone: UInt8 {
  /// Still in the zone where the trip began.
  case first = 0
  /// On roads open to through traffic.
  case open = 1
  /// In the zone where the trip ends.
  case last = 2

  /// Whether a road may be in the first zone, be passed through, and be in the last zone.
  package typealias Allowed = (begins: Bool, passes: Bool, ends: Bool)

  /// The part after going onto a road, nil when that is not allowed.
  ///
  /// - Parameters:
  ///   - road: What the road may be.
  ///   - entersLast: Whether an end of the search lies in a zone at all.
  ///   - isGate: Whether what lies between may be crossed into and out of zones only.
  /// - Returns: The part, or nil.
  package func next(_ road: Allowed, entersLast: Bool, isGate: Bool) -> Zone? {
    switch self {
    case .first: road.begins ? .first : road.passes ? .open : nil
    case .open: road.passes && !isGate ? .open : road.ends && entersLast ? .last : nil
    case .last: road.ends ? .last : nil
    }
  }
}
