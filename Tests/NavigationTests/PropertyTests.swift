import Geo
import MapMatching
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Random inputs, in any order: nothing traps, and no event comes in a forbidden order.
@Suite struct RandomInputTests {
  /// Long sequences of each seed; together with the seeds below a million inputs.
  private static let long = 100
  private static let length = 500
  /// Sequences of all seeds, if `MAPC_SEQUENCES` asks for more than the long ones; those have fifty inputs each.
  private static let wanted = unsafe getenv("MAPC_SEQUENCES").flatMap {
    unsafe Int(String(cString: $0))
  }
  private static let shortLength = 50

  @Test("random inputs give events in an allowed order", arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    // The trips are those of cars.
    let maps = DrawnMap.allCases.filter { ![.paths, .pavements].contains($0) }
    let map = maps[Int(seed) % maps.count]
    let roads = try await map.roads()
    let places = Self.places(map)
    let withMap = seed % 3 != 0
    var generator = SeededGenerator(seed: seed)
    let asks = Set(TripQuestion.Topic.allCases.filter { _ in Bool.random(using: &generator) })
    var options = TripOptions(asks: asks)
    options.improveSeconds = 20
    options.refreshSeconds = 25
    let passing: Set<Int> = seed % 4 == 1 && places.count > 2 ? [1] : []
    let made = try roads.trip(
      places, passing: passing, options, alternatives: 1, withMap: withMap
    ) {
      $0.options.steps = true
    } response: {
      if seed % 2 == 0 { $0.routes[0].sections[0].traffic = [] }
    }
    let matcher = withMap ? MapMatcher(map: roads.built.map, vehicle: .car) : nil
    let elsewhere: DrawnMap = map == .line ? .town : .line
    let foreign = try await elsewhere.roads().trip(Self.places(elsewhere)).trip.route
    var arrivals = 0
    for number in 0..<max(Self.long, (Self.wanted ?? 0) / 20) {
      var trip = made.trip
      var order = EventOrder()
      var random = RandomInputs(
        seed: seed &* 1_000 &+ UInt64(number), engine: made.engine,
        line: number % 2 == 0 ? made.trip.route.polyline : [], foreign: foreign)
      // A twin is saved and restored at random, and must tell the same.
      var twin: Trip? = number % 20 == 0 ? made.trip : nil
      for _ in 0..<(number < Self.long ? Self.length : Self.shortLength) {
        let input = random.next(on: trip.route)
        if number % 20 == 10, random.isChance(of: 40) {
          Self.goOn(asOfAnotherVersion: trip, matcher, &random)
        }
        if var other = twin {
          if random.isChance(of: 25) { try Scenario.restore(&other, matcher) }
          var plain = trip
          // As text: a fix that is no number equals nothing.
          let same = "\(plain.take(input))" == "\(other.take(input))"
          #expect(same, "seed \(seed), sequence \(number)")
          twin = other
        }
        for event in trip.take(input) {
          random.note(event)
          if case .ended(.arrived) = event { arrivals += 1 }
          if let flaw = order.flaw(event) {
            Issue.record("seed \(seed), sequence \(number): \(flaw) at \(event.name)")
            return
          }
        }
      }
    }
    #expect(arrivals > 0, "seed \(seed)")
  }

  /// Continues a copy of a trip as one of another version, which did not save all members, and saved others: nothing
  /// traps.
  private static func goOn(
    asOfAnotherVersion trip: Trip, _ matcher: MapMatcher?, _ random: inout RandomInputs
  ) {
    guard let tree = try? GoldenTripTests.tree(trip),
      var members = try? GoldenTripTests.members(tree)
    else { return }
    let needed = ["request", "route", "stops"]
    for name in members.keys.sorted() where !needed.contains(name) && random.isChance(of: 5) {
      members[name] = nil
    }
    members["X-member"] = .string("X-word")
    guard var other = try? GoldenTripTests.decoded(.object(members), as: Trip.self) else { return }
    other.attach(matcher)
    for _ in 0..<20 { _ = other.take(random.next(on: trip.route)) }
  }

  private static func places(_ map: DrawnMap) -> [String] {
    switch map {
    case .town: ["A", "C", "G"]
    case .frontage, .tunnel, .ferry, .yards, .via: ["A", "D"]
    case .ring: ["W", "E"]
    case .exit: ["A", "f"]
    case .oneWay: ["A", "B", "C"]
    case .fork: ["S", "Z"]
    case .line: ["A", "D", "G", "K"]
    case .paths, .pavements: ["A", "C"]
    }
  }
}

/// Inputs at random: mostly fixes near the last one, and everything else sometimes.
private struct RandomInputs {
  private var generator: SeededGenerator
  private let engine: OfflineRoutingEngine
  private let box: Box
  private var place: Coordinate
  private var time = 0.0
  private var questions: [TripQuestion] = []
  private var requests: [TripRequest] = []

  /// What is left of a line that is driven; empty for a drive anywhere.
  private var line: [Coordinate]
  /// A route of another map.
  private let foreign: Route

  init(seed: UInt64, engine: OfflineRoutingEngine, line: [Coordinate], foreign: Route) {
    self.line = line.reversed()
    self.foreign = foreign
    generator = SeededGenerator(seed: seed)
    self.engine = engine
    box = engine.coverage
    place = Coordinate(
      latitudeUnits: Int32.random(in: box.minLatitude...box.maxLatitude, using: &generator),
      longitudeUnits: Int32.random(in: box.minLongitude...box.maxLongitude, using: &generator))
    if let first = line.first { place = first }
  }

  /// Whether one of so many chances comes.
  mutating func isChance(of count: Int) -> Bool {
    Int.random(in: 0..<count, using: &generator) == 0
  }

