package import Geo
import MapReader
import PathViews
import RoadCosts
import RoadModel
public import RouteModel

extension MapMatcher {
  /// A matched piece as a section of a route, with the times that the router calculates.
  ///
  /// - Parameter piece: A piece of a result of this matcher.
  /// - Returns: The section; its edges are those of the piece.
  /// - Throws: ``MatchingError``, also for a piece without edges, or with edges that are not in order on its line.
  public func section(of piece: MatchedPiece) throws(MatchingError) -> RouteSection {
    guard piece.isInOrder else { throw .invalidPiece }
    do throws(RoutingError) { return try SectionBuilder(self).section(piece) } catch {
      throw MatchingError(error)
    }
  }

  /// A matched piece as a route with steps, so that it can be driven again.
  ///
  /// - Parameters:
  ///   - piece: A piece of a result of this matcher.
  ///   - language: The preferred language of names and signs in the steps, as a tag; nil for the local names.
  /// - Returns: The route, of one section.
  /// - Throws: ``MatchingError``, also for a piece without edges, or with edges that are not in order on its line.
  public func route(
    of piece: MatchedPiece, language: String? = nil
  ) throws(MatchingError) -> Route {
    var section = try section(of: piece)
    section.steps = try steps(of: section, language: language)
    return Route(sections: [section], notices: [])
  }

  /// The longest stretch of a route's line on the map, with steps.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - language: The preferred language of names and signs in the steps, as a tag; nil for the local names.
  /// - Returns: The route, of one section, and the number of stretches; nil if the map has none.
  /// - Throws: ``MatchingError``.
  package func route(
    along line: [Coordinate], language: String? = nil
  ) throws(MatchingError) -> (route: Route, stretches: Int)? {
    let sections = try snap(line).route.sections
    guard var longest = sections.max(by: { $0.lengthMetres < $1.lengthMetres }) else { return nil }
    longest.steps = try steps(of: longest, language: language)
    return (Route(sections: [longest], notices: []), sections.count)
  }

  /// The steps of a section from the map.
  func steps(
    of section: RouteSection, language: String? = nil
  ) throws(MatchingError) -> [RouteStep] {
    do throws(NavError) {
      return try PathReader(map: map, mode: vehicle.mode, language: language).steps(
        of: section.edges, along: section.polyline, passed: Set(section.passed.map(\.edge)),
        from: nil, to: nil)
    } catch { throw MatchingError(RoutingError(error)) }
  }
}

extension MatchedPiece {
  /// Whether the edges have lengths and follow each other along the line, as those of a result do.
  fileprivate var isInOrder: Bool {
    var end = 0
    for edge in edges {
      guard edge.points.lowerBound >= end, edge.lengthMetres >= 0, edge.lengthMetres.isFinite else {
        return false
      }
      end = edge.points.upperBound
    }
    return !edges.isEmpty && end < polyline.count
  }
}
