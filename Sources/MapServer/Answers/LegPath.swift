import Geo
import JSON
import RouteModel

/// The path between two stops.
struct LegPath {
  /// A waypoint on the leg at which it does not end.
  struct Via {
    /// The index of its coordinate in the query.
    var waypoint: Int
    /// Metres from the beginning of the leg.
    var metres: Double
    /// The index of its point in the line.
    var point: Int
  }

  /// The directed edges, the first and last in part; their points lie in `line`.
  var edges: [RouteEdge]
  /// The line.
  var line: [Coordinate]
  /// The indices of edges before which a waypoint is passed, without a junction there.
  var passed: Set<Int> = []
  /// The waypoints of the query that are passed on the leg.
  var vias: [Via] = []
  /// The traffic, in metres from the beginning of the leg.
  var traffic: [TrafficSpan] = []

  /// The coordinate of its beginning, on or beside the road; nil if there was none.
  var start: Coordinate?
  /// The coordinate of its end.
  var end: Coordinate?
  /// The charging station at its end that is no place of the query; nil if there is none.
  var station: ChargingStation?

  /// A leg from its parts; the line has at least two points.
  init(edges: [RouteEdge], line: [Coordinate]) {
    self.edges = edges
    self.line = line
  }

  /// A part of a section; its edges count points from the beginning of the part.
  init(_ section: RouteSection, edges: Range<Int>, points: ClosedRange<Int>) {
    line = Array(section.polyline[points])
    self.edges = section.edges[edges].map { edge in
      var edge = edge
      edge.points =
        edge.points.lowerBound - points.lowerBound...edge.points.upperBound - points.lowerBound
      return edge
    }
    // A line has two points, even without a driven distance.
    if line.count == 1 { line.append(line[0]) }
  }

  /// The legs of a section: it is cut at each waypoint that it passes.
  static func legs(of section: RouteSection) -> [LegPath] {
    var legs: [LegPath] = []
    if section.passed.isEmpty && section.polyline.count > 1 {
      legs = [LegPath(edges: section.edges, line: section.polyline)]
    } else {
      var (edge, point) = (0, 0)
      for passed in section.passed {
        legs.append(LegPath(section, edges: edge..<passed.edge, points: point...passed.point))
        (edge, point) = (passed.edge, passed.point)
      }
      legs.append(
        LegPath(
          section, edges: edge..<section.edges.count, points: point...section.polyline.count - 1))
    }
    var begin = 0.0
    for index in legs.indices {
      legs[index].add(section.traffic ?? [], from: -begin)
      begin += legs[index].edges.lengthMetres
    }
    return legs
  }

  /// Writes the member `via_waypoints` like Mapbox; nothing if there are none.
  func writeVias(to json: inout JSONWriter) {
    if vias.isEmpty { return }
    json.array("via_waypoints") { list in
      for via in vias {
        list.object {
          $0.int("waypoint_index", via.waypoint)
          $0.number("distance_from_start", via.metres, decimals: 1)
          $0.int("geometry_index", via.point)
        }
      }
    }
  }

  /// Adds the parts of spans, shifted by some metres, that lie on the leg, each with its share of the delay.
  private mutating func add(_ spans: [TrafficSpan], from shift: Double) {
    let length = edges.lengthMetres
    for span in spans {
      let (low, high) = (span.metres.lowerBound + shift, span.metres.upperBound + shift)
      guard high > 0, low < length else { continue }
      var part = span
      part.metres = max(low, 0)...min(high, length)
      if high > low {
        part.delaySeconds *= (part.metres.upperBound - part.metres.lowerBound) / (high - low)
      }
      traffic.append(part)
    }
  }

  /// Whether nothing is driven on it, so that its line has a second point only because a line has two.
  private var hasAddedPoint: Bool { line.count == 2 && edges.last?.points.upperBound == 0 }

  /// Appends the next leg, which begins at a waypoint of the query.
  mutating func append(_ other: LegPath, passing waypoint: Int) {
    // In a longer line it would be a piece of no edge.
    if hasAddedPoint { line.removeLast() }
    let shift = line.count - 1
    let before = edges.lengthMetres
    vias.append(Via(waypoint: waypoint, metres: before, point: shift))
    defer { add(other.traffic, from: before) }
    passed.insert(edges.count)
    passed.formUnion(other.passed.map { $0 + edges.count })
    edges += other.edges.map { edge in
      var edge = edge
      edge.points = edge.points.lowerBound + shift...edge.points.upperBound + shift
      return edge
    }
    if !other.hasAddedPoint { line += other.line.dropFirst() }
    if line.count == 1 { line.append(line[0]) }
    end = other.end
  }
}
