import Bytes
import Geo
import MapReader
import RoadModel
public import RouteModel

extension MapMatcher {
  /// Places the route of a service on this map, and adds what the map knows about its roads.
  ///
  /// Where the map has its roads, the route gets their line and their edges with names, ways and limits. Elsewhere it
  /// keeps the service's line, and a notice gives the range. Lengths and durations remain those of the service. Steps
  /// are made anew where the map has all roads of a section; otherwise they are kept.
  ///
  /// - Parameters:
  ///   - route: A route without edges.
  ///   - limit: The maximum length to examine in metres; the route is unchanged beyond it.
  /// - Returns: The route with the same number of sections.
  /// - Throws: ``MatchingError``.
  public func snap(
    _ route: Route, upTo limit: Double = .infinity
  ) async throws(MatchingError) -> Route {
    try await TaskThreads.run { () throws(MatchingError) in try snap(route, upTo: limit) }
  }

  /// Places the route of a service on this map, on the calling thread.
  ///
  /// - Parameters:
  ///   - route: A route without edges.
  ///   - limit: The maximum length to examine in metres; the route is unchanged beyond it.
  /// - Returns: The route with the same number of sections.
  /// - Throws: ``MatchingError``.
  public func snap(
    _ route: Route, upTo limit: Double = .infinity
  ) throws(MatchingError) -> Route {
    var route = route
    var (left, walked) = (limit, 0.0)
    for index in route.sections.indices {
      let drawing = try drawing(of: route.sections[index], upTo: left) { disagreements, metres in
        route.notices += Self.notices(disagreements, from: walked + metres)
      }
      left -= drawing.serviceMetres
      walked += drawing.serviceMetres
      if drawing.edges.isEmpty { continue }
      let isWhole = drawing.isWhole
      drawing.apply(to: &route.sections[index])
      if isWhole { try guide(&route.sections[index]) }
      route.origin = .onlineOnMap
    }
    return route
  }

  /// The route of another engine with the lines, lengths, times and steps of this map.
  ///
  /// - Parameters:
  ///   - route: A route; its edges are ignored.
  ///   - language: The preferred language of names and signs in the steps, as a tag; nil for the local names.
  /// - Returns: The route with the same sections and passed waypoints; nil if the map does not have all of its roads.
  /// - Throws: ``MatchingError``.
  package func remade(_ route: Route, language: String? = nil) throws(MatchingError) -> Route? {
    var route = Route(sections: route.sections, notices: [])
    for index in route.sections.indices {
      let drawing = try drawing(of: route.sections[index], upTo: .infinity) { _, _ in }
      guard drawing.isWhole else { return nil }
      try remake(&route.sections[index], drawing, language)
    }
    return route
  }

  private func remake(
    _ section: inout RouteSection, _ drawing: ForeignDrawing, _ language: String?
  ) throws(MatchingError) {
    let told = section.steps
    section.steps = []
    drawing.apply(to: &section)
    section.lengthMetres = section.edges.lengthMetres
    section.durationSeconds = section.edges.durationSeconds
    section.departure.position = section.polyline[0]
    section.arrival.position = section.polyline[section.polyline.count - 1]
    let named = section.edges[section.edges.told]
    section.departure.roadName = named.first.flatMap { $0.name ?? $0.ref }
    section.arrival.roadName = named.last.flatMap { $0.name ?? $0.ref }
    (section.traffic, section.elevation, section.energy) = (nil, nil, nil)
    section.steps = try steps(of: section, language: language)
    keepSides(of: told, in: &section.steps)
  }

  /// Keeps the sides of the road at the ends of a section, which do not follow from lines.
  private func keepSides(of told: [RouteStep], in steps: inout [RouteStep]) {
    guard let first = told.first?.maneuver, let last = told.last?.maneuver else { return }
    if first.kind == .depart { steps[0].maneuver.direction = first.direction }
    if last.kind == .arrive { steps[steps.count - 1].maneuver.direction = last.direction }
  }

