/// The limits that an alternative route must meet.
///
/// The measures are those of Abraham, Delling, Goldberg and Werneck, "Alternative routes in road networks" (2013,
/// doi:10.1145/2444016.2444019). The price of an avoided road that no route can avoid counts in none of them. No
/// reasonable alternative turns round, or uses a road twice, where the best route does not.
public struct AlternativeLimits: Sendable, Hashable {
  /// Maximum extra cost, as a share of the best route's cost; at least 0.
  public let stretch: Double
  /// Maximum share that two routes may have in common, of the time and of the length of the shorter one; 0 to 1.
  public let sharing: Double
  /// Each subpath of up to this share of the alternative's cost is itself a best path; 0 to 1.
  ///
  /// Below 0.01, subpaths are not tested.
  public let locality: Double

  /// Limits; by default 25 % extra cost, 75 % in common, and subpaths of 20 %.
  ///
  /// Values out of range are clamped; NaN counts as the default.
  public init(stretch: Double = 0.25, sharing: Double = 0.75, locality: Double = 0.2) {
    func bounded(_ value: Double, _ most: Double, _ usual: Double) -> Double {
      value.isNaN ? usual : min(max(value, 0), most)
    }
    self.stretch = bounded(stretch, 10, 0.25)
    self.sharing = bounded(sharing, 1, 0.75)
    self.locality = bounded(locality, 1, 0.2)
  }

  /// Whether pieces are not tested.
  package var testsNothing: Bool { locality < 0.01 }
}
