import Geo
import MapMatching
import MapReader
import NavFormat
import RouteModel

/// Places that are lines.
extension TrafficPlacer {
  /// The maximum length of a line in metres: more than that of any road with the same traffic.
  ///
  /// Matching a line takes seconds and gigabytes if it leads back and forth over a whole country.
  private static let maximumMetres = 2e6

  /// Whether a line is longer than any that is matched.
  static func isTooLong(_ line: [Coordinate]) -> Bool {
    var metres = 0.0
    for (point, next) in zip(line, line.dropFirst()) {
      metres += Distance.metres(point, next)
      if metres > maximumMetres { return true }
    }
    return false
  }

  mutating func placeLines(_ records: [TrafficRecord]) throws(NavError) {
    let matcher = MapMatcher(map: map)
    for (number, record) in records.enumerated() {
      guard case .line(let line) = record.place else { continue }
      // A point is no stretch: the matcher would take it for a road.
      guard line.dropFirst().contains(where: { $0 != line[0] }) else {
        refuse(number, .empty)
        continue
      }
      if isOver {
        refuse(number, .outOfTime)
        continue
      }
      if let parts = try parts(under: line, matcher) {
        add(number, along: parts)
      } else {
        refuse(number, .noRoad)
      }
    }
  }

  /// The parts of edges under a line; nil if the map lacks a road there, or has another path.
  func parts(under line: [Coordinate], _ matcher: MapMatcher) throws(NavError) -> [EdgePart]? {
    guard !Self.isTooLong(line), let snapped = try? matcher.snap(line),
      snapped.disagreements.isEmpty, snapped.next == nil, !snapped.route.sections.isEmpty
    else { return nil }
    var parts: [EdgePart] = []
    for section in snapped.route.sections { parts += try self.parts(of: section) }
    return parts
  }

  /// The driven parts of the edges of a section.
  private func parts(of section: RouteSection) throws(NavError) -> [EdgePart] {
    var parts: [EdgePart] = []
    let map = self.map
    for (index, edge) in section.edges.enumerated() {
      guard let place = try map.place(ofEdge: edge.id) else { continue }
      let tile = try map.tile(place.tile)
      let length = tile.length(place.segment)
      let driven = UInt32(min((edge.lengthMetres * 100).rounded(), Double(length)))
      var low: UInt32 = 0
      if index == 0 {
        low = length - driven
        if section.edges.count == 1 {
          low = min(try map.distance(of: section.departure.position, along: place) ?? 0, low)
        }
      }
      guard length > 0 else { continue }
      parts.append(
        EdgePart(
          edge: map.number(of: place.edge, in: tile.layout), from: Double(low),
          to: Double(low + driven), of: length))
    }
    return parts
  }
}
