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
  /// The prices of the avoided roads on the best path of the leg, and a common divisor of all prices; 0 without any.
  ///
  /// They are worth hours, but say nothing of the length of a path. An alternative has the same: no detour is worth
  /// another one.
  var prices: UInt32 = 0
  var price: UInt32 = 0

  /// The cost up to which every piece of an alternative with a cost, without prices, must be a best path.
  func pieceCost(_ cost: UInt32) -> UInt32 {
    UInt32(clamping: Int((Double(cost) + Double(restCost)) * limits.locality) + 1)
  }

  /// The cost of a whole path without prices.
  func free(whole cost: UInt32) -> UInt32 { cost - min(prices, cost) }

  /// A lower bound of the cost of a part of a path without prices; exact if that is less than one price.
  func free(_ cost: UInt32) -> UInt32 {
    price > 0 ? max(cost % price, free(whole: cost)) : cost
  }
}
