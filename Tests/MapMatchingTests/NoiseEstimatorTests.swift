import Geo
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import MapMatching

/// How much the fixes of a trace say.
@Suite struct NoiseEstimatorTests {
  /// Fixes off a road by a first-order process: so many metres, so much of it kept from fix to fix.
  private func decisions(_ metres: Double, kept: Double, _ seed: UInt64) throws -> [Decision] {
    var generator = SeededGenerator(seed: seed)
    let road = try #require(Coordinate(latitude: 0, longitude: 0))
    var off = metres * generator.normal()
    return try (0..<2_000).map { index in
      off = kept * off + metres * (1 - kept * kept).squareRoot() * generator.normal()
      let north = off / Distance.metresPerUnit / Coordinate.unitsPerDegree
      let fix = Observation(
        index: index, place: try #require(Coordinate(latitude: north, longitude: 0)))
      return Decision(
        fix: fix, path: [], along: 0, distance: abs(off), position: road, confidence: 1,
        noise: metres, begins: false)
    }
  }

  @Test(
    "evidence is the part of the noise that is new at each fix",
    arguments: [(0.0, 1.0), (0.6, 0.8), (0.8, 0.6), (0.96, 0.28), (0.999, 0.15)])
  func persistent(kept: Double, new: Double) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let fixes = try decisions(20, kept: kept, seed)
      let got = NoiseEstimator.evidence(fixes, scatter: nil, found: 20, noise: 20)
      #expect(abs(got - new) < 0.1, "kept \(kept), seed \(seed): \(got)")
    }
  }

  @Test(
    "noise that is new at each fix does not follow the distances from a wrong path",
    arguments: [0.0, 45])
  func wrongPath(left: Double) async throws {
    let roads = try await AsciiMap(
      """
      A------------------------------------------------B
      """, metresPerCell: 150, ways: ["AB": "highway=primary"]
    ).build()
    // 20 m on each axis; fixes wait for those of the next two minutes.
    var random = SeededGenerator(seed: 5)
    var engine = TraceEngine(roads.built.map, .car, MatchOptions())
    let degrees = 1 / (Distance.metresPerUnit * Coordinate.unitsPerDegree)
    for var fix in try roads.drive("AB", every: 15, left: left, speed: 15) {
      fix.latitude += Double.random(in: -35...35, using: &random) * degrees
      fix.longitude += Double.random(in: -35...35, using: &random) * degrees
      try engine.push(fix)
    }
    #expect(engine.noise > 12 && engine.noise < 34, "\(engine.noise) m")
    for _ in 0..<20 {
      engine.distances = Array(repeating: 150, count: 128)
      engine.adapt()
    }
    #expect(engine.noise < 34, "\(engine.noise) m")
  }

  @Test("an error that shifts a third of the fixes is no noise of the others")
  func shifted() throws {
    // Without the farthest tenth: 60 of 3 m and 30 of 30 m.
    let distances = Array(repeating: 3.0, count: 60) + Array(repeating: 30, count: 40)
    let all = try #require(NoiseEstimator.deviation(distances))
    #expect(abs(all - ((60 * 9 + 30 * 900.0) / 90).squareRoot()) < 1e-9)
    let bounded = try #require(NoiseEstimator.deviation(distances, excess: 1.2))
    #expect(abs(bounded - 1.2 * 3 * 1.4826) < 1e-9)
    // The median of few says little.
    let few = [3.0, 3, 3, 30]
    #expect(NoiseEstimator.deviation(few, excess: 1.2) == NoiseEstimator.deviation(few))
  }

  @Test("noise that drifts is known only by the distances")
  func drifting() {
    // 40 m that last a minute scatter by 6 m in fixes a second apart.
    #expect(NoiseEstimator.most(scatter: 6, isClose: true) > 50)
    #expect(NoiseEstimator.most(scatter: 2, isClose: true) < 30)
    #expect(NoiseEstimator.most(scatter: 10, isClose: false) == .infinity)
  }

  @Test("where fixes scatter less than they are off, the rest has drifted")
  func scattered() throws {
    let fixes = try decisions(5, kept: 0, 6)
    func evidence(_ scatter: Double, found: Double, noise: Double) -> Double {
      NoiseEstimator.evidence(fixes, scatter: scatter, found: found, noise: noise)
    }
    #expect(abs(evidence(1, found: 5, noise: 5) - 0.2) < 0.01)
    #expect(evidence(4.5, found: 5, noise: 5) > 0.98)
    // To believe in 3.5 m where fixes are 1 m off is discount enough.
    #expect(evidence(0.4, found: 1, noise: 3.5) == 1)
  }

  @Test("the noise is between those of two trials, nearer to that of the likelier")
  func mean() throws {
    func trial(_ noise: Double, cost: Double, evidence: Double = 1) -> NoiseEstimator.Trial {
      NoiseEstimator.Trial(noise: noise, evidence: evidence, cost: cost)
    }
    #expect(NoiseEstimator.mean([]) == nil)
    let alike = try #require(NoiseEstimator.mean([trial(10, cost: 7), trial(30, cost: 7)]))
    #expect(abs(alike.noise - 20) < 0.01)
    let likelier = try #require(
      NoiseEstimator.mean([trial(10, cost: 50, evidence: 0.3), trial(30, cost: 30, evidence: 0.6)]))
    #expect(likelier.noise > 22 && likelier.noise < 30 && likelier.evidence == 0.6)
    let sure = try #require(NoiseEstimator.mean([trial(10, cost: 0), trial(30, cost: 500)]))
    #expect(abs(sure.noise - 10) < 0.01)
  }

  @Test("a place where one turns round is the one farther along of both fixes")
  func turns() {
    let beyond = Lattice.TurnRound(lengthMetres: 100, from: 30, to: 20)
    #expect(beyond.left == 80 && beyond.entered == 20)
    let behind = Lattice.TurnRound(lengthMetres: 100, from: 90, to: 20)
    #expect(behind.left == 90 && behind.entered == 10)
  }
}
