/// The part of a trip that a state of the search is in (Formats/nav-1.md, section 6.5).
///
/// Roads for destination traffic carry a trip at its ends only: it begins in the zone of its origin,
/// goes on over open roads, and ends in the zone of its destination; there is no way back.
enum Zone: UInt8 {
  /// Still in the zone where the trip began.
  case first = 0
  /// On roads open to through traffic.
  case open = 1
  /// In the zone where the trip ends.
  case last = 2

  /// The part after going onto a road, nil when that is not allowed.
  ///
  /// - Parameters:
  ///   - road: Whether a road may be in the first zone, be passed through, and be in the last zone.
  ///   - entersLast: Whether an end of the search lies in a zone at all.
  /// - Returns: The part, or nil.
  func next(
    _ road: (begins: Bool, passes: Bool, ends: Bool), entersLast: Bool
  ) -> Zone? {
    switch self {
    case .first: road.begins ? .first : .open
    case .open: road.passes ? .open : road.ends && entersLast ? .last : nil
    case .last: road.ends ? .last : nil
    }
  }
}
