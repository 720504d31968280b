import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Publications of measured and of elaborated speeds.
extension DatexTests {
  static func measured(_ values: String, site: String = "S") -> String {
    "<d2LogicalModel><payloadPublication><siteMeasurements>"
      + "<measurementSiteReference id=\"\(site)\"/>\(values)</siteMeasurements>"
      + "</payloadPublication></d2LogicalModel>"
  }

  static func value(_ speed: String, _ inputs: String = "") -> String {
    "<measuredValue index=\"1\"><measuredValue><basicData><averageVehicleSpeed\(inputs)>"
      + "<speed>\(speed)</speed></averageVehicleSpeed></basicData></measuredValue></measuredValue>"
  }

  /// A table with the site of measurements.
  static var siteTable: DatexTables {
    var tables = DatexTables()
    tables.sites["S"] = DatexTables.Site(places: [linePlace])
    return tables
  }

  @Test("the speeds of a site are their mean, where vehicles passed")
  func measurements() throws {
    func speeds(_ values: String) throws -> [Double?] {
      try Self.feed(Self.measured(values), tables: Self.siteTable).records.map(\.speedKmh)
    }
    #expect(try speeds(Self.value("80") + Self.value("100")) == [90])
    #expect(try speeds(Self.value("80") + Self.value("-1") + Self.value("0")) == [80])
    #expect(
      try speeds(
        Self.value("80", " numberOfInputValuesUsed=\"3\"")
          + Self.value("40", " numberOfInputValuesUsed=\"1\"")
          + Self.value("5", " numberOfInputValuesUsed=\"0\"")) == [70])
    // The source knows that a value is wrong.
    let wrong = Self.value("5").replacing("<speed>", with: "<dataError>true</dataError><speed>")
    let right = Self.value("80").replacing("<speed>", with: "<dataError>false</dataError><speed>")
    #expect(try speeds(wrong + right) == [80])
    #expect(try speeds(wrong).isEmpty)
    #expect(try speeds(Self.value("-1")).isEmpty)
    #expect(try speeds("").isEmpty)
    #expect(try speeds(Self.value("900")).isEmpty)
    #expect(try speeds("<wind><windSpeed><speed>20</speed></windSpeed></wind>").isEmpty)
  }

  @Test(
    "sites may stand in the document, behind their values, or in another; else they have no place")
  func sites() throws {
    let table =
      "<measurementSiteTable><measurementSiteRecord id=\"S\"><measurementSiteLocation>\(Self.line)"
      + "</measurementSiteLocation></measurementSiteRecord></measurementSiteTable>"
    let values = Self.measured(Self.value("50"))
    let both = values.replacing("</payloadPublication>", with: table + "</payloadPublication>")
    let wanted = [TrafficRecord(Self.linePlace, speedKmh: 50)]
    #expect(try Self.feed(both).records == wanted)
    let known = try Self.feed(
      "<d2LogicalModel><payloadPublication>\(table)</payloadPublication></d2LogicalModel>")
    #expect(known.records.isEmpty && known.tables.sites == Self.siteTable.sites)
    #expect(try Self.feed(values, tables: known.tables).records == wanted)
    #expect(
      try Self.feed(values).records == [TrafficRecord(.unsupported(.noPlace), speedKmh: 50)])
  }

  @Test("elaborated speeds are records; what is not about speed is not")
  func elaborated() throws {
    let text =
      "<d2LogicalModel><payloadPublication><elaboratedData><basicData><pertinentLocation>\(Self.line)"
      + "</pertinentLocation><averageVehicleSpeed><speed>33</speed></averageVehicleSpeed>"
      + "</basicData></elaboratedData><elaboratedData><basicData><pertinentLocation>\(Self.line)"
      + "</pertinentLocation><vehicleFlow>5</vehicleFlow></basicData></elaboratedData>"
      + "</payloadPublication></d2LogicalModel>"
    #expect(try Self.feed(text).records == [TrafficRecord(Self.linePlace, speedKmh: 33)])
  }

  @Test(
    "an elaborated speed that can't be used is counted",
    arguments: ["abc", "-30", "900", "0", "</speed><dataError>1</dataError><speed>30"])
  func badElaborated(_ speed: String) throws {
    let text =
      "<d2LogicalModel><payloadPublication><elaboratedData><basicData><pertinentLocation>\(Self.line)"
      + "</pertinentLocation><averageVehicleSpeed><speed>\(speed)</speed></averageVehicleSpeed>"
      + "</basicData></elaboratedData></payloadPublication></d2LogicalModel>"
    #expect(try Self.feed(text).records == [TrafficRecord(.unsupported(.badSpeed))])
  }

  /// A publication of an elaborated speed, of version 2 or 3.
  private static func elaborated(
    _ more: String, header: String = "", version: Int, type: String = "SinglePhysicalQuantity"
  ) -> String {
    let speed = "<averageVehicleSpeed><speed>33</speed></averageVehicleSpeed>"
    let place = "<pertinentLocation>\(line)</pertinentLocation>"
    return version == 2
      ? "<d2LogicalModel><payloadPublication>\(header)<elaboratedData>\(more)<basicData>\(place)"
        + "\(speed)</basicData></elaboratedData></payloadPublication></d2LogicalModel>"
      : "<payload>\(header)<physicalQuantity xsi:type=\"roa:\(type)\">\(more)\(place)<basicData>"
        + "\(speed)</basicData></physicalQuantity></payload>"
  }

  @Test("a forecast is not in force", arguments: [2, 3])
  func forecasts(_ version: Int) throws {
    func count(_ more: String, _ header: String = "") throws -> Int {
      try Self.feed(Self.elaborated(more, header: header, version: version)).records.count
    }
    let byDefault = "<forecastDefault>true</forecastDefault>"
    #expect(try count("") == 1)
    #expect(try count("<forecast>false</forecast>") == 1)
    #expect(try count("<forecast/>") == 1)
    #expect(try count("<forecast>true</forecast>") == 0)
    #expect(try count("<forecast>1</forecast>") == 0)
    #expect(try count("", byDefault) == 0)
    #expect(try count("<forecast/>", byDefault) == 0)
    #expect(try count("<forecast>0</forecast>", byDefault) == 1)
    #expect(try count("", "<forecastDefault>false</forecastDefault>") == 1)
  }

  @Test("elaborated speeds of version 3 are physical quantities; those at several times are none")
  func quantities() throws {
    #expect(
      try Self.feed(Self.elaborated("", version: 3)).records
        == [TrafficRecord(Self.linePlace, speedKmh: 33)])
    let profile = Self.elaborated("", version: 3, type: "TimeProfiledPhysicalQuantity")
    #expect(try Self.feed(profile).records.isEmpty)
    // Those of a measurement are values of its site.
    func quantity(_ speed: String) -> String {
      "<physicalQuantity index=\"1\"><physicalQuantity><basicData><averageVehicleSpeed>"
        + "<speed>\(speed)</speed></averageVehicleSpeed></basicData></physicalQuantity>"
        + "</physicalQuantity>"
    }
    #expect(
      try Self.feed(
        Self.measured(quantity("40") + quantity("60")), tables: Self.siteTable
      ).records == [TrafficRecord(Self.linePlace, speedKmh: 50)])
  }

  @Test("a speed with a fault that makes it unreliable is a bad one; the next value is not")
  func faults() throws {
    func fault(_ element: String, _ word: String) -> String {
      "<\(element)><faultLastUpdateTime>2026-11-24T08:00:00Z</faultLastUpdateTime>"
        + "<\(element)>\(word)</\(element)></\(element)>"
    }
    let bad = [TrafficRecord(.unsupported(.badSpeed))]
    for (word, isBad) in [
      ("noDataValuesAvailable", true), ("spuriousUnreliableDataValues", true),
      ("intermittentDataValues", false), ("other", false),
    ] {
      let old = fault("elaboratedDataFault", word)
      let new =
        "<physicalQuantityFault><physicalQuantityFaultType>\(word)"
        + "</physicalQuantityFaultType></physicalQuantityFault>"
      for text in [Self.elaborated(old, version: 2), Self.elaborated(new, version: 3)] {
        #expect((try Self.feed(text).records == bad) == isBad, "\(word)")
      }
      let measured = Self.value("5").replacing(
        "<basicData>", with: fault("measurementEquipmentFault", word) + "<basicData>")
      #expect(
        try Self.feed(Self.measured(measured + Self.value("80")), tables: Self.siteTable)
          .records.map(\.speedKmh) == [isBad ? 80 : 42.5])
    }
  }
}
