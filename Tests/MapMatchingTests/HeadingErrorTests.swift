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
