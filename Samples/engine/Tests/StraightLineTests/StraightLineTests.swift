import Nav
import StraightLine
import Testing

/// A service that can't be reached.
private struct DownEngine: RoutingEngine {
  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    throw .service(.unreachable(reason: "down"))
  }
}

@Suite struct StraightLineTests {
  private let engine: StraightLineEngine
  private let request = RouteRequest(waypoints: [
    Waypoint(latitude: 46, longitude: 7),
    Waypoint(latitude: 46, longitude: 7.5, kind: .passThrough),
    Waypoint(latitude: 46, longitude: 8),
  ])

  init() throws {
    let south = try #require(Coordinate(latitude: 45, longitude: 6))
    let north = try #require(Coordinate(latitude: 47, longitude: 9))
    var box = Box.empty
    box.add(south)
    box.add(north)
    engine = StraightLineEngine(coverage: box)
  }

  @Test("a degree of longitude at 46 degrees north is 77 km")
  func length() async throws {
    let route = try await engine.routes(for: request).routes[0]
    #expect(route.sections.count == 1)
    #expect(abs(route.lengthMetres - 77_400) < 500)
    #expect(route.durationSeconds == route.lengthMetres / 50)
  }

  @Test("a calculation tells its end and has the answer")
  func calculation() async throws {
    let calculation = engine.calculate(request)
    #expect(try await calculation.response.routes.count == 1)
    guard case .succeeded = calculation.state else {
      Issue.record("\(calculation.state)")
      return
    }
  }

  @Test("the hybrid engine asks it first, and where a service is down")
  func hybrid() async throws {
    for policy in [HybridRoutingEngine.Policy.onBoardWhereCovered, .onBoardWithin(metres: 1)] {
      let hybrid = HybridRoutingEngine(onBoard: engine, server: DownEngine(), policy: policy)
      let route = try await hybrid.routes(for: request).routes[0]
      #expect(route.origin == .unknown("straight"))
    }
  }
}