  mutating func note(_ event: TripEvent) {
    switch event {
    case .question(let question): questions.append(question)
    case .request(let request): requests.append(request)
    default: break
    }
    if questions.count > 4 { questions.removeFirst() }
    if requests.count > 4 { requests.removeFirst() }
  }

  /// The next input, of a trip along a route.
  mutating func next(on route: Route) -> TripInput {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<74: return .fix(fix())
    case 74..<80:
      time += Double.random(in: 0...5, using: &generator)
      return .tick(time)
    case 80..<87:
      guard let question = questions.randomElement(using: &generator) else { return .tick(time) }
      let answers: [TripAnswer] = [.yes, .no, .name("X"), .name(nil), .options(.init(steps: true))]
      return .answer(question.id, answers.randomElement(using: &generator) ?? .yes)
    case 87..<93:
      guard let request = requests.randomElement(using: &generator) else { return .tick(-1) }
      return answer(request)
    case 93: return .nextLeg
    case 94: return .selectAlternative(UInt32.random(in: 0...9, using: &generator))
    case 95: return own(on: route)
    case 96: return .failure(UInt32.random(in: 0...9, using: &generator), .cancelled)
    case 97:
      time += [-500, 3_600, 1e9, -1e9].randomElement(using: &generator) ?? 0
      return .tick(time)
    case 98: return .feedback(TripFeedback(rating: 9))
    default:
      if isChance(of: 8) { return .cancel }
      return .tick([.nan, .infinity, 1e300, -1e13].randomElement(using: &generator) ?? .nan)
    }
  }

  /// What only a caller can say: a waypoint, a route of its own, or the traffic on the route.
  ///
  /// Routes may be of another map, or have no length that is a number.
  private mutating func own(on route: Route) -> TripInput {
    var broken = route
    broken.sections[0].lengthMetres = .nan
    let own = [route, foreign, broken].randomElement(using: &generator) ?? route
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      guard let question = questions.randomElement(using: &generator) else { break }
      return .answer(question.id, .response(RouteResponse(routes: [own])))
    case 1:
      guard let request = requests.randomElement(using: &generator) else { break }
      return .response(request.id, RouteResponse(routes: [own]))
    case 2:
      let refreshes = requests.filter { $0.purpose == .refresh }
      guard let request = refreshes.randomElement(using: &generator) else { break }
      let closed = isChance(of: 2) ? own.sections[0].edges.map(\.id) : []
      return .refreshed(
        request.id, RouteRefresh(route: own, trafficVersion: 1, closedEdges: closed))
    default: break
    }
    return .selectWaypoint(Int.random(in: -1...3, using: &generator))
  }

  private mutating func answer(_ request: TripRequest) -> TripInput {
    guard Int.random(in: 0..<3, using: &generator) > 0 else {
      return .failure(request.id, .cancelled)
    }
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: request.request))
    } catch {
      return .failure(request.id, error)
    }
  }

  /// A fix on the line, up to 30 m after the last one, with some noise; at its end it stands.
  private mutating func drivenFix() -> Location {
    var step = Double.random(in: 5...30, using: &generator)
    let before = place
    while let next = line.last, step > 0 {
      let metres = Distance.metres(place, next)
      if metres > step || line.count == 1 {
        place = metres > 0 ? place.interpolated(to: next, share: min(step / metres, 1)) : next
        break
      }
      step -= metres
      place = next
      line.removeLast()
    }
    let (east, north) = Distance.offset(from: before, to: place)
    let hasMoved = Distance.metres(before, place) > 2
    func noise() -> Double { Double.random(in: -5e-5...5e-5, using: &generator) }
    return Location(
      latitude: place.latitude + noise(), longitude: place.longitude + noise(), time: time,
      headingDegrees: hasMoved
        ? Trigonometry.bearing(east: east, north: north) * 180 / Double.pi : nil,
      speed: hasMoved ? nil : 0)
  }

  /// A step of up to 20 m from the last place, sometimes anywhere, and sometimes nonsense.
  private mutating func fix() -> Location {
    time += Double.random(in: 0.2...2, using: &generator)
    let odd = Int.random(in: 0..<60, using: &generator)
    if odd > 0, !line.isEmpty { return drivenFix() }
    if odd == 0, isChance(of: 2) {
      return Location(latitude: .nan, longitude: 1e300, time: .infinity)
    }
    if odd == 0 {
      let odds = [Double.nan, .infinity, -1e300]
      func nonsense() -> Double { odds.randomElement(using: &generator) ?? .nan }
      return Location(
        latitude: place.latitude, longitude: place.longitude,
        time: isChance(of: 2) ? time : nonsense(),
        accuracyMetres: nonsense(), headingDegrees: nonsense(), speed: nonsense())
    }
    if odd < 4 {
      place = Coordinate(
        latitudeUnits: Int32.random(in: box.minLatitude...box.maxLatitude, using: &generator),
        longitudeUnits: Int32.random(in: box.minLongitude...box.maxLongitude, using: &generator))
    }
    let step = 2_000
    place.latitudeUnits += Int32(Int.random(in: -step...step, using: &generator))
    place.longitudeUnits += Int32(Int.random(in: -step...2 * step, using: &generator))
    return Location(
      latitude: place.latitude, longitude: place.longitude, time: time,
      accuracyMetres: [nil, 5, 50, 5_000, -1, .infinity].randomElement(using: &generator) ?? nil,
      headingDegrees: [nil, 90, 270, 1e9, -720].randomElement(using: &generator) ?? nil,
      speed: [nil, 0, 10, 30, -5, .nan].randomElement(using: &generator) ?? nil)
  }
}
