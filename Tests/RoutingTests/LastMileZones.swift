import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// The first and the last mile: roads where trips begin and end, and which carry nobody through.
@Suite struct LastMileZones {
  static let car = Vehicle(.car)
  static let truck = Vehicle(.truck)
  static let bicycle = Vehicle(.bicycle)
  static let foot = Vehicle(.foot)
  static let scooter = Vehicle(.scooter)
  static let bus = Vehicle(.bus)
  static let taxi = Vehicle(.taxi)

  typealias Case = LastMileCase

  static let roads = [
    Case(["hgv": "destination"], passes: [car, bicycle, foot, scooter, bus], ends: [truck]),
    Case(["hgv": "delivery"], passes: [car, bicycle, foot], ends: [truck]),
    Case(["hgv": "private"], passes: [car, bicycle, foot], ends: [truck]),
    Case(["access": "private"], ends: [car, truck, bicycle, foot, scooter, bus, taxi]),
    Case(["access": "customers"], ends: [car, truck, bicycle, foot]),
    Case(["access": "delivery"], ends: [car, truck, bicycle, foot]),
    Case(["access": "destination"], ends: [car, truck, bicycle, foot, scooter]),
    Case(["access": "destination", "foot": "yes"], passes: [foot], ends: [car, bicycle]),
    Case(["access": "private", "bicycle": "permissive"], passes: [bicycle], ends: [car, foot]),
    Case(["access": "destination", "hgv": "no"], ends: [car], closed: [truck]),
    Case(["vehicle": "destination"], passes: [foot], ends: [car, truck, bicycle, scooter]),
    Case(["vehicle": "private", "bicycle": "yes"], passes: [bicycle, foot], ends: [car, truck]),
    Case(
      ["motor_vehicle": "destination"], passes: [bicycle, foot],
      ends: [car, truck, scooter, bus, taxi]),
    Case(["motor_vehicle": "private"], passes: [bicycle, foot], ends: [car, truck, scooter]),
    Case(["motor_vehicle": "customers"], passes: [bicycle, foot], ends: [car, truck]),
    Case(["motor_vehicle": "delivery"], passes: [bicycle, foot], ends: [car, truck]),
    Case(["motor_vehicle": "destination", "hgv": "yes"], passes: [truck], ends: [car]),
    Case(["motor_vehicle": "destination", "bus": "yes"], passes: [bus], ends: [car, taxi]),
    Case(["motor_vehicle": "destination", "psv": "yes"], passes: [bus, taxi], ends: [car]),
    Case(
      ["motor_vehicle": "agricultural"], passes: [bicycle, foot],
      closed: [car, truck, scooter, taxi]),
    Case(["motor_vehicle": "forestry"], passes: [bicycle, foot], closed: [car, truck]),
    Case(
      ["motor_vehicle": "agricultural;forestry"], passes: [bicycle, foot], closed: [car, truck]),
    Case(["motor_vehicle": "agricultural;destination"], passes: [bicycle], ends: [car, truck]),
    Case(["motorcar": "destination"], passes: [truck, bicycle, foot], ends: [car]),
    Case(["bicycle": "destination"], passes: [car, foot], ends: [bicycle]),
    Case(["foot": "private"], passes: [car], ends: [foot]),
    Case(["hgv": "discouraged"], passes: [truck, car]),
    Case(["hgv": "designated"], passes: [truck, car]),
    Case(["access": "permissive"], passes: [car, truck, bicycle, foot]),
    Case(["bicycle": "use_sidepath"], passes: [car, foot], closed: [bicycle]),
    Case(["highway": "pedestrian", "motor_vehicle": "delivery"], passes: [foot], ends: [truck]),
    Case(["highway": "track", "motor_vehicle": "private"], passes: [bicycle, foot], ends: [car]),
  ]

  @Test("who may only begin or end on a road does not pass it", arguments: roads)
  func road(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    for vehicle in row.ends {
      #expect(try await map.letters(vehicle) == "ABEFCD", "\(vehicle.mode.name)")
      #expect(try await map.letters(vehicle, backward: true) == "DCFEBA", "\(vehicle.mode.name)")
      for end in ["A", "D"] {
        #expect(try await map.reaches(from: end, to: "B>N 0.5", vehicle), "\(vehicle.mode.name)")
        #expect(try await map.reaches(from: "N>C 0.5", to: end, vehicle), "\(vehicle.mode.name)")
      }
    }
    for vehicle in row.passes where row.tags.pairs.allSatisfy({ $0.key != "highway" }) {
      #expect(try await map.letters(vehicle) == "ABNCD", "\(vehicle.mode.name)")
      #expect(try await map.letters(vehicle, backward: true) == "DCNBA", "\(vehicle.mode.name)")
    }
    for vehicle in row.closed {
      #expect(try await map.letters(vehicle) == "ABEFCD", "\(vehicle.mode.name)")
      #expect(try await !map.reaches(from: "A", to: "B>N 0.5", vehicle), "\(vehicle.mode.name)")
    }
  }

  @Test("one direction for the ends of trips, the other for all")
  func oneDirection() async throws {
    let map = try await Bypass.map(["motor_vehicle:forward": "destination"]).build()
    #expect(try await map.letters(.car) == "ABEFCD")
    #expect(try await map.letters(.car, backward: true) == "DCNBA")
    #expect(try await map.reaches(from: "A", to: "B>N 0.5", .car))
  }

  // MARK: Trips

