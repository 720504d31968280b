import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roads that are closed to vehicles of some weight, length or build: conditions on the vehicle itself.
@Suite struct ConditionsByVehicle {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var kind: LimitKind
    /// In the unit of the kind.
    var passes: [UInt32]
    var closed: [UInt32]
    init(_ tags: AsciiMap.Tags, _ kind: LimitKind, passes: [UInt32], closed: [UInt32]) {
      self.tags = tags
      self.kind = kind
      self.passes = passes
      self.closed = closed
    }
    var testDescription: String { tags.line }
  }

  static let comparisons = [
    Case(
      ["hgv:conditional": "no @ (weight>7.5)"], .weight, passes: [3_000, 7_500],
      closed: [7_501, 40_000]),
    Case(["hgv:conditional": "no @ weight>7.5"], .weight, passes: [7_500], closed: [7_501]),
    Case(["hgv:conditional": "no @ (weight > 7.5)"], .weight, passes: [7_500], closed: [7_501]),
    Case(["hgv:conditional": "no @ (weight>=7.5)"], .weight, passes: [7_499], closed: [7_500]),
    Case(["hgv:conditional": "no @ (weight>7.5 t)"], .weight, passes: [7_500], closed: [7_501]),
    Case(
      ["hgv:conditional": "no @ (weight>7500 kg)"], .weight, passes: [7_500], closed: [7_501]),
    Case(["access:conditional": "no @ (weight>3.5)"], .weight, passes: [3_500], closed: [3_501]),
    Case(
      ["motor_vehicle:conditional": "no @ (weight>3.5)"], .weight, passes: [3_500],
      closed: [3_501]),
    Case(
      ["hgv:conditional": "no @ (weightrating>12)"], .weightRating, passes: [12_000],
      closed: [12_001]),
    Case(["hgv:conditional": "no @ (length>12)"], .length, passes: [12_000], closed: [12_001]),
    Case(["hgv:conditional": "no @ (length>12 m)"], .length, passes: [12_000], closed: [12_001]),
    Case(["hgv:conditional": "no @ (height>3.8)"], .height, passes: [3_800], closed: [3_801]),
    Case(["hgv:conditional": "no @ (width>2.2)"], .width, passes: [2_200], closed: [2_201]),
    Case(["hgv:conditional": "no @ (axles>2)"], .axles, passes: [2], closed: [3]),
    Case(["hgv:conditional": "no @ (axles>=3)"], .axles, passes: [2], closed: [3, 5]),
    Case(["hgv:conditional": "no @ (axleload>10)"], .axleLoad, passes: [10_000], closed: [10_001]),
    Case(["hgv:conditional": "no @ (trailers>=1)"], .trailers, passes: [0], closed: [1, 2]),
    Case(["hgv:conditional": "no @ (trailers>1)"], .trailers, passes: [0, 1], closed: [2]),
    Case(["hgv:conditional": "no @ (trailer)"], .trailers, passes: [0], closed: [1]),
    Case(["hgv:conditional": "no @ (hazmat)"], .hazmat, passes: [0], closed: [1]),
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ (weight<7.5)"], .weight, passes: [7_499],
      closed: [7_500]),
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ (weight<=7.5)"], .weight, passes: [7_500],
      closed: [7_501]),
    Case(
      ["hgv:conditional": "destination @ (maxweight > 5)"], .weight, passes: [5_000],
      closed: [5_001]),
    Case(
      ["hgv:conditional": "destination @ (weight>7.5)"], .weight, passes: [7_500],
      closed: [7_501]),
    // Later clauses override.
    Case(
      ["hgv:conditional": "no @ (weight>7.5); yes @ (weight>30)"], .weight,
      passes: [7_500, 30_001], closed: [7_501, 30_000]),
  ]

  @Test(
    "who fulfils the condition is kept out, at the kilogram and millimetre", arguments: comparisons)
  func comparison(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    for (values, isOpen) in [(row.passes, true), (row.closed, false)] {
      for value in values {
        for backward in [false, true] {
          let found = try await map.letters(.truck([row.kind: value]), backward: backward)
          #expect(found == Bypass.letters(short: isOpen, backward: backward), "\(value)")
        }
      }
    }
  }

  @Test(
    "a condition on the vehicle needs no departure time and makes no notice", arguments: comparisons
  )
  func noNotice(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    for value in row.passes + row.closed {
      let route = try await map.response(from: "A", to: "D", .truck([row.kind: value]))
      #expect(route.notices.isEmpty)
    }
  }

  static let notGiven: [AsciiMap.Tags] = [
    ["hgv:conditional": "no @ (weight>7.5)"], ["hgv:conditional": "no @ (length>12)"],
    ["hgv:conditional": "no @ (axles>2)"], ["hgv:conditional": "no @ (trailers>=1)"],
  ]

  @Test("a property that is not given is not checked", arguments: notGiven.indices)
  func propertyNotGiven(_ row: Int) async throws {
    let map = try await Bypass.map(Self.notGiven[row]).build()
    #expect(try await map.letters(Vehicle(.truck)) == Bypass.letters(short: true))
    #expect(try await map.letters(.car) == Bypass.letters(short: true))
  }

  struct Both: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: [LimitKind: UInt32]
    var time: String?
    var isOpen: Bool
    init(_ tags: AsciiMap.Tags, _ vehicle: [LimitKind: UInt32], _ time: String?, isOpen: Bool) {
      self.tags = tags
      self.vehicle = vehicle
      self.time = time
      self.isOpen = isOpen
    }
    var testDescription: String {
      "\(tags.line): \(vehicle.map { "\($0.key) \($0.value)" }.sorted()) at \(time ?? "any time")"
    }
  }

  static let heavyByDay: AsciiMap.Tags = [
    "hgv:conditional": "no @ (Mo-Fr 07:00-19:00 AND weight>7.5)"
  ]
  static let heavyAndLong: AsciiMap.Tags = ["hgv:conditional": "no @ (weight>7.5 AND length>12)"]
  static let heavyOrLong: AsciiMap.Tags = [
    "hgv:conditional": "no @ (weight>7.5); no @ (length>12)"
  ]

  static let together = [
    Both(heavyByDay, [.weight: 12_000], "Mo 12:00", isOpen: false),
    Both(heavyByDay, [.weight: 12_000], "Mo 20:00", isOpen: true),
    Both(heavyByDay, [.weight: 12_000], "Sa 12:00", isOpen: true),
    Both(heavyByDay, [.weight: 7_500], "Mo 12:00", isOpen: true),
    Both(heavyByDay, [:], "Mo 12:00", isOpen: true),
    Both(heavyAndLong, [.weight: 12_000, .length: 16_000], nil, isOpen: false),
    Both(heavyAndLong, [.weight: 12_000, .length: 10_000], nil, isOpen: true),
    Both(heavyAndLong, [.weight: 7_000, .length: 16_000], nil, isOpen: true),
    Both(heavyAndLong, [.weight: 12_000], nil, isOpen: true),
    Both(heavyOrLong, [.weight: 12_000, .length: 10_000], nil, isOpen: false),
    Both(heavyOrLong, [.weight: 7_000, .length: 16_000], nil, isOpen: false),
    Both(heavyOrLong, [.weight: 7_000, .length: 10_000], nil, isOpen: true),
    Both(
      ["hgv:conditional": "no @ (trailers>=1 AND 22:00-06:00)"], [.trailers: 1], "Mo 23:00",
      isOpen: false),
    Both(
      ["hgv:conditional": "no @ (trailers>=1 AND 22:00-06:00)"], [.trailers: 0], "Mo 23:00",
      isOpen: true),
    Both(
      ["hgv:conditional": "no @ (trailers>=1 AND 22:00-06:00)"], [.trailers: 1], "Mo 12:00",
      isOpen: true),
    Both(
      ["hgv:conditional": "no @ (Mo-Fr 07:00-19:00 and weight>7.5)"], [.weight: 12_000],
      "Mo 12:00", isOpen: false),
    Both(
      ["hgv:conditional": "no @ (22:00-06:00); yes @ (weight<=7.5)"], [.weight: 7_000],
      "Mo 23:00", isOpen: true),
    Both(
      ["hgv:conditional": "no @ (22:00-06:00); yes @ (weight<=7.5)"], [.weight: 12_000],
      "Mo 23:00", isOpen: false),
    Both(
      ["hgv:conditional": "no @ (22:00-06:00); yes @ (weight<=7.5)"], [.weight: 12_000],
      "Mo 12:00", isOpen: true),
    Both(
      ["hgv:conditional": "no @ ((Mo-Fr 07:00-19:00) AND (weight>7.5))"], [.weight: 12_000],
      "Mo 12:00", isOpen: false),
  ]

  @Test("all parts of a condition must hold, any of its clauses may", arguments: together)
  func combined(_ row: Both) async throws {
    let map = try await Bypass.map(row.tags).build()
    let options = row.time.map { RouteRequest.Options.at($0) } ?? .init()
    let found = try await map.letters(.truck(row.vehicle), options)
    #expect(found == Bypass.letters(short: row.isOpen))
  }

  @Test("a rule for the direction of the way is not one for the other")
  func direction() async throws {
    let map = try await Bypass.map(["hgv:backward:conditional": "no @ (weight>7.5)"]).build()
    let lorry = Vehicle.lorry(weight: 12_000)
    #expect(try await map.letters(lorry) == Bypass.letters(short: true))
    #expect(
      try await map.letters(lorry, backward: true) == Bypass.letters(short: false, backward: true))
  }

  @Test("destination @ (weight>7.5): the heavy may end there, and not pass")
  func destination() async throws {
    let map = try await Bypass.map(["hgv:conditional": "destination @ (weight>7.5)"]).build()
    let lorry = Vehicle.lorry(weight: 12_000)
    #expect(try await map.route(from: "A", to: "N>C 0.5", lorry) == "ABN")
    #expect(try await map.route(from: "N>C 0.5", to: "D", lorry) == "CD")
    #expect(try await map.letters(lorry) == Bypass.letters(short: false))
  }
}
