import Geo
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Gates that are closed or private: named in refusals, broken with a notice, explained at their roads.
@Suite struct ExplanationGates {
  static let gates: [(node: AsciiMap.Tags, vehicle: Vehicle, tag: String)] = [
    (["barrier": "gate", "access": "no"], .car, "access=no"),
    (["barrier": "gate", "hgv": "no"], Vehicle(.truck), "hgv=no"),
    (["barrier": "lift_gate", "motor_vehicle": "no"], .car, "motor_vehicle=no"),
    (["barrier": "gate", "vehicle": "no"], Vehicle(.bicycle), "vehicle=no"),
  ]

  @Test(
    "a gate that is closed is named with its place, and may be broken", arguments: gates.indices)
  func gate(_ row: Int) async throws {
    let (node, vehicle, tag) = Self.gates[row]
    let map = try await Bypass.only(["name": "Park Lane"], node: node).build()
    let error = try await map.refusal(from: "A", to: "D", vehicle, .init(snapRadiusMetres: 1))
    guard case .noRoute(0, 1, _, let found) = error else { throw error }
    #expect(found.map(\.rule.tag) == [tag])
    #expect(found.first?.position == (try map.drawing.place("N")))
    #expect(found.first?.road == "Park Lane")
    let route = try await map.response(
      from: "A", to: "D", vehicle, .init(snapRadiusMetres: 1, allowViolations: true))
    #expect(map.letters(route) == "ABNCD")
    #expect(route.violations.map(\.rule.tag) == [tag])
  }

  @Test(
    "a bollard, a stile and a wall are no matter of law", arguments: ["bollard", "stile", "wall"])
  func wall(_ value: String) async throws {
    let map = try await Bypass.only([:], node: ["barrier": value]).build()
    let options = RouteRequest.Options(snapRadiusMetres: 1, allowViolations: true)
    let error = try await map.refusal(from: "A", to: "D", .car, options)
    #expect(error == .noRoute(from: 0, to: 1, mode: .car, blockers: []))
  }

  /// Two large networks with one road between; in its middle a node.
  private func twoTowns(_ way: AsciiMap.Tags, node: AsciiMap.Tags) async throws
    -> (OfflineRoutingEngine, [Waypoint], Coordinate)
  {
    let south = StreetGrid(rows: 20, columns: 20)
    var north = StreetGrid(rows: 20, columns: 20, south: 471_000_000, firstID: 10_000_000)
    let ends = (south.place(19, 5), north.place(0, 5))
    let middle = ends.0.interpolated(to: ends.1, share: 0.5)
    func xml(_ tags: AsciiMap.Tags) -> String {
      tags.pairs.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
    }
    north.extra =
      "<way id=\"99\"><nd ref=\"\(south.node(19, 5))\"/><nd ref=\"999\"/>"
      + "<nd ref=\"\(north.node(0, 5))\"/>\(xml(way))</way>\n"
    let gate =
      "<node id=\"999\" lat=\"\(middle.latitude)\" lon=\"\(middle.longitude)\">\(xml(node))</node>\n"
    let built = try await BuiltMap(
      xml: "<osm version=\"0.6\">\(gate + south.elements + north.elements + north.extra)</osm>")
    let waypoints = [Waypoint(south.place(3, 3)), Waypoint(north.place(3, 3))]
    return (OfflineRoutingEngine(map: built.map), waypoints, middle)
  }

  static let through: [(way: AsciiMap.Tags, node: AsciiMap.Tags, tag: String)] = [
    ("highway=residential access=private", [:], "access=private"),
    ("highway=residential motor_vehicle=destination", [:], "motor_vehicle=destination"),
    ("highway=residential", "barrier=gate access=private", "access=private"),
    ("highway=residential", "barrier=lift_gate motor_vehicle=private", "motor_vehicle=private"),
  ]

  @Test(
    "a private road or gate between two towns is named, and may be broken",
    arguments: through.indices)
  func privateLink(_ row: Int) async throws {
    let (way, node, tag) = Self.through[row]
    let (engine, ends, middle) = try await twoTowns(way, node: node)
    var request = RouteRequest(waypoints: ends)
    do throws(RoutingError) {
      _ = try await engine.routes(for: request)
      Issue.record("there is a route")
    } catch {
      guard case .noRoute(0, 1, .car, let blockers) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(blockers.map(\.rule.tag) == [tag])
      #expect(blockers.map(\.wayID) == [99])
      #expect(blockers.allSatisfy { Distance.metres($0.position, middle) < 1 })
    }
    request.options.allowViolations = true
    let route = try await engine.routes(for: request).routes[0]
    #expect(route.violations.map(\.rule.tag) == [tag])
    #expect(route.violations.first?.span != nil)
  }

  @Test(
    "a limit inside destination access is all that is named, into and out of it",
    arguments: [("A", "E"), ("E", "A")])
  func limitInZone(_ from: String, _ to: String) async throws {
    // Vehicles may drive to their doors in the pedestrian streets of a town, through a low gate. The street between the
    // gate and the open roads belongs to the same zone as the one behind it.
    let map = try await AsciiMap(
      """
      A---B---C---D---E
                  |   |
                  F---G
      """,
      ways: [
        "AB": "highway=pedestrian motor_vehicle=destination",
        "BC": "highway=pedestrian motor_vehicle=destination maxheight=2.25 name=Gate",
        "CD": "highway=pedestrian motor_vehicle=destination", "DE": "highway=residential",
        "EGFD": "highway=residential",
      ]
    ).build()
    let high = Vehicle.lorry(height: 4_000)
    let error = try await map.refusal(from: from, to: to, high, .init(snapRadiusMetres: 1))
    guard case .noRoute(0, 1, _, let found) = error else { throw error }
    #expect(found.map(\.rule.tag) == ["maxheight=2.25"])
    #expect(found.first?.road == "Gate")
    let route = try await map.response(
      from: from, to: to, high, .init(snapRadiusMetres: 1, allowViolations: true))
    #expect(map.letters(route) == (from == "A" ? "ABCDE" : "EDCBA"))
    #expect(route.violations.map(\.rule.tag) == ["maxheight=2.25"])
    let low = Vehicle.lorry(height: 2_000)
    #expect(map.letters(try await map.response(from: from, to: to, low)).count == 5)
  }

  @Test("a trip that ends behind a private gate breaks nothing")
  func behindGate() async throws {
    let map = try await LastMileGates.map("barrier=gate access=private").build()
    let route = try await map.response(
      from: "X", to: "Z", .car, .init(snapRadiusMetres: 1, allowViolations: true))
    #expect(map.letters(route) == "XYWZ")
    #expect(route.violations.isEmpty)
  }

  @Test("the road before a gate explains it by its tag")
  func explained() async throws {
    for (node, vehicle, tag): (AsciiMap.Tags, Vehicle, String) in [
      ("barrier=gate access=private", .car, "access=private"),
      ("barrier=gate motor_vehicle=private", .car, "motor_vehicle=private"),
      ("barrier=gate hgv=no", Vehicle(.truck), "hgv=no"),
      ("barrier=gate access=no", .car, "access=no"),
    ] {
      let road = try await ExplanationRoads.explain([:], node: node, vehicle)
      #expect(road.junctions.first?.rules.map(\.tag) == [tag])
    }
  }
}