  /// Two private streets, a private yard between them and roads around.
  ///
  /// P, Q and R are private; the ways round lead by E, F and G.
  static func district(_ tags: AsciiMap.Tags) -> AsciiMap {
    AsciiMap(
      """
      A---P---Q---R---D
      |       |       |
      |       S       |
      |               |
      E-------F-------G
      """,
      ways: [
        "AP": tags, "PQ": tags, "QR": tags, "RD": tags, "QS": tags,
        "AEFGD": "highway=residential",
      ])
  }

  static let districts: [AsciiMap.Tags] = [
    "highway=residential access=private", "highway=residential access=destination",
    "highway=residential motor_vehicle=destination", "highway=residential access=customers",
    "highway=residential vehicle=permit", "highway=residential motor_vehicle=delivery",
  ]

  @Test(
    "a trip wholly inside stays inside, one from outside comes in by the near end",
    arguments: districts.indices)
  func inside(_ row: Int) async throws {
    let map = try await Self.district(Self.districts[row]).build()
    #expect(try await map.route(from: "P", to: "R") == "PQR")
    #expect(try await map.route(from: "A>P 0.5", to: "R>D 0.5") == "PQR")
    #expect(try await map.route(from: "P>Q 0.5", to: "S") == "QS")
    #expect(try await map.route(from: "A", to: "S") == "APQS")
    #expect(try await map.route(from: "S", to: "D") == "SQRD")
    #expect(try await map.route(from: "G", to: "Q>R 0.5") == "GDR")
    #expect(try await map.route(from: "E", to: "G") == "EFG")
  }

  @Test("corners of such streets are reached from outside", arguments: districts.indices)
  func corners(_ row: Int) async throws {
    let map = try await Self.district(Self.districts[row]).build()
    #expect(try await map.route(from: "A", to: "Q") == "APQ")
    #expect(try await map.route(from: "Q", to: "D") == "QRD")
    #expect(try await map.route(from: "A>E 0.2", to: "D>G 0.2") == "EFG")
  }

  @Test("a trip between the corners of a street for destination traffic may use it")
  func betweenCorners() async throws {
    for tags in ["access=destination", "motor_vehicle=destination", "motor_vehicle=customers"] {
      let map = try await Self.district(AsciiMap.Tags("highway=residential \(tags)")).build()
      #expect(try await map.route(from: "A", to: "D") == "APQRD")
      #expect(try await map.route(from: "A>E 0.2", to: "D") == "APQRD")
    }
  }

  @Test(
    "a stop inside lets a trip in on one side and out on the other", arguments: districts.indices)
  func stopInside(_ row: Int) async throws {
    let map = try await Self.district(Self.districts[row]).build()
    let stops = [
      try map.waypoint("A>E 0.2"), try map.waypoint("P>Q 0.5"), try map.waypoint("D>G 0.2"),
    ]
    #expect(try await map.route(stops) == "APQRD")
  }

  @Test("two zones with an open road between: out of the one, into the other, not through a third")
  func threeZones() async throws {
    let zone: AsciiMap.Tags = "highway=residential access=private"
    let map = try await AsciiMap(
      """
      A---B---C---D---G---H---J---K
          |       |   |       |
          L---M---P---Q---R---S
      """,
      ways: [
        "AB": "highway=residential", "BC": zone, "CD": "highway=residential", "DG": zone,
        "GH": "highway=residential", "HJ": zone, "JK": "highway=residential",
        "BLMPQRSJ": "highway=residential", "DP": "highway=residential",
        "GQ": "highway=residential",
      ]
    ).build()
    #expect(try await map.route(from: "B>C 0.5", to: "H>J 0.5") == "CDPQGH")
    #expect(try await map.route(from: "H>J 0.5", to: "B>C 0.5") == "HGQPDC")
    #expect(try await map.route(from: "B>C 0.5", to: "D>G 0.5") == "CD")
    #expect(try await map.route(from: "A", to: "K") == "ABLMPQRSJK")
  }

  @Test("a farm behind a private road, a forest road and an open one is reached by car")
  func behindSeveral() async throws {
    let map = try await AsciiMap(
      """
      E---A---B---C---D---T
      |   |
      F---G
      """,
      ways: [
        "EAGFE": "highway=residential",
        "AB": "highway=service access=private", "BC": "highway=track",
        "CD": "highway=residential", "DT": "highway=service motor_vehicle=destination",
      ]
    ).build()
    #expect(try await map.reaches(from: "G", to: "T", .car))
    #expect(try await map.reaches(from: "T", to: "G", .car))
    #expect(try await map.reaches(from: "G", to: "C>D 0.5", .car))
  }

  @Test("hgv=destination over a district: into it, out of it, within it, and round it")
  func truckDistrict() async throws {
    let map = try await Self.district("highway=residential hgv=destination").build()
    let truck = Vehicle(.truck)
    #expect(try await map.route(from: "A>E 0.2", to: "D>G 0.2", truck) == "EFG")
    #expect(try await map.route(from: "A>E 0.2", to: "D>G 0.2") == "APQRD")
    #expect(try await map.route(from: "A>E 0.2", to: "S", truck) == "APQS")
    #expect(try await map.route(from: "S", to: "D>G 0.2", truck) == "SQRD")
    #expect(try await map.route(from: "P>Q 0.5", to: "Q>R 0.5", truck) == "Q")
  }

  @Test("a road of its own for the ends costs no notice")
  func noNotice() async throws {
    let map = try await Self.district("highway=residential access=private").build()
    let route = try await map.response(from: "A", to: "S")
    #expect(route.notices.isEmpty)
  }
}
