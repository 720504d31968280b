import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Parts of records that can't be used, which are counted beside the others.
extension DatexTests {
  private static let bothWays =
    "<directionRelativeOnLinearSection>both</directionRelativeOnLinearSection>"

  private static func direction(_ element: String) -> String {
    "<\(element)>\(openLR())</\(element)>"
  }

  @Test("of two directions, of which OpenLR tells one, the other is counted")
  func lacksDirection() throws {
    func places(_ location: String) throws -> [TrafficRecord.Place] {
      try Self.feed(Self.situation(Self.management, Self.closed, location: location))
        .records.map(\.place)
    }
    let place = Self.openLRPlace(nil, nil)
    let (first, opposite) = (Self.direction("firstDirection"), Self.direction("oppositeDirection"))
    #expect(try places(first) == [place])
    #expect(try places(Self.bothWays + first) == [place, .unsupported(.noPlace)])
    #expect(try places(first + Self.bothWays) == [place, .unsupported(.noPlace)])
    #expect(try places(Self.bothWays + first + opposite) == [place, place])
    let binary = "<openlrBinary>CwmShiVYczPJBgCs/y0zAQ==</openlrBinary>"
    #expect(try places(Self.bothWays + binary).count == 2)
    #expect(try places(Self.bothWays + binary).last == .unsupported(.noPlace))
    // Periods do not multiply it.
    let periods =
      "<validPeriod><startOfPeriod>2026-11-24T08:00:00Z</startOfPeriod></validPeriod>"
      + "<validPeriod><startOfPeriod>2026-11-25T08:00:00Z</startOfPeriod></validPeriod>"
    #expect(
      try Self.feed(
        Self.situation(
          Self.management, Self.closed + periods, location: Self.bothWays + first)
      ).records.map(\.place) == [place, place, .unsupported(.noPlace)])
  }

  @Test(
    "a point of OpenLR in both directions lacks none",
    arguments: ["both", "withLineDirection"])
  func bothSides(_ orientation: String) throws {
    let name = "openlrPointLocationReference"
    let point = Self.openLR().replacing("openlrLineLocationReference", with: name)
      .replacing(
        "<\(name)>", with: "<\(name)><openlrOrientation>\(orientation)</openlrOrientation>")
    let records = try Self.feed(
      Self.situation(Self.management, Self.closed, location: Self.bothWays + point)
    ).records
    #expect(records.count == (orientation == "both" ? 1 : 2))
  }

  @Test("the other direction of a site, of which OpenLR tells one, is counted")
  func siteLacksDirection() throws {
    let table =
      "<measurementSiteTable><measurementSiteRecord id=\"S\"><measurementSiteLocation>"
      + Self.bothWays + Self.direction("firstDirection")
      + "</measurementSiteLocation></measurementSiteRecord></measurementSiteTable>"
    let text = Self.measured(Self.value("50"))
      .replacing("</payloadPublication>", with: table + "</payloadPublication>")
    #expect(
      try Self.feed(text).records == [
        TrafficRecord(Self.openLRPlace(nil, nil), speedKmh: 50),
        TrafficRecord(.unsupported(.noPlace), speedKmh: 50),
      ])
  }

  @Test(
    "a delay that is no number of seconds is counted; the rest of its record is in force",
    arguments: ["INF", "-INF", "NaN", "-30", "some"])
  func badDelays(_ delay: String) throws {
    let body = Self.closed + "<delays><delayTimeValue>\(delay)</delayTimeValue></delays>"
    func records(_ body: String) throws -> [TrafficRecord] {
      try Self.feed(Self.situation(Self.management, body)).records
    }
    let found = try records(body)
    #expect(found.map(\.place) == [Self.linePlace, .unsupported(.badValue)])
    #expect(found.first?.closure == .all)
    #expect(found.map(\.delaySeconds) == [0, 0])
    // Nor would a delay that may not come count.
    let doubt = "<probabilityOfOccurrence>riskOf</probabilityOfOccurrence>"
    #expect(try records(body + doubt).map(\.place) == [Self.linePlace])
    #expect(
      try records(body.replacing(">\(delay)<", with: "><")).map(\.place) == [Self.linePlace])
    #expect(
      try records(body.replacing(">\(delay)<", with: ">7000<")).map(\.delaySeconds) == [6_553.5])
  }

  @Test("a speed on another carriageway than the main one has a place by OpenLR alone")
  func ramps() throws {
    func carriageway(_ word: String) -> String {
      "<supplementaryPositionalDescription><carriageway><carriageway>\(word)</carriageway>"
        + "</carriageway></supplementaryPositionalDescription>"
    }
    let speed = "<averageVehicleSpeed><speed>50</speed></averageVehicleSpeed>"
    func places(_ location: String) throws -> [[TrafficRecord.Place]] {
      let elaborated =
        "<d2LogicalModel><payloadPublication><elaboratedData><basicData><pertinentLocation>"
        + "\(location)</pertinentLocation>\(speed)</basicData></elaboratedData>"
        + "</payloadPublication></d2LogicalModel>"
      let table =
        "<measurementSiteTable><measurementSiteRecord id=\"S\"><measurementSiteLocation>"
        + "\(location)</measurementSiteLocation></measurementSiteRecord></measurementSiteTable>"
      let measured = Self.measured(Self.value("50"))
        .replacing("</payloadPublication>", with: table + "</payloadPublication>")
      return try [elaborated, measured].map { try Self.feed($0).records.map(\.place) }
    }
    let (line, openLR) = (Self.linePlace, Self.openLRPlace(nil, nil))
    let none = TrafficRecord.Place.unsupported(.noPlace)
    let (main, exit) = (carriageway("mainCarriageway"), carriageway("exitSlipRoad"))
    #expect(try places(main + Self.line) == [[line], [line]])
    #expect(try places(main + exit + Self.line) == [[line], [line]])
    #expect(try places(exit + Self.line) == [[none], [none]])
    #expect(try places(exit + Self.openLR()) == [[openLR], [openLR]])
  }

  @Test("a speed of trucks alone is not that of all vehicles")
  func slowVehicles() throws {
    func vehicles(_ types: String...) -> String {
      "<forVehiclesWithCharacteristicsOf>"
        + types.map { "<vehicleType>\($0)</vehicleType>" }.joined()
        + "</forVehiclesWithCharacteristicsOf>"
    }
    func records(_ vehicles: String) throws -> [TrafficRecord] {
      try Self.feed(
        "<d2LogicalModel><payloadPublication><elaboratedData><basicData><pertinentLocation>"
          + "\(Self.line)</pertinentLocation>\(vehicles)<averageVehicleSpeed><speed>80</speed>"
          + "</averageVehicleSpeed></basicData></elaboratedData></payloadPublication>"
          + "</d2LogicalModel>"
      ).records
    }
    let heavy =
      "<forVehiclesWithCharacteristicsOf><grossWeightCharacteristic><comparisonOperator>"
      + "greaterThan</comparisonOperator><grossVehicleWeight>3.5</grossVehicleWeight>"
      + "</grossWeightCharacteristic></forVehiclesWithCharacteristicsOf>"
    for slow in [
      vehicles("lorry"), vehicles("lorry", "bus"), vehicles("bicycle"), heavy,
      vehicles("lorry") + heavy,
    ] {
      #expect(try records(slow) == [TrafficRecord(.unsupported(.badSpeed))], "\(slow)")
    }
    for usual in [
      "", vehicles("anyVehicle"), vehicles("car"), vehicles("car", "lorry"),
      vehicles("lorry") + vehicles("car"),
    ] {
      #expect(try records(usual) == [TrafficRecord(Self.linePlace, speedKmh: 80)], "\(usual)")
    }
    // Each value of a site has vehicles of its own.
    let trucks = Self.value("60").replacing("<basicData>", with: "<basicData>" + vehicles("lorry"))
    for values in [trucks + Self.value("100"), Self.value("100") + trucks] {
      #expect(
        try Self.feed(Self.measured(values), tables: Self.siteTable).records.map(\.speedKmh) == [
          100
        ])
    }
  }
}
