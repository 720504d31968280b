import Geo
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport

/// Vehicles that leave their route, or begin off it.
extension ScenarioTests {
  static let leaving: [Scenario] = [
    Scenario(
      name: "a missed turn", map: .town, places: ["A", "F"], steps: [.drive("ABCDGF")],
      events: "leg 0, left otherRoad, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "a missed turn in noise of 10 m", map: .town, places: ["A", "F"],
      steps: [.drive("ABCDGF", Drive(noise: 10, seed: 9))],
      events: "leg 0, left otherRoad, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "a wrong turn without heading", map: .town, places: ["A", "D"],
      steps: [
        .drive("ABE", Drive(noise: 4, seed: 10, hasHeading: false, stand: 0)), .input(.cancel),
      ], events: "leg 0, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "a wrong turn without a map", map: .town, places: ["A", "D"], withMap: false,
      steps: [.drive("ABE", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left offRoads, \(newRoute), ended cancelled"),
    Scenario(
      name: "turned round", map: .town, places: ["A", "D"],
      steps: [.drive("ABA", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left turnedBack, \(newRoute), ended cancelled"),
    Scenario(
      name: "a new route that leads back over its beginning", map: .line, places: ["C", "A"],
      steps: [
        .drive("CB", Drive(noise: 4, seed: 15, stand: 0)),
        .drive("BCDEFGHIJKJIHGFEDCBA", Drive(noise: 4, seed: 16)),
      ], events: "leg 0, left turnedBack, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "turned round without a map", map: .town, places: ["A", "D"], withMap: false,
      steps: [.drive("ABA", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left turnedBack, \(newRoute), ended cancelled"),
    Scenario(
      name: "a missed exit", map: .exit, places: ["A", "f"],
      steps: [.drive("ABC", Drive(speed: 25, stand: 0)), .input(.cancel)],
      events: "leg 0, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "an exit too early", map: .exit, places: ["A", "D"],
      steps: [.drive("ABefgD", Drive(speed: 20))],
      events: "leg 0, left otherRoad, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "onto the frontage road", map: .frontage, places: ["A", "D"],
      steps: [.drive("ABefCD")],
      events: "leg 0, left serviceRoad, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "beside the frontage road that is the route", map: .frontage,
      places: ["A", "e>f 0.9"], steps: [.drive("ABC", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left parallelRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "a new route that begins in the other direction only", map: .town, places: ["A", "D"],
      respond: { request, _ in
        request.request.waypoints[0].course == nil
          ? nil : .failure(request.id, .noRoute(from: 0, to: 1, mode: .car, blockers: []))
      },
      steps: [.drivesUntil("didReroute", "ABE", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "another round", map: .ring, places: ["W", "E"], steps: [.drive("WdcbadcbE")],
      events: "leg 0, left roundabout, returned, near 1, at 1, ended arrived"),
    Scenario(
      name: "the wrong exit of a roundabout", map: .ring, places: ["W", "E"],
      steps: [.drive("WdcS", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "a car park for long", map: .yards, places: ["A", "D"],
      steps: [.drive("ABpq", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left carPark, \(newRoute), ended cancelled"),
    Scenario(
      name: "a service road", map: .yards, places: ["A", "D"],
      steps: [.drive("ABCsu", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, left serviceRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "against a one-way street", map: .oneWay, places: ["A", "C"],
      steps: [
        .drive("AB", Drive(stand: 0)), .drive("BEF", Drive(speed: 14, stand: 0)), .input(.cancel),
      ],
      events: "leg 0, left otherRoad, \(newRoute), left wrongWay, ended cancelled"),
    Scenario(
      name: "fixes of another street for ten seconds", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .drive("GF", Drive(speed: 40, stand: 0)), .drive("BCD"),
      ],
      events:
        "leg 0, discarded jump, left otherRoad, discarded jump, returned, near 1, at 1, "
        + "ended arrived"),
    Scenario(
      name: "a jump to another street for good", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .drive("GFE", Drive(speed: 40, stand: 0)), .input(.cancel),
      ],
      events: "leg 0, discarded jump, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "into a field", map: .town, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(stand: 0)), .drive("BC", Drive(left: 150, stand: 0)), .input(.cancel),
      ], events: "leg 0, discarded jump, left offRoads, \(newRoute), left offRoads, ended cancelled"
    ),
    Scenario(
      name: "the trip begins 2 km behind its destination", map: .line, places: ["A", "D"],
      steps: [.drive("KJIHGFED")],
      events: "leg 0, left offRoads, \(newRoute), near 1, at 1, ended arrived"),
    Scenario(
      name: "the trip begins in another country, without a map", map: .town, places: ["A", "D"],
      withMap: false,
      steps: [.fails(true), .input(.fix(Location(latitude: 41, longitude: 9, time: 0)))],
      events: "leg 0, left offRoads, \(failure)"),
    Scenario(
      name: "the trip begins near the end of a long route", map: .line, places: ["A", "K"],
      steps: [.drive("IJK")],
      events: "leg 0, left offRoads, returned, near 1, at 1, ended arrived"),
    Scenario(
      name: "two minutes without fixes, in which a stop is passed", map: .line,
      places: ["A", "C", "K"],
      steps: [.drive("AB", Drive(stand: 0)), .wait(120), .drive("GHIJK")],
      events: "leg 0, near 1, at 1, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "two minutes without fixes, in which two stops are passed", map: .line,
      places: ["A", "C", "E", "K"],
      steps: [.drive("AB", Drive(stand: 0)), .wait(120), .drive("GHIJK")],
      events: "leg 0, near 1, at 1, leg 1, near 2, at 2, leg 2, near 3, at 3, ended arrived"),
    Scenario(
      name: "a wrong turn after a stop", map: .town, places: ["A", "C", "D"],
      steps: [.drive("ABCFGD")],
      events:
        "leg 0, near 1, at 1, leg 1, left otherRoad, \(newRoute), near 2, at 2, ended arrived"),
  ]
}
