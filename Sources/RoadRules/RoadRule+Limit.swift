import RoadModel

extension RoadRule {
  /// An unconditional limit.
  init(_ limit: VehicleLimit) {
    self.init(.limit(limit.kind, limit.value), directions: limit.directions)
  }

  /// The unconditional limit of the rule; nil if it is another rule.
  var alwaysLimit: VehicleLimit? {
    guard case .limit(let kind, let value?) = effect, condition.terms.isEmpty else { return nil }
    return VehicleLimit(kind, value, directions: directions)
  }

  /// Whether the rule opens a road to a mode.
  var opens: Bool {
    if case .access(let access, _) = effect { access.isUsable } else { false }
  }
}
