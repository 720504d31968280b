import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import MapServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/route/v1` on drawn towns: lengths are those of the drawing, maneuvers those that one sees in it.
@Suite struct RouteServiceTests {
  /// Whether a length is that of some letters, within a decimetre for every kilometre and rounding.
  private func isLength(_ metres: Double, _ letters: String, _ served: ServedMap) throws -> Bool {
    abs(metres - (try served.roads.drawing.metres(letters))) < 1
  }

  @Test("a route has the length of its streets, and steps where one turns")
  func steps() async throws {
    try await ServedMap.with(.town()) { served in
      let route = try await served.route(["A", "D>E 0.5"], "steps=true&annotations=true")
      let drawing = served.roads.drawing
      let metres = try drawing.metres("ABD") + drawing.metres("DE") / 2
      #expect(abs(route.distance - metres) < 1)
      let leg = route.legs[0]
      // The street bends into Back Street, which is too short on this trip for its name to be told.
      #expect(leg.steps.map(\.maneuver.type) == ["depart", "turn", "arrive"])
      #expect(leg.steps.map(\.maneuver.modifier) == [nil, "right", nil])
      #expect(leg.steps.map(\.name) == ["Main Street", "Side Street", "Back Street"])
      #expect(leg.steps[0].ref == "7")
      #expect(leg.steps.allSatisfy { $0.mode == "driving" && $0.driving_side == "right" })
      let corner = leg.steps[1].intersections[0]
      #expect(corner.bearings == [90, 180, 270])
      #expect(corner.entry == [true, true, false])
      #expect(corner.in == 2 && corner.out == 1)
      #expect(leg.steps[1].maneuver.bearing_before == 90)
      #expect(leg.steps[1].maneuver.bearing_after == 180)
      #expect(abs(leg.steps.reduce(0) { $0 + $1.distance } - route.distance) < 0.3)
      let annotation = try #require(leg.annotation)
      #expect(abs(annotation.distance.reduce(0, +) - route.distance) < 0.5)
      #expect(annotation.speed.count == annotation.datasources.count)
    }
  }

  @Test("a lorry too high for the bridge goes round it, and driving with a height is a lorry")
  func truck() async throws {
    try await ServedMap.with(.town()) { served in
      let car = try await served.route(["A", "C"])
      let low = try await served.route(["A", "C"], "height=3.8", profile: "truck")
      let high = try await served.route(["A", "C"], "height=3.9", profile: "truck")
      let driving = try await served.route(["A", "C"], "height=3.9")
      #expect(try isLength(car.distance, "ABC", served))
      #expect(try isLength(low.distance, "ABC", served))
      #expect(try isLength(high.distance, "ABDEC", served))
      #expect(driving.distance == high.distance)
    }
  }

  @Test("where no way leads, NoRoute says so, and what stands in the way if that is asked for")
  func noRoute() async throws {
    let drawing = AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8", "CD": "highway=primary",
      ])
    try await ServedMap.with(drawing) { served in
      let plain: Answers.Failure = try await served.ask("route", ["A", "D"], "height=4")
      #expect(plain.code == "NoRoute" && plain.blockers == nil)
      let told: Answers.Failure = try await served.ask(
        "route", ["A", "D"], "height=4&explain=true")
      #expect(told.code == "NoRoute")
      let blocker = try #require(told.blockers?.first)
      #expect(blocker.tag == "maxheight=3.8" && blocker.rule.limit == "height")
      #expect(blocker.rule.value == 3_800 && blocker.needed == 4_000)
      #expect(blocker.reason == "maxheight=3.8, needs 4 m" && blocker.road == nil)
      let place = try served.roads.drawing.place("B>C 0.5")
      #expect(abs(blocker.position[0] - place.latitude) < 1e-5)
      #expect(abs(blocker.position[1] - place.longitude) < 1e-5)
      #expect(told.blockers?.count == 1 && (blocker.wayID ?? 0) > 0)
    }
    try await ServedMap.with(.town()) { served in
      let island: Answers.Failure = try await served.ask(
        "route", ["A", "X"], "radiuses=20;20")
      #expect(island.code == "NoRoute" && island.message == "Impossible route between points")
    }
  }

  @Test("a radius of 0 takes the coordinates of an answer, one of -1 any road, others below 0 none")
  func radiuses() async throws {
    try await ServedMap.with(.town()) { served in
      let near = try served.coordinates(["A", "E"])
      let road: Answers.Routes = try await served.ask("route", ["A", "E"])
      let first = try #require(road.waypoints?.first).location
      let on = "\(first[0]),\(first[1])"
      let end = try #require(near.split(separator: ";").last)
      for (radius, code) in [
        ("0;", "Ok"), ("-1;", "Ok"), ("-1;-1", "Ok"), ("-5;", "NoSegment"), (";-0.1", "NoSegment"),
      ] {
        let reply = try await served.get("/route/v1/driving/\(on);\(end)?radiuses=\(radius)")
        #expect(reply.body.contains("\"code\":\"\(code)\""), "\(radius): \(reply.body)")
      }
      let off = try await served.get("/route/v1/driving/\(first[0] + 0.0005),0;\(end)?radiuses=0;")
      #expect(off.body.contains("NoSegment"))
    }
  }

  @Test("what is excluded is closed to all services, what is avoided is a wish")
  func exclusions() async throws {
    let drawing = AsciiMap(
      """
      A---B---C---D
      |
      E---F
      """,
      ways: [
        "AB": "highway=primary", "BC": "highway=primary toll=yes name=Dear",
        "CD": "highway=primary",
        "AEF": "highway=primary",
      ])
    try await ServedMap.with(drawing) { served in
      for more in ["", "&explain=true"] {
        let wish = try await served.route(["A", "D"], "avoid=toll,ferry" + more)
        #expect(try isLength(wish.distance, "ABCD", served))
        #expect(wish.notices?.map(\.code) == ["avoidanceViolated"])
      }
      #expect(try await served.route(["A", "D"], "avoid=ferry").notices == nil)
      // There is no other way.
      for more in ["alternatives=true", "alternatives=2&explain=true"] {
        let only = try await served.route(["A", "D"], more)
        #expect(only.notices?.map(\.code) == ["fewerAlternatives"], "\(more)")
      }
      let refusal: Answers.Failure = try await served.ask(
        "route", ["A", "D"], "exclude=toll&exclude=ferry&explain=true")
      #expect(refusal.code == "NoRoute")
      #expect(refusal.blockers?.map(\.reason) == ["excluded: toll"])
      #expect(refusal.blockers?.map(\.tag) == ["exclude=toll"])
      let other = try await served.route(["A", "D"], "exclude=ferry,motorway")
      #expect(try isLength(other.distance, "ABCD", served))
      let table: Answers.Table = try await served.ask("table", ["A", "D"], "exclude=toll")
      #expect(table.durations == [[0, nil], [nil, 0]])
      let near: Answers.Nearest = try await served.ask("nearest", ["B>C 0.4"], "exclude=toll")
      #expect(near.waypoints[0].name != "Dear" && near.waypoints[0].distance > 1)
      let none: Answers.Failure = try await served.ask(
        "nearest", ["B>C 0.4"], "exclude=toll&radiuses=1")
      #expect(none.code == "NoSegment")
      let trace: Answers.Failure = try await served.ask(
        "match", ["B>C 0.3", "B>C 0.5", "B>C 0.7"], "exclude=toll&radiuses=1;1;1")
      #expect(trace.code == "NoSegment" || trace.code == "NoMatch")
    }
  }

  @Test(
    "a point excludes the road nearest to it, from junction to junction", arguments: ["%20", "+"])
  func excludedPoint(_ space: String) async throws {
    try await ServedMap.with(.town()) { served in
      let place = try served.roads.drawing.place("B>C 0.5")
      let point = "exclude=toll,point(\(place.longitude)\(space)\(place.latitude))"
      #expect(try isLength(await served.route(["A", "C"]).distance, "ABC", served))
      #expect(try isLength(await served.route(["A", "C"], point).distance, "ABDEC", served))
      let area = "/isochrone/v1/driving/\(try served.coordinates(["A"]))?time=5&network=true"
      let all = try await served.get(area).body.ranges(of: "\"edge\":").count
      let open = try await served.get(area + "&" + point).body.ranges(of: "\"edge\":").count
      #expect(open > 0 && open <= all - 2)
      for (service, wish) in [
        ("table", point), ("match", point), ("route", "exclude=point(50\(space)50)"),
        ("route", "exclude=toll,point(8)"), ("route", "exclude=point(500\(space)0)"),
      ] {
        let refusal: Answers.Failure = try await served.ask(service, ["A", "C"], wish)
        #expect(refusal.code == "InvalidValue", "\(service) \(wish)")
      }
      let many = "exclude=toll" + String(repeating: ",point(8\(space)50)", count: 51)
      let refusal: Answers.Failure = try await served.ask("route", ["A", "C"], many)
      #expect(refusal.code == "TooBig")
    }
  }

  @Test("a blocker can be read by other engines, and has the same bytes each time")
  func codedRule() async throws {
    struct Refusal: Decodable { var blockers: [Blocker] }
    let drawing = AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8", "CD": "highway=primary",
      ])
    try await ServedMap.with(drawing) { served in
      let target =
        "/route/v1/driving/\(try served.coordinates(["A", "D"]))?height=4&explain=true"
      let reply = try await served.get(target)
      let refusal = try JSONDecoder().decode(Refusal.self, from: Data(reply.body.utf8))
      let blocker = try #require(refusal.blockers.first)
      #expect(refusal.blockers.count == 1 && blocker.needed == 4_000)
      #expect(blocker.rule == RoadRule(.limit(.height, 3_800)))
      #expect(try await served.get(target).body == reply.body)
    }
  }

  @Test(
    "a via point makes two legs, is passed straight on, and turns round only where that is asked for"
  )
  func via() async throws {
    try await ServedMap.with(.town()) { served in
      let places = ["A", "B>C 0.5", "A"]
      let straight = try await served.route(places)
      #expect(straight.legs.count == 2)
      #expect(try isLength(straight.distance, "ABCEDBA", served))
      let back = try await served.route(places, "continue_straight=false")
      let half = try served.roads.drawing.metres("BC") / 2
      #expect(abs(back.distance - 2 * (try served.roads.drawing.metres("AB") + half)) < 1)
      let through = try await served.route(["A", "B>C 0.5", "E"], "waypoints=0;2&steps=true")
      #expect(through.legs.count == 1)
      #expect(try isLength(through.distance, "ABCE", served))
    }
  }

  @Test("a course at the start sends one off that way")
  func bearing() async throws {
    try await ServedMap.with(.town()) { served in
      let whole = try served.roads.drawing.metres("AB")
      let east = try await served.route(["A>B 0.5", "B"], "bearings=90,20;")
      let west = try await served.route(["A>B 0.5", "B"], "bearings=270,20;")
      #expect(abs(east.distance - whole / 2) < 1)
      #expect(abs(west.distance - whole * 1.5) < 1)
      let across: Answers.Failure = try await served.ask(
        "route", ["A>B 0.5", "B"], "bearings=0,20;&radiuses=20;20")
      #expect(across.code == "NoSegment")
    }
  }

  @Test("the side from which a place is reached can be chosen")
  func approaches() async throws {
    try await ServedMap.with(.town()) { served in
      let places = ["A", "B>C 0.5 right 10"]
      let curb = try await served.route(places, "approaches=;curb")
      let opposite = try await served.route(places, "approaches=;opposite")
      let half = try served.roads.drawing.metres("BC") / 2
      #expect(abs(curb.distance - (try served.roads.drawing.metres("AB")) - half) < 1)
      #expect(abs(opposite.distance - (try served.roads.drawing.metres("ABDEC")) - half) < 1)
    }
  }

  @Test("the exits of a roundabout are counted")
  func roundabout() async throws {
    let drawing = AsciiMap(
      """
      W-A-B-E
        | |
        D-C
          |
          S
      """,
      ways: [
        "ADCBA": "highway=primary junction=roundabout", "WA": "highway=primary name=West",
        "BE": "highway=primary name=East",
        "CS": "highway=primary name=South",
      ])
    try await ServedMap.with(drawing) { served in
      for (end, exit, name) in [("S", 1, "South"), ("E", 2, "East")] {
        let steps = try await served.route(["W", end], "steps=true").legs[0].steps
        #expect(
          steps.map(\.maneuver.type) == ["depart", "roundabout", "exit roundabout", "arrive"])
        #expect(steps[1].maneuver.exit == exit, "\(end)")
        #expect(steps[2].maneuver.exit == exit, "\(end)")
        #expect(steps[1].name == name)
      }
    }
  }

  @Test("a hint of an answer stands for the place on the road")
  func hints() async throws {
    try await ServedMap.with(.town()) { served in
      let near: Answers.Nearest = try await served.ask("nearest", ["A>B 0.5 left 10"])
      let hint = try #require(near.waypoints[0].hint)
      let answer: Answers.Routes = try await served.ask(
        "route", ["A>B 0.2 left 40", "B"], "hints=\(hint);")
      let half = try served.roads.drawing.metres("AB") / 2
      #expect(abs(answer.routes[0].distance - half) < 1)
      #expect(answer.waypoints?[0].location == near.waypoints[0].location)
      // A hint of another program or map is of no use, and does no harm.
      let strange: Answers.Routes = try await served.ask("route", ["A", "B"], "hints=AAAAAAAA;")
      #expect(abs(strange.routes[0].distance - 2 * half) < 1)
    }
  }

  @Test("a route from a place to itself is there, and empty")
  func nowhere() async throws {
    try await ServedMap.with(.town()) { served in
      for place in ["A", "B", "A>B 0.5"] {
        let route = try await served.route(
          [place, place], "steps=true&annotations=true&overview=full")
        #expect(route.distance == 0 && route.duration == 0)
        #expect(route.legs[0].steps.map(\.maneuver.type) == ["depart", "arrive"])
      }
    }
  }

  @Test(
    "where a trip ends at a junction, nothing is to be done on a road of which nothing is driven")
  func endAtJunction() async throws {
    try await ServedMap.with(.town()) { served in
      let route = try await served.route(["A>B 0.5", "B"], "steps=true&bearings=270,20;")
      #expect(route.legs[0].steps.map(\.maneuver.type) == ["depart", "continue", "arrive"])
      #expect(route.legs[0].steps[1].maneuver.modifier == "uturn")
    }
  }

  @Test("an end that is moved to another road is told of without being asked")
  func movedEnd() async throws {
    let main = "M" + String(repeating: "-", count: 60) + "N"
    let drawing = AsciiMap(
      "s---t\n\n" + main, ways: [("st", "highway=residential"), ("MN", "highway=primary")])
    try await ServedMap.with(drawing) { served in
      let moved = try await served.route(["t", "N"])
      #expect(moved.notices?.map(\.code) == ["snappedFarther"])
      let within = try await served.route(["s", "t"])
      #expect(within.notices == nil)
      let table: Answers.Table = try await served.ask("table", ["N", "t", "M"])
      #expect(table.notices?.map(\.code) == ["snappedFarther"])
      #expect(table.notices?.first?.text.contains("nearest to waypoint 2 is") == true)
      let column: Answers.Table = try await served.ask(
        "table", ["N", "M", "t"], "sources=0&destinations=2")
      #expect(column.notices?.first?.text.contains("nearest to waypoint 3 is") == true)
      let joined: Answers.Table = try await served.ask("table", ["s", "t"])
      #expect(joined.notices == nil)
    }
  }

  @Test("a departure that can't be used is told of without being asked")
  func departureIgnored() async throws {
    try await ServedMap.with(.town()) { served in
      let told = try await served.route(["A", "C"], "depart_at=2026-11-21T10:00")
      #expect(told.notices?.map(\.code) == ["departureIgnored"])
      let used = try await served.route(["A", "C"], "depart_at=2026-11-21T10:00Z")
      #expect(used.notices == nil)
      let table: Answers.Table = try await served.ask(
        "table", ["A", "C"], "depart_at=2026-11-21T10:00")
      #expect(table.notices?.map(\.code) == ["departureIgnored"])
    }
  }

  @Test("the nearest roads of a vehicle are those that its routes begin on")
  func nearestWithLimits() async throws {
    try await ServedMap.with(.town()) { served in
      let place = "B>C 0.5 right 20"
      for (query, name) in [
        ("", "Main Street"), ("height=3.8", "Main Street"), ("height=4", "Back Street"),
      ] {
        let near: Answers.Nearest = try await served.ask(
          "nearest", [place], query, profile: "truck")
        #expect(near.waypoints[0].name == name, "\(query)")
        let route: Answers.Routes = try await served.ask(
          "route", [place, "A"], query, profile: "truck")
        let stop = try #require(route.waypoints)[0]
        #expect(stop.location == near.waypoints[0].location, "\(query)")
      }
      let none: Answers.Failure = try await served.ask(
        "nearest", [place], "height=4&radiuses=30", profile: "truck")
      #expect(none.code == "NoSegment")
    }
  }

  @Test("the nearest road is never a ferry, and no trip begins aboard")
  func ferry() async throws {
    let drawing = AsciiMap(
      "A---B-------------C---D",
      ways: [("AB", "highway=primary"), ("BC", "route=ferry"), ("CD", "highway=primary")])
    try await ServedMap.with(drawing) { served in
      let landing = try served.roads.drawing.place("B")
      let sea = "B>C 0.1"
      let nearest: Answers.Nearest = try await served.ask("nearest", [sea])
      let route: Answers.Routes = try await served.ask("route", [sea, "D"])
      let table: Answers.Table = try await served.ask("table", [sea, "D"])
      for stop in [nearest.waypoints[0], try #require(route.waypoints)[0], table.sources[0]] {
        #expect(abs(stop.location[0] - landing.longitude) < 2e-6)
        #expect(abs(stop.location[1] - landing.latitude) < 2e-6)
      }
    }
  }

  @Test("the side of the destination is told where a coordinate before it lies at the same place")
  func sideAfterSamePlace() async throws {
    try await ServedMap.with(.town()) { served in
      for side in ["left", "right"] {
        let end = "B>C 0.5 \(side) 10"
        let route = try await served.route(["A", end, end], "steps=true&waypoints=0;2")
        #expect(route.legs.count == 1)
        #expect(route.legs[0].steps.last?.maneuver.modifier == side)
      }
    }
  }
}
