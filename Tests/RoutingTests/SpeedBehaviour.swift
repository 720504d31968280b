import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What signs, surfaces and laws do to the duration of a trip, as a comparison of maps.
@Suite struct SpeedBehaviour {
  static let car = Vehicle(.car)
  static let truck = Vehicle(.truck)
  static let bicycle = Vehicle(.bicycle)
  static let foot = Vehicle(.foot)

  /// Seconds along five kilometres of a road; against its direction if so wanted.
  static func seconds(
    _ tags: AsciiMap.Tags, _ vehicle: Vehicle = car, country: String? = nil,
    node: AsciiMap.Tags = [:], backward: Bool = false, at time: String? = nil
  ) async throws -> Double {
    var options = MapCompiler.Options()
    options.country = country
    let map = try await AsciiMap(
      "A----N----B", metresPerCell: 500, ways: ["ANB": tags.asRoad], nodes: ["N": node]
    ).build(options: options)
    let asked = time.map { RouteRequest.Options.at($0) } ?? .init()
    let (from, to) = backward ? ("B", "A") : ("A", "B")
    return try await map.response(from: from, to: to, vehicle, asked).durationSeconds
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var other: AsciiMap.Tags
    var vehicle: Vehicle
    var country: String?
    init(
      _ tags: AsciiMap.Tags, _ other: AsciiMap.Tags, _ vehicle: Vehicle = SpeedBehaviour.car,
      country: String? = nil
    ) {
      self.tags = tags
      self.other = other
      self.vehicle = vehicle
      self.country = country
    }
    var testDescription: String { "\(tags.line) – \(other.line) (\(vehicle.mode.name))" }
  }

  // 1 mph is 1.609344 km/h, 1 knot 1.852 km/h.
  static let equal = [
    Case(["maxspeed": "30 mph"], ["maxspeed": "48.3"]),
    Case(["maxspeed": "30mph"], ["maxspeed": "48.3"]),
    Case(["maxspeed": "20 mph"], ["maxspeed": "32.2"]),
    Case(["maxspeed": "50 km/h"], ["maxspeed": "50"]),
    Case(["maxspeed": "50 kmh"], ["maxspeed": "50"]),
    Case(["maxspeed": "50 kph"], ["maxspeed": "50"]),
    Case(["maxspeed": "20 knots"], ["maxspeed": "37"]),
    Case(["maxspeed": "signals"], [:]),
    Case(["maxspeed": "variable"], [:]),
    Case(["maxspeed": "DE:urban"], ["maxspeed": "50"]),
    Case(["maxspeed": "DE:rural"], ["maxspeed": "100"]),
    Case(["maxspeed": "DE:zone:30"], ["maxspeed": "30"]),
    Case(["maxspeed": "DE:zone30"], ["maxspeed": "30"]),
    Case(["maxspeed": "FR:rural"], ["maxspeed": "80"]),
    Case(["maxspeed": "FR:urban"], ["maxspeed": "50"]),
    Case(["maxspeed": "FR:zone30"], ["maxspeed": "30"]),
    Case(["maxspeed": "AT:rural"], ["maxspeed": "100"]),
    Case(["maxspeed": "CH:rural"], ["maxspeed": "80"]),
    Case(["maxspeed": "IT:rural"], ["maxspeed": "90"]),
    Case(["maxspeed": "RU:urban"], ["maxspeed": "60"]),
    Case(["maxspeed": "RO:urban"], ["maxspeed": "50"]),
    Case(["maxspeed": "GB:nsl_single"], ["maxspeed": "60 mph"]),
    Case(["maxspeed": "GB:nsl_dual"], ["maxspeed": "70 mph"]),
    Case(
      ["highway": "motorway", "maxspeed": "FR:motorway"],
      ["highway": "motorway", "maxspeed": "130"]),
    Case(
      ["highway": "motorway", "maxspeed": "DE:motorway"],
      ["highway": "motorway", "maxspeed": "none"]),
    Case(["source:maxspeed": "DE:urban"], ["maxspeed": "50"]),
    Case(["maxspeed:type": "DE:urban"], ["maxspeed": "50"]),
    Case(["zone:maxspeed": "DE:30"], ["maxspeed": "30"]),
    Case(["maxspeed": "30", "source:maxspeed": "DE:urban"], ["maxspeed": "30"]),
    Case(["maxspeed": "walk"], ["maxspeed": "7"]),
    Case(["maxspeed:forward": "30"], ["maxspeed": "30"]),
    Case(["maxspeed": "80", "maxspeed:forward": "30"], ["maxspeed": "30"]),
    Case(["maxspeed": "80", "maxspeed:hgv": "60"], ["maxspeed": "60"], truck),
    Case(["maxspeed": "80", "maxspeed:hgv": "60"], ["maxspeed": "80"], car),
    Case(["maxspeed": "80", "maxspeed:hgv:forward": "50"], ["maxspeed": "50"], truck),
    Case(["maxspeed:hgv": "40 mph"], ["maxspeed": "64.4"], truck),
    Case(
      ["maxspeed": "80", "maxspeed:trailer": "60"], ["maxspeed": "60"],
      .truck([.trailers: 1])),
    Case(
      ["maxspeed": "80", "maxspeed:trailer": "60"], ["maxspeed": "80"], .truck([.trailers: 0])),
    Case(["maxspeed": "100", "maxspeed:advisory": "50"], ["maxspeed": "50"]),
    Case(["maxspeed": "50", "maxspeed:advisory": "70"], ["maxspeed": "50"]),
    Case(["maxspeed": "50;30"], ["maxspeed": "30"]),
    Case(["maxspeed": "100"], ["maxspeed": "30"], foot),
    Case(["maxspeed:source": "survey"], [:]),
    Case(["surface": "asphalt"], [:]),
    Case(["smoothness": "excellent"], [:]),
    Case(["maxspeed": "urban"], ["maxspeed": "50"], country: "DE"),
    Case(["maxspeed": "60", "surface": "gravel"], ["maxspeed": "130", "surface": "gravel"]),
  ]

