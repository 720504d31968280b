import MapCompiler
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Alternatives whose cost is not their time, by the search with penalties.
@Suite struct AlternativeCostTests {
  /// Two ways around a lake, half as long as the trip, with a side road at every letter.
  private static let lake = AsciiMap(
    """
            b c d e
            | | | |
            B-C-D-E
      p q  /       \\  u v
      | | /         \\ | |
    S-P-Q-A         G-U-V-T
           \\       /
            \\     /
             \\   /
            H-I-J-K
            | | | |
            h i j k
    """,
    metresPerCell: 200,
    ways: [
      "SPQA": "highway=trunk maxspeed=130 toll=yes",
      "ABCDEG": "highway=trunk maxspeed=130 toll=yes",
      "AHIJKG": "highway=trunk maxspeed=130 toll=yes",
      "GUVT": "highway=trunk maxspeed=130 toll=yes",
      "pP": "highway=service", "qQ": "highway=service", "bB": "highway=service",
      "cC": "highway=service", "dD": "highway=service", "eE": "highway=service",
      "hH": "highway=service", "iI": "highway=service", "jJ": "highway=service",
      "kK": "highway=service", "uU": "highway=service", "vV": "highway=service",
    ])

  /// The usual options, and two by which a path costs several times as many units as its time has.
  private static let wishes: [RouteRequest.Options] = [
    .init(alternatives: 1), .init(alternatives: 1, objective: .shortest),
    .init(alternatives: 1, costs: .init(preferences: [.toll: 0])),
  ]

  @Test(
    "the pieces that must be best paths are a share of the cost, not of the time",
    arguments: wishes, [true, false])
  func share(options: RouteRequest.Options, hierarchy: Bool) async throws {
    var compiler = MapCompiler.Options()
    compiler.hierarchy = hierarchy
    let roads = try await Self.lake.build(options: compiler)
    let request = RouteRequest(
      waypoints: [try roads.waypoint("S"), try roads.waypoint("T")], options: options)
    let found = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes
    #expect(found.map { roads.letters($0) } == ["SPQABCDEGUVT", "SPQAHIJKGUVT"])
  }
}
