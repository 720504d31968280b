import Geo
import MapMatching
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Drives on real extracts, and the exact events of each; skipped where the extracts are absent.
@Suite struct RealScenarioTests {
  private static let monaco = "monaco-osrm.osm.pbf"
  private static let liechtenstein = "liechtenstein-2025.osm.pbf"

  /// A drive on an extract.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var extract: String
    /// Latitude and longitude of the waypoints.
    var places: [(Double, Double)]
    /// Where the driver goes first instead, without the navigator knowing; nil along the route.
    var detour: (Double, Double)?
    var vehicle = Vehicle.car
    var simulation: @Sendable (inout DriveSimulator.Options) -> Void = { _ in }
    /// Whether the engine fails until so many requests have come.
    var failures = 0
    var events: String

    var testDescription: String { name }
  }

  private static let palace = (43.7311, 7.4197)
  private static let casino = (43.7396, 7.4273)
  private static let stadium = (43.7276, 7.4153)
  private static let vaduz = (47.1397, 9.5222)
  private static let schaan = (47.1686, 9.5081)
  private static let malbun = (47.1022, 9.6094)
  private static let arrival = "near 1, at 1, ended arrived"

  static let cases = [
    Case(
      name: "through Monaco", extract: monaco, places: [palace, casino],
      events: "leg 0, \(arrival)"),
    Case(
      name: "through Monaco with 10 m of noise", extract: monaco, places: [palace, casino],
      simulation: { $0.noiseMetres = 10 }, events: "leg 0, \(arrival)"),
    // The trip begins in the tunnel under the rock.
    Case(
      name: "out of a tunnel without fixes", extract: monaco, places: [palace, casino],
      simulation: { $0.gaps = [60...330] }, events: "leg 0, signalLost, signalFound, \(arrival)"),
    Case(
      name: "ten minutes in a jam", extract: monaco, places: [palace, casino],
      simulation: { $0.stops = [.init(metres: 700, seconds: 600)] }, events: "leg 0, \(arrival)"),
    // The roads part at an acute angle in the tunnel, so the other one is beside the route at first.
    Case(
      name: "the other way out of the tunnel", extract: monaco, places: [palace, casino],
      detour: stadium,
      events: "leg 0, left parallelRoad, willReroute, request reroute, didReroute, \(arrival)"),
    Case(
      name: "no route for the reroute at first", extract: monaco, places: [palace, casino],
      detour: stadium, failures: 1,
      events: "leg 0, left parallelRoad, willReroute, request reroute, failedToReroute, "
        + "willReroute, request reroute, didReroute, \(arrival)"),
    Case(
      name: "from town to town", extract: liechtenstein, places: [vaduz, schaan],
      events: "leg 0, \(arrival)"),
    Case(
      name: "bends up to a mountain village", extract: liechtenstein, places: [vaduz, malbun],
      simulation: { $0.noiseMetres = 10 }, events: "leg 0, \(arrival)"),
    Case(
      name: "a truck down from a mountain village", extract: liechtenstein,
      places: [malbun, vaduz], vehicle: Vehicle(.truck), events: "leg 0, \(arrival)"),
    Case(
      name: "towards the mountains instead of the next town", extract: liechtenstein,
      places: [vaduz, schaan], detour: malbun,
      events: "leg 0, left otherRoad, willReroute, request reroute, didReroute, \(arrival)"),
  ]

  private static let hasExtracts = TestData.present([monaco, liechtenstein]).count == 2
  private static let needed: Comment =
    "needs monaco-osrm.osm.pbf and liechtenstein-2025.osm.pbf; set MAPC_DATA"

  @Test(
    "a drive on an extract gives exactly these events", .enabled(if: hasExtracts, needed),
    arguments: cases)
  func events(_ drive: Case) async throws {
    let events = try await run(drive)
    var words: [String] = []
    for event in events {
      if let word = Runner.word(event), word != words.last { words.append(word) }
    }
    #expect(words.joined(separator: ", ") == drive.events)
    try checkOrder(events)
  }

  @Test(
    "a drive on an extract that is saved and restored after every event gives the same",
    .enabled(if: hasExtracts, needed), arguments: cases)
  func saved(_ drive: Case) async throws {
    let plain = try await run(drive)
    #expect(try await run(drive, savingAtEveryEvent: true) == plain)
  }

  /// The events of a drive.
  ///
  /// - Parameters:
  ///   - drive: The drive.
  ///   - savingAtEveryEvent: Whether the trip is saved and restored after each fix that brings more than progress.
  /// - Returns: The events.
  /// - Throws: What the extract, the engine or a saved trip fails with.
  private func run(_ drive: Case, savingAtEveryEvent: Bool = false) async throws -> [TripEvent] {
    let map = try await BuiltMap(extract: drive.extract)
    let engine = OfflineRoutingEngine(map: map.map)
    var request = RouteRequest(
      waypoints: drive.places.map { Waypoint(latitude: $0.0, longitude: $0.1) },
      vehicle: drive.vehicle)
    request.options.steps = true
    let response = try await engine.routes(for: request)
    var driven = response.routes[0]
    if let detour = drive.detour {
      var other = request
      other.waypoints[1] = Waypoint(latitude: detour.0, longitude: detour.1)
      driven = try await engine.routes(for: other).routes[0]
    }
    let matcher = MapMatcher(map: map.map, vehicle: drive.vehicle)
    var trip = try #require(
      Trip(response, of: request, options: Scenario.options(), matcher: matcher))
    var options = DriveSimulator.Options(seed: 1, secondsAtEnd: 20)
    drive.simulation(&options)
    var vehicle = SimulatedDrive(DriveSimulator(driven, options: options))
    var requests = 0
    var events: [TripEvent] = []
    while let news = vehicle.next(
      of: &trip,
      answering: { asked in
        requests += 1
        if requests <= drive.failures { return .failure(asked.id, .cancelled) }
        return engine.answer(asked)
      })
    {
      events += news
      let hasMore = news.contains { if case .progress = $0 { false } else { true } }
      if savingAtEveryEvent, hasMore { try Scenario.restore(&trip, matcher) }
    }
    return events
  }
}
