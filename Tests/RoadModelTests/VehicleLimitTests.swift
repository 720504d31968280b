import RoadModel
import Testing

@Suite struct VehicleLimitTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: LimitKind
    let raw: UInt8
    let value: UInt32
    let text: String
    let tag: String
    var testDescription: String { tag }
  }

  static let cases: [Case] = [
    .init(kind: .height, raw: 1, value: 3_800, text: "3.8 m", tag: "maxheight=3.8"),
    .init(kind: .height, raw: 1, value: 4_000, text: "4 m", tag: "maxheight=4"),
    .init(kind: .width, raw: 2, value: 2_005, text: "2.005 m", tag: "maxwidth=2.005"),
    .init(kind: .length, raw: 3, value: 50, text: "0.05 m", tag: "maxlength=0.05"),
    .init(kind: .weight, raw: 4, value: 7_500, text: "7.5 t", tag: "maxweight=7.5"),
    .init(kind: .weightRating, raw: 5, value: 12_000, text: "12 t", tag: "maxweightrating=12"),
    .init(kind: .axleLoad, raw: 6, value: 11_500, text: "11.5 t", tag: "maxaxleload=11.5"),
    .init(kind: .bogieLoad, raw: 7, value: 19_250, text: "19.25 t", tag: "maxbogieweight=19.25"),
    .init(kind: .axles, raw: 8, value: 2, text: "2", tag: "maxaxles=2"),
    .init(kind: .trailers, raw: 9, value: 1, text: "1", tag: "trailer=1"),
    .init(kind: .hazmat, raw: 10, value: 0, text: "no", tag: "hazmat=no"),
    .init(kind: .hazmatWater, raw: 11, value: 0, text: "no", tag: "hazmat:water=no"),
    .init(kind: .tunnelCode, raw: 12, value: 0, text: "E", tag: "tunnel category=E"),
    .init(
      kind: .weight, raw: 4, value: .max, text: "4294967.295 t", tag: "maxweight=4294967.295"),
    .init(kind: .height, raw: 1, value: 0, text: "0 m", tag: "maxheight=0"),
  ]

  @Test("a limit has the number of the format and the words of a mapper", arguments: cases)
  func words(_ item: Case) {
    #expect(item.kind.rawValue == item.raw)
    #expect(item.kind.text(of: item.value) == item.text)
    #expect(VehicleLimit(item.kind, item.value).tag == item.tag)
  }

  @Test(
    "a vehicle of exactly the limit passes, one unit more does not", arguments: LimitKind.allCases)
  func equalPasses(_ kind: LimitKind) {
    for value in [0, 1, 3_800, .max - 1] as [UInt32] {
      var vehicle = Vehicle(.truck)
      let limit = VehicleLimit(kind, value)
      #expect(!vehicle.violates(limit), "what is not given is not checked")
      vehicle[kind] = value
      #expect(!vehicle.violates(limit))
      vehicle[kind] = value + 1
      #expect(vehicle.violates(limit))
      for other in LimitKind.allCases where other != kind {
        #expect(!vehicle.violates(VehicleLimit(other, 0)), "another property is not checked")
      }
    }
  }

  /// Tunnel categories of ADR 8.6.4: a load's restriction code and what it forbids.
  ///
  /// B is forbidden in B to E, E in E alone; category A forbids nothing.
  @Test("a load passes the tunnels whose category comes before its code")
  func tunnels() {
    let categories: [(String, UInt32)] = [("E", 0), ("D", 1), ("C", 2), ("B", 3)]
    let codes: [(String, UInt32, forbidden: String)] = [
      ("none", 0, ""), ("E", 1, "E"), ("D", 2, "ED"), ("C", 3, "EDC"), ("B", 4, "EDCB"),
    ]
    for (code, severity, forbidden) in codes {
      var truck = Vehicle(.truck)
      truck[.tunnelCode] = severity
      for (category, value) in categories {
        let limit = VehicleLimit(.tunnelCode, value)
        #expect(limit.tag == "tunnel category=\(category)")
        #expect(truck.violates(limit) == forbidden.contains(category), "\(code) in \(category)")
      }
    }
  }

  @Test("directions hold what was put in, and turn round")
  func directions() {
    #expect(DirectionSet.both.contains(.forward) && DirectionSet.both.contains(.backward))
    #expect(DirectionSet.forward.contains(.forward) && !DirectionSet.forward.contains(.backward))
    #expect(
      DirectionSet.forward.reversed == .backward && DirectionSet.backward.reversed == .forward)
    #expect(DirectionSet.both.reversed == .both && DirectionSet().reversed == [])
  }
}

@Suite struct VehicleTests {
  @Test("a truck has the properties that were given, and no others")
  func truck() {
    let truck = Vehicle.truck(
      height: .meters(4), width: .meters(2.55), length: .meters(16.5), weight: .tonnes(18),
      weightRating: .tonnes(26), axleLoad: .tonnes(11.5))
    let wanted: [LimitKind: UInt32] = [
      .height: 4_000, .width: 2_550, .length: 16_500, .weight: 18_000, .weightRating: 26_000,
      .axleLoad: 11_500,
    ]
    for kind in LimitKind.allCases { #expect(truck[kind] == wanted[kind]) }
    #expect(truck.mode == .truck && !truck.isUnlimited)
    #expect(truck.height == 4_000 && truck.weight == 18_000)
  }

  @Test("one weight counts as the other where only one is given")
  func weights() {
    let actual = Vehicle.truck(weight: .tonnes(7.5))
    #expect(actual[.weightRating] == 7_500 && actual[.weight] == 7_500)
    let permitted = Vehicle.truck(weightRating: .tonnes(12))
    #expect(permitted[.weightRating] == 12_000 && permitted[.weight] == 12_000)
    #expect(Vehicle.truck().isUnlimited && Vehicle.car.isUnlimited)
  }

  static let lengths: [(Double, UInt32)] = [
    (4, 4_000), (0.0004, 0), (0.0016, 1), (3.8, 3_800), (4.35, 4_350), (0, 0),
    // 12 ft, 13 ft 6 in and 15,000 lb: as the limits of such signs are.
    (3.6576, 3_657), (4.1148, 4_114), (6.8038856, 6_803),
    (.infinity, 4_000_000_000), (1e12, 4_000_000_000),
  ]

  @Test("metres and tonnes are rounded down to thousandths and clamped", arguments: lengths)
  func units(_ value: Double, _ expected: UInt32) {
    #expect(Length.meters(value).millimetres == expected)
    #expect(Weight.tonnes(value).kilograms == expected)
  }

  @Test("a size that is negative or no number is the largest, and exceeds every limit")
  func oddSizes() {
    for value in [Double.nan, -1, -.infinity, .infinity, 1e300] {
      #expect(Length.meters(value).millimetres == 4_000_000_000)
      let truck = Vehicle.truck(height: .meters(value), weight: .tonnes(value))
      #expect(truck.violates(VehicleLimit(.height, 4_000)), "\(value)")
      #expect(truck.violates(VehicleLimit(.weight, 40_000)), "\(value)")
    }
    #expect(Length.meters(0).millimetres == 0 && Weight.tonnes(3.5).kilograms == 3_500)
  }
}
