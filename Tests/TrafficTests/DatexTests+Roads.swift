import Geo
import JSON
import Testing
import Traffic

@testable import TrafficIO

/// Places along roads whose line a document of DATEX II gives.
extension DatexTests {
  /// A place along a road, from one share of it to another, in percent.
  private static func along(_ direction: String = "", from: String, to: String) -> String {
    func end(_ name: String, _ distance: String) -> String {
      "<\(name)>\(distance)</\(name)>"
    }
    return "<linearWithinLinearElement><directionRelativeOnLinearSection>\(direction)"
      + "</directionRelativeOnLinearSection><linearElement>\(roadLine)</linearElement>"
      + end("fromPoint", from) + end("toPoint", to) + "</linearWithinLinearElement>"
  }

  private static let roadLine =
    "<gmlLineString><posList>43 7 43.5 7.5 44 8</posList></gmlLineString>"
  private static let road = [
    Coordinate(latitudeUnits: 430_000_000, longitudeUnits: 70_000_000),
    Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000),
    Coordinate(latitudeUnits: 440_000_000, longitudeUnits: 80_000_000),
  ]

  private static func percent(_ share: String) -> String {
    "<percentageDistanceAlong>\(share)</percentageDistanceAlong>"
  }

  private static func places(_ location: String) throws -> [TrafficRecord.Place] {
    try feed(situation(management, closed, location: location)).records.map(\.place)
  }

  @Test("the line of a whole road is not a place on a part of it")
  func partsOfRoads() throws {
    let parts = [
      Self.along(from: Self.percent("20"), to: Self.percent("30")),
      Self.along(from: Self.percent("0"), to: Self.percent("99.5")),
      Self.along(from: Self.percent("1"), to: Self.percent("100")),
      Self.along(from: "<distanceAlong>0</distanceAlong>", to: "<distanceAlong>40</distanceAlong>"),
      "<pointAlongLinearElement><linearElement>\(Self.roadLine)</linearElement>"
        + "<distanceAlongLinearElement>\(Self.percent("0"))</distanceAlongLinearElement>"
        + "</pointAlongLinearElement>",
    ]
    for part in parts {
      #expect(try Self.places(part) == [.unsupported(.noPlace)], "\(part)")
      #expect(try Self.places(part + Self.line) == [Self.linePlace], "\(part)")
      #expect(try Self.places(Self.line + part) == [Self.linePlace], "\(part)")
    }
  }

  @Test("the line of a whole road is the place from its beginning to its end")
  func wholeRoads() throws {
    let (start, end) = (Self.percent("0"), Self.percent("100.0"))
    let part = Self.along(from: Self.percent("20"), to: end)
    for direction in ["", "aligned", "unknown"] {
      let whole = Self.along(direction, from: start, to: end)
      for location in [whole, whole + part, part + whole] {
        #expect(try Self.places(location) == [.line(Self.road)], "\(location)")
      }
    }
    #expect(
      try Self.places(Self.along("opposite", from: start, to: end))
        == [.line(Self.road.reversed())])
    // A line of the place is what its source states of it.
    #expect(try Self.places(Self.along(from: start, to: end) + Self.line) == [Self.linePlace])
  }

  @Test("each line of a location is a place")
  func severalLines() throws {
    #expect(try Self.places(Self.roadLine + Self.line) == [.line(Self.road), Self.linePlace])
    let bothWays = Self.line + "<tpegDirection>bothWays</tpegDirection>"
    let back = TrafficRecord.Place.line(Self.road.reversed())
    #expect(try Self.places(Self.roadLine + bothWays).prefix(2) == [.line(Self.road), back])
    #expect(try Self.places(Self.roadLine + bothWays).count == 4)
    let many = String(repeating: Self.roadLine, count: 1_001)
    #expect(throws: TextError.self) { try Self.places(many) }
  }
}
