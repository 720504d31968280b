import Geo
import Testing

@testable import MapMatching

/// What headings cost, and how that is learned.
@Suite struct HeadingErrorTests {
  /// Cosines of angles.
  private static let (degrees3, degrees30, degrees50) = (0.99863, 0.86603, 0.64279)

  private static func learned(from cosine: Double) -> HeadingError {
    var error = HeadingError()
    for _ in 0..<300 { error.learn(cosine: cosine, gain: 0.02) }
    return error
  }

  @Test("a heading off the road costs more where headings have been good")
  func learns() {
    let (good, bad) = (Self.learned(from: Self.degrees3), Self.learned(from: Self.degrees50))
    #expect(good.nats(cosine: Self.degrees30) > 1.3)
    #expect(bad.nats(cosine: Self.degrees30) < 0.4)
    #expect(!good.allows(cosine: Self.degrees50, deviations: 2.5))
    #expect(bad.allows(cosine: Self.degrees50, deviations: 2.5))
  }

  @Test(
    "a heading at rest is made up, unless the receiver gives a speed that says it is not",
    arguments: [
      // Seconds and hundred-thousandths of a degree north, 1.1 m each, since the fix before.
      (15.0, 2.0, nil, false), (15, 9, nil, false), (15, 40, nil, true), (15, 2, 8, true),
      (5, 2, nil, false), (5, 6, nil, true), (1, 0.5, nil, true),
    ] as [(Double, Double, Double?, Bool)])
  func rests(_ test: (seconds: Double, north: Double, speed: Double?, isBelieved: Bool)) throws {
    let (seconds, north, speed, isBelieved) = test
    let last = try #require(Coordinate(latitude: 50, longitude: 6))
    let place = try #require(Coordinate(latitude: 50 + north * 1e-5, longitude: 6))
    let fix = Location(
      latitude: place.latitude, longitude: place.longitude, time: 100 + seconds,
      headingDegrees: 77, speed: speed)
    #expect(fix.heading(at: place, after: last, at: 100) == (isBelieved ? 77 : nil))
    #expect(fix.heading(at: place, after: nil, at: nil) == 77)
  }

  @Test("one heading never costs more than five nats, and more the farther it is off")
  func levelsOff() {
    for error in [
      HeadingError(), Self.learned(from: 1), Self.learned(from: -1),
    ] {
      let nats = stride(from: 1.0, through: -1, by: -0.1).map { error.nats(cosine: $0) }
      #expect(nats.first == 0)
      #expect(nats == nats.sorted())
      #expect(nats.allSatisfy { $0 < 5 })
    }
  }
}
