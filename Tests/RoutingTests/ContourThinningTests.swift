import Testing

@testable import Routing

/// Outlines with fewer points: areas only grow, stay valid and inside those of the next value.
@Suite struct ContourThinningTests {
  private static func line(_ points: (Int32, Int32)...) -> [Contour.Point] {
    points.map { Contour.Point(x: $0.0, y: $0.1) }
  }

  private static let square = line((0, 0), (100, 0), (100, 100), (0, 100))
  /// The square with a bay of 20 by 10 at its northern side.
  private static let bay = line(
    (0, 0), (100, 0), (100, 100), (60, 100), (60, 90), (40, 90), (40, 100), (0, 100))
  /// A hole of 10 by 10 in the middle.
  private static let hole = line((45, 50), (50, 55), (55, 50), (50, 45))

  private struct Found {
    var values: [[Outline]]
    var error: Double
  }

  private static func thinned(_ values: [[Outline]], to maximum: Int) throws -> Found? {
    try ContourThinning.thinned(values, to: maximum).map {
      Found(values: $0.values, error: $0.error)
    }
  }

  @Test("a bay is filled, and the error is that of its innermost point")
  func bay() throws {
    let found = try #require(
      try Self.thinned([[Outline(outer: Self.bay, holes: [])]], to: 4))
    #expect(found.values[0].map(\.outer) == [Self.square])
    // The bay is 10 deep, and no place in it is farther from its sides.
    #expect(found.error == 10)
  }

  @Test("with enough points nothing changes")
  func enough() throws {
    let found = try #require(
      try Self.thinned([[Outline(outer: Self.bay, holes: [Self.hole])]], to: 12))
    #expect(found.values[0].map(\.outer) == [Self.bay])
    #expect(found.values[0].map(\.holes) == [[Self.hole]])
    #expect(found.error == 0)
  }

  @Test("a small hole is filled first")
  func hole() throws {
    let found = try #require(
      try Self.thinned([[Outline(outer: Self.bay, holes: [Self.hole])]], to: 8))
    #expect(found.values[0].map(\.outer) == [Self.bay])
    #expect(found.values[0].map(\.holes) == [[]])
    #expect(found.error == 5)
  }

  @Test("a long, narrow hole keeps three points until it is filled")
  func narrowHole() throws {
    let hole = Self.line((20, 20), (40, 48), (70, 70), (48, 42))
    let outline = Outline(outer: Self.square, holes: [hole])
    let three = try #require(try Self.thinned([[outline]], to: 7))
    #expect(three.values[0].map(\.holes) == [[Self.line((20, 20), (40, 48), (70, 70))]])
    // Its box is 50 by 50.
    let filled = try #require(try Self.thinned([[outline]], to: 6))
    #expect(filled.values[0].map(\.outer) == [Self.square])
    #expect(filled.values[0].map(\.holes) == [[]])
    #expect(filled.error == 25)
  }

  @Test("what the area of the next value leaves out is never gained")
  func nested() throws {
    let values = [
      [Outline(outer: Self.bay, holes: [Self.hole])],
      [Outline(outer: Self.square, holes: [Self.hole])],
    ]
    let found = try #require(try Self.thinned(values, to: 8))
    for value in found.values {
      #expect(value.map(\.outer) == [Self.square] && value.map(\.holes) == [[Self.hole]])
    }
    #expect(found.error == 10)
    // The hole of the larger area is filled, so that of the smaller one may be.
    let few = try #require(try Self.thinned(values, to: 4))
    for value in few.values {
      #expect(value.map(\.outer) == [Self.square] && value.map(\.holes) == [[]])
    }
    // Equal areas stay equal.
    let bay = [Outline(outer: Self.bay, holes: [])]
    let equal = try #require(try Self.thinned([bay, bay], to: 4))
    #expect(equal.values[0].map(\.outer) == equal.values[1].map(\.outer))
  }

  @Test("a smaller area's point on a straight side is a point of both lines, and counts")
  func joined() throws {
    // It touches the northern side where the bay begins.
    let inner = [Outline(outer: Self.line((60, 20), (90, 20), (60, 100)), holes: [])]
    let values = [inner, [Outline(outer: Self.bay, holes: [])]]
    let found = try #require(try Self.thinned(values, to: 5))
    #expect(found.values[0].map(\.outer) == inner.map(\.outer))
    let joined = Self.line((0, 0), (100, 0), (100, 100), (60, 100), (0, 100))
    #expect(found.values[1].map(\.outer) == [joined])
    #expect(try Self.thinned(values, to: 4) == nil)
  }

  @Test("an island in a bay keeps it open, and lines that only turn left keep their points")
  func impossible() throws {
    let island = Self.line((45, 95), (50, 93), (55, 95), (50, 97))
    let both = [Outline(outer: Self.bay, holes: []), Outline(outer: island, holes: [])]
    #expect(try Self.thinned([both], to: 11) == nil)
    #expect(try Self.thinned([[Outline(outer: Self.square, holes: [])]], to: 3) == nil)
  }
}