  /// A section drawn on this map, part by part.
  ///
  /// - Parameters:
  ///   - section: The section.
  ///   - limit: The maximum length to examine in metres.
  ///   - disagree: Receives the disagreements of a part, and the metres of the section before it.
  /// - Returns: The drawing.
  /// - Throws: ``MatchingError``.
  private func drawing(
    of section: RouteSection, upTo limit: Double,
    _ disagree: ([MapDisagreement], _ metres: Double) -> Void
  ) throws(MatchingError) -> ForeignDrawing {
    var drawing = ForeignDrawing()
    // Between two stops at one place, the section has the road there.
    let isAtOnePlace = section.polyline.allSatisfy { $0 == section.polyline.first }
    for part in Self.parts(of: section) {
      let line = LineMeasure(part)
      var found = Followed(pieces: [], disagreements: [], lineMetres: 0)
      let left = limit - drawing.serviceMetres
      if left > 0, line.metres > 0 || isAtOnePlace { found = try follow(part, upTo: left) }
      disagree(found.disagreements, drawing.serviceMetres)
      drawing.add(line, found)
    }
    return drawing
  }

  /// Makes the steps of a section from the map, if the service sent any.
  private func guide(_ section: inout RouteSection) throws(MatchingError) {
    if section.steps.isEmpty { return }
    var steps = try steps(of: section)
    // The sides of the road and the durations are those of the service.
    keepSides(of: section.steps, in: &steps)
    let clock = ServiceClock(section.steps)
    let metres = steps.reduce(0) { $0 + $1.lengthMetres }
    var walked = 0.0
    for index in steps.indices {
      let start = clock.seconds(atShare: metres > 0 ? walked / metres : 0)
      walked += steps[index].lengthMetres
      steps[index].durationSeconds =
        clock.seconds(atShare: metres > 0 ? walked / metres : 0) - start
    }
    section.steps = steps
  }

  /// The lines between the waypoints of a section.
  private static func parts(of section: RouteSection) -> [[Coordinate]] {
    let last = section.polyline.count - 1
    let cuts = [0] + section.passed.map(\.point) + [last]
    return zip(cuts, cuts.dropFirst()).map { Array(section.polyline[$0...max($0, $1)]) }
  }

  /// The distance within which stretches are reported as one, in metres.
  private static let together = 50.0

  private static func notices(
    _ disagreements: [MapDisagreement], from walked: Double
  ) -> [RouteNotice] {
    var spans: [ClosedRange<Double>] = []
    for span in disagreements.map(\.span) {
      if let last = spans.last, span.lowerBound - last.upperBound < together {
        spans[spans.count - 1] =
          last.lowerBound...max(last.upperBound, span.upperBound)
      } else {
        spans.append(span)
      }
    }
    return spans.map { .notOnMap($0.lowerBound + walked...$0.upperBound + walked) }
  }
}

/// The elapsed time at places along the steps of a service.
private struct ServiceClock {
  /// Metres and seconds at the end of each step.
  private var marks: [(metres: Double, seconds: Double)] = [(0, 0)]

  init(_ steps: [RouteStep]) {
    var (metres, seconds) = (0.0, 0.0)
    for step in steps {
      metres += step.lengthMetres
      seconds += step.durationSeconds
      marks.append((metres, seconds))
    }
  }

  /// The seconds at a share of the whole length, at a constant speed on each step.
  func seconds(atShare share: Double) -> Double {
    guard let end = marks.last else { return 0 }
    let metres = share * end.metres
    for (a, b) in zip(marks, marks.dropFirst()) where metres <= b.metres {
      let part = b.metres > a.metres ? (metres - a.metres) / (b.metres - a.metres) : 1
      return a.seconds + part * (b.seconds - a.seconds)
    }
    return end.seconds
  }
}

/// A section being redrawn, part by part, with the line and the edges of the map where available.
struct ForeignDrawing {
  private var line: [Coordinate] = []
  private(set) var edges: [RouteEdge] = []
  /// The index of the last point, and the number of edges, at the end of each part.
  private var ends: [(point: Int, edge: Int)] = []
  /// The metres of line that are not on the map, and the original length of the line.
  private var missing = 0.0
  private(set) var serviceMetres = 0.0

  /// Whether the map has the whole line, except for rounding at its ends.
  var isWhole: Bool { missing < Self.rounding && !edges.isEmpty }

  /// The metres at the ends of pieces that count as nothing.
  private static let rounding = 5.0

