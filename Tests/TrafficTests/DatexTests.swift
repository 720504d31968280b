import Geo
import JSON
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

@testable import TrafficIO

/// Documents of DATEX II.
@Suite struct DatexTests {
  static func feed(
    _ text: String, tables: DatexTables = DatexTables(), zone: TimeZoneRule? = nil
  ) throws(TextError) -> TrafficFeed {
    var source = ByteSource(bytes: Array(text.utf8), name: "feed")
    return try TrafficFeed(&source, tables: tables, zone: zone)
  }

  /// A situation publication of version 2 with one record.
  static func situation(
    _ type: String, _ body: String, location: String? = nil, header: String = ""
  ) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <d2LogicalModel xmlns="http://datex2.eu/schema/2/2_0"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" modelBaseVersion="2">
      <payloadPublication xsi:type="SituationPublication" lang="en">
        <situation id="s1">\(header)
          <situationRecord xsi:type="\(type)" id="r1" version="1">
            \(body)
            <groupOfLocations xsi:type="Linear">\(location ?? line)</groupOfLocations>
          </situationRecord>
        </situation>
      </payloadPublication>
    </d2LogicalModel>
    """
  }

  static let line =
    "<linearExtension><gmlLineString><posList>43.5 7.5\n 43.25 7.25</posList></gmlLineString>"
    + "</linearExtension>"
  static let linePlace = TrafficRecord.Place.line([
    Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000),
    Coordinate(latitudeUnits: 432_500_000, longitudeUnits: 72_500_000),
  ])
  static let closed =
    "<roadOrCarriagewayOrLaneManagementType>roadClosed</roadOrCarriagewayOrLaneManagementType>"
  static let management = "RoadOrCarriagewayOrLaneManagement"

  @Test("a closure with its period and its words")
  func closure() throws {
    let feed = try Self.feed(
      Self.situation(
        Self.management,
        """
        <validity><validityStatus>definedByValidityTimeSpec</validityStatus>
        <validityTimeSpecification><overallStartTime>2026-11-23T22:00:00.000+01:00</overallStartTime>
        <overallEndTime>2026-11-24T05:00:00Z</overallEndTime></validityTimeSpecification></validity>
        <generalPublicComment><comment><values><value lang="en">Tunnel &amp; bridge
        closed</value><value lang="de">zu</value></values></comment></generalPublicComment>
        \(Self.closed)
        """))
    #expect(
      feed.records == [
        TrafficRecord(
          Self.linePlace, closure: .all,
          incident: TrafficIncident(
            kind: "management", text: "Tunnel & bridge\nclosed", begin: 1_795_467_600,
            end: 1_795_496_400))
      ])
    #expect(feed.lines == [15])
  }

  @Test("a closure of another carriageway than the main one closes nothing: its place is not told")
  func carriageways() throws {
    func location(_ carriageways: String...) -> String {
      "<supplementaryPositionalDescription>"
        + carriageways.map {
          "<carriageway><carriageway>\($0)</carriageway></carriageway>"
        }.joined() + "</supplementaryPositionalDescription>" + Self.line
    }
    func closure(_ location: String) throws -> [TrafficPiece.Closure] {
      let records = try Self.feed(
        Self.situation(Self.management, Self.closed, location: location)
      ).records
      // The closure of a ramp has no place; its incident has that of the road.
      let lost = records.filter { $0.place == .unsupported(.noPlace) }.count
      let placed = records.filter { $0.place != .unsupported(.noPlace) }.map(\.closure)
      #expect(lost == (placed.contains(TrafficPiece.Closure.none) ? 1 : 0))
      return placed
    }
    let (main, exit) = ("mainCarriageway", "exitSlipRoad")
    #expect(try closure(location(main)) == [.all])
    #expect(try closure(location("unspecifiedCarriageway")) == [.all])
    #expect(try closure(location(exit)) == [TrafficPiece.Closure.none])
    #expect(try closure(location(exit, "unspecifiedCarriageway")) == [TrafficPiece.Closure.none])
    // A closure of the road and its ramp is one of the road.
    #expect(try closure(location(main, exit)) == [.all])
    #expect(try closure(location(exit, main)) == [.all])
    func group(_ locations: String...) -> String {
      locations.map { "<locationContainedInGroup>\($0)</locationContainedInGroup>" }.joined()
    }
    #expect(
      try closure(group(location(main), location(exit))) == [.all, TrafficPiece.Closure.none])
    // What is not stated may be the ramp.
    #expect(
      try closure(group(location(exit), location(), location(main)))
        == [TrafficPiece.Closure.none, .none, .all])
  }

  @Test("tests and exercises are no traffic")
  func exercises() throws {
    let header =
      "<headerInformation><informationStatus>test</informationStatus></headerInformation>"
    #expect(try Self.feed(Self.situation("Accident", "", header: header)).records.isEmpty)
    #expect(
      try Self.feed(
        Self.situation("Accident", "", header: header.replacing("test", with: "real"))
      ).records.map(\.incident?.kind) == ["accident"])
  }

  /// The white paper's attributes in elements of version 2.
  static func openLR(
    _ prefix: String = "", _ frc: String = "FRC", offsets: String = ""
  ) -> String {
    func point(_ name: String, _ latitude: String, _ longitude: String, _ more: String) -> String {
      "<\(prefix)\(name)><\(prefix)openlrCoordinate><\(prefix)latitude>\(latitude)</\(prefix)latitude>"
        + "<\(prefix)longitude>\(longitude)</\(prefix)longitude></\(prefix)openlrCoordinate>"
        + "<\(prefix)openlrLineAttributes>"
        + "<\(prefix)openlrFunctionalRoadClass>\(frc)3</\(prefix)openlrFunctionalRoadClass>"
        + "<\(prefix)openlrFormOfWay>multipleCarriageway</\(prefix)openlrFormOfWay>"
        + "<\(prefix)openlrBearing>135</\(prefix)openlrBearing></\(prefix)openlrLineAttributes>"
        + more + "</\(prefix)\(name)>"
    }
    return "<\(prefix)openlrLineLocationReference>"
      + point(
        "openlrLocationReferencePoint", "49.5", "6.125",
        "<\(prefix)openlrPathAttributes>"
          + "<\(prefix)openlrLowestFRCToNextLRPoint>\(frc)5</\(prefix)openlrLowestFRCToNextLRPoint>"
          + "<\(prefix)openlrDistanceToNextLRPoint>512</\(prefix)openlrDistanceToNextLRPoint>"
          + "</\(prefix)openlrPathAttributes>")
      + point("openlrLastLocationReferencePoint", "49.4", "6.25", "") + offsets
      + "</\(prefix)openlrLineLocationReference>"
  }

  static func openLRPlace(_ start: UInt8?, _ end: UInt8?) -> TrafficRecord.Place {
    .openLR(
      OpenLRReference(
        points: [
          OpenLRPoint(
            position: Coordinate(latitudeUnits: 495_000_000, longitudeUnits: 61_250_000),
            roadClass: 3, form: .multipleCarriageway, bearing: 12, lowestClass: 5, interval: 8),
          OpenLRPoint(
            position: Coordinate(latitudeUnits: 494_000_000, longitudeUnits: 62_500_000),
            roadClass: 3, form: .multipleCarriageway, bearing: 12),
        ], startOffset: start, endOffset: end))
  }

  @Test("locations: OpenLR in elements or bytes, lines, two points, a point, or none")
  func locations() throws {
    func place(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation("Accident", "", location: location)).records.map(\.place)
    }
    func point(_ latitude: String, _ longitude: String) -> String {
      "<pointCoordinates><latitude>\(latitude)</latitude><longitude>\(longitude)</longitude>"
        + "</pointCoordinates>"
    }
    let (a, b) = (
      Coordinate(latitudeUnits: 435_000_000, longitudeUnits: 75_000_000),
      Coordinate(latitudeUnits: 432_500_000, longitudeUnits: 72_500_000)
    )
    let offsets =
      "<openlrOffsets><openlrPositiveOffset>100</openlrPositiveOffset>"
      + "<openlrNegativeOffset>3</openlrNegativeOffset></openlrOffsets>"
    #expect(try place(Self.openLR()) == [Self.openLRPlace(nil, nil)])
    #expect(try place(Self.openLR(offsets: offsets)) == [Self.openLRPlace(50, 1)])
    // Offsets of 512 m leave nothing of a leg of 512 m.
    for (from, to) in [("100", "512"), (">3<", ">600<")] {
      #expect(
        try place(Self.openLR(offsets: offsets.replacing(from, with: to)))
          == [.unsupported(.noPlace)])
    }
    #expect(
      try place(
        "<firstDirection>\(Self.openLR())</firstDirection>"
          + "<oppositeDirection>\(Self.openLR(offsets: offsets))</oppositeDirection>")
        == [Self.openLRPlace(nil, nil), Self.openLRPlace(50, 1)])
    for text in [" CwmShiVYczPJBgCs/y0zAQ==\n", "CwmShiVYczPJ\n  BgCs/y0z AQ=="] {
      #expect(
        try place("<openlrBinary>\(text)</openlrBinary>")
          == [.openLR(try OpenLRReference(base64: "CwmShiVYczPJBgCs/y0zAQ=="))])
    }
    // A circle is no road, but a line beside it is.
    #expect(try place("<openlrBinary>AwRWeSNFaAPo</openlrBinary>") == [.unsupported(.noPlace)])
    #expect(
      try place("<openlrBinary>AwRWeSNFaAPo</openlrBinary>" + Self.line) == [Self.linePlace])
    // The end may be named first.
    #expect(
      try place(
        "<tpegLinearLocation><to>\(point("43.25", "7.25"))</to><from>\(point("43.5", "7.5"))</from>"
          + "</tpegLinearLocation>") == [.stretch(from: a, to: b)])
    for (direction, isBoth) in [("bothWays", true), ("allDirections", true), ("northBound", false)]
    {
      #expect(
        try place("<tpegDirection>\(direction)</tpegDirection>" + Self.line)
          == (isBoth ? [.line([a, b]), .line([b, a])] : [.line([a, b])]))
    }
    #expect(
      try place(
        "<pointByCoordinates><bearing>90</bearing>\(point("43.5", "7.5"))</pointByCoordinates>")
        == [.point(a, headingDegrees: 90)])
    #expect(try place(point("43.5", "7.5")) == [.point(a, headingDegrees: nil)])
    #expect(
      try place("<locationForDisplay>\(point("43.5", "7.5"))</locationForDisplay>")
        == [.unsupported(.noPlace)])
    #expect(try place("<alertCLinear><x>1</x></alertCLinear>") == [.unsupported(.noPlace)])
    #expect(
      try place(
        "<locationContainedInGroup>\(Self.line)</locationContainedInGroup>"
          + "<locationContainedInGroup>\(point("43.5", "7.5"))</locationContainedInGroup>")
        == [Self.linePlace, .point(a, headingDegrees: nil)])
    // A road may run along an outline, but it is not the place.
    let outline = "<posList>43.5 7.5 43.25 7.25 43.5 7.25 43.5 7.5</posList>"
    for area in [
      "<gmlPolygon><exterior><gmlLinearRing>\(outline)</gmlLinearRing></exterior></gmlPolygon>",
      "<openlrAreaLocationReference><openlrPolygonCorners>\(point("43.5", "7.5"))"
        + "\(point("43.25", "7.25"))</openlrPolygonCorners></openlrAreaLocationReference>",
      "<tpegAreaLocation><centrePoint>\(point("43.5", "7.5"))</centrePoint></tpegAreaLocation>",
    ] {
      #expect(try place(area) == [.unsupported(.geometry)])
      #expect(try place(area + Self.line) == [Self.linePlace])
    }
    // The legs of an itinerary, each with its two ends.
    func leg(_ number: Int, from: String, to: String) -> String {
      "<locationContainedInItinerary index=\"\(number)\"><location><tpegLinearLocation>"
        + "<to>\(to)</to><from>\(from)</from>"
        + "</tpegLinearLocation></location></locationContainedInItinerary>"
    }
    let ends = (point("43.5", "7.5"), point("43.25", "7.25"))
    #expect(
      try place(leg(0, from: ends.0, to: ends.1) + leg(1, from: ends.1, to: ends.0))
        == [.stretch(from: a, to: b), .stretch(from: b, to: a)])
    #expect(
      try place(
        "<alternativeRoute>\(leg(0, from: ends.0, to: ends.1))</alternativeRoute>")
        == [.unsupported(.noPlace)])
    #expect(
      try place(
        "<alternativeRoute><locationContainedInGroup>\(Self.line)"
          + "</locationContainedInGroup></alternativeRoute>") == [.unsupported(.noPlace)])
  }

  @Test("version 3, with prefixes, and the other spellings")
  func version3() throws {
    let feed = try Self.feed(
      """
      <mc:messageContainer xmlns:mc="c" xmlns:sit="s" xmlns:loc="l" xmlns:com="o"
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" modelBaseVersion="3">
        <mc:payload xsi:type="sit:SituationPublication"><sit:situation id="1">
          <sit:situationRecord xsi:type="sit:MaintenanceWorks" id="2">
            <sit:validity><com:validityStatus>active</com:validityStatus></sit:validity>
            <sit:impact><sit:delays><sit:delayTimeValue>90.5</sit:delayTimeValue></sit:delays></sit:impact>
            <sit:locationReference xsi:type="loc:LinearLocation"><loc:openlrLinear><loc:firstDirection>
            \(Self.openLR("loc:", "frc").replacing("FRCTo", with: "FrcTo"))
            </loc:firstDirection></loc:openlrLinear></sit:locationReference>
          </sit:situationRecord></sit:situation></mc:payload>
      </mc:messageContainer>
      """)
    #expect(
      feed.records == [
        TrafficRecord(
          Self.openLRPlace(nil, nil), delaySeconds: 90.5,
          incident: TrafficIncident(kind: "roadworks"))
      ])
  }

  @Test("OpenLR without an element for its kind: lines by direction, points and coordinates")
  func plainOpenLR() throws {
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation("Accident", "", location: location)).records.map(\.place)
    }
    func line(_ element: String) -> String {
      Self.openLR().replacing("openlrLineLocationReference", with: element)
    }
    let place = Self.openLRPlace(nil, nil)
    #expect(try places(line("firstDirection")) == [place])
    #expect(try places(line("firstDirection") + line("oppositeDirection")) == [place, place])
    guard case .openLR(var reference) = place else { return }
    reference.kind = .pointAlongLine(.backward, .right, poi: nil)
    let name = "openlrPointLocationReference"
    let sides =
      "<openlrSideOfRoad>right</openlrSideOfRoad>"
      + "<openlrOrientation>againstLineDirection</openlrOrientation>"
    let access =
      "<openlrCoordinates><latitude>49</latitude><longitude>6</longitude></openlrCoordinates>"
    for more in ["", access] {
      let point = line(name).replacing("<\(name)>", with: "<\(name)>" + sides)
        .replacing("</\(name)>", with: more + "</\(name)>")
      #expect(try places(point) == [.openLR(reference)])
    }
    #expect(
      try places("<\(name)>\(access)</\(name)>") == [
        .point(
          Coordinate(latitudeUnits: 490_000_000, longitudeUnits: 60_000_000), headingDegrees: nil)
      ])
  }

  private static let wrong: [(String, String)] = [
    ("<gpx/>", "not DATEX II"), ("<d2LogicalModel>", "ends inside"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><d2LogicalModel/>", "refused"),
    ("<a/><b/>", "line 1"),
    (situation("Accident", "<overallStartTime>2026-11-23T24:30:00</overallStartTime>"), "line 7"),
    (situation("Accident", "<overallEndTime>soon</overallEndTime>"), "soon"),
    (
      situation(
        "Accident",
        "<overallEndTime>soon</overallEndTime>" + String(repeating: "<a/>", count: 300)), "soon"
    ),
    (
      situation(
        "Accident", "",
        location: openLR(offsets: "<openlrPositiveOffset>inf</openlrPositiveOffset>")
          .replacing("512", with: "inf")), "openlrDistanceToNextLRPoint"
    ),
    (
      situation(
        "Accident", "",
        location: openLR(offsets: "<openlrNegativeOffset>inf</openlrNegativeOffset>")),
      "openlrNegativeOffset"
    ),
    (
      situation(
        "Accident", "",
        location: openLR(offsets: "<openlrPositiveOffset>nan</openlrPositiveOffset>")),
      "openlrPositiveOffset"
    ),
    (situation("Accident", "", location: line.replacing("43.5 ", with: "")), "posList"),
    (situation("Accident", "", location: line.replacing("43.5", with: "91")), "not a point"),
    (situation("Accident", "", location: "<latitude>x</latitude>"), "not a number"),
    (
      situation("Accident", "", location: "<latitude>1</latitude><longitude>181</longitude>"),
      "not on earth"
    ),
    (situation("Accident", "", location: "<openlrBinary>?</openlrBinary>"), "base64"),
    (situation("Accident", "", location: openLR("", "class")), "openlrFunctionalRoadClass"),
    (situation("Accident", "", location: openLR().replacing("49.5", with: "x")), "latitude"),
    (situation("Accident", "", location: openLR().replacing("135", with: "361")), "Bearing"),
    (
      situation("Accident", "", location: openLR().replacing("49.5", with: "149.5")),
      "a point of OpenLR"
    ),
    (
      "<d2LogicalModel>" + String(repeating: "<a>", count: 300)
        + String(repeating: "</a>", count: 300) + "</d2LogicalModel>", "too deep"
    ),
  ]

  @Test(
    "a document that can't be read is refused whole, and names the line", arguments: wrong)
  func refused(_ text: String, _ reason: String) {
    do throws(TextError) {
      let feed = try Self.feed(text)
      Issue.record("\(text) is read: \(feed.records)")
    } catch { #expect("\(error)".contains(reason), "\(error)") }
  }

  @Test("nothing traps, whatever bytes are changed")
  func hostile() {
    let good = [
      Self.situation(Self.management, Self.closed, location: Self.openLR()),
      Self.situation("Accident", "", location: Self.line), Self.measured(Self.value("50")),
      Self.tables,
    ]
    var random = SeededGenerator(seed: 8)
    for _ in 0..<5_000 {
      var bytes = Array((good.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let at = Int.random(in: 0..<bytes.count, using: &random)
        bytes[at] = UInt8.random(in: 32...126, using: &random)
      }
      var source = ByteSource(bytes: bytes, name: "feed")
      if let feed = try? TrafficFeed(&source) {
        for record in feed.records { #expect(record.flaw == nil) }
      }
    }
  }
}
