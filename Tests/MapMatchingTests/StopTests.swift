import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

/// Vehicles that stand, whose fixes drift.
@Suite struct StopTests {
  /// A block of short streets: a matcher that believes drifting fixes drives round it.
  static let streets = AsciiMap(
    """
    A---B---C---D---E
    |   |   |   |   |
    F---G---H---I---J
    |   |   |   |   |
    K---L---M---N---O
    """, metresPerCell: 10,
    ways: [
      "ABCDE": "highway=residential", "FGHIJ": "highway=residential name=Middle",
      "KLMNO": "highway=residential", "AFK": "highway=residential", "BGL": "highway=residential",
      "CHM": "highway=residential", "DIN": "highway=residential", "EJO": "highway=residential",
    ])

  /// A drive along the middle street with a stop in front of H, whose fixes drift as a first-order process.
  private func trace(
    _ roads: AsciiRoads, standing seconds: Double, every interval: Double, deviation: Double,
    seed: UInt64
  ) throws -> (fixes: [Location], stop: ClosedRange<Double>) {
    var random = SeededGenerator(seed: seed)
    var (east, north) = (0.0, 0.0)
    let keep = 1 - min(interval / 40, 1)
    func drift() -> Double { Double.random(in: -1.7...1.7, using: &random) * deviation }
    let start = try roads.drawing.place("F")
    let speed = 8.0
    let halt = 70 / speed
    var fixes: [Location] = []
    var clock = 0.0
    while clock < halt + seconds + 80 / speed {
      let metres = clock < halt ? clock * speed : max(clock - seconds, halt) * speed
      let fresh = (1 - keep * keep).squareRoot()
      (east, north) = (keep * east + fresh * drift(), keep * north + fresh * drift())
      fixes.append(
        Location(
          latitude: start.latitude + north / Distance.metresPerUnit / Coordinate.unitsPerDegree,
          longitude: start.longitude + (metres + east) / Distance.metresPerUnit
            / Coordinate.unitsPerDegree / Trigonometry.cosine(units: Double(start.latitudeUnits)),
          time: clock))
      clock += interval
    }
    return (fixes, halt...(halt + seconds))
  }

  @Test(
    "a vehicle that stands is at one place, and drives no round",
    arguments: [(20.0, 1.0), (120, 1), (2_400, 1), (600, 5), (600, 15)])
  func stands(seconds: Double, interval: Double) async throws {
    let roads = try await Self.streets.build()
    for seed in 1...6 as ClosedRange<UInt64> {
      let (fixes, halt) = try trace(
        roads, standing: seconds, every: interval, deviation: 5, seed: seed)
      let result = try await roads.match(fixes)
      let metres = result.pieces.reduce(0) { $0 + $1.lengthMetres }
      #expect(metres < 190, "seed \(seed): \(metres) m")
      let stop = try #require(result.stops.max { $0.durationSeconds < $1.durationSeconds })
      #expect(result.stops.count == 1, "seed \(seed)")
      #expect(abs(stop.times.lowerBound - halt.lowerBound) <= max(interval, 6), "seed \(seed)")
      #expect(abs(stop.times.upperBound - halt.upperBound) <= max(interval, 6), "seed \(seed)")
      #expect(stop.road?.name == "Middle", "seed \(seed)")
      let place = try roads.drawing.place("F")
      let (east, north) = Distance.offset(from: place, to: stop.place)
      #expect(abs(east - 70) < 12 && abs(north) < 8, "seed \(seed): \(east), \(north)")
      for point in result.points[
        stop.points.lowerBound + 20..<max(stop.points.upperBound - 5, stop.points.lowerBound + 20)]
      {
        if case .standing = point.outcome { continue }
        Issue.record("fix \(point.index) of seed \(seed) does not stand")
      }
    }
  }

  @Test("a slow drive is not a stop")
  func slow() async throws {
    let roads = try await Self.streets.build()
    let fixes = try roads.drive("FGHIJ", every: 2, speed: 2)
    #expect(try await roads.match(fixes).stops.isEmpty)
  }
}
