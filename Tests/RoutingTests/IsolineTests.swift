import Geo
import RoadModel
import RouteModel
import Synchronization
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Isolines on drawn maps.
@Suite struct IsolineTests {
  static let town = AsciiMap(
    """
    A-------B-------C
            |       |
            D-------E-------F
    """, metresPerCell: 100,
    ways: [
      "ABC": "highway=residential", "BD": "highway=residential", "CE": "highway=residential",
      "DEF": "highway=residential",
    ])

  private static func response(
    _ map: AsciiRoads, _ at: String, seconds: [Double], isReversed: Bool = false,
    _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init(),
    _ drawing: IsolineRequest.Drawing = .init()
  ) async throws -> IsolineResponse {
    let request = IsolineRequest(
      place: try map.waypoint(at), quantity: .time, values: seconds, vehicle: vehicle,
      options: options, isReversed: isReversed, drawing: drawing, wantsNetwork: true)
    return try await OfflineRoutingEngine(map: map.built.map).isolines(for: request)
  }

  /// The letters at which lines of the network begin, end or bend.
  private static func letters(
    _ response: IsolineResponse, _ map: AsciiRoads, _ all: String
  ) throws -> Set<Character> {
    let points = Set(try #require(response.network).flatMap(\.line))
    return Set(try all.filter { points.contains(try map.drawing.place(String($0))) })
  }

  /// Whether a place lies in a polygon of an isoline.
  private static func contains(_ isoline: Isoline, _ place: Coordinate) -> Bool {
    PolygonLookup(isoline.polygons).contains(place)
  }

  @Test("a place is inside from the second on that the route to it takes")
  func border() async throws {
    let map = try await Self.town.build()
    for place in ["C", "D>E 0.5", "F", "B"] {
      let seconds = try await map.response(from: "A", to: place).durationSeconds
      let response = try await Self.response(map, "A", seconds: [seconds - 0.02, seconds + 0.02])
      let coordinate = try map.drawing.place(place)
      let reached = try #require(response.network).contains { road in
        zip(road.line, road.line.dropFirst()).contains { a, b in
          Distance.metres(a, coordinate) + Distance.metres(coordinate, b)
            < Distance.metres(a, b) + 0.05
        }
      }
      #expect(reached, "\(place)")
      #expect(Self.contains(response.isolines[1], coordinate))
      let short = try await Self.response(map, "A", seconds: [max(seconds - 8, 1)])
      let last = try #require(short.network).map(\.atEnd).max()
      #expect(abs((last ?? 0) - max(seconds - 8, 1)) < 0.011)
    }
  }

  @Test("the part of a long road that is not reached does not make the drawing coarser")
  func longRoad() async throws {
    let map = try await AsciiMap(
      "A-------B", metresPerCell: 25_000, ways: ["AB": "highway=primary maxspeed=90"]
    ).build()
    for isReversed in [false, true] {
      let response = try await Self.response(
        map, "A>B 0.5", seconds: [300], isReversed: isReversed)
      // At most 7.5 km of 100 km are reached on each side.
      #expect(response.errorMetres < 200)
      for road in try #require(response.network) {
        for point in road.line { #expect(Self.contains(response.isolines[0], point)) }
      }
    }
  }

