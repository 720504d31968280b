import Bytes
public import Geo
import MapReader
import NavFormat
import RoadModel
public import RouteModel

/// A route of another engine on the roads of this map.
public struct SnappedRoute: Sendable, Hashable {
  /// The route; one section for each stretch without a gap.
  public var route: Route
  /// The disagreements between the two maps, by their beginning.
  public var disagreements: [MapDisagreement]
  /// The examined length of the external route's line, in metres.
  public var lineMetres: Double
  /// The index of the first unexamined point of the external route's line; nil if there is none.
  public var next: Int?

  /// A snapped route from its parts.
  public init(
    route: Route, disagreements: [MapDisagreement] = [], lineMetres: Double, next: Int? = nil
  ) {
    self.route = route
    self.disagreements = disagreements
    self.lineMetres = lineMetres
    self.next = next
  }
}

/// A stretch of an external route where the map has no road, or a different one.
public struct MapDisagreement: Sendable, Hashable {
  /// The kind of disagreement.
  public enum Kind: String, Sendable, Hashable {
    /// No road for the vehicle is near.
    case noRoad = "no road here"
    /// The roads exist, but this map does not allow or connect the path of the route.
    case noWay = "no way between"
    /// The path on this map leaves the line.
    case otherWay = "another way"
  }

  /// The kind of disagreement.
  public var kind: Kind
  /// Metres along the external route's line.
  public var span: ClosedRange<Double>
  /// The coordinate of its beginning.
  public var position: Coordinate

  /// A disagreement from its parts.
  public init(kind: Kind, span: ClosedRange<Double>, position: Coordinate) {
    self.kind = kind
    self.span = span
    self.position = position
  }
}

extension MapMatcher {
  /// Finds the route of another engine on this map.
  ///
  /// - Parameters:
  ///   - polyline: The external route's line.
  ///   - limit: The maximum length to examine in this call, in metres; the rest follows from ``SnappedRoute/next`` on.
  /// - Returns: The route with edges, names and limits, and where the maps disagree.
  /// - Throws: ``MatchingError``.
  public func snap(
    _ polyline: [Coordinate], upTo limit: Double = .infinity
  ) async throws(MatchingError) -> SnappedRoute {
    try await TaskThreads.run { () throws(MatchingError) in try snap(polyline, upTo: limit) }
  }

  /// Finds the route of another engine on this map, on the calling thread.
  ///
  /// - Parameters:
  ///   - polyline: The external route's line.
  ///   - limit: The maximum length to examine in this call, in metres; the rest follows from ``SnappedRoute/next`` on.
  /// - Returns: The route with edges, names and limits, and where the maps disagree.
  /// - Throws: ``MatchingError``.
  public func snap(
    _ polyline: [Coordinate], upTo limit: Double = .infinity
  ) throws(MatchingError) -> SnappedRoute {
    let found = try follow(polyline, upTo: limit)
    return SnappedRoute(
      route: Route(sections: found.pieces.map(\.section), notices: []),
      disagreements: found.disagreements, lineMetres: found.lineMetres, next: found.next)
  }

  /// The part of an external route's line on the map.
  struct Followed {
    /// The stretches on the map as sections, each with its range of metres of the line.
    var pieces: [(section: RouteSection, span: ClosedRange<Double>)]
    var disagreements: [MapDisagreement]
    /// The examined length in metres.
    var lineMetres: Double
    /// The index of the first unexamined point; nil if there is none.
    var next: Int?
  }

  /// Follows an external route's line on the map, up to a length in metres.
  func follow(
    _ line: [Coordinate], upTo limit: Double
  ) throws(MatchingError) -> Followed {
    let (marks, next) = Self.marks(line, limit)
    var strict = self
    strict.options.noiseMetres = options.noiseMetres ?? 5
    strict.options.obeyRules()
    let trace = Trace(
      marks.map { Location(latitude: $0.place.latitude, longitude: $0.place.longitude) })
    let result = try strict.match(trace)
    var pieces: [(section: RouteSection, span: ClosedRange<Double>)] = []
    do throws(RoutingError) {
      let builder = SectionBuilder(self)
      for piece in result.pieces {
        let span = marks[piece.points.lowerBound].metres...marks[piece.points.upperBound].metres
        pieces.append((try builder.section(piece), span))
      }
    } catch { throw MatchingError(error) }
    return Followed(
      pieces: pieces, disagreements: Self.disagreements(result, marks),
      lineMetres: marks.last?.metres ?? 0, next: next)
  }

  private typealias Mark = (place: Coordinate, metres: Double)

  /// Marks along the line: its points, and further ones between distant points.
  private static func marks(
    _ line: [Coordinate], _ limit: Double
  ) -> (marks: [Mark], next: Int?) {
    guard let first = line.first else { return ([], nil) }
    var marks: [Mark] = [(first, 0)]
    var walked = 0.0
    for (index, (a, b)) in zip(line, line.dropFirst()).enumerated() {
      let length = Distance.metres(a, b)
      let steps = min(max((length / 20).rounded(.up), 1), 100_000)
      for step in 1...Int(steps) where length > 0 {
        let share = Double(step) / steps
        marks.append((a.interpolated(to: b, share: share), walked + share * length))
      }
      walked += length
      if walked >= limit, index + 2 < line.count { return (marks, index + 1) }
    }
    return (marks, nil)
  }

  /// Breaks, and stretches of marks without a road, or with a distant one.
  private static func disagreements(_ result: MatchResult, _ marks: [Mark]) -> [MapDisagreement] {
    var found: [MapDisagreement] = []
    for (point, mark) in zip(result.points, marks) {
      let kind: MapDisagreement.Kind
      switch point.outcome {
      case .dropped(.noRoad): kind = .noRoad
      case .dropped(.outlier), .dropped(.againstOneWay): kind = .otherWay
      case .dropped: continue
      case .offRoad: kind = .noRoad
      case .standing, .unknown: continue
      case .matched(let position), .merged(let position):
        if position.distanceMetres <= 20 { continue }
        kind = .otherWay
      }
      if let last = found.last, last.kind == kind, mark.metres - last.span.upperBound < 45 {
        found[found.count - 1].span = last.span.lowerBound...mark.metres
      } else {
        found.append(
          MapDisagreement(
            kind: kind, span: mark.metres...mark.metres, position: mark.place))
      }
    }
    for (before, piece) in zip(result.pieces, result.pieces.dropFirst()) {
      let span = marks[before.points.upperBound].metres...marks[piece.points.lowerBound].metres
      found.append(
        MapDisagreement(
          kind: .noWay, span: span, position: marks[before.points.upperBound].place))
    }
    return found.sorted { $0.span.lowerBound < $1.span.lowerBound }
  }
}
