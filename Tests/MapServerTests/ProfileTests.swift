import Geo
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import MapServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The profiles of the service, by the names that clients send, and places that no road is near.
@Suite struct ProfileTests {
  @Test(
    "names that clients send stand for profiles",
    arguments: [
      ("driving", .car), ("car", .car), ("driving-traffic", .car), ("truck", .truck),
      ("hgv", .truck), ("cycling", .bicycle), ("bike", .bicycle), ("bicycle", .bicycle),
      ("walking", .foot), ("foot", .foot), ("walk", .foot), ("bus", .bus), ("taxi", .taxi),
      ("scooter", .scooter),
    ] as [(String, Mode)])
  func names(name: String, mode: Mode) {
    #expect(Profile(name: name)?.mode == mode)
  }

  @Test(
    "no other name does, and each stands for one profile", arguments: ["", "Car", "cars", "v1"])
  func others(name: String) {
    #expect(Profile(name: name) == nil)
    #expect(Set(Profile.names).count == Profile.names.count)
    #expect(Profile.names.allSatisfy { Profile(name: $0) != nil })
  }

  private struct Reply: Decodable {
    var code: String
    var message: String?
    var profile: String?
    var routes: [Answers.Route]?
  }

  private func ask(_ served: ServedMap, _ target: String) async throws -> Reply {
    let reply = try await served.get(target)
    return try JSONDecoder().decode(Reply.self, from: Data(reply.body.utf8))
  }

  /// A town whose middle road is for buses, its upper one for taxis too, and the others for all; a path for two
  /// wheels leads across.
  private static func lanes() -> AsciiMap {
    AsciiMap(
      """
      A-------B
      |\\     /|
      | C---D |
      |       |
      E-------F
      """,
      ways: [
        "AE": "highway=residential", "EF": "highway=residential", "FB": "highway=residential",
        "AB": "highway=residential motor_vehicle=no bus=yes taxi=yes",
        "AC": "highway=residential", "DB": "highway=residential",
        "CD": "highway=residential motor_vehicle=no bus=yes",
      ])
  }

  @Test("bus and taxi go where they may, over HTTP too")
  func busAndTaxi() async throws {
    try await ServedMap.with(Self.lanes()) { served in
      let drawing = served.roads.drawing
      for (profile, letters) in [
        ("bus", "AB"), ("taxi", "AB"), ("car", "AEFB"), ("scooter", "AEFB"),
      ] {
        let route = try await served.route(["A", "B"], profile: profile)
        let metres = try drawing.metres(letters)
        #expect(abs(route.distance - metres) < 1, "\(profile)")
      }
      let bus = try await served.route(["C", "D"], profile: "bus")
      #expect(abs(bus.distance - (try drawing.metres("CD"))) < 1)
      let taxi = try await served.route(["C", "D"], profile: "taxi")
      #expect(abs(taxi.distance - (try drawing.metres("CABD"))) < 1)
    }
  }

  @Test("an unknown profile is refused, or is the default and named in the answer")
  func assumed() async throws {
    try await ServedMap.with(.town()) { served in
      let reply = try await ask(served, "/route/v1/spaceship/\(try served.coordinates(["A", "C"]))")
      #expect(reply.code == "InvalidValue" && reply.profile == nil)
    }
    var limits = ServiceLimits()
    limits.defaultProfile = Profile(name: "hgv")
    try await ServedMap.with(.town(), limits: limits) { served in
      let places = try served.coordinates(["A", "C"])
      let truck = try await ask(served, "/route/v1/truck/\(places)")
      #expect(truck.code == "Ok" && truck.profile == nil)
      let other = try await ask(served, "/route/v1/spaceship/\(places)")
      #expect(other.code == "Ok" && other.profile == "truck")
      #expect(other.routes?.first?.distance == truck.routes?.first?.distance)
      let refused = try await ask(
        served, "/route/v1/spaceship/\(try served.coordinates(["A", "X"]))?radiuses=5;5")
      #expect(refused.code != "Ok" && refused.profile == "truck")
    }
  }

  @Test("where swapped coordinates lie on the map, that is asked about, and nowhere else")
  func swapped() async throws {
    try await ServedMap.with(.town()) { served in
      let place = try served.roads.drawing.place("A")
      let right = "\(place.longitude),\(place.latitude)"
      let wrong = "\(place.latitude),\(place.longitude)"
      let trace = try ["A", "B", "C"].map {
        let place = try served.roads.drawing.place($0)
        return "\(place.latitude),\(place.longitude)"
      }.joined(separator: ";")
      let hint = ": did you swap latitude and longitude?"
      for target in [
        "/route/v1/driving/\(right);\(wrong)?radiuses=;1000",
        "/nearest/v1/driving/\(wrong)?radiuses=1000",
        "/table/v1/driving/\(right);\(wrong)?radiuses=1000;1000",
        "/match/v1/driving/\(trace)",
      ] {
        let reply = try await ask(served, target)
        #expect(reply.code == "NoSegment" && reply.message?.hasSuffix(hint) == true, "\(target)")
      }
      let mixed = try await ask(served, "/match/v1/driving/\(right);\(wrong);\(wrong)")
      #expect(mixed.code == "NoMatch" && mixed.message?.hasSuffix("trace" + hint) == true)
      let nowhere = try await ask(served, "/match/v1/driving/1,2;1,2.001")
      #expect(nowhere.code == "NoSegment" && nowhere.message?.contains("swap") == false)
      let far = try await ask(served, "/route/v1/driving/\(right);1,2?radiuses=;1000")
      #expect(far.code == "NoSegment" && far.message?.contains("swap") == false)
      // Who asks for no limit gets OSRM's answer.
      let any = try await ask(served, "/nearest/v1/driving/\(wrong)")
      #expect(any.code == "Ok")
    }
    var limits = ServiceLimits()
    limits.radius = 1_000
    try await ServedMap.with(.town(), limits: limits) { served in
      let place = try served.roads.drawing.place("A")
      let places = "\(place.longitude),\(place.latitude);\(place.latitude),\(place.longitude)"
      for service in ["route", "table"] {
        let reply = try await ask(served, "/\(service)/v1/driving/\(places)")
        #expect(reply.code == "NoSegment" && reply.message?.contains("swap") == true, "\(service)")
      }
      let far = "\(place.latitude),\(place.longitude)"
      #expect(try await ask(served, "/nearest/v1/driving/\(far)").code == "NoSegment")
      let any = try await ask(served, "/nearest/v1/driving/\(far)?radiuses=unlimited")
      #expect(any.code == "Ok")
    }
  }
}
