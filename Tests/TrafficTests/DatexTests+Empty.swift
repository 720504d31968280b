import Geo
import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Elements of DATEX II without a text, such as those with `xsi:nil`, which are as if they were missing.
extension DatexTests {
  private static let place = TrafficRecord.Place.point(
    Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000), headingDegrees: nil)
  private static let coordinates =
    "<pointCoordinates><latitude>43.5</latitude><longitude>7.5</longitude></pointCoordinates>"

  private static func places(_ location: String) throws -> [TrafficRecord.Place] {
    try feed(situation(management, closed, location: location)).records.map(\.place)
  }

  @Test(
    "an empty element of a location leaves it without a place, and other places as they are",
    arguments: [
      "<openlrBinary/>", "<gmlLineString><posList xsi:nil=\"true\"/></gmlLineString>",
      "<gmlLineString><posList>\n </posList></gmlLineString>",
      "<pointCoordinates><latitude/><longitude/></pointCoordinates>",
      "<pointCoordinates><latitude/><longitude>8</longitude></pointCoordinates>",
      "<pointCoordinates><latitude>44</latitude><longitude/></pointCoordinates>",
      "<firstDirection/>", "<tpegDirection/><supplementary><carriageway/></supplementary>",
      openLR().replacing(">135<", with: "><"), openLR().replacing(">49.4<", with: "><"),
      openLR().replacing(">FRC3<", with: "><"),
    ])
  func emptyLocations(_ empty: String) throws {
    #expect(try Self.places(empty) == [.unsupported(.noPlace)])
    // A coordinate without the other one is not joined with that of another point.
    #expect(try Self.places(empty + Self.coordinates) == [Self.place])
    #expect(try Self.places(Self.coordinates + empty) == [Self.place])
  }

  @Test("offsets without a text are none")
  func emptyOffsets() throws {
    let offsets =
      "<openlrOffsets><openlrPositiveOffset/><openlrNegativeOffset></openlrNegativeOffset>"
      + "</openlrOffsets>"
    #expect(try Self.places(Self.openLR(offsets: offsets)) == Self.places(Self.openLR()))
  }

  @Test(
    "an empty element of a record is as if it were missing",
    arguments: [
      "<overallStartTime xsi:nil=\"true\"/>", "<overallEndTime/>",
      "<overallEndTime> </overallEndTime>",
      "<probabilityOfOccurrence/>", "<validityStatus/>", "<complianceOption/>",
      "<operatorActionStatus/>", "<delayTimeValue/>",
      "<forVehiclesWithCharacteristicsOf><vehicleType/><loadType/><vehicleUsage/>"
        + "</forVehiclesWithCharacteristicsOf>",
      "<headerInformation><informationStatus/></headerInformation>",
      "<generalPublicComment><comment><values><value/></values></comment></generalPublicComment>",
    ])
  func emptyRecords(_ empty: String) throws {
    #expect(
      try Self.feed(Self.situation(Self.management, empty + Self.closed)).records
        == Self.feed(Self.situation(Self.management, Self.closed)).records)
  }

  @Test("an end of a period without a text is none")
  func emptyPeriods() throws {
    let period =
      "<validPeriod><startOfPeriod/><endOfPeriod>2026-11-24T08:00:00Z</endOfPeriod></validPeriod>"
    let records = try Self.feed(Self.situation(Self.management, Self.closed + period)).records
    // 2026-11-24T08:00:00Z
    let incident = TrafficIncident(kind: "management", begin: nil, end: 1_795_507_200)
    #expect(records == [TrafficRecord(Self.linePlace, closure: .all, incident: incident)])
  }
}
