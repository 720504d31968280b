import Geo
import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Points of DATEX II, and flags written as digits.
extension DatexTests {
  private static func point(_ name: String, _ latitude: String, _ longitude: String) -> String {
    "<\(name)><pointCoordinates><latitude>\(latitude)</latitude>"
      + "<longitude>\(longitude)</longitude></pointCoordinates></\(name)>"
  }

  @Test("a framed point is that point, not the road between those that frame it")
  func framedPoints() throws {
    let frame = Self.point("to", "43.25", "7.25") + Self.point("from", "43.75", "7.75")
    func places(_ body: String) throws -> [TrafficRecord.Place] {
      let location = "<tpegPointLocation>\(body)</tpegPointLocation>"
      return try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    let place = TrafficRecord.Place.point(
      Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000), headingDegrees: nil)
    let framed = Self.point("framedPoint", "43.5", "7.5")
    #expect(try places(framed + frame) == [place])
    #expect(try places(frame + framed) == [place])
    // A framed point may be told by names alone.
    #expect(
      try places("<framedPoint><name>Bridge</name></framedPoint>" + frame)
        == [.unsupported(.noPlace)])
  }

  @Test("a record is over if its flag says so, in a word or a digit", arguments: ["true", "1"])
  func flags(_ flag: String) throws {
    for (name, flag, count) in [("end", flag, 0), ("cancel", flag, 0), ("end", "0", 1)] {
      let cycle = "<lifeCycleManagement><\(name)>\(flag)</\(name)></lifeCycleManagement>"
      let records = try Self.feed(Self.situation(Self.management, Self.closed + cycle)).records
      #expect(records.count == count)
    }
  }
}
