import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Speeds that hold at times, and what the laws of countries allow trucks.
@Suite struct SpeedConditions {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: Vehicle
    var time: String
    /// The plain limit that gives the same duration.
    var speed: String
    init(_ tags: AsciiMap.Tags, _ time: String, _ speed: String) {
      self.init(tags, .car, time, speed)
    }
    init(_ tags: AsciiMap.Tags, _ vehicle: Vehicle, _ time: String, _ speed: String) {
      self.tags = tags
      self.vehicle = vehicle
      self.time = time
      self.speed = speed
    }
    var testDescription: String { "\(tags.line) at \(time) (\(vehicle.mode.name))" }
  }

  static let truck = Vehicle(.truck)
  static let nightly: AsciiMap.Tags = [
    "maxspeed": "100", "maxspeed:conditional": "60 @ (22:00-06:00)",
  ]
  static let daily: AsciiMap.Tags = [
    "maxspeed": "50", "maxspeed:conditional": "30 @ (Mo-Fr 07:00-17:00)",
  ]

  static let timed = [
    Case(nightly, "Mo 12:00", "100"), Case(nightly, "Mo 23:00", "60"),
    Case(nightly, "Mo 05:00", "60"), Case(daily, "Mo 12:00", "30"), Case(daily, "Sa 12:00", "50"),
    Case(["maxspeed:conditional": "30 @ (22:00-06:00)"], "Mo 23:00", "30"),
    Case(["maxspeed": "30", "maxspeed:conditional": "60 @ (22:00-06:00)"], "Mo 23:00", "60"),
    Case(["maxspeed": "30", "maxspeed:conditional": "60 @ (22:00-06:00)"], "Mo 12:00", "30"),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "80 @ (Nov-Mar); 60 @ (22:00-06:00)"],
      "Mo 12:00", "80"),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "80 @ (Nov-Mar); 60 @ (22:00-06:00)"],
      "Mo 23:00", "60"),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "80 @ (Nov-Mar); 60 @ (22:00-06:00)"],
      "2026-07-01 12:00", "100"),
    Case(
      ["maxspeed": "70 mph", "maxspeed:conditional": "30 mph @ (22:00-06:00)"], "Mo 23:00",
      "30 mph"),
    Case(["maxspeed": "80", "maxspeed:conditional": "60 @ (weight>7.5)"], "Mo 12:00", "80"),
    Case(
      ["maxspeed": "80", "maxspeed:conditional": "60 @ (weight>7.5)"], .lorry(weight: 12_000),
      "Mo 12:00", "60"),
    Case(
      ["maxspeed": "80", "maxspeed:conditional": "60 @ (weight>7.5)"], .lorry(weight: 7_500),
      "Mo 12:00", "80"),
    Case(
      ["maxspeed": "80", "maxspeed:conditional": "60 @ (trailers>=1)"], .truck([.trailers: 1]),
      "Mo 12:00", "60"),
    Case(
      ["maxspeed": "80", "maxspeed:hgv:conditional": "60 @ (22:00-06:00)"], truck, "Mo 23:00",
      "60"),
    Case(
      ["maxspeed": "80", "maxspeed:hgv:conditional": "60 @ (22:00-06:00)"], truck, "Mo 12:00",
      "80"),
    Case(
      ["maxspeed": "80", "maxspeed:hgv:conditional": "60 @ (22:00-06:00)"], "Mo 23:00", "80"),
    Case(
      ["maxspeed:hgv:conditional": "60 @ (weight>7.5)"], .lorry(weight: 12_000), "Mo 12:00", "60"),
    Case(nightly, truck, "Mo 23:00", "60"),
    Case(["maxspeed": "50", "maxspeed:conditional": "30 @ (wet)"], "Mo 12:00", "50"),
  ]

  @Test("the speed of the time is driven", arguments: timed)
  func byTime(_ row: Case) async throws {
    let first = try await SpeedBehaviour.seconds(row.tags, row.vehicle, at: row.time)
    let plain = try await SpeedBehaviour.seconds(["maxspeed": row.speed], row.vehicle, at: row.time)
    #expect(abs(first - plain) < 0.5, "\(first) \(plain)")
  }

  static let notices: [(tags: AsciiMap.Tags, vehicle: Vehicle, tag: String)] = [
    (nightly, .car, "maxspeed:conditional=60 @ (22:00-06:00)"),
    (daily, truck, "maxspeed:conditional=30 @ (Mo-Fr 07:00-17:00)"),
    (
      ["maxspeed": "80", "maxspeed:hgv:conditional": "60 @ (22:00-06:00)"], truck,
      "maxspeed:hgv:conditional=60 @ (22:00-06:00)"
    ),
    (
      ["maxspeed": "50", "maxspeed:conditional": "30 @ wet"], .car,
      "maxspeed:conditional=30 @ (wet)"
    ),
  ]

  @Test(
    "without a time a slower speed is not driven, and named; with strict conditions it is",
    arguments: notices.indices)
  func potential(_ row: Int) async throws {
    let (tags, vehicle, tag) = Self.notices[row]
    let map = try await Bypass.only(tags).build()
    let plain = try await Bypass.only([
      "maxspeed": tags.pairs.first { $0.key == "maxspeed" }?.value ?? ""
    ]).build()
    let route = try await map.response(from: "A", to: "D", vehicle)
    let usual = try await plain.response(from: "A", to: "D", vehicle)
    #expect(route.potentialTags == ["potentialSpeed \(tag)"])
    #expect(abs(route.durationSeconds - usual.durationSeconds) < 0.1)
    let strict = try await map.response(from: "A", to: "D", vehicle, .init(strictConditions: true))
    #expect(strict.durationSeconds > route.durationSeconds + 0.5)
  }

  @Test("the speed counts at the time of arrival at the road")
  func arrival() async throws {
    let tags: AsciiMap.Tags = [
      "maxspeed": "100", "maxspeed:conditional": "20 @ (07:00-19:00)",
    ]
    let map = try await ConditionsByArrival.far(tags).build()
    // The way round is the quicker while 20 km/h hold.
    #expect(try await map.letters(.car, .at("Mo 06:58")) == "ABEFCD")
    #expect(try await map.letters(.car, .at("Mo 06:30")) == "ABNCD")
    #expect(try await map.letters(.car, .at("Mo 18:58")) == "ABNCD")
  }

  // MARK: Countries

  struct Law: Sendable, CustomTestStringConvertible {
    var country: String
    var tags: AsciiMap.Tags
    var vehicle: [LimitKind: UInt32]
    /// The maximum speed in km/h.
    var cap: Double
    init(_ country: String, _ tags: AsciiMap.Tags, _ vehicle: [LimitKind: UInt32], _ cap: Double) {
      self.country = country
      self.tags = tags
      self.vehicle = vehicle
      self.cap = cap
    }
    var testDescription: String {
      "\(country) \(tags.line): \(vehicle.map { "\($0.key) \($0.value)" }.sorted())"
    }
  }

  static let motorway: AsciiMap.Tags = ["highway": "motorway", "maxspeed": "130"]
  static let rural: AsciiMap.Tags = ["highway": "secondary", "maxspeed": "100"]
  static let heavy: [LimitKind: UInt32] = [.weight: 18_000, .weightRating: 18_000]
  static let light: [LimitKind: UInt32] = [.weight: 7_000, .weightRating: 7_000]

  // After the laws of the countries: the table in section 5 of the facts.
  static let laws = [
    Law("DE", motorway, heavy, 80), Law("DE", rural, heavy, 60), Law("DE", rural, light, 80),
    Law("DE", rural, [.weightRating: 7_000, .trailers: 1], 60),
    Law("FR", motorway, heavy, 90), Law("FR", rural, heavy, 80), Law("FR", rural, light, 80),
    Law("AT", motorway, heavy, 80), Law("AT", rural, heavy, 70),
    Law("CH", motorway, heavy, 80), Law("CH", rural, heavy, 80),
    Law("IT", motorway, heavy, 80), Law("IT", rural, heavy, 70),
    Law("NL", motorway, heavy, 80), Law("NL", rural, heavy, 80),
    Law("ES", motorway, heavy, 90), Law("ES", rural, heavy, 80),
    Law("PL", motorway, heavy, 80), Law("PL", rural, heavy, 70),
    Law("CZ", motorway, heavy, 80), Law("DK", motorway, heavy, 80),
    Law("HU", motorway, heavy, 80), Law("HU", rural, heavy, 70),
    Law("GB", motorway, heavy, 96.6), Law("GB", rural, heavy, 80.5),
  ]

  @Test("a truck is not faster than the law of the country allows", arguments: laws)
  func law(_ row: Law) async throws {
    let vehicle = Vehicle.truck(row.vehicle)
    let time = try await SpeedBehaviour.seconds(row.tags, vehicle, country: row.country)
    let speed = 5_000 / time * 3.6
    #expect(speed <= row.cap * 1.005, "\(speed)")
    #expect(speed >= min(row.cap, 90) * 0.8, "\(speed)")
    let car = try await SpeedBehaviour.seconds(row.tags, .car, country: row.country)
    #expect(car < time)
  }

  static let caps:
    [(
      quick: (String, [LimitKind: UInt32]), slow: (String, [LimitKind: UInt32]), tags: AsciiMap.Tags
    )] = [
      (("DE", light), ("DE", heavy), rural), (("FR", heavy), ("DE", heavy), motorway),
      (("CH", heavy), ("AT", heavy), rural), (("AT", heavy), ("DE", heavy), rural),
      (("IT", light), ("IT", heavy), rural), (("ES", heavy), ("NL", heavy), motorway),
    ]

  @Test("where the law allows more, the trip is quicker", arguments: caps.indices)
  func compared(_ row: Int) async throws {
    let (quick, slow, tags) = Self.caps[row]
    let first = try await SpeedBehaviour.seconds(tags, .truck(quick.1), country: quick.0)
    let second = try await SpeedBehaviour.seconds(tags, .truck(slow.1), country: slow.0)
    #expect(first < second * 0.98)
  }

  @Test("a sign that says less than the law goes before it")
  func signBeforeLaw() async throws {
    for country in ["DE", "FR", "GB"] {
      let signed = try await SpeedBehaviour.seconds(
        ["maxspeed": "40"], .truck(Self.heavy), country: country)
      let car = try await SpeedBehaviour.seconds(["maxspeed": "40"], .car, country: country)
      #expect(abs(signed - car) < 0.5)
    }
  }
}