  @Test("values are sorted, each once, and areas grow")
  func values() async throws {
    let map = try await Self.town.build()
    let response = try await Self.response(map, "B", seconds: [90, 30, 60, 30])
    #expect(response.isolines.map(\.value) == [30, 60, 90])
    #expect(response.place.position == (try map.drawing.place("B")))
    for (inner, outer) in zip(response.isolines, response.isolines.dropFirst()) {
      let lookup = PolygonLookup(outer.polygons)
      for polygon in inner.polygons {
        for point in polygon.outer { #expect(lookup.contains(point) || lookup.touches(point)) }
      }
    }
  }

  @Test("one-way streets count in their direction, seen from either end")
  func oneway() async throws {
    let map = try await AsciiMap(
      "A-------B-------C", metresPerCell: 50,
      ways: ["AB": "highway=residential oneway=yes", "BC": "highway=residential oneway=yes"]
    ).build()
    func span(_ at: String, _ isReversed: Bool) async throws -> Set<Character> {
      let response = try await Self.response(map, at, seconds: [600], isReversed: isReversed)
      return try Self.letters(response, map, "ABC")
    }
    #expect(try await span("B>C 0.5", false) == ["C"])
    #expect(try await span("B>C 0.5", true) == ["A", "B"])
    #expect(try await span("A>B 0.5", false) == ["B", "C"])
  }

  @Test("beside a one-way dead end the area is that of the street", arguments: [false, true])
  func onewayDeadEnd(isReversed: Bool) async throws {
    let map = try await AsciiMap(
      "o\n|\nA-------B-------C", metresPerCell: 20,
      ways: ["ABC": "highway=residential", isReversed ? "oA" : "Ao": "highway=service oneway=yes"]
    ).build()
    let response = try await Self.response(map, "o", seconds: [600], isReversed: isReversed)
    #expect(try Self.letters(response, map, "ABC") == ["A", "B", "C"])
    let moved = RouteNotice.snappedFarther(waypoint: 0, metres: response.place.distanceMetres)
    #expect(response.notices == [moved])
    let along = try await Self.response(map, "o", seconds: [600], isReversed: !isReversed)
    #expect(along.notices.isEmpty)
  }

  @Test("distances are those along the best routes, quickest or shortest")
  func distances() async throws {
    // The way over D is longer and quicker.
    let map = try await AsciiMap(
      """
              D
      A-------B-------C
      """, metresPerCell: 100,
      ways: [
        "ABC": "highway=residential maxspeed=10", "ADC": "highway=primary maxspeed=100",
      ]
    ).build()
    let straight = try map.drawing.metres("ABC")
    let round = try map.drawing.metres("ADC")
    let target = try map.drawing.place("C")
    func reaches(_ metres: Double, _ objective: RouteRequest.Options.Objective) async throws -> Bool
    {
      let request = IsolineRequest(
        place: try map.waypoint("A"), quantity: .distance, values: [metres],
        options: .init(objective: objective), wantsPolygons: false, wantsNetwork: true)
      let response = try await OfflineRoutingEngine(map: map.built.map).isolines(for: request)
      return try #require(response.network).contains { $0.line.last == target }
    }
    let between = (straight + round) / 2
    #expect(try await reaches(between, .shortest))
    #expect(try await !reaches(between, .fastest))
    #expect(try await reaches(round + 1, .fastest))
    #expect(try await !reaches(straight - 1, .shortest))
  }

  @Test("an island that a ferry reaches is a polygon of its own; the ferry is in the network only")
  func island() async throws {
    let map = try await AsciiMap(
      """
      A-----------B                   C----D
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=primary", "BC": "route=ferry", "CD": "highway=primary",
      ]
    ).build()
    let across = try await map.response(from: "A", to: "D").durationSeconds
    let response = try await Self.response(map, "A", seconds: [60, across + 1])
    #expect(response.isolines[0].polygons.count == 1)
    #expect(response.isolines[1].polygons.count == 2)
    #expect(Self.contains(response.isolines[1], try map.drawing.place("D")))
    #expect(!Self.contains(response.isolines[1], try map.drawing.place("B>C 0.5")))
    #expect(try #require(response.network).contains { $0.isFerry })
    let largest = try await Self.response(
      map, "A", seconds: [60, across + 1], .car, .init(), .init(minimumShare: 1))
    #expect(largest.isolines[1].polygons.count == 1)
  }

  @Test("with only the largest polygon wanted, those that hold the place stay")
  func placeOnIsland() async throws {
    let map = try await AsciiMap(
      """
      A-----------B                   C----D
      """, metresPerCell: 100,
      ways: ["AB": "highway=primary", "BC": "route=ferry", "CD": "highway=primary"]
    ).build()
    let across = try await map.response(from: "D", to: "A").durationSeconds
    let response = try await Self.response(
      map, "D", seconds: [60, across + 1], .car, .init(), .init(minimumShare: 1))
    for isoline in response.isolines {
      #expect(Self.contains(isoline, try map.drawing.place("C>D 0.9")), "\(isoline.value)")
    }
    #expect(Self.contains(response.isolines[1], try map.drawing.place("A>B 0.5")))
  }

  @Test("more work than allowed is refused", arguments: [(2, Int.max), (Int.max, 2)])
  func work(_ labels: Int, _ parts: Int) async throws {
    let map = try await Self.town.build()
    let request = IsolineRequest(
      place: try map.waypoint("A"), quantity: .time, values: [600], wantsNetwork: true)
    #expect {
      try OfflineRoutingEngine(map: map.built.map).isolines(
        for: request, within: IsolineLimits(labels: labels, networkParts: parts))
    } throws: { error in
      if case RoutingError.invalidRange(_)? = error as? RoutingError { true } else { false }
    }
  }

  @Test("a road that is not reached lies in a hole")
  func hole() async throws {
    let map = try await AsciiMap(
      """
      A-----------------------B
      |                       |
      |                       |
      |       P-------Q       |
      |                       |
      |                       |
      D-----------------------C
      """, metresPerCell: 40,
      ways: ["ABCDA": "highway=residential", "PQ": "highway=residential"]
    ).build()
    let response = try await Self.response(
      map, "A", seconds: [600], .car, .init(), .init(errorMetres: 40))
    let polygon = try #require(response.isolines[0].polygons.first)
    #expect(response.isolines[0].polygons.count == 1 && polygon.holes.count == 1)
    #expect(!Self.contains(response.isolines[0], try map.drawing.place("P>Q 0.5")))
    #expect(response.errorMetres <= 41)
    let filled = try await Self.response(
      map, "A", seconds: [600], .car, .init(), .init(errorMetres: 40, minimumShare: 0.9))
    #expect(filled.isolines[0].polygons.first?.holes.isEmpty == true)
  }

  @Test("limits and destination access shape the area of a truck")
  func limits() async throws {
    let map = try await AsciiMap(
      """
      A-------B-------C-------D-------E
              |
              F-------G
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8",
        "CDE": "highway=primary", "BF": "highway=primary access=destination",
        "FG": "highway=primary",
      ]
    ).build()
    func letters(_ vehicle: Vehicle) async throws -> Set<Character> {
      let response = try await Self.response(map, "A", seconds: [3_600], vehicle)
      return try Self.letters(response, map, "ABCDEFG")
    }
    // G lies behind the road with destination access, in the zone that it ends.
    let low = try await letters(.lorry(height: 3_500))
    #expect(low.isSuperset(of: ["A", "B", "C", "D", "E", "F"]))
    let high = try await letters(.lorry(height: 4_000))
    #expect(high.isSuperset(of: ["A", "B", "F"]) && high.isDisjoint(with: ["C", "D", "E"]))
    for place in ["E", "G"] {
      let isRouted = try await map.attempt(from: "A", to: place, .lorry(height: 4_000)) != "none"
      let name = try #require(place.first)
      #expect(high.contains(name) == isRouted, "\(place)")
    }
  }

