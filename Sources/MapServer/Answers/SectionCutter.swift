import Geo
import RoadModel
import RouteModel

/// Cuts a section into legs between marks.
struct SectionCutter {
  /// A place on a section.
  struct Mark {
    /// Metres from its beginning; at least those of the previous mark.
    var metres: Double
    var position: Coordinate
  }

  private let section: RouteSection
  private var marks: ArraySlice<Mark>
  private var legs: [LegPath] = []
  private var edges: [RouteEdge] = []
  private var line: [Coordinate]

  private init(_ section: RouteSection, _ marks: ArraySlice<Mark>) {
    self.section = section
    self.marks = marks
    line = [section.polyline[0]]
  }

  /// The legs of a section from each mark to the next; what lies before the first and behind the last is left out.
  static func legs(of section: RouteSection, between marks: [Mark]) -> [LegPath] {
    var cutter = SectionCutter(section, marks[...])
    var start = 0.0
    for edge in section.edges {
      cutter.add(edge, from: start)
      start += edge.lengthMetres
    }
    // Marks that are left because of rounding lie at the end.
    while let mark = cutter.marks.popFirst() { cutter.close(at: mark.position) }
    return Array(cutter.legs.dropFirst())
  }

  /// Adds an edge, and ends a leg at each mark on it.
  private mutating func add(_ edge: RouteEdge, from start: Double) {
    let shape = section.polyline[edge.points]
    var steps: [Double] = []
    for (a, b) in zip(shape, shape.dropFirst()) { steps.append(Distance.metres(a, b)) }
    let whole = steps.reduce(0, +)
    let scale = whole > 0 ? edge.lengthMetres / whole : 0
    var ends: [(metres: Double, point: Coordinate)] = []
    var walked = 0.0
    for (step, point) in zip(steps, shape.dropFirst()) {
      walked += step * scale
      ends.append((walked, point))
    }
    var low = 0.0
    while let mark = marks.first, mark.metres <= start + edge.lengthMetres {
      let high = min(max(mark.metres - start, low), edge.lengthMetres)
      append(edge, low, high, ends, end: mark.position)
      close(at: mark.position)
      marks.removeFirst()
      low = high
    }
    if low < edge.lengthMetres || low == 0 {
      append(edge, low, edge.lengthMetres, ends, end: shape.last)
    }
  }

  /// Adds the part of an edge between two distances along it.
  private mutating func append(
    _ edge: RouteEdge, _ low: Double, _ high: Double,
    _ ends: [(metres: Double, point: Coordinate)], end: Coordinate?
  ) {
    let first = line.count - 1
    for (metres, point) in ends where metres > low && metres < high && line.last != point {
      line.append(point)
    }
    if let end, line.last != end { line.append(end) }
    var part = edge
    part.lengthMetres = high - low
    part.time = Costing.partTime(
      edge.time, part: Self.centimetres(high - low),
      of: Self.centimetres(edge.lengthMetres))
    if low > 0 { part.turnTime = 0 }
    part.points = first...(line.count - 1)
    edges.append(part)
  }

  private static func centimetres(_ metres: Double) -> UInt32 {
    UInt32(min(max(metres * 100, 0), 4e9).rounded())
  }

  /// Ends a leg; the next one begins there.
  private mutating func close(at place: Coordinate?) {
    if line.count == 1 { line.append(place ?? line[0]) }
    legs.append(LegPath(edges: edges, line: line))
    edges = []
    line = [place ?? line[line.count - 1]]
  }
}
