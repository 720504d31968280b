import Geo
import MapMatching
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport

/// Fixes of a vehicle on a drawn map, one a second.
struct Drive {
  /// Metres per second.
  var speed = 10.0
  /// Metres to the left of the roads.
  var left = 0.0
  /// Standard deviation of the noise in metres, and its seed.
  var noise = 0.0
  var seed: UInt64 = 1
  /// Whether fixes have a heading and a speed.
  var hasHeading = true
  /// What fixes have for a heading and a speed that are unknown.
  var unknown: Double?
  /// Seconds of standing at the end.
  var stand = 8
  var start = 0.0

  /// The fixes along some letters, from the first to the last.
  func fixes(_ letters: String, on roads: AsciiRoads) throws -> [Location] {
    let line = try letters.map { try roads.drawing.place(String($0)) }
    var generator = SeededGenerator(seed: seed)
    var fixes: [Location] = []
    func add(_ place: Coordinate, _ heading: Double, _ speed: Double) {
      // The sum of twelve uniform numbers less six is nearly normal.
      func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) }
      }
      let (sine, cosine) = (
        Trigonometry.cosine(units: (heading - 90) * 1e7), Trigonometry.cosine(units: heading * 1e7)
      )
      // To the left of a heading lies the one a quarter turn before it.
      let up = sine * left + normal() * noise
      let right = -cosine * left + normal() * noise
      let scale = Distance.metresPerUnit * Coordinate.unitsPerDegree
      fixes.append(
        Location(
          latitude: place.latitude + up / scale,
          longitude: place.longitude
            + right / scale / Trigonometry.cosine(units: Double(place.latitudeUnits)),
          time: start + Double(fixes.count),
          headingDegrees: hasHeading && speed > 1 ? heading : unknown,
          speed: hasHeading ? speed : unknown))
    }
    var rest = 0.0
    for (a, b) in zip(line, line.dropFirst()) {
      let length = Distance.metres(a, b)
      let (east, north) = Distance.offset(from: a, to: b)
      let heading = Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
      var at = rest
      while at < length {
        add(a.interpolated(to: b, share: at / length), heading, speed)
        at += speed
      }
      rest = at - length
    }
    if let last = line.last {
      for _ in 0..<stand { add(last, 0, 0) }
    }
    return fixes
  }
}

extension AsciiRoads {
  /// A trip through some places, and the engine for its requests.
  func trip(
    _ places: [String], passing: Set<Int> = [], _ options: TripOptions = TripOptions(),
    vehicle: Vehicle = .car, alternatives: Int = 0, withMap: Bool = true,
    edit: (inout RouteRequest) -> Void = { _ in },
    response change: (inout RouteResponse) -> Void = { _ in }
  ) throws -> (trip: Trip, engine: OfflineRoutingEngine) {
    var waypoints = try places.map { try waypoint($0) }
    for index in passing { waypoints[index].kind = .passThrough }
    var request = RouteRequest(waypoints: waypoints, vehicle: vehicle)
    request.options.steps = true
    request.options.alternatives = alternatives
    edit(&request)
    let engine = OfflineRoutingEngine(map: built.map)
    var response = try engine.routes(for: request)
    change(&response)
    let matcher = withMap ? MapMatcher(map: built.map, vehicle: vehicle) : nil
    guard let trip = Trip(response, of: request, options: options, matcher: matcher) else {
      throw NoTrip()
    }
    return (trip, engine)
  }
}

/// Gives a trip its inputs, answers its requests by an engine, and keeps the events in short words.
struct Runner {
  var trip: Trip
  var engine: OfflineRoutingEngine
  /// What is answered to a question; nil leaves it to its deadline.
  var answer: (TripQuestion) -> TripAnswer? = { _ in nil }
  /// What a request gets; nil for the engine's answer.
  var respond: (TripRequest) -> TripInput? = { _ in nil }
  /// The driven route in the traffic of now; nil if that is not known.
  var refresh: (Route) -> RouteRefresh? = { _ in nil }
  /// Whether requests get no answer at all.
  var isSilent = false
  /// Whether ``words`` has all events.
  var tellsAll = false
  /// Called before each input, and may replace the trip by a saved one.
  var before: (inout Trip) throws -> Void = { _ in }
  private(set) var events: [TripEvent] = []

