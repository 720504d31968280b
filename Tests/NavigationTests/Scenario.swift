import Bytes
import Geo
import JSON
import MapMatching
import MapReader
import NavFormat
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A drive on a drawn map, and the events that it must give.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// One part of a drive.
  enum Step: Sendable {
    /// Fixes along some letters.
    case drive(String, Drive = Drive())
    /// Fixes along some letters, up to the first event with a name.
    case drivesUntil(String, String, Drive = Drive())
    /// The clock alone, for some seconds.
    case ticks(Int)
    /// Any input; `after` seconds have passed.
    case input(TripInput)
    /// A fix at a place, so many seconds after the last input.
    case fix(String, seconds: Double, accuracy: Double? = nil, speed: Double? = nil)
    /// Nothing for some seconds; negative sets the clock back.
    case wait(Double)
    /// From now on the engine fails, or answers again.
    case fails(Bool)
    /// From now on requests get no answer, or get one again.
    case silence(Bool)
    /// The last request gets its answer late.
    case lateAnswer
    /// The trip is saved and restored.
    case save
  }

  var name: String
  var map: DrawnMap
  var places: [String]
  var passing: Set<Int> = []
  var options: @Sendable (inout TripOptions) -> Void = { _ in }
  var request: @Sendable (inout RouteRequest) -> Void = { _ in }
  var answers: @Sendable (TripQuestion) -> TripAnswer? = { _ in nil }
  var vehicle = Vehicle.car
  var alternatives = 0
  var withMap = true
  /// Whether the trip's map, but not the engine's, has damaged tiles.
  var isDamaged = false
  /// What a request gets in place of the engine's answer; nil for that.
  var respond: @Sendable (TripRequest, OfflineRoutingEngine) -> TripInput? = { _, _ in nil }
  /// Changes the first response.
  var response: @Sendable (inout RouteResponse) -> Void = { _ in }
  /// The driven route in the traffic of now; nil if that is not known.
  var refresh: @Sendable (Route) -> RouteRefresh? = { _ in nil }
  var steps: [Step]
  /// Whether ``events`` has progress, names and sentences, too.
  var tellsAll = false
  var events: String

  var testDescription: String { name }

  /// The options of all scenarios: the approach is short, and nothing is improved.
  static func options(_ edit: (inout TripOptions) -> Void = { _ in }) -> TripOptions {
    var options = TripOptions()
    options.approachSeconds = 15
    options.improveSeconds = 0
    edit(&options)
    return options
  }

  /// Runs it.
  func run(savingAtEveryEvent: Bool = false) async throws -> Runner {
    let roads = try await map.roads()
    let damaged = isDamaged ? try await map.damaged() : nil
    var runner = Runner(
      try roads.trip(
        places, passing: passing, Self.options(options), vehicle: vehicle,
        alternatives: alternatives, withMap: withMap, edit: request, response: response))
    runner.tellsAll = tellsAll
    runner.answer = answers
    runner.refresh = refresh
    let engine = runner.engine
    runner.respond = { respond($0, engine) }
    let matcher =
      withMap ? MapMatcher(map: damaged ?? roads.built.map, vehicle: vehicle) : nil
    if isDamaged { runner.trip.attach(matcher) }
    if savingAtEveryEvent {
      runner.before = { try Self.restore(&$0, matcher) }
    }
    var clock = 0.0
    for step in steps { try take(step, &runner, &clock, roads, matcher) }
    return runner
  }

  private func take(
    _ step: Step, _ runner: inout Runner, _ clock: inout Double, _ roads: AsciiRoads,
    _ matcher: MapMatcher?
  ) throws {
    switch step {
    case .drive(let letters, var drive):
      drive.start = clock
      let fixes = try drive.fixes(letters, on: roads)
      try runner.drive(fixes)
      clock += Double(fixes.count)
    case .drivesUntil(let name, let letters, var drive):
      drive.start = clock
      for fix in try drive.fixes(letters, on: roads)
      where !runner.events.contains(where: { $0.name == name }) {
        try runner.take(.fix(fix))
        clock += 1
      }
    case .ticks(let seconds):
      for _ in 0..<seconds {
        try runner.take(.tick(clock))
        clock += 1
      }
    case .input(let input): try runner.take(input)
    case .wait(let seconds): clock += seconds
    case .fix(let place, let seconds, let accuracy, let speed):
      clock += seconds
      let at = try roads.drawing.place(place)
      try runner.take(
        .fix(
          Location(
            latitude: at.latitude, longitude: at.longitude, time: clock, accuracyMetres: accuracy,
            speed: speed)))
    case .fails(let fails):
      runner.respond =
        fails
        ? { .failure($0.id, .noRoute(from: 0, to: 1, mode: .car, blockers: [])) }
        : { [respond, engine = runner.engine] in respond($0, engine) }
    case .silence(let isSilent): runner.isSilent = isSilent
    case .lateAnswer:
      for event in runner.events.reversed() {
        guard case .request(let request) = event else { continue }
        try runner.take(.response(request.id, try runner.engine.routes(for: request.request)))
        break
      }
    case .save: try Self.restore(&runner.trip, matcher)
    }
  }

  /// Saves a trip and restores it from the text.
  static func restore(_ trip: inout Trip, _ matcher: MapMatcher?) throws {
    var json = JSONWriter()
    json.value(trip)
    trip = try JSONDecoder().decode(Trip.self, from: Data(json.bytes))
    trip.attach(matcher)
  }
}

