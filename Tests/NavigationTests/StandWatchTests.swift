import Geo
import TestSupport
import Testing

@testable import Navigation

/// Whether a vehicle stands, by the drift of its fixes and the speeds of its receiver.
@Suite struct StandWatchTests {
  /// A time in seconds, a place in metres east and north, and the speed that the receiver tells.
  private typealias Fix = (time: Double, east: Double, north: Double, speed: Double)

  /// The share of the fixes after the first half minute at which a vehicle moves.
  private func moving(_ fixes: [Fix], isOnFoot: Bool = false) -> Double {
    var watch = StandWatch()
    var moves: [Bool] = []
    for fix in fixes {
      let scale = Distance.metresPerUnit * Coordinate.unitsPerDegree
      guard let place = Coordinate(latitude: fix.north / scale, longitude: fix.east / scale) else {
        continue
      }
      watch.take(place, time: fix.time, speed: fix.speed, noise: 5, isOnFoot: isOnFoot)
      if fix.time > 30 { moves.append(watch.verdict == .moves) }
    }
    return Double(moves.count { $0 }) / Double(moves.count)
  }

  /// Fixes of a car that is parked for half an hour, with its speeds.
  private func parkedFixes(_ interval: Double, _ drift: Double, _ seed: UInt64) -> [Fix] {
    var random = SeededGenerator(seed: seed)
    let kept = 1 - interval / 60
    let new = (1 - kept * kept).squareRoot() * drift
    var (east, north) = (0.0, 0.0)
    return (0..<Int(1_800 / interval)).map { step -> Fix in
      // Uniform numbers up to 1.7 have a standard deviation of one.
      east = kept * east + new * Double.random(in: -1.7...1.7, using: &random)
      north = kept * north + new * Double.random(in: -1.7...1.7, using: &random)
      let speed = Double.random(in: 0...0.2, using: &random)
      return (Double(step) * interval, east, north, speed)
    }
  }

  @Test("the speeds of a parked car are believed, however its places drift", arguments: [1.0, 5])
  func believed(interval: Double) {
    for seed in 1...5 as ClosedRange<UInt64> {
      var watch = SpeedWatch()
      for fix in parkedFixes(interval, 30, seed) {
        let scale = Distance.metresPerUnit * Coordinate.unitsPerDegree
        watch.take(
          Location(
            latitude: fix.north / scale, longitude: fix.east / scale, time: fix.time,
            speed: fix.speed), noise: 5)
        #expect(!watch.isWrong, "seed \(seed), after \(fix.time) s")
      }
    }
  }

  @Test(
    "a parked car whose places drift stands, as its receiver says", arguments: [1.0, 5],
    [20.0, 30])
  func parked(interval: Double, drift: Double) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let fixes = parkedFixes(interval, drift, seed)
      #expect(moving(fixes) < 0.2, "seed \(seed)")
    }
  }

  @Test("a car that creeps moves, and so does a pedestrian whose receiver says that he stands")
  func creeping() {
    let fixes = (0..<200).map { second in
      Fix(time: Double(second), east: 1.2 * Double(second), north: Double(second % 3), speed: 1.1)
    }
    #expect(moving(fixes) > 0.9)
    let silent = fixes.map { Fix(time: $0.time, east: $0.east, north: $0.north, speed: 0) }
    #expect(moving(silent, isOnFoot: true) > 0.9)
  }
}
