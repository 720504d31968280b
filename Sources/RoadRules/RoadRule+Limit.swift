import RoadModel

extension RoadRule {
  /// A limit that always binds.
  init(_ limit: VehicleLimit) {
    self.init(.limit(limit.kind, limit.value), directions: limit.directions)
  }

  /// The limit, if that is what the rule sets and it always binds.
  var alwaysLimit: VehicleLimit? {
    guard case .limit(let kind, let value?) = effect, condition.terms.isEmpty else { return nil }
    return VehicleLimit(kind, value, directions: directions)
  }

  /// Whether it lets some mode in.
  var opens: Bool {
    if case .access(let access, _) = effect { access.isUsable } else { false }
  }
}
