import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapServer

/// `annotations=nodes`: the nodes along each leg, one more than there are pieces.
@Suite struct NodeAnnotationTests {
  /// Nodes between junctions are small letters.
  private static let town = AsciiMap(
    """
    A-a-b-B-c-C
          |   |
          D-d-E-e-F
    """,
    ways: [
      "AabBcC": "highway=primary", "BDdE": "highway=residential", "CEeF": "highway=residential",
    ],
    firstNode: 5_000_000_000)

  private func letters(_ nodes: [Int64]?, _ drawing: AsciiMap) throws -> String {
    String(
      try #require(nodes).map { id in
        try "AabBcCDdEeF".first { try drawing.node($0) == id } ?? "?"
      })
  }

  /// A trip, and the letters of the nodes of its legs.
  struct Trip: Sendable, CustomTestStringConvertible {
    let places: [String]
    let legs: [String]
    init(_ places: String..., legs: String...) {
      self.places = places
      self.legs = legs
    }
    var testDescription: String { places.joined(separator: ", ") }
  }

  static let trips: [Trip] = [
    // Places between nodes: the node before, and the one behind.
    .init("A>a 0.5", "c>C 0.5", legs: "AabBcC"),
    .init("a>b 0.3", "D>d 0.3", legs: "abBDd"),
    .init("D>d 0.3", "a>b 0.3", legs: "dDBba"),
    .init("e>F 0.5", "E>e 0.5", legs: "FeE"),
    // On one piece, in both directions.
    .init("a>b 0.2", "a>b 0.8", legs: "ab"),
    .init("a>b 0.8", "a>b 0.2", legs: "ba"),
    // On one edge, with a node between.
    .init("A>a 0.5", "a>b 0.5", legs: "Aab"),
    // A stop: each leg has the whole piece on which it lies.
    .init("A>a 0.5", "B>c 0.5", "E>e 0.5", legs: "AabBc", "BcCEe"),
  ]

  @Test("a leg has the nodes of its line, from the one before its beginning on", arguments: trips)
  func nodes(_ trip: Trip) async throws {
    try await ServedMap.with(Self.town, nodeIDs: true) { served in
      for wanted in ["true", "nodes,distance,duration,speed,datasources"] {
        let route = try await served.route(
          trip.places, "annotations=\(wanted)&continue_straight=true&geometries=polyline6")
        #expect(route.legs.count == trip.legs.count)
        for (leg, letters) in zip(route.legs, trip.legs) {
          let annotation = try #require(leg.annotation)
          #expect(try self.letters(annotation.nodes, served.roads.drawing) == letters)
          #expect(annotation.distance.count == letters.count - 1)
        }
      }
    }
  }

  @Test("a trip of no length has the nodes on both sides, and two at a node")
  func nowhere() async throws {
    try await ServedMap.with(Self.town, nodeIDs: true) { served in
      for place in ["a>b 0.5", "b", "B", "A", "F"] {
        let route = try await served.route([place, place], "annotations=true")
        let nodes = try #require(route.legs[0].annotation?.nodes)
        #expect(nodes.count == 2 && route.legs[0].annotation?.distance == [0])
        if place == "a>b 0.5" {
          #expect(Set(try letters(nodes, served.roads.drawing)) == ["a", "b"])
        }
      }
    }
  }

  @Test("a waypoint at the same place as the one before adds neither a point nor a node")
  func samePlace() async throws {
    try await ServedMap.with(Self.town, nodeIDs: true) { served in
      let (start, end) = ("A>a 0.5", "c>C 0.5")
      for trip in [[start, start, end], [start, end, end], [start, start, start, end, end]] {
        let route = try await served.route(
          trip, "steps=true&annotations=true&overview=full&waypoints=0;\(trip.count - 1)")
        let annotation = try #require(route.legs[0].annotation)
        #expect(try letters(annotation.nodes, served.roads.drawing) == "AabBcC")
        #expect(annotation.distance.count == 5)
        // Each of the two numbers of a point ends with a byte below this one.
        let ends = try #require(route.geometry).utf8.count { $0 < 95 }
        #expect(ends == 2 * 6)
        #expect(route.legs[0].steps.map(\.maneuver.type) == ["depart", "arrive"])
      }
    }
  }

  @Test(
    "only those who ask for nodes get them, and a map without them has none for annotations=true")
  func wanted() async throws {
    for nodeIDs in [true, false] {
      try await ServedMap.with(Self.town, nodeIDs: nodeIDs) { served in
        let all = try await served.route(["A", "E"], "annotations=true")
        #expect((all.legs[0].annotation?.nodes != nil) == nodeIDs)
        let some = try await served.route(
          ["A", "E"], "annotations=distance,duration,speed,datasources")
        #expect(some.legs[0].annotation?.nodes == nil)
      }
    }
  }

  @Test("a matching has nodes as a route has")
  func matching() async throws {
    try await ServedMap.with(Self.town, nodeIDs: true) { served in
      let answer: Answers.Match = try await served.ask(
        "match", ["A>a 0.5", "b>B 0.5", "c>C 0.5"], "annotations=true&timestamps=0;12;24")
      let legs = answer.matchings.flatMap(\.legs)
      let found = try legs.map { try letters($0.annotation?.nodes, served.roads.drawing) }
      #expect(found == ["AabB", "bBcC"])
    }
  }

  // MARK: Points of a line to nodes of an edge

  private func place(_ x: Int32, _ y: Int32 = 0) -> Coordinate {
    Coordinate(latitudeUnits: 470_000_000 + 10_000 * y, longitudeUnits: 80_000_000 + 10_000 * x)
  }

  @Test("nodes at one place are one point of the line, and shift no others")
  func sharedPlaces() {
    let run = NodeRun([place(0), place(1), place(1), place(1), place(2), place(3), place(3)])
    #expect(run.nodes(of: [place(0), place(1), place(2), place(3)]) == [0, 1, 4, 6])
    let (half, end) = (
      Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_015_000),
      Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_025_000)
    )
    #expect(run.nodes(of: [place(0), place(1), half]) == [0, 1, 4])
    #expect(run.nodes(of: [half, place(2), end]) == [3, 4, 5])
    #expect(run.nodes(of: [half, half]) == [3, 4])
  }

  @Test("an edge that crosses itself, and a line that is not one of it, find nodes too")
  func crossing() {
    // A loop: out to (2, 0), back over (1, 0).
    let run = NodeRun([
      place(0), place(1), place(2), place(2, 1), place(1, 1), place(1), place(1, -1),
    ])
    let half = Coordinate(latitudeUnits: 470_010_000, longitudeUnits: 80_015_000)
    #expect(run.nodes(of: [half, place(1, 1), place(1), place(1, -1)]) == [3, 4, 5, 6])
    #expect(run.nodes(of: [place(0), place(1), place(2)]) == [0, 1, 2])
    #expect(run.nodes(of: [place(9), place(8), place(7)]).count == 3)
    #expect(run.nodes(of: []).isEmpty)
  }
}
