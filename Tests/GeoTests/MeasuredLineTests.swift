import Geo
import TestSupport
import Testing

@Suite struct MeasuredLineTests {
  private static func place(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
    Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
  }

  /// Two steps along the equator, the second three times as long, with a point that is there twice between them.
  private static let points = [place(0, 0), place(0, 1_000), place(0, 1_000), place(0, 4_000)]

  struct Case: Sendable {
    var share: Double
    var longitude: Int32
  }

  static let cases = [
    Case(share: -1, longitude: 0), Case(share: 0, longitude: 0), Case(share: 0.125, longitude: 500),
    Case(share: 0.25, longitude: 1_000), Case(share: 0.5, longitude: 2_000),
    Case(share: 1, longitude: 4_000), Case(share: 2, longitude: 4_000),
  ]

  @Test("a place lies at its share of the length, clamped to the line", arguments: cases)
  func shares(item: Case) {
    let wanted = Self.place(0, item.longitude)
    let line = MeasuredLine(Self.points)
    #expect(line.position(atShare: item.share) == wanted)
    #expect(line.position(at: item.share * line.drawnLength) == wanted)
    // By a length of 100 metres, whatever the points have.
    let named = MeasuredLine(Self.points, length: 100)
    #expect(named.position(at: item.share * 100) == wanted)
    if item.share == 0.5 { #expect(line.middle == wanted) }
  }

  @Test("a part has its ends and the points between them")
  func parts() {
    let line = MeasuredLine(Self.points, length: 4)
    #expect(
      line.part(0.5, 2)
        == [Self.place(0, 500), Self.place(0, 1_000), Self.place(0, 1_000), Self.place(0, 2_000)])
    #expect(line.part(1.5, 2) == [Self.place(0, 1_500), Self.place(0, 2_000)])
    #expect(line.part(0, 1) == [Self.place(0, 0), Self.place(0, 1_000)])
  }

  @Test("a line without length is one point")
  func point() {
    let line = MeasuredLine([Self.place(3, 4)], length: 0)
    #expect(line.position(at: 7) == Self.place(3, 4) && line.middle == Self.place(3, 4))
    #expect(line.drawnLength == 0)
  }
}