/// The maps of the scenarios, each built once.
enum DrawnMap: String, Sendable, CaseIterable {
  case town, frontage, tunnel, ferry, ring, exit, yards, oneWay, fork, line, via, paths, pavements

  private static let built = BuiltMaps()

  /// The compiled map.
  func roads() async throws -> AsciiRoads { try await Self.built.roads(of: self) }

  /// A copy of the compiled map with damaged tiles.
  func damaged() async throws -> NavMap { try await Self.built.damaged(self) }

  /// The drawing.
  var drawing: AsciiMap {
    switch self {
    case .town:
      // 400 m from west to east, 200 m from north to south.
      AsciiMap(
        """
        A---B---C---D
        |   |   |   |
        H---E---F---G
        """, metresPerCell: 100,
        ways: [
          "ABCD": "highway=primary name=North", "HEFG": "highway=residential name=South",
          "AH": "highway=residential name=First", "BE": "highway=residential name=Second",
          "CF": "highway=residential name=Third", "DG": "highway=residential name=Fourth",
        ])
    case .frontage:
      // A frontage road 12 m beside the main road, which is left at B and reached again at D.
      AsciiMap(
        """
        A-----------B---------------------------------------------------C-----------------D
                      e-----------------------------------------------f




                                             R
        """, metresPerCell: 12,
        ways: [
          "DRA": "highway=secondary name=Back oneway=yes",
          "ABCD": "highway=primary name=Main oneway=yes",
          "BefC": "highway=service name=Frontage oneway=yes",
        ])
    case .tunnel:
      // The tunnel BC is 2 km long.
      AsciiMap(
        """
        A---B-------------------C---D
        """, metresPerCell: 100,
        ways: [
          "AB": "highway=primary name=Hill", "BC": "highway=primary name=Hill tunnel=yes",
          "CD": "highway=primary name=Hill",
        ])
    case .ferry:
      AsciiMap(
        """
        A---B-------------------C---D
        """, metresPerCell: 100,
        ways: [
          "AB": "highway=primary name=West", "BC": "route=ferry name=Boat duration=00:06",
          "CD": "highway=primary name=East",
        ])
    case .ring:
      AsciiMap(
        """
                     N
                     |
                     a
                   /   \\
        W---------d     b---------E
                   \\   /
                     c
                     |
                     S
        """, metresPerCell: 25,
        ways: [
          "Wd": "highway=secondary name=West", "bE": "highway=secondary name=East",
          "Na": "highway=secondary name=North", "cS": "highway=secondary name=South",
          "dcbad": "highway=secondary junction=roundabout",
        ])
    case .exit:
      AsciiMap(
        """
        A-------B-------------------C-----------D
                  \\                            |
                    e-------------------f------g
        """, metresPerCell: 50,
        ways: [
          "ABCD": "highway=motorway name=Way", "Be": "highway=motorway_link oneway=yes",
          "ef": "highway=secondary name=Country", "fg": "highway=secondary name=Country",
          "gD": "highway=secondary name=Back",
        ])
    case .yards:
      AsciiMap(
        """
        A-------B-------C-------D
                |       |
                p---q   s
                |   |   |
                r---t   u-------v
        """, metresPerCell: 50,
        ways: [
          "ABCD": "highway=primary name=Main", "Bp": "highway=service service=driveway",
          "pqtrp": "highway=service service=parking_aisle", "Cs": "highway=service name=Works",
          "suv": "highway=service name=Works", "vD": "highway=service name=Works",
        ])
    case .oneWay:
      AsciiMap(
        """
        A---B---C
        |   |   |
        D---E---F
        """, metresPerCell: 100,
        ways: [
          "ABC": "highway=residential name=Upper",
          "FED": "highway=residential name=Lower oneway=yes",
          "AD": "highway=residential name=Left", "BE": "highway=residential name=Middle oneway=yes",
          "CF": "highway=residential name=Right",
        ])
    case .fork:
      // Two ways from A to D; the northern is the quicker one.
      AsciiMap(
        """
                B-----------C
              /               \\
        S---A                   D---Z
              \\               /
                E-----------F
                |
                X
        """, metresPerCell: 100,
        ways: [
          "SA": "highway=primary name=Start", "ABCD": "highway=primary name=Upper toll=yes",
          "AEFD": "highway=secondary name=Lower", "EX": "highway=residential name=Side",
          "DZ": "highway=primary name=End",
        ])
    case .via:
      // Whoever comes from A may not turn right at C: the route has a via edge from B to C.
      AsciiMap(
        """
        A---B-------C---D
                    |
                    E
        """, metresPerCell: 100,
        ways: [
          "AB": "highway=primary name=One", "BC": "highway=primary name=Two",
          "CD": "highway=primary name=Three", "CE": "highway=primary name=Four",
        ], relations: [.restriction("no_right_turn", from: "AB", via: "BC", to: "CE")])
    case .paths:
      AsciiMap(
        """
        A---B-----------C
            |
            E
        """, metresPerCell: 30, ways: ["ABC": "highway=footway", "BE": "highway=footway"])
    case .pavements:
      // Ten metres apart; the route takes the upper one.
      AsciiMap(
        """
        A---------------------------C
        F---------------------------G
        """, metresPerCell: 10,
        ways: [
          "AC": "highway=footway", "FG": "highway=footway", "AF": "highway=footway",
          "CG": "highway=footway",
        ])
    case .line:
      AsciiMap(
        """
        A--B--C--D--E--F--G--H--I--J--K
        """, metresPerCell: 100, ways: ["ABCDEFGHIJK": "highway=secondary name=Long"])
    }
  }
}

