import RouteModel

extension MatchOptions {
  /// Costs in nats: their sums stay far below what 32 bits count in thousandths.
  private static let costs = 0.0...1_000.0
  private static let noises = 0.1...1_000.0

  /// The error for the first value out of range; nil if all values are valid.
  var flaw: RoutingError? {
    let values: [(name: String, value: Double, range: ClosedRange<Double>)] = [
      ("noiseMetres", noiseMetres ?? Self.noises.lowerBound, Self.noises),
      ("minimumNoiseMetres", minimumNoiseMetres, Self.noises),
      ("maximumNoiseMetres", maximumNoiseMetres, Self.noises),
      ("maximumRadiusMetres", maximumRadiusMetres, 1...10_000),
      ("metresPerNat", metresPerNat, 1...1_000_000), ("lengthShare", lengthShare, 0...1),
      ("dropCost", dropCost, Self.costs), ("dropShare", dropShare, 0...1),
      ("breakCost", breakCost, Self.costs), ("offRoadFixCost", offRoadFixCost, Self.costs),
      ("privateCost", privateCost, Self.costs), ("beam", beam, Self.costs),
      ("headingCost", headingCost, Self.costs),
      ("natsPerSecondLate", natsPerSecondLate, Self.costs),
      ("natsPerMetreBeyond", natsPerMetreBeyond, Self.costs),
      ("maximumGapMetres", maximumGapMetres, 0...1_000_000),
      ("window", Double(window), 2...100_000), ("bend", bend, 0.1...100),
      ("offRoadFactor", offRoadFactor, 0...1_000), ("slackDeviations", slackDeviations, 0...100),
    ]
    // What may be forbidden may cost any amount.
    let forbidding = [
      ("turnRoundCost", turnRoundCost), ("wrongWayCost", wrongWayCost),
      ("closedRoadCost", closedRoadCost), ("barrierCost", barrierCost),
      ("forbiddenTurnCost", forbiddenTurnCost), ("offRoadCost", offRoadCost),
    ].map { (name: $0.0, value: min($0.1, Self.costs.upperBound), range: Self.costs) }
    guard let bad = (values + forbidding).first(where: { !$0.range.contains($0.value) }) else {
      return nil
    }
    return .invalidSetting(
      name: bad.name, value: bad.value, minimum: bad.range.lowerBound,
      maximum: bad.range.upperBound)
  }

  /// These options; with a ``flaw`` the default parameters, so that values out of range reach no arithmetic.
  var orUsual: MatchOptions {
    if flaw == nil { return self }
    var usual = MatchOptions()
    (usual.wrongWay, usual.exclude) = (wrongWay, exclude)
    return usual
  }
}
