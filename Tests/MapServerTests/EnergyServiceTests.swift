import Bytes
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Energy and charging stops over HTTP, with the names of HERE's routing service.
@Suite struct EnergyServiceTests {
  private struct Reply: Decodable {
    struct Point: Decodable { var location: [Double] }
    struct Leg: Decodable { var distance: Double }
    struct Station: Decodable { var id: String }
    struct Action: Decodable {
      var action: String
      var chargedKilowattHours: Double?
    }
    struct Section: Decodable {
      var consumption_kwh: Double
      var departure_charge_kwh: Double?
      var arrival_charge_kwh: Double?
      var charging_station: Station?
      var post_actions: [Action]?
    }
    struct Energy: Decodable {
      var consumption_kwh: Double
      var sections: [Section]
    }
    struct Route: Decodable {
      var distance: Double
      var legs: [Leg]
      var energy: Energy?
    }
    var code: String
    var message: String?
    var routes: [Route]?
    var waypoints: [Point]?
  }

  /// 64 km of straight road with a station in the middle, and 0.2 kWh for a kilometre.
  private static let drawing = AsciiMap(
    """
    A-------B-------C-------D-------E
    """,
    metresPerCell: 2_000, ways: ["ABCDE": "highway=primary maxspeed=90"],
    nodes: [
      "C":
        "amenity=charging_station name=Midway socket:type2_combo=2 socket:type2_combo:output=150~kW"
    ])
  private static let model =
    "ev[freeFlowSpeedTable]=0,0.2&ev[ascent]=0&ev[descent]=0&ev[auxiliaryConsumption]=0"

  private static func ask(
    _ served: ServedMap, _ places: [String], _ options: String
  ) async throws -> Reply {
    let target = "/route/v1/driving/\(try served.coordinates(places))?\(options)"
    let reply = try await served.get(
      target.replacing("[", with: "%5B").replacing("]", with: "%5D"))
    return try JSONDecoder().decode(Reply.self, from: Data(reply.body.utf8))
  }