  @Test(
    "with few points allowed an area is coarser, and still contains the place",
    arguments: [12, 20, 60])
  func points(_ maximum: Int) async throws {
    let map = try await Self.town.build()
    let fine = try await Self.response(
      map, "A", seconds: [40, 80, 200], .car, .init(), .init(errorMetres: 15))
    #expect(fine.isolines[2].pointCount > maximum || maximum == 60)
    let response = try await Self.response(
      map, "A", seconds: [40, 80, 200], .car, .init(),
      .init(maximumPoints: maximum, errorMetres: 15))
    for isoline in response.isolines {
      #expect(isoline.pointCount <= maximum)
      #expect(Self.contains(isoline, try map.drawing.place("A")))
    }
    #expect(response.errorMetres >= fine.errorMetres)
  }

  @Test("progress rises to the end")
  func progress() async throws {
    let map = try await Self.town.build()
    let events = Events()
    let request = IsolineRequest(place: try map.waypoint("A"), minutes: [10])
    _ = try await OfflineRoutingEngine(map: map.built.map).isolines(for: request) { event in
      events.add(event)
    }
    let all = events.all
    let shares = all.compactMap { if case .progress(let share) = $0 { share } else { nil } }
    #expect(shares == shares.sorted() && shares.last == 1)
    #expect(all.last == .finished)
  }

