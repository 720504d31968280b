import Geo
import RoadModel
import TestSupport
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
    #expect(Carriageways.areParallel(left, right, lanes: 2))
    #expect(!Carriageways.areParallel(left, Self.places([(0, 0), (90, 90)]), lanes: 2))
    #expect(!Carriageways.areParallel(left, Self.places([(0, 0), (6, 6), (6, 30)]), lanes: 2))
  }

  @Test("carriageways that diverge by more than a ninth are two roads")
  func diverging() {
    let left = Self.places([(0, 0), (-2, 6), (-2, 90)])
    #expect(Carriageways.areParallel(left, Self.places([(0, 0), (2, 6), (10, 90)]), lanes: 2))
    #expect(!Carriageways.areParallel(left, Self.places([(0, 0), (2, 6), (24, 90)]), lanes: 2))
  }

  @Test("a line that fits only the first forty metres does not stand for a longer road")
  func longerThanFitted() throws {
    // Near Porto, 41.06419 -8.641996, where OSRM sees the first ten metres.
    let seen = try #require(
      Self.heading([(0, 0), (9.04, -4.81), (71.67, -19.45), (84.23, -14.49)], .secondary))
    #expect(abs(seen - 118) < 2)
  }

  @Test("places are millionths of a degree, cut off between points")
  func grid() throws {
    // Two metres along this ring are 1.99 millionths to the east and 17.92 to the north: 1 and 17.
    var road = RoadAttributes(roadClass: .primary)
    road.flags = .roundabout
    let start = Coordinate(latitudeUnits: 411_000_000, longitudeUnits: 20_000_000)
    let (next, last) = (
      Coordinate(latitudeUnits: 411_000_630, longitudeUnits: 20_000_070),
      Coordinate(latitudeUnits: 411_001_200, longitudeUnits: 20_000_000)
    )
    let seen = try #require(SeenHeading(road, lanes: 0).degrees([start, next, last]))
    // A millionth to the east is 0.7536 of one to the north: not the 4.8 degrees of the line itself.
    #expect(abs(seen - 2.54) < 0.1)
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

  @Test("of a hairpin the first two metres are known beside what is seen behind the bend")
  func hairpin() throws {
    let line = Self.places([(0, 0), (4, 2), (6, 6), (4, 10), (-60, 12)])
    let found = try #require(
      SeenHeading(RoadAttributes(roadClass: .tertiary), lanes: 2).headings(line))
    // Two metres along the first piece, which leads to the northeast by east.
    #expect(abs(found.first - 63.4) < 2)
    // The road turns back to the west: whoever looks past its beginning sees it left of there.
    #expect(LineBearing.turn(from: found.first, to: found.seen) < -20)
  }

  @Test("the first piece of a line is that to the first point more than a metre away")
  func firstPiece() throws {
    let first = try #require(SeenHeading.first(Self.places([(0, 0), (0.4, 0.5), (9, 9), (9, -9)])))
    #expect(abs(first - 45) < 1)
    // All of it is within a metre: to its end.
    let short = try #require(SeenHeading.first(Self.places([(0, 0), (0.2, 0), (0, -0.7)])))
    #expect(abs(short - 180) < 3)
    #expect(SeenHeading.first(Self.places([(0, 0), (0, 0)])) == nil)
  }

  @Test("a line without length has no direction")
  func empty() {
    #expect(Self.heading([(0, 0), (0, 0)]) == nil)
  }

  @Test("no straight line is fitted where none can be near enough", arguments: [1, 22, 333])
  func fitting(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func next(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    var refused = 0
    for _ in 0..<2000 {
      var (line, place) = ([(0.0, 0.0)], (0.0, 0.0))
      let bend = next(0...8)
      for _ in 0..<Int(next(2...9)) {
        place = (place.0 + next(2...12), place.1 + next(-bend...bend))
        line.append(place)
      }
      let places = Self.places(line)
      let seen = SeenLine(places, on: SeenGrid(at: places[0]))
      let (first, second) = seen.fitted(to: 40)
      let away = seen.deviation(0...seen.points.count - 1, first, second)
      for metres in [0.5, 1.1, 1.6] where !seen.mayFit(within: metres) {
        refused += 1
        #expect(away >= metres, "seed \(seed)")
      }
    }
    #expect(refused > 500)
  }
}
