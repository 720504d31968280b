package import RoadModel
internal import RouteModel

/// The prices of avoided roads and violations, in addition to their time.
extension QueryRules {
  /// The numbers of price halvings to try in order, until the cost of a path can be represented.
  ///
  /// The last leaves a price of a second per edge.
  package static let halvings: [UInt32] = [0, 5, 10, 15]

  /// Whether a path may cost far more than its time.
  package var hasPrices: Bool {
    avoid != [] || steepPercent != nil || layers.raisesCosts || weights.raisesCosts
  }
  /// Whether a path of usual length may exceed the maximum cost, by prices or by a low maximum speed.
  package var mayExceedCosts: Bool { hasPrices || speedCap != nil }
  /// Whether the cost of a fastest path is its time.
  package var costsAreTimes: Bool {
    avoid == [] && steepPercent == nil && !layers.hasWeights && weights.isUsual
  }

  /// Whether a path may have prices even if it uses no road of the types that other rules exclude.
  package func hasPrices(besides excluded: Avoidance) -> Bool {
    !avoid.isSubset(of: excluded) || steepPercent != nil || layers.raisesCosts
      || weights.raisesCosts
  }

  /// The price of entering an edge of a road: 0, or for an avoided road ten hours or 500 km before halving.
  ///
  /// A steep road has a lower one for each 50 m; see ``price(_:_:)``.
  package func price(_ road: RoadAttributes) -> UInt32 {
    avoid.forbids(road, truck: mode == .truck) ? minimumPrice : 0
  }

  /// The price of an avoided road; a path with a lower cost uses no avoided road.
  package var minimumPrice: UInt32 { priceUnit >> priceHalvings }

  /// The price of violations: each is worth a long detour.
  ///
  /// If both severities are tolerated, one of size costs as much as 240 others.
  package func price(_ broken: Breaks) -> UInt32 {
    if broken == .none { return 0 }
    let unit = tolerance == .physical ? priceUnit / 4 : priceUnit + priceUnit / 5
    let price =
      UInt64(broken.legal) * UInt64(unit) + UInt64(broken.physical) * UInt64(60 * priceUnit)
    return UInt32(min(price >> UInt64(priceHalvings), UInt64(UInt32.max / 4)))
  }

  private var priceUnit: UInt32 { isShortest ? 5_000_000 : 3_600_000 }
}
