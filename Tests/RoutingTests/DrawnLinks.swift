import RoadModel
import RouteModel
import TestSupport
import Testing

/// Links with the number of the road that they lead to, beside the road that they leave.
@Suite struct DrawnLinkTests {
  /// A road from N to S, and a link from it at M onto another road, which also comes from E and leads back at W.
  private static let drawing = AsciiMap(
    """
          N









        M
                                  E


          X
       W








                        Y
     S
    """, metresPerCell: 2.4,
    ways: [
      "NMWS": "highway=primary name=Main oneway=yes lanes=2",
      "MXY": "highway=primary_link ref=L33 oneway=yes lanes=1",
      "EXW": "highway=primary_link ref=L33 oneway=yes lanes=1",
    ])

  @Test("two links at a bend are no carriageways, if no road closes a triangle with them")
  func links() async throws {
    let roads = try await Self.drawing.build()
    let steps = try await roads.response(from: "N", to: "Y", .car, .init(steps: true))
      .sections[0].steps
    // 38 degrees at M, and 28 more at X: together a turn, as in OSRM.
    #expect(steps.map(\.maneuver.kind) == [.depart, .turn, .arrive])
    #expect(steps[1].maneuver.direction == .left)
  }
}
