import Geo
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Ways with so many roads that are to be avoided or shunned, and yet have to be taken, that what they cost can't be
/// counted.
@Suite struct ManyAvoidedRoads {
  /// A road with toll and a street at each of its junctions; past ten of its edges leads a way without toll, twice
  /// as long.
  struct TollRoad {
    /// Edges with toll.
    let count: Int
    var speed = 80
    /// A junction that lies where the one before it does.
    var twin: Int?

    private func node(_ id: Int, _ latitude: Double, _ longitude: Double) -> String {
      "<node id=\"\(id)\" lat=\"\(latitude)\" lon=\"\(longitude)\"/>"
    }

    private func way(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
      let nodes = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
      let tags = tags.map { "<tag k=\"\($0.key)\" v=\"\($0.value)\"/>" }.joined()
      return "<way id=\"\(id)\">\(nodes)\(tags)</way>"
    }

    private func longitude(_ junction: Int) -> Double {
      5 + Double(junction == twin ? junction - 1 : junction) / 1_000
    }

    var xml: String {
      var lines = ["<osm version=\"0.6\">", node(9_000, 45.995, longitude(15))]
      for junction in 0...count {
        lines.append(node(1 + junction, 46, longitude(junction)))
        lines.append(node(10_001 + junction, 46.0005, longitude(junction)))
      }
      lines.append(
        way(
          1, (0...count).map { 1 + $0 },
          ["highway": "primary", "toll": "yes", "maxspeed": "\(speed)"]))
      lines.append(way(2, [11, 9_000, 21], ["highway": "primary"]))
      for junction in 0...count {
        lines.append(
          way(10 + junction, [1 + junction, 10_001 + junction], ["highway": "residential"]))
      }
      return lines.joined(separator: "\n") + "</osm>"
    }

    /// The end of the street at a junction.
    func end(_ junction: Int, _ kind: Waypoint.Kind = .stopover) -> Waypoint {
      Waypoint(latitude: 46.0005, longitude: longitude(junction), kind: kind)
    }
  }

  static let options: [RouteRequest.Options] = [
    .init(avoid: .tolls), .init(avoid: .tolls, objective: .shortest),
    .init(avoid: [.tolls, .ferries], strictConditions: true),
  ]

  @Test(
    "a road with toll is taken as far as it has to be, however many edges that are",
    arguments: [250, 400, 700, 1_500], options)
  func taken(_ count: Int, _ options: RouteRequest.Options) async throws {
    let road = TollRoad(count: count)
    let built = try await BuiltMap(xml: road.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    let waypoints = [road.end(0), road.end(count)]
    let route = try await engine.routes(
      for: RouteRequest(waypoints: waypoints, options: options)
    ).routes[0]
    let ways = route.sections[0].edges.map(\.wayID)
    #expect(ways.count { $0 == 1 } == count - 10)
    #expect(ways.contains(2))
    // The price is no time.
    #expect(route.durationSeconds < Double(count) * 20)
    let table = try await engine.table(
      from: [waypoints[0]], to: [waypoints[1], road.end(3)], options: options)
    #expect(table.durationSeconds[0][0] == route.durationSeconds)
    #expect(table.durationSeconds[0][1] != nil)
  }

  @Test("so is a way with a penalty that makes weeks of hours")
  func shunned() async throws {
    let road = TollRoad(count: 1_500, speed: 10)
    let built = try await BuiltMap(xml: road.xml)
    let penalties = try built.map.edges(ofWay: 1).map {
      RoadAdjustment(edge: $0, .weight(permille: 1_000_000))
    }
    let engine = OfflineRoutingEngine(map: built.map)
    let options = RouteRequest.Options(adjustments: penalties)
    let route = try await engine.routes(
      for: RouteRequest(waypoints: [road.end(0), road.end(1_500)], options: options)
    ).routes[0]
    let ways = route.sections[0].edges.map(\.wayID)
    #expect(ways.count { $0 == 1 } == 1_490)
    #expect(ways.contains(2))
    #expect(route.durationSeconds < 1_500 * 40)
    let table = try await engine.table(
      from: [road.end(0)], to: [road.end(1_500)], options: options)
    #expect(table.durationSeconds == [[route.durationSeconds]])
  }

  @Test("so it is over places that are passed through")
  func passedThrough() async throws {
    let road = TollRoad(count: 1_000)
    let built = try await BuiltMap(xml: road.xml)
    let waypoints = [0, 280, 560, 840, 1_000].map {
      road.end($0, $0 % 1_000 == 0 ? .stopover : .passThrough)
    }
    let route = try await OfflineRoutingEngine(map: built.map).routes(
      for: RouteRequest(waypoints: waypoints, options: .init(avoid: .tolls))
    ).routes[0]
    #expect(route.sections.flatMap(\.edges).count { $0.wayID == 1 } == 990)
  }

  @Test("a road with toll that is no more than a point has its price in tables too")
  func point() async throws {
    let road = TollRoad(count: 200, twin: 150)
    let built = try await BuiltMap(xml: road.xml)
    #expect(try built.map.edges(ofWay: 1).count == 400)
    let engine = OfflineRoutingEngine(map: built.map)
    let options = RouteRequest.Options(avoid: .tolls)
    let ends = [road.end(0), road.end(200)]
    let route = try await engine.routes(for: RouteRequest(waypoints: ends, options: options))
      .routes[0]
    #expect(route.sections[0].edges.count { $0.wayID == 1 } == 190)
    let table = try await engine.table(from: [ends[0]], to: [ends[1]], options: options)
    #expect(table.durationSeconds == [[route.durationSeconds]])
  }
}
