import RoadModel
import Testing

@testable import RoadRules

@Suite struct StationTagsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var connectors: [StationReading.Connectors]
    var vehicles: StationReading.Vehicles = [.cars, .trucks]
    var testDescription: String { tags }
  }

  static let cases: [Case] = [
    .init(tags: "", connectors: []),
    .init(tags: "socket:type2=2", connectors: [.init(.type2, count: 2)]),
    .init(
      tags: "socket:type2=2 socket:type2:output=22~kW",
      connectors: [.init(.type2, watts: 22_000, count: 2)]),
    .init(
      tags: "socket:type2=yes socket:type2:output=22kW",
      connectors: [.init(.type2, watts: 22_000)]),
    .init(
      tags: "socket:type2_combo=3 socket:type2_combo:output=50~kW;150~kW",
      connectors: [.init(.ccs, watts: 50_000, count: 2), .init(.ccs, watts: 150_000)]),
    .init(
      tags: "socket:chademo=1 socket:chademo:output=11000~W",
      connectors: [.init(.chademo, watts: 11_000)]),
    .init(
      tags: "socket:type1=1 socket:type1:output=7.4", connectors: [.init(.type1, watts: 7_400)]),
    .init(
      tags: "socket:type1=1 socket:type1:output=3700", connectors: [.init(.type1, watts: 3_700)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=43~kVA",
      connectors: [.init(.type2, watts: 43_000)]),
    .init(tags: "socket:type2=1 socket:type2:output=fast", connectors: [.init(.type2)]),
    .init(tags: "socket:type2=1 socket:type2:output=-5~kW", connectors: [.init(.type2)]),
    .init(
      tags: "socket:type2_combo=2 socket:type2_combo:output=150~kW,~50~kW",
      connectors: [.init(.ccs, watts: 150_000), .init(.ccs, watts: 50_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=22~kW~(AC)",
      connectors: [.init(.type2, watts: 22_000)]),
    .init(
      tags: "socket:type2_combo=2 socket:type2_combo:output=≤150~kW~(50~kW;1);~<50~kW",
      connectors: [.init(.ccs, watts: 150_000), .init(.ccs, watts: 50_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=7,4~kW", connectors: [.init(.type2, watts: 7_400)]),
    .init(
      tags: "socket:type2_combo=1 socket:type2_combo:output=up~to~150~kW",
      connectors: [.init(.ccs, watts: 150_000)]),
    .init(
      tags: "socket:type2_combo=1 socket:type2_combo:output=Max.~50kW~DC",
      connectors: [.init(.ccs, watts: 50_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=3.7-22~kW",
      connectors: [.init(.type2, watts: 22_000)]),
    .init(
      tags: "socket:type2=2 socket:type2:output=2~x~22~kW",
      connectors: [.init(.type2, watts: 22_000, count: 2)]),
    .init(tags: "socket:type2=1 socket:type2:output=11.000~W", connectors: [.init(.type2)]),
    .init(
      tags: "socket:chademo:output=50~kW socket:type2:voltage=400",
      connectors: [.init(.chademo, watts: 50_000)]),
    // 400 V between two of three phases: √3 · 400 V · 32 A.
    .init(
      tags: "socket:type2=2 socket:type2:voltage=400~V socket:type2:current=32~A",
      connectors: [.init(.type2, watts: 22_170, count: 2)]),
    .init(
      tags: "socket:type2=1 socket:type2:voltage=230 socket:type2:current=16",
      connectors: [.init(.type2, watts: 3_680)]),
    .init(
      tags: "socket:chademo=1 socket:chademo:voltage=400 socket:chademo:current=125",
      connectors: [.init(.chademo, watts: 50_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:voltage=230;400 socket:type2:current=32",
      connectors: [.init(.type2)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=11~kW socket:type2:voltage=400 "
        + "socket:type2:current=32", connectors: [.init(.type2, watts: 11_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:voltage=400 socket:type2:amperage=16",
      connectors: [.init(.type2, watts: 11_085)]),
    .init(
      tags: "socket:type2=2 voltage=400 amperage=32",
      connectors: [.init(.type2, watts: 22_170, count: 2)]),
    .init(
      tags: "socket:type2_combo=1 voltage=500~V amperage=125~A",
      connectors: [.init(.ccs, watts: 62_500)]),
    // Of two kinds, both have not the same power.
    .init(
      tags: "socket:schuko=1 socket:type2=1 voltage=400 amperage=32",
      connectors: [.init(.schuko), .init(.type2)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=22~kW~max.",
      connectors: [.init(.type2, watts: 22_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=22~kW~@~32A",
      connectors: [.init(.type2, watts: 22_000)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=11~kW~or~22~kW", connectors: [.init(.type2)]),
    .init(
      tags: "socket:type2=3 socket:type2:output=22+11+3,7~kW",
      connectors: [
        .init(.type2, watts: 22_000), .init(.type2, watts: 11_000), .init(.type2, watts: 3_700),
      ]),
    .init(
      tags: "socket:type2=2 socket:type2:output=1x43kW,~1x~11kW",
      connectors: [.init(.type2, watts: 43_000), .init(.type2, watts: 11_000)]),
    .init(
      tags: "socket:type2=2 socket:type2:output=2×22~kW",
      connectors: [.init(.type2, watts: 22_000, count: 2)]),
    .init(
      tags: "socket:type2=1 socket:type2:output=11~–~22~kW",
      connectors: [.init(.type2, watts: 22_000)]),
    .init(
      tags: "socket:CHAdeMO=1 socket:Type2=2 socket:ccs=1 socket:ccs:output=50~kW",
      connectors: [
        .init(.chademo), .init(.type2, count: 2), .init(.ccs, watts: 50_000),
      ]),
    .init(tags: "socket:chademo=no socket:chademo:output=50~kW", connectors: []),
    .init(
      tags: "socket:type2=4 charging_station:output=22~kW",
      connectors: [.init(.type2, watts: 22_000, count: 4)]),
    .init(
      tags: "socket:schuko=1 socket:type2=1 charging_station:output=22~kW",
      connectors: [.init(.schuko), .init(.type2)]),
    .init(tags: "socket:type2=0 socket:chademo=no", connectors: []),
    .init(
      tags: "socket:tesla_supercharger=10 socket:tesla_supercharger_ccs=10",
      connectors: [.init(.tesla, count: 10), .init(.ccs, count: 10)]),
    .init(tags: "socket:unheard_of=1", connectors: [.init(.other)]),
    .init(tags: "socket:cee_blue=2", connectors: [.init(.cee, count: 2)]),
    .init(tags: "bicycle=yes", connectors: [], vehicles: []),
    .init(
      tags: "bicycle=yes socket:schuko=6", connectors: [.init(.schuko, count: 6)], vehicles: []),
    .init(tags: "bicycle=yes socket:type2=1", connectors: [.init(.type2)]),
    .init(tags: "bicycle=yes motorcar=yes", connectors: []),
    .init(tags: "motorcar=no", connectors: [], vehicles: []),
    .init(tags: "motor_vehicle=private", connectors: [], vehicles: []),
    .init(tags: "truck=no", connectors: [], vehicles: [.cars]),
    .init(tags: "motorcar=no hgv=yes", connectors: [], vehicles: [.trucks]),
  ]

  /// Tags from words `key=value`; `~` stands for a space.
  private static func tags(_ text: String) -> RoadTags {
    RoadTags(
      text.split(separator: " ").map { word in
        let parts = word.split(separator: "=", maxSplits: 1)
        return (key: String(parts[0]), value: String(parts[1].map { $0 == "~" ? " " : $0 }))
      })
  }

  @Test("connectors and vehicles are read as people write them", arguments: cases)
  func station(_ example: Case) throws {
    let reading = try #require(
      RoadRules().chargingStation(Self.tags("amenity=charging_station " + example.tags)))
    #expect(reading.connectors == example.connectors)
    #expect(reading.vehicles == example.vehicles)
  }

  @Test("texts, capacity and fee are read")
  func facts() throws {
    let reading = try #require(
      RoadRules().chargingStation(
        Self.tags(
          "amenity=charging_station name=Depot network=Net opening_hours=24/7 access=customers "
            + "capacity=4 fee=no")))
    #expect(reading.name == "Depot" && reading.operatorName == "Net")
    #expect(reading.openingHours == "24/7" && reading.access == "customers")
    #expect(reading.capacity == 4 && reading.fee == false)
    #expect(RoadRules().chargingStation(Self.tags("amenity=fuel")) == nil)
    let vague = try #require(
      RoadRules().chargingStation(Self.tags("amenity=charging_station capacity=16A,~32A fee=some")))
    #expect(vague.capacity == 0 && vague.fee == nil)
  }
}