/// Builds each map once.
private actor BuiltMaps {
  private var maps: [DrawnMap: AsciiRoads] = [:]
  private var damagedMaps: [DrawnMap: DamagedMap] = [:]

  func damaged(_ map: DrawnMap) async throws -> NavMap {
    if let known = damagedMaps[map] { return known.map }
    let made = try DamagedMap(try await roads(of: map).built.map)
    damagedMaps[map] = made
    return made.map
  }

  func roads(of map: DrawnMap) async throws -> AsciiRoads {
    if let known = maps[map] { return known }
    let roads = try await map.drawing.build()
    maps[map] = roads
    return roads
  }
}

/// A copy of a map with the bytes of its tiles changed: it opens, and says so when a tile is read.
private struct DamagedMap: Sendable {
  let map: NavMap
  private let folder: TemporaryFolder

  init(_ good: NavMap) throws {
    let file = try MappedFile(path: good.path)
    var bytes = (0..<file.count).map { file.bytes.u8($0) }
    let header = try FileHeader(bytes.rawBytes)
    let table = try SectionTable(bytes.rawBytes, header: header)
    let directory = table[.tileDirectory]?.range ?? 0..<0
    for index in 0..<Int(header.tileCount) {
      let entry = TileEntry(bytes.rawBytes.extracting(directory), index: index)
      bytes[Int(entry.offset) + Int(entry.byteCount) / 2] ^= 0xFF
    }
    folder = try TemporaryFolder()
    map = try NavMap(path: try folder.write(bytes, "damaged.nav"))
  }
}
