import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roads for destination traffic: trips begin and end there, and none passes through.
@Suite struct BehaviourZones {
  /// The short way from A to D leads past the road in question, between B and C.
  static func map(_ tags: AsciiMap.Tags) -> AsciiMap {
    AsciiMap(
      """
      A---B---C---D
          |   |
          E---F
      """,
      ways: [
        "AB": "highway=residential", "BC": tags, "CD": "highway=residential",
        "BEFC": "highway=residential",
      ])
  }

  static let words = [
    "access=destination", "motor_vehicle=destination", "vehicle=destination", "access=private",
    "motor_vehicle=private", "access=customers", "motor_vehicle=delivery", "motorcar=permit",
  ]

  @Test("a road for the ends of trips carries no through traffic", arguments: words)
  func zone(_ word: String) async throws {
    let map = try await Self.map(AsciiMap.Tags("highway=residential \(word)")).build()
    #expect(try await map.route(from: "A", to: "D") == "ABEFCD")
    #expect(try await map.route(from: "D", to: "A") == "DCFEBA")
    #expect(try await map.route(from: "A", to: "B>C 0.5") == "AB")
    #expect(try await map.route(from: "D", to: "B>C 0.5") == "DC")
    #expect(try await map.route(from: "B>C 0.5", to: "D") == "CD")
    #expect(try await map.route(from: "B>C 0.5", to: "A") == "BA")
    #expect(try await map.route(from: "B>C 0.2", to: "B>C 0.8") == "")
  }

  @Test("it binds the modes that it names")
  func modes() async throws {
    let map = try await Self.map("highway=residential motor_vehicle=destination").build()
    #expect(try await map.route(from: "A", to: "D", Vehicle(.bicycle)) == "ABCD")
    #expect(try await map.route(from: "A", to: "D", Vehicle(.foot)) == "ABCD")
    #expect(try await map.route(from: "A", to: "D", Vehicle(.truck)) == "ABEFCD")
    let trucks = try await Self.map("highway=residential hgv=destination").build()
    #expect(try await trucks.route(from: "A", to: "D") == "ABCD")
    #expect(try await trucks.route(from: "A", to: "D", Vehicle(.truck)) == "ABEFCD")
  }

  @Test("a trip that begins or ends at the corner of such a street may use it")
  func junctionsAtZone() async throws {
    let map = try await Self.map("highway=residential access=destination").build()
    #expect(try await map.route(from: "B", to: "C") == "BC")
    #expect(try await map.route(from: "A", to: "C") == "ABC")
    #expect(try await map.route(from: "B", to: "D") == "BCD")
    #expect(try await map.route(from: "A", to: "C>D 0.1") == "ABEFC")
  }

  @Test("an open street that is only reached over a private road is part of its zone")
  func enclosedStreet() async throws {
    let map = try await AsciiMap(
      """
      E---A---B---C---D
      |   |
      F---G
      """,
      ways: [
        "EAB": "highway=residential", "BC": "highway=residential access=private",
        "CD": "highway=residential", "EFGA": "highway=residential",
      ]
    ).build()
    #expect(try await map.route(from: "E", to: "D") == "EABCD")
    #expect(try await map.route(from: "D", to: "E") == "DCBAE")
    #expect(try await map.route(from: "G", to: "B>C 0.5") == "GAB")
    #expect(try await map.route(from: "B>C 0.5", to: "D") == "CD")
  }

  static let twoZones = AsciiMap(
    """
    A---B---C---D---G---H
        |   |   |   |
        E---F---P---Q
    """,
    ways: [
      "AB": "highway=residential", "BC": "highway=residential access=destination",
      "CD": "highway=residential", "DG": "highway=residential access=destination",
      "GH": "highway=residential", "BEFPQG": "highway=residential", "CF": "highway=residential",
      "DP": "highway=residential",
    ])

  @Test("a trip may begin in one zone and end in another, with open roads between")
  func zoneToZone() async throws {
    let map = try await Self.twoZones.build()
    #expect(try await map.route(from: "B>C 0.5", to: "D>G 0.5") == "CD")
    #expect(try await map.route(from: "D>G 0.5", to: "B>C 0.5") == "DC")
  }

  @Test("who has left the zone where the trip began does not pass through another")
  func leavesOnce() async throws {
    let map = try await Self.twoZones.build()
    #expect(try await map.route(from: "B>C 0.5", to: "H") == "CDPQGH")
    #expect(try await map.route(from: "A", to: "D>G 0.5").hasPrefix("ABEF"))
  }

  @Test("a zone of several roads is crossed by the trips that begin or end in it")
  func wideZone() async throws {
    let map = try await AsciiMap(
      """
      A---B---C---D---G
          |       |
          E---F---P
      """,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential access=destination",
        "CD": "highway=residential access=private", "DG": "highway=residential",
        "BEFPD": "highway=residential",
      ]
    ).build()
    #expect(try await map.route(from: "A", to: "C>D 0.5") == "ABC")
    #expect(try await map.route(from: "B>C 0.5", to: "G") == "CDG")
    #expect(try await map.route(from: "A", to: "G") == "ABEFPDG")
  }

  @Test("a road closed but to farm vehicles is no end of a car's trip")
  func agricultural() async throws {
    let map = try await Self.map("highway=track motor_vehicle=agricultural").build()
    let end = try await map.response(from: "A", to: "B>C 0.5").sections[0].arrival
    #expect(end.distanceMetres > 50)
  }
}
