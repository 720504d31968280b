import RouteModel

/// Validation of routes from outside.
extension Route {
  /// The maximum plausible length of a section in metres, and its maximum duration in seconds.
  private static let longest = 1e9

  /// Whether its lengths, times and indices fit together, so that a trip may follow it.
  ///
  /// A route of this library's engines always is; one from a file or of the caller's own may not be.
  var isDrivable: Bool {
    !sections.isEmpty && sections.allSatisfy(Self.isDrivable)
  }

  private static func isDrivable(_ section: RouteSection) -> Bool {
    let points = section.polyline.indices
    func ascend(_ ranges: [ClosedRange<Int>]) -> Bool {
      ranges.allSatisfy { points.contains($0.lowerBound) && points.contains($0.upperBound) }
        && zip(ranges, ranges.dropFirst()).allSatisfy { $0.lowerBound <= $1.lowerBound }
    }
    func isMeasure(_ value: Double) -> Bool { 0...longest ~= value }
    return !points.isEmpty && isMeasure(section.lengthMetres) && isMeasure(section.durationSeconds)
      && ascend(section.edges.map(\.points)) && ascend(section.steps.map(\.points))
      && section.edges.allSatisfy { isMeasure($0.lengthMetres) }
      && section.steps.allSatisfy { isMeasure($0.lengthMetres) && isMeasure($0.durationSeconds) }
      && isMeasure(section.postActionSeconds)
      && section.passed.allSatisfy { points.contains($0.point) }
      && (section.traffic ?? []).allSatisfy {
        isMeasure($0.metres.lowerBound) && isMeasure($0.metres.upperBound)
      }
  }
}
