import RoadModel
import RouteModel
import Testing

@testable import Guidance

/// Which of the lanes that lead along the path suit the lanes after them.
@Suite struct LaneAnticipationTests {
  /// A maneuver, or a junction on the way to the next one.
  struct Place: Sendable {
    /// The arrows, as in `turn:lanes`.
    var arrows: String
    /// The lanes that lead along the path, by their numbers from the left.
    var leading: ClosedRange<Int>
    /// The direction of the maneuver; nil for a junction without one.
    var direction: RouteManeuver.Direction?
    /// The metres to the next place.
    var metres = 100.0
    /// Whether the path is known to go straight on there.
    var goesOn = false
    /// The lanes that are recommended.
    var kept: ClosedRange<Int>
  }

  /// A path in words.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var places: [Place]
    var side = DrivingSide.right

    var testDescription: String { name }

    init(_ name: String, side: DrivingSide = .right, _ places: Place...) {
      (self.name, self.side, self.places) = (name, side, places)
    }
  }

  static let cases: [Case] = [
    Case(
      "three lanes to the right become three, of which two lead to the left",
      Place(arrows: "through|right|right|right", leading: 1...3, direction: .right, kept: 1...2),
      Place(arrows: "left|left|through", leading: 0...1, direction: .left, kept: 0...1)),
    Case(
      "what follows the next turn counts for the first as well",
      Place(arrows: "through|right|right|right", leading: 1...3, direction: .right, kept: 2...2),
      Place(arrows: "left|left|through", leading: 0...1, direction: .left, kept: 1...1),
      Place(arrows: "through|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "before a turn to the right, lanes count from the right: the second but last leads there",
      Place(arrows: "||right|right", leading: 2...3, direction: .right, kept: 2...2),
      Place(arrows: "||right|right", leading: 2...3, direction: .right, kept: 2...2),
      Place(arrows: "left|right|right", leading: 0...0, direction: .left, kept: 0...0)),
    Case(
      "before a turn to the left, from the left",
      Place(arrows: "left|left||", leading: 0...1, direction: .left, kept: 1...1),
      Place(arrows: "left|left||", leading: 0...1, direction: .left, kept: 1...1),
      Place(arrows: "left|left|right", leading: 2...2, direction: .right, kept: 2...2)),
    Case(
      "lanes that end in turns are left on the way straight on",
      Place(
        arrows: "left|through|through|through|right", leading: 1...3, direction: nil, kept: 2...2),
      Place(arrows: "left|through|right", leading: 1...1, direction: nil, kept: 1...1)),
    Case(
      "a road that gains lanes on the way straight on may have gained them on either side",
      Place(arrows: "through|through|right", leading: 0...1, direction: nil, kept: 0...1),
      Place(arrows: "left|left|through|right", leading: 2...2, direction: nil, kept: 2...2)),
    Case(
      "lanes that hold on stay the same",
      Place(arrows: "left|through|through", leading: 1...2, direction: nil, kept: 2...2),
      Place(arrows: "left|through|through", leading: 1...2, direction: nil, kept: 2...2),
      Place(arrows: "left|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "so they do at the first of two junctions of a maneuver",
      Place(
        arrows: "left|left|through", leading: 0...1, direction: .left, metres: 12, goesOn: true,
        kept: 1...1),
      Place(arrows: "left|left|through", leading: 0...1, direction: nil, kept: 1...1),
      Place(arrows: "left|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "but not round a corner",
      Place(
        arrows: "left|left|through", leading: 0...1, direction: .left, metres: 12, kept: 0...1),
      Place(arrows: "left|left|through", leading: 0...1, direction: nil, kept: 1...1),
      Place(arrows: "left|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "far away, there is time to change lanes",
      Place(
        arrows: "right|right", leading: 0...1, direction: .right, metres: 300, kept: 0...1),
      Place(arrows: "left|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "more time is needed on one of the lanes beside",
      Place(
        arrows: "through|right|right", leading: 1...2, direction: .right, metres: 300, kept: 2...2),
      Place(arrows: "left|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "a maneuver without lanes between others separates them",
      Place(arrows: "through|right|right", leading: 1...2, direction: .right, kept: 1...2),
      Place(arrows: "", leading: 0...0, direction: .left, kept: 0...0),
      Place(arrows: "left|right", leading: 1...1, direction: .right, kept: 1...1)),
    Case(
      "one turns round to the left", side: .right,
      Place(arrows: "right|right", leading: 0...1, direction: .right, kept: 0...0),
      Place(arrows: "reverse|through|through", leading: 0...0, direction: .uTurn, kept: 0...0)),
    Case(
      "or to the right, where traffic drives on the left", side: .left,
      Place(arrows: "left|left", leading: 0...1, direction: .left, kept: 1...1),
      Place(arrows: "through|through|reverse", leading: 2...2, direction: .uTurn, kept: 2...2)),
  ]

  @Test("lanes suit what follows", arguments: cases)
  func kept(_ test: Case) {
    var steps = [step(.depart)]
    var edges = [Self.edge(0, metres: 500)]
    for (number, place) in test.places.enumerated() {
      let point = number + 1
      edges.append(Self.edge(point, metres: place.metres))
      let arrows = place.arrows.isEmpty ? [] : LaneIndications.lanes(place.arrows)
      let lanes = arrows.enumerated().map { index, indications in
        let leads = place.leading.contains(index)
        return RouteLane(
          indications: indications, isValid: leads, isRecommended: leads,
          followed: leads ? indications : [])
      }
      let arms = [0, 180].map { RouteIntersection.Arm(bearing: $0, isOpen: $0 == 0) }
      let intersection = RouteIntersection(
        point: point, arms: place.goesOn ? arms : [], arrivingArm: place.goesOn ? 1 : nil,
        leavingArm: place.goesOn ? 0 : nil, lanes: lanes)
      if let direction = place.direction {
        var made = step(.turn, direction)
        made.intersections = [intersection]
        steps.append(made)
      } else {
        steps[steps.count - 1].intersections.append(intersection)
      }
    }
    let narrowed = LaneAnticipation(steps, along: edges, side: test.side).steps
    let found = narrowed.flatMap(\.intersections).filter { $0.point > 0 }
    #expect(found.count == test.places.count)
    for (intersection, place) in zip(found, test.places) {
      let lanes = intersection.lanes
      #expect(
        lanes.indices.filter { lanes[$0].isRecommended }
          == (lanes.isEmpty ? [] : Array(place.kept)))
      // Each lane that leads there still may be used.
      #expect(
        lanes.indices.filter { lanes[$0].isValid } == (lanes.isEmpty ? [] : Array(place.leading)))
    }
  }

  private static func edge(_ point: Int, metres: Double) -> RouteEdge {
    RouteEdge(
      id: EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 0)), wayID: 1,
      isForward: true, lengthMetres: metres, durationSeconds: 1, turnDurationSeconds: 0,
      name: nil, ref: nil, road: RoadAttributes(roadClass: .secondary), limits: [],
      conditionalRules: [], points: point...point + 1)
  }
}
