import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Roads that only a condition opens: they connect what lies behind them.
@Suite struct LastMileOpened {
  @Test("a village behind a pass that is open in summer is reached in summer")
  func behindPass() async throws {
    let map = try await AsciiMap(
      """
      A---B-N-C---D
      |   |   |   |
      E---F   G---H
      |   |
      P---Q
      """,
      ways: [
        "ABFEA": "highway=residential", "EPQF": "highway=residential",
        "BNC": ["highway": "secondary", "access": "no", "access:conditional": "yes @ (May-Oct)"],
        "CDHGC": "highway=residential",
      ]
    ).build()
    let summer = RouteRequest.Options.at("2026-07-01 12:00")
    let route = try await map.response(from: "E", to: "H", .car, summer)
    #expect(map.letters(route).contains("BNC"))
    #expect(route.sections[0].arrival.distanceMetres < 1)
    #expect(route.notices.isEmpty)
    #expect(try await map.reaches(from: "H", to: "E", .car, summer))
  }

  static let opened: [(tags: AsciiMap.Tags, node: AsciiMap.Tags, vehicle: Vehicle)] = [
    (["hgv": "no", "hgv:conditional": "yes @ delivery"], [:], Vehicle(.truck)),
    (["hgv": "no", "hgv:conditional": "yes @ (weight<=7.5)"], [:], .lorry(weight: 7_000)),
    (["access": "no", "access:conditional": "yes @ (06:00-22:00)"], [:], .car),
    (["oneway": "-1", "oneway:conditional": "no @ (06:00-22:00)"], [:], .car),
    ([:], ["barrier": "gate", "access": "no", "access:conditional": "yes @ (06:00-22:00)"], .car),
    ([:], ["barrier": "bollard", "motor_vehicle:conditional": "yes @ (06:00-22:00)"], .car),
  ]

  @Test("an end on or behind such a road is not moved", arguments: opened.indices)
  func dead(_ row: Int) async throws {
    let (tags, node, vehicle) = Self.opened[row]
    let map = try await AsciiMap(
      """
      E---A---B-N-C---D
      |   |
      P---Q
      """,
      ways: [
        "EAQPE": "highway=residential", "AB": "highway=residential", "BNC": tags.asRoad,
        "CD": "highway=residential",
      ],
      nodes: ["N": node]
    ).build()
    let noon = RouteRequest.Options.at("Mo 12:00")
    for end in tags.line.contains("delivery") ? ["B>N 0.5"] : ["N>C 0.5", "D"] {
      let route = try await map.response(from: "E", to: end, vehicle, noon)
      #expect(route.sections[0].arrival.distanceMetres < 1, "\(end)")
      #expect(route.notices.isEmpty, "\(end)")
    }
  }
}