  @Test("the two maps are driven in the same time", arguments: equal)
  func same(_ row: Case) async throws {
    let first = try await Self.seconds(row.tags, row.vehicle, country: row.country)
    let second = try await Self.seconds(row.other, row.vehicle, country: row.country)
    #expect(abs(first - second) < 0.004 * second, "\(first) \(second)")
  }

  // The first is slower than the second.
  static let slower = [
    Case(["maxspeed": "30"], ["maxspeed": "50"]),
    Case(["maxspeed": "50"], ["maxspeed": "100"]),
    Case(["maxspeed": "walk"], ["maxspeed": "20"]),
    Case(["maxspeed": "30 mph"], ["maxspeed": "50"]),
    Case(["maxspeed": "40"], ["maxspeed": "30 mph"]),
    Case(["highway": "motorway", "maxspeed": "100"], ["highway": "motorway", "maxspeed": "none"]),
    Case(["highway": "motorway", "maxspeed": "130"], ["highway": "motorway", "maxspeed": "none"]),
    Case(["highway": "residential"], ["highway": "secondary"]),
    Case(["highway": "secondary"], ["highway": "primary"]),
    Case(["highway": "primary"], ["highway": "trunk"]),
    Case(["highway": "trunk"], ["highway": "motorway"]),
    Case(["highway": "service"], ["highway": "residential"]),
    Case(["highway": "living_street"], ["highway": "residential"]),
    Case(["highway": "track"], ["highway": "unclassified"]),
    Case(
      ["highway": "service", "service": "parking_aisle"], ["highway": "service"]),
    Case(["surface": "gravel"], ["surface": "asphalt"]),
    Case(["surface": "cobblestone"], ["surface": "asphalt"]),
    Case(["surface": "sett"], ["surface": "asphalt"]),
    Case(["surface": "dirt"], ["surface": "gravel"]),
    Case(["surface": "sand"], ["surface": "dirt"]),
    Case(["surface": "gravel", "maxspeed": "100"], ["maxspeed": "100"]),
    Case(["surface": "gravel"], ["surface": "asphalt"], truck),
    Case(["surface": "gravel"], ["surface": "asphalt"], bicycle),
    Case(["surface": "sand"], ["surface": "gravel"], bicycle),
    Case(["smoothness": "bad", "maxspeed": "100"], ["maxspeed": "100"]),
    Case(["smoothness": "very_bad"], ["smoothness": "bad"]),
    Case(["smoothness": "horrible"], ["smoothness": "very_bad"]),
    Case(
      ["highway": "track", "tracktype": "grade5"], ["highway": "track", "tracktype": "grade4"]),
    Case(
      ["highway": "unclassified", "tracktype": "grade3"],
      ["highway": "unclassified", "tracktype": "grade1"]),
    Case(["maxspeed:advisory": "40"], [:]),
    Case(["maxspeed": "120"], ["maxspeed": "120"], truck),
    Case(["highway": "steps"], ["highway": "footway"], foot),
    Case(["highway": "footway"], ["highway": "cycleway"], bicycle),
    Case(["highway": "footway", "bicycle": "dismount"], ["highway": "cycleway"], bicycle),
    Case(["bicycle": "dismount"], [:], bicycle),
    Case(["maxspeed": "60", "maxspeed:hgv": "40"], ["maxspeed": "60"], truck),
  ]

