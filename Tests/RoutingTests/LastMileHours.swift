import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Deliveries and residents in their hours: who may begin or end where, and when.
@Suite struct LastMileHours {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: Vehicle
    /// Times at which one passes, only begins or ends there, and may not be there.
    var passes: [String]
    var ends: [String]
    var closed: [String]
    init(
      _ tags: AsciiMap.Tags, _ vehicle: Vehicle = Vehicle(.truck), passes: [String] = [],
      ends: [String] = [], closed: [String] = []
    ) {
      self.tags = tags
      self.vehicle = vehicle
      self.passes = passes
      self.ends = ends
      self.closed = closed
    }
    var testDescription: String { "\(tags.line) (\(vehicle.mode.name))" }
  }

  static let lorry = Vehicle.lorry(weight: 12_000)

  static let cases = [
    Case(
      ["hgv": "no", "hgv:conditional": "delivery @ (06:00-10:00)"], ends: ["Mo 08:00"],
      closed: ["Mo 12:00", "Mo 23:00"]),
    Case(
      ["hgv:conditional": "delivery @ (06:00-10:00)"], passes: ["Mo 12:00"], ends: ["Mo 08:00"]),
    Case(
      ["motor_vehicle": "no", "motor_vehicle:conditional": "delivery @ (Mo-Sa 06:00-11:00)"],
      .car, ends: ["Mo 08:00"], closed: ["Mo 12:00", "Su 08:00"]),
    Case(
      ["motor_vehicle:conditional": "destination @ (Mo-Fr 07:00-19:00)"], .car,
      passes: ["Mo 20:00", "Sa 12:00"], ends: ["Mo 12:00"]),
    Case(
      ["motor_vehicle:conditional": "private @ (22:00-06:00)"], .car, passes: ["Mo 12:00"],
      ends: ["Mo 23:00"]),
    Case(
      ["hgv:conditional": "no @ (22:00-06:00); destination @ (22:00-24:00)"],
      passes: ["Mo 12:00"], ends: ["Mo 23:00"], closed: ["Mo 03:00"]),
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ (delivery AND 06:00-10:00)"], ends: ["Mo 08:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["hgv:conditional": "no @ (Mo-Fr 07:00-19:00); yes @ (delivery)"],
      passes: ["Mo 20:00"], ends: ["Mo 12:00"]),
    Case(
      ["maxweight": "7.5", "maxweight:conditional": "none @ (delivery AND 06:00-10:00)"], lorry,
      ends: ["Mo 08:00"], closed: ["Mo 12:00"]),
    Case(
      ["maxweight:conditional": "7.5 @ (22:00-06:00); none @ (destination)"], lorry,
      passes: ["Mo 12:00"], ends: ["Mo 23:00"]),
    Case(
      ["hgv:conditional": "destination @ (Mo-Fr 07:00-19:00 AND weight>7.5)"], lorry,
      passes: ["Mo 20:00"], ends: ["Mo 12:00"]),
    Case(
      ["hgv:conditional": "destination @ (Mo-Fr 07:00-19:00 AND weight>7.5)"],
      .lorry(weight: 7_500), passes: ["Mo 12:00", "Mo 20:00"]),
    Case(
      ["bicycle:conditional": "private @ (10:00-18:00)"], Vehicle(.bicycle),
      passes: ["Mo 08:00"], ends: ["Mo 12:00"]),
    Case(
      ["foot:conditional": "private @ (22:00-06:00)"], Vehicle(.foot), passes: ["Mo 12:00"],
      ends: ["Mo 23:00"]),
  ]

  @Test("who passes, who only begins or ends there, and who must stay out", arguments: cases)
  func byTime(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    for time in row.passes {
      #expect(try await map.letters(row.vehicle, .at(time)) == "ABNCD", "\(time)")
      #expect(try await map.letters(row.vehicle, .at(time), backward: true) == "DCNBA", "\(time)")
    }
    for time in row.ends {
      #expect(try await map.letters(row.vehicle, .at(time)) == "ABEFCD", "\(time)")
      #expect(
        try await map.reaches(from: "A", to: "N>C 0.5", row.vehicle, .at(time)), "\(time)")
      #expect(
        try await map.reaches(from: "N>C 0.5", to: "A", row.vehicle, .at(time)), "\(time)")
    }
    for time in row.closed {
      #expect(try await map.letters(row.vehicle, .at(time)) == "ABEFCD", "\(time)")
      #expect(
        try await !map.reaches(from: "A", to: "N>C 0.5", row.vehicle, .at(time)), "\(time)")
    }
  }

  @Test("a trip that begins in a zone of the hour and ends outside leaves it the near way")
  func outOfZone() async throws {
    let zone: AsciiMap.Tags = [
      "highway": "residential", "motor_vehicle:conditional": "destination @ (07:00-19:00)",
    ]
    let map = try await AsciiMap(
      """
      A---P---Q---R---D
      |               |
      E-------F-------G
      """,
      ways: ["AP": zone, "PQ": zone, "QR": zone, "RD": zone, "AEFGD": "highway=residential"]
    ).build()
    let noon = RouteRequest.Options.at("Mo 12:00")
    #expect(try await map.route(from: "P>Q 0.5", to: "D>G 0.5", .car, noon) == "QRD")
    #expect(try await map.route(from: "A>E 0.5", to: "D>G 0.5", .car, noon) == "EFG")
    #expect(
      try await map.route(from: "A>E 0.5", to: "D>G 0.5", .car, .at("Mo 20:00")) == "APQRD")
  }
}
