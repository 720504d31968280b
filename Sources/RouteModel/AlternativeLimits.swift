/// What makes an alternative reasonable.
///
/// The measures are those of Abraham, Delling, Goldberg and Werneck, "Alternative routes in road networks" (2013,
/// doi:10.1145/2444016.2444019). No reasonable alternative turns round, or uses a road twice, where the best route does
/// not.
public struct AlternativeLimits: Sendable, Hashable {
  /// By which share of the best route's cost an alternative may cost more; at least 0.
  public let stretch: Double
  /// The share that two routes may have in common, of the time and of the length of the shorter one; 0 to 1.
  public let sharing: Double
  /// Every piece of an alternative up to this share of its cost is itself a best way; 0 to 1.
  ///
  /// Below a hundredth, pieces are not tested.
  public let locality: Double

  /// Limits; by default a quarter more, three quarters in common, and pieces of a fifth.
  ///
  /// Values out of range are clamped; one that is no number counts as the default.
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