  @Test("the first map takes longer than the second", arguments: slower)
  func longer(_ row: Case) async throws {
    // A truck is measured against a car where the maps are the same.
    let second = row.tags.line == row.other.line ? Self.car : row.vehicle
    let first = try await Self.seconds(row.tags, row.vehicle)
    let other = try await Self.seconds(row.other, second)
    #expect(first > other * 1.02, "\(first) \(other)")
  }

  static let directed: [(tags: AsciiMap.Tags, vehicle: Vehicle)] = [
    (["maxspeed:forward": "30", "maxspeed:backward": "80"], car),
    (["maxspeed": "80", "maxspeed:forward": "30"], car),
    (["maxspeed": "30", "maxspeed:backward": "80"], car),
    (["maxspeed": "80", "maxspeed:hgv:forward": "30"], truck),
    (["maxspeed:hgv:forward": "30 mph", "maxspeed:hgv:backward": "45 mph"], truck),
    (["maxspeed": "100", "maxspeed:advisory:forward": "40"], car),
    (["maxspeed": "80", "maxspeed:forward:conditional": "30 @ (07:00-19:00)"], car),
  ]

  @Test("a speed of one direction is driven in that direction", arguments: directed.indices)
  func direction(_ row: Int) async throws {
    let (tags, vehicle) = Self.directed[row]
    let along = try await Self.seconds(tags, vehicle, at: "Mo 12:00")
    let against = try await Self.seconds(tags, vehicle, backward: true, at: "Mo 12:00")
    #expect(along > against * 1.3)
  }

  @Test("half the speed takes twice the time")
  func proportion() async throws {
    let slow = try await Self.seconds(["maxspeed": "30"])
    let quick = try await Self.seconds(["maxspeed": "60"])
    #expect(abs(slow / quick - 2) < 0.01)
    // Nobody drives faster than the sign.
    #expect(slow >= 5_000 / (30 / 3.6))
  }

  // MARK: Junctions

  static let nodes: [(node: AsciiMap.Tags, vehicle: Vehicle)] = [
    (["highway": "traffic_signals"], car), (["highway": "traffic_signals"], truck),
    (["highway": "traffic_signals"], bicycle), (["barrier": "gate"], car),
    (["barrier": "lift_gate"], truck), (["barrier": "toll_booth"], car),
  ]

  @Test("signals, gates and toll booths cost time", arguments: nodes.indices)
  func node(_ row: Int) async throws {
    let (node, vehicle) = Self.nodes[row]
    let with = try await Self.seconds(["maxspeed": "50"], vehicle, node: node)
    let without = try await Self.seconds(["maxspeed": "50"], vehicle)
    #expect(with > without + 0.5)
    #expect(with < without + 120)
  }

  @Test("the turn across the traffic costs more: to the left in Germany, to the right in Britain")
  func turns() async throws {
    for (country, isLeftDearer) in [("DE", true), ("GB", false)] {
      var options = MapCompiler.Options()
      options.country = country
      let map = try await AsciiMap(
        """
            N
            |
        W---C---E
            |
            S
        """,
        ways: ["WCE": "highway=residential", "NCS": "highway=residential"]
      ).build(options: options)
      let left = try await map.response(from: "W", to: "N").durationSeconds
      let right = try await map.response(from: "W", to: "S").durationSeconds
      let straight = try await map.response(from: "W", to: "C>E 0.5").durationSeconds
      #expect((left > right) == isLeftDearer && left != right)
      #expect(min(left, right) > straight)
    }
  }
}
