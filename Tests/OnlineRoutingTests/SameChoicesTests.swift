import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What is chosen beside the waypoints counts for every engine: two ways, and a choice that decides for one.
@Suite struct SameChoicesTests {
  /// ABC is short and slow, and for vehicles of little permitted weight; ADEC is long and quick, closed at times.
  private static let drawing = AsciiMap(
    """
    A---B---C---F---G---H
    |       |
    D-------E
    """,
    ways: [
      "ABC": "highway=residential maxspeed=20 maxweightrating=7.5",
      "ADEC": "highway=primary maxspeed=100 motor_vehicle:conditional=no~@~(PH~10:00-12:00)",
      "CF": "highway=residential", "FG": "highway=residential maxheight=3",
      "GH": "highway=residential",
    ])

  private struct Choice {
    var name: String
    var vehicle = Vehicle.car
    var options = RouteRequest.Options(snapRadiusMetres: 1)
    var end = "F"
    var letters: String

    init(
      _ name: String, _ letters: String, to end: String = "F",
      _ choose: (inout Vehicle, inout RouteRequest.Options) -> Void = { _, _ in }
    ) {
      (self.name, self.letters, self.end) = (name, letters, end)
      choose(&vehicle, &options)
    }
  }

  private static let choices = [
    Choice("none", "ADECF"),
    Choice("the shortest", "ABCF") { $1.objective = .shortest },
    Choice("no speed above 20", "ABCF") { $1.maximumSpeedKmh = 20 },
    Choice("no speed above 90", "ADECF") { $1.maximumSpeedKmh = 90 },
    Choice("slow on primary roads", "ABCF") { $1.costs.speedFactors = [.primary: 0.1] },
    Choice("left turns that take half an hour", "ABCF") {
      $1.costs.turnSeconds = [.acrossTraffic: 1_800, .withTraffic: 1_800]
    },
    Choice("a rule that may hold", "ABCF") { $1.strictConditions = true },
    Choice("a day like others", "ADECF") {
      $1.departure = Departure(iso8601: "2026-12-25T11:00+01:00")
    },
    Choice("a public holiday", "ABCF") {
      $1.departure = Departure(iso8601: "2026-12-25T11:00+01:00")
      $1.publicHolidays = ["2026-12-24", "2026-12-25"].reduce(into: []) { days, text in
        if let day = LocalDate(iso8601: text) { days.insert(day) }
      }
    },
    Choice("weight without a rating", "ABCF") {
      $0 = Vehicle(.truck)
      $0[.weight] = 12_000
      $1.objective = .shortest
    },
    Choice("a rating without a weight", "ADECF") {
      $0 = Vehicle(.truck)
      $0[.weightRating] = 12_000
      $1.objective = .shortest
    },
    Choice("rules may be broken", "ADECFGH", to: "H") {
      $0 = .lorry(height: 4_000)
      $1.allowViolations = true
    },
  ]

  @Test("a choice leads each engine the same way", arguments: EngineKind.allCases)
  func letters(_ kind: EngineKind) async throws {
    try await ServedEngines.with(Self.drawing) { served in
      for choice in Self.choices {
        let request = RouteRequest(
          waypoints: [try served.roads.waypoint("A"), try served.roads.waypoint(choice.end)],
          vehicle: choice.vehicle, options: choice.options)
        let result = await outcome(served.engine(kind), request)
        #expect(result.error == nil, "\(choice.name)")
        let route = try #require(result.route)
        #expect(served.roads.letters(route) == choice.letters, "\(choice.name)")
        let rules = route.notices.contains {
          if case .violated = $0 { true } else { false }
        }
        #expect(rules == choice.options.allowViolations, "\(choice.name)")
      }
    }
  }
}
