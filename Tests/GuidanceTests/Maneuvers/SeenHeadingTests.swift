import Geo
import RoadModel
import Testing

@testable import Guidance

/// In which direction a driver sees a road that leaves a junction; lines in metres east and north of it.
@Suite struct SeenHeadingTests {
  private static func places(_ line: [(Double, Double)]) -> [Coordinate] {
    line.map {
      Coordinate(
        latitudeUnits: Int32(($0.1 / Distance.metresPerUnit).rounded()),
        longitudeUnits: Int32(($0.0 / Distance.metresPerUnit).rounded()))
    }
  }

  private static func heading(
    _ line: [(Double, Double)], _ kind: RoadClass = .residential
  ) -> Double? {
    SeenHeading(RoadAttributes(roadClass: kind), lanes: 2).degrees(places(line))
  }

  @Test("carriageways that part at a wide angle and soon run beside each other are one road")
  func parallel() {
    let left = Self.places([(0, 0), (-6, 6), (-6, 90)])
    let right = Self.places([(0, 0), (6, 6), (6, 90)])
    #expect(Carriageways.areParallel(left, right))
    #expect(!Carriageways.areParallel(left, Self.places([(0, 0), (90, 90)])))
    #expect(!Carriageways.areParallel(left, Self.places([(0, 0), (6, 6), (6, 30)])))
  }

  @Test("a straight road is seen as it is drawn")
  func straight() throws {
    #expect(abs(try #require(Self.heading([(0, 0), (30, 30)])) - 45) < 0.01)
    #expect(abs(try #require(Self.heading([(0, 0), (0, -10), (0, -60)])) - 180) < 0.01)
  }

  @Test("nobody looks past a first piece that is long")
  func longPiece() throws {
    #expect(abs(try #require(Self.heading([(0, 0), (0, 25), (60, 25)]))) < 0.01)
  }

  @Test("a first piece that only leads to the middle of the other road is not seen")
  func offset() throws {
    let seen = try #require(Self.heading([(0, 0), (0, 4), (30, 4), (80, 4)]))
    #expect(abs(seen - 90) < 2)
  }

  @Test("a curve is seen as it begins")
  func curve() throws {
    let bends = stride(from: 0.0, through: 40, by: 10).map { degrees in
      let angle = degrees * Double.pi / 180
      let sine = angle - angle * angle * angle / 6 + angle * angle * angle * angle * angle / 120
      let cosine = max(0, 1 - sine * sine).squareRoot()
      return (60 * (1 - cosine), 60 * sine)
    }
    let seen = try #require(Self.heading(bends))
    #expect((0..<30).contains(seen))
  }

  @Test("of a drive nothing is seen but its first metres")
  func drive() throws {
    let seen = try #require(Self.heading([(0, 0), (0, 5), (50, 5)], .service))
    #expect(abs(seen - 45) < 1)
  }

  @Test("a line without length has no direction")
  func empty() {
    #expect(Self.heading([(0, 0), (0, 0)]) == nil)
  }
}
