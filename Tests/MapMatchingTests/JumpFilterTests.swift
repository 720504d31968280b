import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapMatching

/// Which fixes count less, because a jump of the receiver shows that they were wrong.
@Suite struct JumpFilterTests {
  /// Two minutes to the east at speeds in metres per second, one fix a second, each so many metres off to the north.
  private static func fixes(
    speed: (Int) -> Double = { _ in 10 }, offMetres: (Int) -> Double = { _ in 0 }
  ) throws -> [Observation] {
    let degrees = 1 / (Distance.metresPerUnit * Coordinate.unitsPerDegree)
    var east = 0.0
    return try (0..<120).map { second in
      east += speed(second)
      let place = try #require(
        Coordinate(latitude: offMetres(second) * degrees, longitude: east * degrees))
      return Observation(index: second, place: place, time: Double(second))
    }
  }

  /// The seconds of the fixes that count less.
  private static func doubted(_ fixes: [Observation]) -> [Int] {
    var filter = JumpFilter()
    var found: [Int] = []
    let take = { (filter: inout JumpFilter) in
      while case .fix(let fix)? = filter.decided() { if fix.weight < 1 { found.append(fix.index) } }
    }
    for fix in fixes {
      filter.add(.fix(fix), noise: 4, evidence: 0.5)
      take(&filter)
    }
    filter.finish()
    take(&filter)
    return found
  }

  @Test("an error that grows for half a minute and ends with a jump")
  func grows() throws {
    let found = Self.doubted(
      try Self.fixes(offMetres: { (60..<90).contains($0) ? 3 * Double($0 - 59) : 0 }))
    // The jump of 90 m is some 80 m longer than a usual step of 10 m; at 3 m/s, that takes 27 s.
    #expect(found == Array(63..<90))
  }

  @Test("a jump and the one that undoes it", arguments: [1, 4, 30], [70.0, -70])
  func returns(seconds: Int, metres: Double) throws {
    let wrong = 50..<50 + seconds
    let found = Self.doubted(try Self.fixes(offMetres: { wrong.contains($0) ? metres : 0 }))
    #expect(found == Array(wrong))
  }

  @Test("a vehicle that brakes and accelerates does not jump")
  func brakes() throws {
    // It stands from 40 to 60, and takes seven seconds for 100 km/h.
    let fixes = try Self.fixes(speed: { second in
      second < 40 ? 10 : second < 60 ? 0 : min(4 * Double(second - 59), 28)
    })
    #expect(Self.doubted(fixes).isEmpty)
  }

  @Test("what is given out is what was taken, in its order, and few fixes wait")
  func keepsAll() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<100 {
      var filter = JumpFilter()
      var given: [Int] = []
      let take = { (filter: inout JumpFilter) in
        while let item = filter.decided() {
          switch item {
          case .fix(let fix): given.append(fix.index)
          case .dropped(let index, _): given.append(index)
          }
        }
      }
      var clock = 0.0
      let count = Int.random(in: 0...2_000, using: &random)
      for index in 0..<count {
        clock += [0, 0.01, 1, 1, 1, 20, -5, 700].randomElement(using: &random) ?? 1
        let place = Coordinate(
          latitudeUnits: 500_000_000 + Int32.random(in: 0...9_000, using: &random),
          longitudeUnits: 80_000_000)
        let isUntimed = Int.random(in: 0..<90, using: &random) == 0
        let item: TraceEngine.Checked =
          Int.random(in: 0..<20, using: &random) == 0
          ? .dropped(index, .outOfOrder)
          : .fix(Observation(index: index, place: place, time: isUntimed ? nil : clock))
        filter.add(item, noise: 4, evidence: 1)
        take(&filter)
        #expect(index - given.count <= 512)
      }
      filter.finish()
      take(&filter)
      #expect(given == Array(0..<count))
    }
  }
}