  init(_ made: (trip: Trip, engine: OfflineRoutingEngine)) {
    (trip, engine) = made
  }

  mutating func take(_ input: TripInput) throws {
    var waiting = [input]
    while !waiting.isEmpty {
      try before(&trip)
      let news = trip.take(waiting.removeFirst())
      events += news
      for event in news {
        switch event {
        case .question(let question):
          if let answer = answer(question) { waiting.append(.answer(question.id, answer)) }
        case .request(let request):
          if let input = respond(request) {
            waiting.append(input)
          } else if !isSilent {
            waiting.append(calculate(request))
          }
        default: break
        }
      }
    }
  }

  private func calculate(_ request: TripRequest) -> TripInput {
    if request.purpose == .refresh {
      return refresh(trip.route).map { .refreshed(request.id, $0) }
        ?? .failure(request.id, .cancelled)
    }
    do throws(RoutingError) {
      return .response(request.id, try engine.routes(for: request.request))
    } catch {
      return .failure(request.id, error)
    }
  }

  mutating func drive(_ fixes: [Location]) throws {
    for fix in fixes { try take(.fix(fix)) }
  }

  /// The events in short words, without progress, names and sentences unless all are told; repeated ones once.
  var words: String {
    var words: [String] = []
    for event in events {
      guard let word = word(event), word != words.last else { continue }
      words.append(word)
    }
    return words.joined(separator: ", ")
  }

  /// The progress of all fixes.
  var progress: [TripProgress] {
    events.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }
  }

  /// The sentences.
  var sentences: [String] {
    events.compactMap { if case .spoken(let text, _, _) = $0 { text } else { nil } }
  }

  /// The names of roads.
  var names: [String?] {
    events.compactMap { event -> String?? in
      if case .roadName(let name) = event { .some(name) } else { nil }
    }
  }

  /// The names of the events that ``words`` has.
  var listed: Set<String> { Set(events.filter { word($0) != nil }.map(\.name)) }

  private func word(_ event: TripEvent) -> String? {
    guard tellsAll else { return Self.word(event) }
    return switch event {
    case .progress(let progress): "\(progress.source)"
    case .spoken(let text, _, _): "'\(text)'"
    case .roadName(let name): "on \(name ?? "no name")"
    default: Self.word(event)
    }
  }

  static func word(_ event: TripEvent) -> String? {
    switch event {
    case .progress, .spoken, .roadName: nil
    case .legBegan(let leg): "leg \(leg)"
    case .discarded(_, let flaw): "discarded \(flaw)"
    case .willArrive(let waypoint, _, _): "near \(waypoint)"
    case .didArrive(let waypoint): "at \(waypoint)"
    case .passed(let waypoint): "passed \(waypoint)"
    case .question(let question): "ask \(question.kind.topic)"
    case .questionClosed(_, let how): "\(how)"
    case .request(let request): "request \(request.purpose)"
    case .leftRoute(let deviation): "left \(deviation.kind)"
    case .returnedToRoute: "returned"
    case .ended(let how): "ended \(how)"
    case .alternativesUpdated(let updated, let removed):
      "alternatives +\(updated.count) -\(removed.count)"
    case .waypointSelected(let index): "selected \(index)"
    default: event.name
    }
  }
}

/// A response that is no trip.
struct NoTrip: Error {}

extension OfflineRoutingEngine {
  /// The answer to a request of a trip.
  func answer(_ asked: TripRequest) -> TripInput {
    do throws(RoutingError) {
      return .response(asked.id, try routes(for: asked.request))
    } catch { return .failure(asked.id, error) }
  }
}
