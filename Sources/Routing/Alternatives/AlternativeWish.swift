import RouteModel

/// The requirements on the alternatives of a leg.
struct AlternativeWish {
  /// The maximum number.
  var count: Int
  /// How much an alternative may cost more than the best path of the leg.
  var moreCost: UInt32
  /// The cost of the rest of the trip: the pieces that must be best ways are a share of all.
  var restCost: UInt32
  var limits: AlternativeLimits
}
