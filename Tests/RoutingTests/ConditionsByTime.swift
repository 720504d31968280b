import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roads that are open at some times and closed at others: from `:conditional` tags to routes.
@Suite struct ConditionsByTime {
  static let car = Vehicle(.car)
  static let truck = Vehicle(.truck)
  static let bicycle = Vehicle(.bicycle)
  static let foot = Vehicle(.foot)

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: Vehicle
    var open: [String]
    var closed: [String]
    init(
      _ tags: AsciiMap.Tags, _ vehicle: Vehicle = ConditionsByTime.car, open: [String] = [],
      closed: [String] = []
    ) {
      self.tags = tags
      self.vehicle = vehicle
      self.open = open
      self.closed = closed
    }
    var testDescription: String { "\(tags.line) (\(vehicle.mode.name))" }
  }

  private func check(_ row: Case, holidays: [String] = []) async throws {
    let map = try await Bypass.map(row.tags).build()
    for time in row.open {
      let found = try await map.letters(row.vehicle, .at(time, holidays: holidays))
      #expect(found == Bypass.letters(short: true), "open \(time)")
    }
    for time in row.closed {
      let found = try await map.letters(row.vehicle, .at(time, holidays: holidays))
      #expect(found == Bypass.letters(short: false), "closed \(time)")
    }
  }

  // The values of the examples on the wiki page "Conditional restrictions", and their like.
  static let hours = [
    Case(
      ["access:conditional": "no @ (Mo-Fr 07:00-19:00)"],
      open: ["Mo 06:00", "Mo 19:30", "Sa 12:00", "Su 12:00"],
      closed: ["Mo 07:30", "We 12:00", "Fr 18:45"]),
    Case(
      ["access:conditional": "no @ Mo-Fr 07:00-19:00"],
      open: ["Mo 06:00", "Sa 12:00"], closed: ["Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr 07:00-19:00)"], truck, open: ["Sa 12:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr 07:00-19:00)"], bicycle, open: ["Sa 12:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr 07:00-19:00)"], foot, open: ["Sa 12:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["vehicle:conditional": "no @ (10:00-18:00)"], open: ["Mo 09:00", "Su 19:00"],
      closed: ["Mo 12:00", "Su 12:00"]),
    Case(["vehicle:conditional": "no @ (10:00-18:00)"], foot, open: ["Mo 12:00"]),
    Case(
      ["motor_vehicle:conditional": "no @ (10:00-18:00)"], open: ["Mo 09:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["motor_vehicle:conditional": "no @ (10:00-18:00)"], truck, open: ["Mo 09:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["motor_vehicle:conditional": "no @ (10:00-18:00)"], bicycle,
      open: ["Mo 09:00", "Mo 12:00"]),
    Case(["motor_vehicle:conditional": "no @ (10:00-18:00)"], foot, open: ["Mo 12:00"]),
    Case(
      ["motorcar:conditional": "no @ (10:00-18:00)"], open: ["Mo 09:00"], closed: ["Mo 12:00"]),
    Case(["motorcar:conditional": "no @ (10:00-18:00)"], truck, open: ["Mo 12:00"]),
    Case(
      ["hgv:conditional": "no @ (22:00-06:00)"], truck, open: ["Mo 07:00", "Mo 21:00"],
      closed: ["Mo 23:00", "Tu 00:30", "Tu 05:00"]),
    Case(["hgv:conditional": "no @ (22:00-06:00)"], open: ["Mo 23:00"]),
    Case(
      ["bicycle:conditional": "no @ (Sa,Su)"], bicycle, open: ["Fr 12:00", "Mo 12:00"],
      closed: ["Sa 12:00", "Su 12:00"]),
    Case(["bicycle:conditional": "no @ (Sa,Su)"], open: ["Sa 12:00"]),
    Case(
      ["foot:conditional": "no @ (22:00-06:00)"], foot, open: ["Mo 12:00", "Mo 07:00"],
      closed: ["Mo 23:00", "Mo 02:00"]),
    Case(["foot:conditional": "no @ (22:00-06:00)"], bicycle, open: ["Mo 23:00"]),
    Case(
      ["hgv:conditional": "no @ (07:00-09:00,16:00-18:00)"], truck,
      open: ["Mo 06:00", "Mo 12:00", "Mo 19:00"], closed: ["Mo 08:00", "Mo 17:00"]),
    Case(["access:conditional": "no @ (24/7)"], closed: ["Mo 00:00", "Su 23:00"]),
    Case(
      ["access:conditional": "no @ (00:00-24:00)"], closed: ["Mo 00:00", "Su 23:00"]),
  ]

  @Test("a road is closed while its hours last, to the modes of its key", arguments: hours)
  func byHour(_ row: Case) async throws { try await check(row) }

  static let days = [
    Case(
      ["access:conditional": "no @ (Fr 22:00-06:00)"],
      open: ["Fr 05:00", "Sa 07:00", "Sa 23:00", "Th 23:00"], closed: ["Fr 23:00", "Sa 05:00"]),
    Case(
      ["access:conditional": "no @ (Su 22:00-06:00)"], open: ["Su 05:00", "Tu 05:00"],
      closed: ["Su 23:00", "Mo 05:00"]),
    Case(
      ["access:conditional": "no @ (Mo,We,Fr)"], open: ["Tu 12:00", "Th 12:00", "Sa 12:00"],
      closed: ["Mo 12:00", "We 12:00", "Fr 12:00"]),
    Case(
      ["access:conditional": "no @ (Sa-Mo)"], open: ["Tu 12:00", "Fr 12:00"],
      closed: ["Sa 12:00", "Su 12:00", "Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Th 08:00-16:00, Fr 08:00-13:00)"],
      open: ["Fr 15:00", "Sa 10:00"], closed: ["Mo 15:00", "Fr 10:00"]),
    Case(
      ["hgv:conditional": "no @ (Mo-Sa 22:00-06:00; Su)"], truck,
      open: ["Mo 12:00", "Sa 12:00"],
      closed: ["Mo 23:00", "Tu 02:00", "Su 12:00"]),
    Case(
      ["access:conditional": "no @ (Nov-Mar)"], open: ["2026-04-01 12:00", "2026-10-31 12:00"],
      closed: ["2026-11-01 12:00", "2026-01-15 12:00", "2026-03-31 12:00"]),
    Case(
      ["access:conditional": "no @ (Jun-Aug)"], open: ["2026-05-31 12:00", "2026-09-01 12:00"],
      closed: ["2026-06-01 12:00", "2026-08-31 12:00"]),
    Case(
      ["access:conditional": "no @ (Nov 15-Apr 30)"],
      open: ["2026-11-14 12:00", "2026-05-01 12:00"],
      closed: ["2026-11-15 12:00", "2026-12-31 23:00", "2026-01-01 00:00", "2026-04-30 12:00"]),
    Case(
      ["access:conditional": "no @ (Dec 24-26)"], open: ["2026-12-23 12:00", "2026-12-27 12:00"],
      closed: ["2026-12-24 12:00", "2026-12-26 12:00", "2027-12-25 12:00"]),
    Case(
      ["access:conditional": "no @ (2026 Nov 24-2026 Nov 26)"],
      open: ["2026-11-23 12:00", "2026-11-27 12:00", "2027-11-25 12:00"],
      closed: ["2026-11-24 12:00", "2026-11-26 12:00"]),
    Case(
      ["access:conditional": "no @ (May-Sep Sa,Su 10:00-18:00)"],
      open: ["2026-07-04 09:00", "2026-07-06 12:00", "Sa 12:00"],
      closed: ["2026-07-04 12:00", "2026-07-05 12:00"]),
  ]

  @Test("a road is closed on its days, over midnight and over the year's end", arguments: days)
  func byDay(_ row: Case) async throws { try await check(row) }

  // Wednesday of the week is a holiday.
  static let holidays = [
    Case(
      ["access:conditional": "no @ (PH)"], open: ["Tu 12:00", "Th 12:00"], closed: ["We 12:00"]),
    Case(
      ["hgv:conditional": "no @ (Su,PH 00:00-22:00)"], truck,
      open: ["We 23:00", "Su 23:00", "Tu 12:00"], closed: ["We 12:00", "Su 12:00"]),
    Case(
      ["hgv:conditional": "no @ (PH,Su)"], truck, open: ["Th 12:00"],
      closed: ["We 12:00", "Su 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr 07:00-19:00; PH off)"], open: ["We 12:00", "We 06:00"],
      closed: ["Tu 12:00", "Th 12:00"]),
  ]

  @Test("public holidays count where a calendar is given", arguments: holidays)
  func byHoliday(_ row: Case) async throws {
    try await check(row, holidays: ["2026-11-25"])
  }

  static let withoutCalendar = [
    Case(["access:conditional": "no @ (PH)"], open: ["We 12:00"]),
    Case(["hgv:conditional": "no @ (Su,PH)"], truck, open: ["We 12:00"], closed: ["Su 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr 07:00-19:00; PH off)"], closed: ["We 12:00"]),
  ]

  @Test("without a calendar no day is a public holiday", arguments: withoutCalendar)
  func noCalendar(_ row: Case) async throws { try await check(row) }

  static let overriding = [
    Case(
      ["access:conditional": "no @ (Mo-Fr); yes @ (We)"], open: ["We 12:00", "Sa 12:00"],
      closed: ["Mo 12:00", "Th 12:00"]),
    Case(
      ["access:conditional": "yes @ (We); no @ (Mo-Fr)"], open: ["Sa 12:00"],
      closed: ["We 12:00", "Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (22:00-06:00); yes @ (02:00-03:00)"],
      open: ["Mo 02:30", "Mo 12:00"], closed: ["Mo 23:00", "Mo 04:00"]),
    Case(
      ["hgv:conditional": "no @ (Mo-Fr 06:00-09:00); no @ (Sa,Su)"], truck,
      open: ["Mo 12:00"], closed: ["Mo 07:00", "Sa 12:00"]),
    Case(
      ["motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (18:00-10:00)"],
      open: ["Mo 20:00", "Mo 09:00", "Mo 02:00"], closed: ["Mo 12:00"]),
    Case(
      ["access": "no", "access:conditional": "yes @ (May-Oct)"],
      open: ["2026-07-01 12:00"], closed: ["2026-01-10 12:00", "2026-11-01 12:00"]),
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ (09:00-16:00)"], truck, open: ["Mo 12:00"],
      closed: ["Mo 17:00"]),
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ (09:00-16:00)"], open: ["Mo 17:00"]),
    // Within a clause of more general words a more special key goes first.
    Case(
      ["access:conditional": "no @ (Mo-Fr)", "motorcar": "yes"], open: ["Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr)", "motorcar": "yes"], truck, closed: ["Mo 12:00"]),
    Case(
      ["access:conditional": "no @ (Mo-Fr)", "foot": "yes"], foot, open: ["Mo 12:00"]),
    Case(
      ["motor_vehicle:conditional": "no @ (Mo-Fr)", "hgv:conditional": "yes @ (06:00-09:00)"],
      truck, open: ["Mo 07:00", "Sa 12:00"], closed: ["Mo 12:00"]),
    Case(
      ["motor_vehicle:conditional": "no @ (Mo-Fr)", "hgv:conditional": "yes @ (06:00-09:00)"],
      open: ["Sa 12:00"], closed: ["Mo 07:00", "Mo 12:00"]),
    Case(
      ["motor_vehicle": "yes", "access:conditional": "no @ (Mo-Fr)"], open: ["Mo 12:00"]),
  ]

  @Test("later clauses and more special keys override", arguments: overriding)
  func override(_ row: Case) async throws { try await check(row) }

  @Test("a pedestrian street is open to deliveries in its hours")
  func pedestrianStreet() async throws {
    let map = try await Bypass.only([
      "highway": "pedestrian", "motor_vehicle:conditional": "yes @ (06:00-11:00)",
    ]).build()
    let open = try await map.attempt(from: "A", to: "D", Self.car, .at("Mo 07:00"))
    #expect(open == "ABNCD")
    let closed = try await map.attempt(from: "A", to: "D", Self.car, .at("Mo 12:00"))
    #expect(closed == "none")
    #expect(try await map.letters(Self.foot, .at("Mo 12:00")) == "ABNCD")
  }

  // MARK: Directions

  struct Directed: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var time: String
    /// Whether the road is open along it, and against it.
    var open: (Bool, Bool)
    var vehicle = ConditionsByTime.car
    var testDescription: String { "\(tags.line) at \(time) (\(vehicle.mode.name))" }
  }

  static let morning: AsciiMap.Tags = [
    "oneway": "reversible",
    "oneway:conditional": "yes @ (Mo-Fr 00:00-12:00); -1 @ (Mo-Fr 12:00-24:00); no @ (Sa,Su)",
  ]

  static let directions = [
    Directed(
      tags: ["hgv:forward:conditional": "no @ (07:00-19:00)"], time: "Mo 12:00",
      open: (false, true), vehicle: truck),
    Directed(
      tags: ["hgv:forward:conditional": "no @ (07:00-19:00)"], time: "Mo 20:00",
      open: (true, true), vehicle: truck),
    Directed(
      tags: ["motor_vehicle:backward:conditional": "no @ (07:00-19:00)"], time: "Mo 12:00",
      open: (true, false)),
    Directed(
      tags: ["oneway:conditional": "yes @ (Mo-Fr)"], time: "Mo 12:00", open: (true, false)),
    Directed(tags: ["oneway:conditional": "yes @ (Mo-Fr)"], time: "Sa 12:00", open: (true, true)),
    Directed(
      tags: ["oneway:conditional": "-1 @ (Mo-Fr)"], time: "Mo 12:00", open: (false, true)),
    Directed(
      tags: ["oneway": "yes", "oneway:conditional": "no @ (22:00-06:00)"], time: "Mo 23:00",
      open: (true, true)),
    Directed(
      tags: ["oneway": "yes", "oneway:conditional": "no @ (22:00-06:00)"], time: "Mo 12:00",
      open: (true, false)),
    Directed(
      tags: ["oneway": "yes", "oneway:conditional": "-1 @ (12:00-24:00)"], time: "Mo 15:00",
      open: (false, true)),
    Directed(tags: morning, time: "Mo 08:00", open: (true, false)),
    Directed(tags: morning, time: "Mo 16:00", open: (false, true)),
    Directed(tags: morning, time: "Sa 16:00", open: (true, true)),
    Directed(
      tags: ["oneway:conditional": "yes @ (Mo-Fr)"], time: "Mo 12:00", open: (true, true),
      vehicle: foot),
    Directed(
      tags: ["oneway:conditional": "yes @ (Mo-Fr)", "oneway:bicycle": "no"], time: "Mo 12:00",
      open: (true, true), vehicle: bicycle),
  ]

  @Test("a direction is closed at its times", arguments: directions)
  func byDirection(_ row: Directed) async throws {
    let map = try await Bypass.map(row.tags).build()
    let along = try await map.letters(row.vehicle, .at(row.time))
    #expect(along == Bypass.letters(short: row.open.0))
    let against = try await map.letters(row.vehicle, .at(row.time), backward: true)
    #expect(against == Bypass.letters(short: row.open.1, backward: true))
  }
}