  /// Adds the line to the next waypoint, with the pieces on the map.
  mutating func add(_ part: LineMeasure, _ found: MapMatcher.Followed) {
    serviceMetres += part.metres
    missing += max(
      part.metres - found.pieces.reduce(0) { $0 + $1.span.upperBound - $1.span.lowerBound }, 0)
    var next = 0
    for (piece, span) in found.pieces {
      while next < part.points.count, part.ends[next] < span.lowerBound {
        append(part.points[next])
        next += 1
      }
      append(piece)
      while next < part.points.count, part.ends[next] <= span.upperBound { next += 1 }
    }
    for point in part.points[next...] { append(point) }
    ends.append((line.count - 1, edges.count))
  }

  private mutating func append(_ point: Coordinate) {
    if line.last != point { line.append(point) }
  }

  /// Appends a piece, without edges of no driven length at its ends.
  private mutating func append(_ piece: RouteSection) {
    let isOnePoint = line.last == piece.polyline.first
    let shift = isOnePoint ? line.count - 1 : line.count
    line += isOnePoint ? piece.polyline.dropFirst() : piece.polyline[...]
    var driven = piece.edges[...]
    while driven.count > 1, let edge = driven.first, edge.lengthMetres < Self.least {
      driven.removeFirst()
    }
    while driven.count > 1, let edge = driven.last, edge.lengthMetres < Self.least {
      driven.removeLast()
    }
    for var edge in driven {
      edge.points = edge.points.lowerBound + shift...edge.points.upperBound + shift
      edges.append(edge)
    }
  }

  /// The minimum driven length of an edge, in metres; shorter ones arise where two roads meet.
  private static let least = 0.1

  /// Sets the line and the edges of a section; its steps and passed waypoints keep their places.
  func apply(to section: inout RouteSection) {
    let transfer = LineTransfer(from: LineMeasure(section.polyline), to: LineMeasure(line))
    for index in section.steps.indices {
      section.steps[index].points = transfer.points(section.steps[index].points)
    }
    for (index, end) in zip(section.passed.indices, ends) {
      section.passed[index].point = end.point
      section.passed[index].edge = end.edge
    }
    section.polyline = line
    section.edges = edges
  }
}

/// A line with the metres from its beginning to each of its points.
struct LineMeasure {
  let points: [Coordinate]
  let ends: [Double]

  init(_ points: [Coordinate]) {
    self.points = points
    var ends: [Double] = []
    ends.reserveCapacity(points.count)
    for (index, point) in points.enumerated() {
      ends.append(index == 0 ? 0 : ends[index - 1] + Distance.metres(points[index - 1], point))
    }
    self.ends = ends
  }

  /// The length of the line.
  var metres: Double { ends.last ?? 0 }

  /// The index of the first point at or beyond a distance in metres; the last if there is none.
  func firstPoint(at metres: Double) -> Int {
    ends.dropLast().partitioningIndex { !($0 < metres) }
  }
}

/// Finds the points of a line on another that runs along it.
struct LineTransfer {
  /// The maximum shift of a point along the lines, besides their difference in length, in metres.
  private static let reach = 200.0
  /// The weight of a metre along relative to a metre across; a line may pass a place twice.
  private static let alongShare = 0.05

  private let old: LineMeasure
  private let new: LineMeasure

  /// A transfer between lines of at least one point.
  init(from old: LineMeasure, to new: LineMeasure) {
    self.old = old
    self.new = new
  }

  /// The index of the new line's point that is nearest to a point of the old one.
  func point(_ number: Int) -> Int {
    if number == 0 { return 0 }
    if number == old.points.count - 1 { return new.points.count - 1 }
    let scale = old.metres > 0 ? new.metres / old.metres : 1
    let along = old.ends[number] * scale
    let range = new.firstPoint(at: along - Self.reach)...new.firstPoint(at: along + Self.reach)
    func badness(_ candidate: Int) -> Double {
      Distance.metres(old.points[number], new.points[candidate])
        + Self.alongShare * abs(new.ends[candidate] - along)
    }
    return range.min { badness($0) < badness($1) } ?? range.lowerBound
  }

  /// The range of points on the new line for a range of the old one.
  func points(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
    let first = point(range.lowerBound)
    return first...max(first, point(range.upperBound))
  }
}
