import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Speeds by vehicles, which a site states once for each index of its values.
extension DatexTests {
  /// The characteristics of the values with an index.
  private static func characteristics(_ index: Int, _ vehicles: String) -> String {
    "<measurementSpecificCharacteristics index=\"\(index)\"><measurementSpecificCharacteristics>"
      + "<specificMeasurementValueType>trafficSpeed</specificMeasurementValueType>"
      + "<specificVehicleCharacteristics>\(vehicles)</specificVehicleCharacteristics>"
      + "</measurementSpecificCharacteristics></measurementSpecificCharacteristics>"
  }

  private static func type(_ word: String) -> String { "<vehicleType>\(word)</vehicleType>" }

  private static func length(_ comparison: String, _ metres: String) -> String {
    "<lengthCharacteristic><comparisonOperator>\(comparison)</comparisonOperator>"
      + "<vehicleLength>\(metres)</vehicleLength></lengthCharacteristic>"
  }

  private static func value(_ index: Int, _ speed: String) -> String {
    value(speed).replacing("index=\"1\"", with: "index=\"\(index)\"")
  }

  private static func table(_ characteristics: String) -> String {
    "<d2LogicalModel><payloadPublication><measurementSiteTable><measurementSiteRecord id=\"S\">"
      + "\(characteristics)<measurementSiteLocation>\(line)</measurementSiteLocation>"
      + "</measurementSiteRecord></measurementSiteTable></payloadPublication></d2LogicalModel>"
  }

  @Test("speeds of trucks by the index of their site do not count")
  func slowIndexes() throws {
    let short = Self.length("lessThanOrEqualTo", "5.60")
    let middle = Self.length("greaterThan", "5.60") + Self.length("lessThanOrEqualTo", "12.20")
    let long = Self.length("greaterThan", "12.20")
    let table = Self.table(
      Self.characteristics(1, Self.type("anyVehicle")) + Self.characteristics(2, short)
        + Self.characteristics(3, middle) + Self.characteristics(4, long)
        + Self.characteristics(5, Self.type("lorry")) + Self.characteristics(6, Self.type("car"))
        + Self.characteristics(7, Self.type("lorry") + Self.type("car")))
    let tables = try Self.feed(table).tables
    func speeds(_ values: String) throws -> [Double?] {
      try Self.feed(Self.measured(values), tables: tables).records.map(\.speedKmh)
    }
    let (truck, car) = (Self.value(5, "80"), Self.value(6, "120"))
    #expect(try speeds(car + truck) == [120])
    #expect(try speeds(truck + car) == [120])
    #expect(try speeds(truck).isEmpty)
    #expect(try speeds(Self.value(3, "80") + Self.value(4, "80")).isEmpty)
    #expect(
      try speeds(Self.value(1, "90") + Self.value(2, "110") + Self.value(4, "80")) == [100])
    #expect(try speeds(Self.value(7, "90")) == [90])
    // A value whose index the site does not know, or without one, is not known to be slow.
    #expect(try speeds(Self.value(8, "70") + truck) == [70])
    #expect(try speeds(truck + Self.value("70").replacing(" index=\"1\"", with: "")) == [70])
  }

  @Test("the indexes of a site count behind its values as well, and those of version 3")
  func laterSites() throws {
    let values = Self.value(1, "120") + Self.value(2, "80")
    let characteristics =
      Self.characteristics(1, Self.type("car")) + Self.characteristics(2, Self.type("lorry"))
    let table = Self.table(characteristics)
      .replacing("<d2LogicalModel>", with: "").replacing("</d2LogicalModel>", with: "")
    let both = Self.measured(values).replacing(
      "</d2LogicalModel>", with: table + "</d2LogicalModel>")
    let wanted = [TrafficRecord(Self.linePlace, speedKmh: 120)]
    #expect(try Self.feed(both).records == wanted)
    let version3 = both.replacing("measurementSiteRecord", with: "measurementSite")
      .replacing("measuredValue", with: "physicalQuantity")
    #expect(try Self.feed(version3).records == wanted)
  }

  @Test("vehicles longer than cars have speeds of their own, but their closures close nothing")
  func longVehicles() throws {
    func records(_ vehicles: String) throws -> [TrafficRecord] {
      try Self.feed(
        "<d2LogicalModel><payloadPublication><elaboratedData><basicData><pertinentLocation>"
          + "\(Self.line)</pertinentLocation><forVehiclesWithCharacteristicsOf>\(vehicles)"
          + "</forVehiclesWithCharacteristicsOf><averageVehicleSpeed><speed>80</speed>"
          + "</averageVehicleSpeed></basicData></elaboratedData></payloadPublication>"
          + "</d2LogicalModel>"
      ).records
    }
    let slow = [TrafficRecord(.unsupported(.badSpeed))]
    let usual = [TrafficRecord(Self.linePlace, speedKmh: 80)]
    #expect(try records(Self.length("greaterThan", "5.6")) == slow)
    #expect(try records(Self.length("greaterThanOrEqualTo", "12")) == slow)
    #expect(try records(Self.length("greaterThan", "2.4")) == usual)
    #expect(try records(Self.length("lessThan", "12")) == usual)
    #expect(
      try records(Self.length("greaterThan", "2.4") + Self.length("lessThan", "5.6")) == usual)
    let closure =
      Self.closed + "<forVehiclesWithCharacteristicsOf>\(Self.length("greaterThan", "12"))"
      + "</forVehiclesWithCharacteristicsOf>"
    #expect(
      try Self.feed(Self.situation(Self.management, closure)).records.map(\.closure)
        == [TrafficPiece.Closure.none])
  }
}
