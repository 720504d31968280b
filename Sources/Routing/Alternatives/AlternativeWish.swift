import RouteModel

/// The requirements on the alternatives of a leg.
struct AlternativeWish {
  /// The maximum number.
  var count: Int
  /// The maximum extra cost of an alternative over the best path of the leg.
  var moreCost: UInt32
  /// The cost of the rest of the trip.
  ///
  /// Pieces up to a share of the whole trip's cost must be best paths.
  var restCost: UInt32
  var limits: AlternativeLimits

  /// The cost up to which every piece of an alternative with a cost must be a best path.
  func pieceCost(_ cost: UInt32) -> UInt32 {
    UInt32(clamping: Int((Double(cost) + Double(restCost)) * limits.locality) + 1)
  }
}