  /// Events of several threads.
  private final class Events: Sendable {
    private let events = Mutex<[RouteEvent]>([])
    var all: [RouteEvent] { events.withLock { $0 } }
    func add(_ event: RouteEvent) { events.withLock { $0.append(event) } }
  }

  @Test("a cancelled calculation ends with that error")
  func cancellation() async throws {
    let map = try await Self.town.build()
    let request = IsolineRequest(place: try map.waypoint("A"), minutes: [10])
    let engine = OfflineRoutingEngine(map: map.built.map)
    let task = Task { () async -> RoutingError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(RoutingError) {
        _ = try await engine.isolines(for: request)
        return nil
      } catch { return error }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  /// A request that no engine takes, and the error.
  struct Refused: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var change: @Sendable (inout IsolineRequest) -> Void
    var isExpected: @Sendable (RoutingError) -> Bool

    static func range(_ name: String, _ change: @escaping @Sendable (inout IsolineRequest) -> Void)
      -> Refused
    {
      Refused(testDescription: name, change: change) {
        if case .invalidRange = $0 { true } else { false }
      }
    }
  }

  @Test(
    "requests out of range are refused by name",
    arguments: [
      .range("no value") { $0.values = [] },
      .range("nothing") { $0.values = [0] },
      .range("less than nothing") { $0.values = [60, -1] },
      .range("no number") { $0.values = [.nan] },
      .range("infinite") { $0.values = [.infinity] },
      .range("more than a day") { $0.values = [86_401] },
      .range("too many") { $0.values = (1...65).map(Double.init) },
      .range("too far") {
        $0.quantity = .distance
        $0.values = [5_000_001]
      },
      .range("two points") { $0.drawing.maximumPoints = 2 },
      .range("no error") { $0.drawing.errorMetres = 0 },
      .range("an error that is no number") { $0.drawing.errorMetres = .nan },
      .range("more than all") { $0.drawing.minimumShare = 1.1 },
      Refused(
        testDescription: "off the earth", change: { $0.place.latitude = 91 },
        isExpected: { $0 == .invalidWaypoint(index: 0) }),
      Refused(
        testDescription: "far away", change: { $0.place.latitude = -40 },
        isExpected: { if case .noRoadNear(0, .car, _, _) = $0 { true } else { false } }),
    ] as [Refused])
  func refusals(_ refused: Refused) async throws {
    let map = try await Self.town.build()
    var request = IsolineRequest(place: try map.waypoint("A"), minutes: [10])
    refused.change(&request)
    do throws(RoutingError) {
      _ = try await OfflineRoutingEngine(map: map.built.map).isolines(for: request)
      Issue.record("accepted")
    } catch { #expect(refused.isExpected(error), "\(error)") }
  }

  @Test("the largest ranges and finest drawings that are allowed end soon")
  func extremes() async throws {
    let map = try await Self.town.build()
    for quantity in IsolineRequest.Quantity.allCases {
      let request = IsolineRequest(
        place: try map.waypoint("A"), quantity: quantity,
        values: (1...64).map { Double($0) * quantity.maximum / 64 },
        drawing: .init(maximumPoints: 12, errorMetres: 4))
      let response = try await OfflineRoutingEngine(map: map.built.map).isolines(for: request)
      #expect(response.isolines.count == 64)
      #expect(response.isolines.allSatisfy { $0.pointCount <= 12 && $0.polygons.count == 1 })
    }
  }
}