  @Test("the energy of a route is told for each section")
  func consumption() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let reply = try await Self.ask(
        served, ["A", "E"], "\(Self.model)&ev[maxCharge]=20&ev[initialCharge]=18")
      let route = try #require(reply.routes?.first)
      let energy = try #require(route.energy)
      #expect(abs(energy.consumption_kwh - route.distance * 0.2 / 1_000) < 0.001)
      #expect(energy.sections.count == 1)
      let left = try #require(energy.sections[0].arrival_charge_kwh)
      #expect(abs(left - (18 - energy.consumption_kwh)) < 0.001)
    }
  }

  @Test(
    "a charging stop is inserted as a leg and a waypoint of its own",
    arguments: [["A", "E"], ["A", "B", "E"], ["A", "D", "E"]])
  func reachable(_ places: [String]) async throws {
    try await ServedMap.with(Self.drawing) { served in
      let options =
        "\(Self.model)&ev[maxCharge]=10&ev[initialCharge]=10&ev[makeReachable]=true"
        + "&ev[connectorTypes]=ccs,type2&ev[chargingCurve]=0,100,8,50&ev[chargingSetupDuration]=60"
        + "&ev[minChargeAtChargingStation]=1&ev[maxChargeAfterChargingStation]=9"
      let reply = try await Self.ask(served, places, options + "&steps=true&annotations=true")
      #expect(reply.code == "Ok", "\(reply.message ?? "")")
      let route = try #require(reply.routes?.first)
      let sections = try #require(route.energy).sections
      #expect(route.legs.count == places.count)
      #expect(reply.waypoints?.count == places.count + 1)
      #expect(abs(route.legs.reduce(0) { $0 + $1.distance } - route.distance) < 1)
      let stop = try #require(sections.firstIndex { $0.charging_station != nil })
      #expect(sections.count { $0.charging_station != nil } == 1)
      // C lies 32 km from A.
      #expect(abs(route.legs[...stop].reduce(0) { $0 + $1.distance } - 32_000) < 200)
      #expect(sections[stop].post_actions?.map(\.action) == ["chargingSetup", "charging"])
      let charged = try #require(sections[stop].post_actions?.last?.chargedKilowattHours)
      #expect(abs(charged - (route.distance * 0.2 / 1_000 - 10)) < 0.01)
      #expect(abs(try #require(sections.last?.arrival_charge_kwh)) < 0.01)
    }
  }

  @Test("the client's names are those of its stops, and a charging stop has that of its station")
  func stopNames() async throws {
    try await ServedMap.with(Self.drawing) { served in
      for (places, names) in [
        (["A", "E"], ";Work"), (["A", "B", "E"], ";Bakery;Work"),
        (["A", "D", "E"], ";Bakery;Work"),
      ] {
        let target =
          "/directions/v5/mapbox/driving/\(try served.coordinates(places))?\(Self.model)"
          + "&ev[maxCharge]=10&ev[initialCharge]=10&ev[makeReachable]=true"
          + "&ev[minChargeAtChargingStation]=1&ev[maxChargeAfterChargingStation]=9"
          + "&steps=true&banner_instructions=true&waypoint_names=\(names)"
        let reply = try await served.get(
          target.replacing("[", with: "%5B").replacing("]", with: "%5D"))
        #expect(reply.body.contains("reached your charging stop, Midway"), "\(reply.body)")
        #expect(reply.body.contains("arrived at Work") && !reply.body.contains("reached Work"))
        #expect(reply.body.contains("reached Bakery") == names.contains("Bakery"))
      }
    }
  }

  @Test("durations are those of driving, with and without traffic, and after a refresh")
  func inTraffic() async throws {
    struct Answer: Decodable {
      struct Route: Decodable {
        var duration: Double
        var traffic_delay: Double
        var duration_without_traffic: Double?
      }
      var uuid: String?
      var routes: [Route]?
      var route: Route?
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedMap.with(
      Self.drawing,
      traffic: { roads in
        let map = roads.built.map
        let pieces = try map.edges(ofWay: try roads.drawing.way("ABCDE"), .forward).map {
          TrafficPiece(edge: $0.number, speed: 450)
        }
        let snapshot = try TrafficSnapshot(map: map.id, version: 1, made: 0, pieces: pieces)
        var file = try AtomicFile(path: path)
        try file.write(TrafficFile.bytes(of: snapshot))
        try file.commit()
        return path
      }
    ) { served in
      let target =
        "/directions/v5/mapbox/driving/\(try served.coordinates(["A", "E"]))?\(Self.model)"
        + "&ev[trafficSpeedTable]=0,0.2&ev[maxCharge]=10&ev[makeReachable]=true"
        + "&enable_refresh=true"
      let reply = try await served.get(
        target.replacing("[", with: "%5B").replacing("]", with: "%5D"))
      let answer = try JSONDecoder().decode(Answer.self, from: Data(reply.body.utf8))
      let route = try #require(answer.routes?.first, "\(reply.body)")
      let free = try #require(route.duration_without_traffic)
      // Preparing to charge alone would be 300 s more.
      #expect(route.traffic_delay > 60)
      #expect(abs(free + route.traffic_delay - route.duration) < 0.2)
      let uuid = try #require(answer.uuid)
      let again = try await served.get("/directions-refresh/v1/mapbox/driving/\(uuid)/0/0")
      let refreshed = try JSONDecoder().decode(Answer.self, from: Data(again.body.utf8))
      #expect(abs(try #require(refreshed.route).duration - route.duration) < 0.11)
    }
  }

  @Test("charging stops do not go with coordinates that are passed straight on")
  func straightOn() async throws {
    let battery = "\(Self.model)&ev[maxCharge]=10&ev[makeReachable]=true"
    try await ServedMap.with(Self.drawing) { served in
      let places = ["A", "B", "E"]
      for option in ["", "&continue_straight=default", "&continue_straight=false"] {
        #expect(try await Self.ask(served, places, battery + option).code == "Ok", "\(option)")
      }
      let reply = try await Self.ask(served, places, battery + "&continue_straight=true")
      #expect(reply.message?.contains("pass-through") == true, "\(reply.code)")
    }
  }

  @Test("what cannot be is refused in words")
  func refusals() async throws {
    let battery = "\(Self.model)&ev[maxCharge]=10&ev[makeReachable]=true"
    let cases = [
      ("\(battery)&alternatives=true", "ensureReachability"),
      ("\(battery)&shortest=true", "ensureReachability"),
      ("\(battery)&ev[initialCharge]=2", "not reach"),
      ("\(Self.model)&ev[makeReachable]=true", "battery"),
      (
        "\(battery)&ev[connectorTypes]=ccs,plug",
        "ev[connectortypes]: no such connector: plug; known are type1, type2, ccs1, ccs,"
      ),
      ("ev[carrier]=hydrogen", "ev[carrier]: no such carrier: hydrogen; known are electricity,"),
      ("\(Self.model)&ev[initialCharge]=5", "ev[maxcharge], the capacity in kwh, is missing"),
      ("\(battery)&ev[initialCharge]=11", "ev[initialcharge] must be at most ev[maxcharge]"),
      ("\(battery)&ev[minCharge]=11", "in the value of ev[mincharge]"),
      ("\(battery)&ev[chargingCurve]=0,50,0,30", "in the value of ev[chargingcurve]"),
      ("ev[freeFlowSpeedTable]=0,-0.2", "in the value of ev[freeflowspeedtable]"),
      ("ev[ascent]=1&ev[descent]=2", "in the value of ev[descent]"),
      ("ev[maxCharge]=0", "in the value of ev[maxcharge]"),
      ("ev[maxCharge]=-1", "in the value of ev[maxcharge]"),
      ("height=4m", "in the value of height"), ("hazmat=foo", "in the value of hazmat"),
      ("avoid_steep=8", "no elevation|with elevation"),
      ("avoid_steep=0", "takes 1 to 100 percent"),
      ("engine_power=0", "takes 1 to 2000 kW"),
    ]
    try await ServedMap.with(Self.drawing) { served in
      for (options, words) in cases {
        let reply = try await Self.ask(served, ["A", "E"], options)
        #expect(reply.code != "Ok", "\(options)")
        let said = (reply.message ?? "").lowercased()
        #expect(
          words.split(separator: "|").contains { said.contains($0.lowercased()) },
          "\(options): \(said)")
      }
    }
  }
}
