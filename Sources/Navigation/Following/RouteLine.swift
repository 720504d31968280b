import Geo
import RoadModel
import RouteModel

/// The line of a route with metres and seconds from its beginning at every point, and where its edges and steps begin.
///
/// It is made once for a route, in time and memory proportional to its points, and does not change.
struct RouteLine: Sendable {
  /// An edge of a route, by its section.
  struct SectionEdge: Sendable {
    var section: Int
    var edge: Int
  }

  /// The points of all sections; a point where sections meet occurs once for each.
  ///
  /// There are at least two: that of a route that ends where it begins occurs twice.
  private(set) var points: [Coordinate] = []
  /// Metres from the beginning of the route to each point, scaled to the sections' lengths.
  private(set) var metres: [Double] = []
  /// Seconds from the beginning of the route to each point.
  private(set) var seconds: [Double] = []
  /// The first point of each section, and the number of points at the end.
  private(set) var sectionPoints: [Int] = []
  /// Metres from the beginning of the route to that of each edge, ascending.
  private(set) var edgeMetres: [Double] = []
  /// The edges in order.
  private(set) var edges: [SectionEdge] = []
  /// The edges by number: the map's number in the upper half, the index in ``edges`` in the lower.
  private var byNumber: [UInt64] = []

  /// The line of a route.
  init(_ route: Route) {
    var start = (metres: 0.0, seconds: 0.0)
    for (number, section) in route.sections.enumerated() {
      sectionPoints.append(points.count)
      add(section, number, start)
      start = (start.metres + section.lengthMetres, start.seconds + section.durationSeconds)
    }
    if points.count == 1 {
      points.append(points[0])
      metres.append(metres[0])
      seconds.append(seconds[0])
    }
    sectionPoints.append(points.count)
    number(route) { $0.number }
  }

  /// Sets the numbers by which edges are searched.
  mutating func number(_ route: Route, by number: (EdgeID) -> EdgeNumber) {
    byNumber = edges.indices.map { index in
      let id = route.sections[edges[index].section].edges[edges[index].edge].id
      return UInt64(number(id).rawValue) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    }
    byNumber.sort()
  }

  private mutating func add(
    _ section: RouteSection, _ number: Int, _ start: (metres: Double, seconds: Double)
  ) {
    let first = points.count
    var walked = [0.0]
    for (a, b) in zip(section.polyline, section.polyline.dropFirst()) {
      walked.append((walked.last ?? 0) + Distance.metres(a, b))
    }
    let total = walked.last ?? 0
    let scale = total > 0 ? section.lengthMetres / total : 0
    points += section.polyline
    metres += walked.map { start.metres + $0 * scale }
    let times = Self.times(section, walked)
    seconds += times.map { start.seconds + $0 }
    for (index, edge) in section.edges.enumerated() {
      edges.append(SectionEdge(section: number, edge: index))
      edgeMetres.append(metres[first + edge.points.lowerBound])
    }
  }

  /// Seconds from the beginning of a section to its points, by edges, steps, or constant speed.
  private static func times(_ section: RouteSection, _ walked: [Double]) -> [Double] {
    var spans: [(points: ClosedRange<Int>, seconds: Double)] = []
    if !section.edges.isEmpty {
      spans = section.edges.map { ($0.points, $0.durationSeconds + $0.turnDurationSeconds) }
    } else if !section.steps.isEmpty {
      spans = section.steps.map { ($0.points, $0.durationSeconds) }
    } else {
      spans = [(0...walked.count - 1, section.durationSeconds)]
    }
    let sum = spans.reduce(0) { $0 + $1.seconds }
    let scale = sum > 0 ? section.durationSeconds / sum : 0
    var result = [Double](repeating: 0, count: walked.count)
    var elapsed = 0.0
    var next = 1
    for span in spans {
      let (low, high) = (span.points.lowerBound, span.points.upperBound)
      let length = walked[high] - walked[low]
      while next <= high {
        let share = length > 0 ? (walked[next] - walked[low]) / length : 1
        result[next] = elapsed + span.seconds * scale * min(max(share, 0), 1)
        next += 1
      }
      elapsed += span.seconds * scale
    }
    while next < result.count {
      result[next] = elapsed
      next += 1
    }
    return result
  }

  /// The length of the route in metres.
  var length: Double { metres.last ?? 0 }
  /// The duration of the route in seconds.
  var duration: Double { seconds.last ?? 0 }

  /// The last index whose value is at most a limit; 0 if none is.
  ///
  /// - Parameters:
  ///   - values: Ascending.
  ///   - limit: The limit.
  /// - Returns: The index.
  /// - Complexity: O(log n).
  static func index(in values: [Double], upTo limit: Double) -> Int {
    max(values.partitioningIndex { !($0 <= limit) } - 1, 0)
  }

  /// The index in ``edges`` of the edge at a distance in metres; nil for a route without edges.
  func edgeIndex(at metres: Double) -> Int? {
    edges.isEmpty ? nil : Self.index(in: edgeMetres, upTo: metres)
  }

  /// The point at a distance in metres, clamped to the route, with its direction in degrees and its time.
  func place(at metres: Double) -> (position: Coordinate, course: Double, seconds: Double) {
    guard points.count > 1 else {
      return (points.first ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0), 0, 0)
    }
    let at = min(max(metres, 0), length)
    var index = min(Self.index(in: self.metres, upTo: at), points.count - 2)
    // The direction of the last stretch that has a length.
    while index > 0, self.metres[index + 1] <= self.metres[index] { index -= 1 }
    let span = self.metres[index + 1] - self.metres[index]
    let share = span > 0 ? min(max((at - self.metres[index]) / span, 0), 1) : 0
    let (a, b) = (points[index], points[index + 1])
    let (east, north) = Distance.offset(from: a, to: b)
    return (
      a.interpolated(to: b, share: share),
      Trigonometry.bearing(east: east, north: north) * 180 / Double.pi,
      seconds[index] + (seconds[index + 1] - seconds[index]) * share
    )
  }

  /// The points of a stretch, including its ends.
  func points(between range: ClosedRange<Double>) -> [Coordinate] {
    var result = [place(at: range.lowerBound).position]
    var index = Self.index(in: metres, upTo: range.lowerBound) + 1
    while index < points.count, metres[index] < range.upperBound {
      if points[index] != result.last { result.append(points[index]) }
      index += 1
    }
    let last = place(at: range.upperBound).position
    if last != result.last { result.append(last) }
    return result
  }

  /// The indices in ``edges`` of a directed edge of the map, ascending.
  func indices(ofEdge number: EdgeNumber) -> [Int] {
    entries(ofEdge: number).map { Int($0 & 0xFFFF_FFFF) }
  }

  /// The entries of ``byNumber`` for a directed edge.
  private func entries(ofEdge number: EdgeNumber) -> ArraySlice<UInt64> {
    let key = UInt64(number.rawValue)
    let first = byNumber.partitioningIndex { $0 >> 32 >= key }
    return byNumber[first...].prefix { $0 >> 32 == key }
  }

  /// Metres from the beginning of the route to the end of an edge.
  func endMetres(ofEdge index: Int) -> Double {
    index + 1 < edgeMetres.count ? edgeMetres[index + 1] : length
  }

  /// Whether a directed edge is on the route between two places.
  func holds(edge number: EdgeNumber, from low: Double, to high: Double) -> Bool {
    entries(ofEdge: number).contains { entry in
      let index = Int(entry & 0xFFFF_FFFF)
      return edgeMetres[index] <= high && endMetres(ofEdge: index) >= low
    }
  }
}
