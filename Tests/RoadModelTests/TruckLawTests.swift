import RoadCosts
import Testing

@testable import RoadModel

@Suite struct TruckLawTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var country: String
    var tonnes: Double?
    var trailers: UInt32?
    /// In km/h: urban, rural, main, divided, motorroad, divided motorroad, motorway.
    var caps: [Double?]

    init(_ country: String, _ tonnes: Double?, trailers: UInt32? = nil, _ caps: [Double?]) {
      self.country = country
      self.tonnes = tonnes
      self.trailers = trailers
      self.caps = caps
    }
    var testDescription: String { "\(country) \(tonnes ?? 0) t, \(trailers ?? 0) trailers" }
  }

  static let none = [Double?](repeating: nil, count: 7)

  static let cases = [
    Case("AT", nil, [50, 70, 70, 70, 80, 80, 80]),
    Case("AT", 3.5, none),
    Case("AT", 3.501, [50, 70, 70, 70, 80, 80, 80]),
    Case("AU", nil, [50, 100, 100, 100, 100, 100, 100]),
    Case("AU", 12, none),
    Case("BE", nil, [50, 60, 60, 90, 60, 90, 90]),
    Case("BE", 7.5, [50, nil, nil, 90, nil, 90, 90]),
    Case("CH", nil, [50, 80, 80, 80, 80, 80, 80]),
    Case("CZ", nil, [50, 80, 80, 80, 80, 80, 80]),
    Case("DE", nil, [50, 60, 60, 60, 60, 80, 80]),
    Case("DE", 7.5, [50, 80, 80, 80, 80, 80, 80]),
    Case("DE", 7.5, trailers: 1, [50, 60, 60, 60, 60, 80, 80]),
    Case("DE", 40, trailers: 1, [50, 60, 60, 60, 60, 80, 80]),
    Case("DE", 2.8, none),
    Case("DK", nil, [50, 80, 80, 80, 80, 80, 80]),
    Case("ES", nil, [50, 80, 80, 80, 80, 80, 90]),
    Case("FR", nil, [50, 80, 80, 80, 80, 80, 90]),
    Case("FR", 40, trailers: 1, [50, 60, 80, 80, 80, 80, 90]),
    Case("FR", 12, trailers: 1, [50, 80, 80, 90, 80, 90, 90]),
    Case("GB", nil, [48.3, 80.5, 80.5, 96.6, 80.5, 96.6, 96.6]),
    Case("GB", 7.5, [48.3, 80.5, 80.5, 96.6, 80.5, 96.6, 112.7]),
    Case("GB", 7.5, trailers: 1, [48.3, 80.5, 80.5, 96.6, 80.5, 96.6, 96.6]),
    Case("HU", nil, [50, 70, 70, 70, 70, 70, 80]),
    Case("IT", nil, [50, 70, 70, 70, 70, 70, 80]),
    Case("IT", 12, [50, 80, 80, 80, 80, 80, 100]),
    Case("IT", 12, trailers: 1, [50, 70, 70, 70, 70, 70, 80]),
    Case("LI", nil, [50, 80, 80, 80, 80, 80, 80]),
    Case("LT", nil, [50, 80, 80, 80, 80, 80, 90]),
    Case("NL", nil, [50, 80, 80, 80, 80, 80, 80]),
    Case("PL", nil, [50, 70, 70, 80, 80, 80, 80]),
    Case("PT", nil, [50, 80, 80, 80, 80, 80, 90]),
    Case("PT", nil, trailers: 2, [40, 70, 70, 70, 70, 70, 80]),
    Case("RO", nil, [50, 80, 80, 80, 100, 100, 110]),
    Case("RO", 40, trailers: 1, [50, 70, 70, 70, 90, 90, 100]),
    Case("RO", 7.5, [50, 70, 70, 70, 85, 85, 90]),
    Case("RO", 7.5, trailers: 1, [50, 60, 60, 60, 75, 75, 80]),
    Case("SE", nil, [50, 80, 80, 80, 90, 90, 90]),
    Case("SE", 24, trailers: 1, [50, 80, 80, 80, 80, 80, 80]),
  ]

  @Test("a country's law caps a truck on each kind of road", arguments: cases)
  func caps(_ row: Case) throws {
    let law = try #require(TruckLaw.law(of: row.country))
    let caps = TruckLaw.Zone.allCases.map {
      law.cap(
        $0, weightRating: row.tonnes.map { Weight.tonnes($0).kilograms }, trailers: row.trailers)?
        .kmh
    }
    #expect(caps == row.caps)
  }

  @Test("what is not entered is not known")
  func unknown() {
    for country in ["", "XX", "US", "de", "D", "DEU"] { #expect(TruckLaw.law(of: country) == nil) }
  }

  @Test(
    "every law is tested, and none lets a heavier truck or one with a trailer go faster"
  )
  func complete() throws {
    #expect(Set(TruckLaw.countries) == Set(Self.cases.map(\.country)))
    // In Romania a category C1, 3.5 to 7.5 t, is slower than the heavier category C.
    for country in TruckLaw.countries where country != "RO" {
      let law = try #require(TruckLaw.law(of: country))
      for zone in TruckLaw.Zone.allCases {
        let byWeight = [5, 10, 20].map { cap(law, zone, $0, 0) }
        #expect(zip(byWeight, byWeight.dropFirst()).allSatisfy { $0.0 >= $0.1 })
        for tonnes in [5, 10, 20] {
          #expect(cap(law, zone, Double(tonnes), 0) >= cap(law, zone, Double(tonnes), 1))
        }
      }
    }
  }

  private func cap(_ law: TruckLaw, _ zone: TruckLaw.Zone, _ tonnes: Double, _ trailers: UInt32)
    -> Speed
  {
    law.cap(zone, weightRating: Weight.tonnes(tonnes).kilograms, trailers: trailers) ?? .unlimited
  }

  static let zones: [(RoadClass, RoadFlags, TruckLaw.Zone)] = [
    (.motorway, [], .motorway),
    (.motorway, [.builtUp, .motorroad, .onewayForward], .motorway),
    (.motorway, [.link, .onewayForward], .motorway),
    (.trunk, [.builtUp, .motorroad, .onewayForward], .urban),
    (.residential, [.builtUp], .urban),
    (.residential, [], .rural),
    (.secondary, [.onewayForward], .rural),
    (.trunk, [], .main),
    (.primary, [.tunnel, .toll], .main),
    (.primary, [.onewayForward], .divided),
    (.trunk, [.onewayBackward], .divided),
    (.trunk, [.onewayForward, .link], .main),
    (.primary, [.onewayForward, .roundabout], .main),
    (.trunk, [.motorroad], .motorroad),
    (.secondary, [.motorroad, .onewayForward], .dividedMotorroad),
    (.trunk, [.motorroad, .onewayForward, .link], .motorroad),
  ]

  @Test("the kind of road follows from class and tags", arguments: zones)
  func zone(_ roadClass: RoadClass, _ flags: RoadFlags, _ zone: TruckLaw.Zone) {
    #expect(TruckLaw.Zone(roadClass, flags) == zone)
  }
}
