import Geo
import NavFormat
import RoadModel

extension RoadGraph {
  /// The box around a segment.
  func box(of segment: RoadSegment) -> Box {
    var box = Box.empty
    box.add(positions[from[segment]])
    for point in inner(segment) { box.add(point) }
    box.add(positions[to[segment]])
    return box
  }
}

/// Joins segments with the same name to streets, if they are near each other in one settlement.
///
/// A street through two municipalities is two streets, as in their addresses; motorways, and roads with a number alone,
/// are not cut.
struct StreetFinder {
  struct Street {
    /// The name, or the number of a road without one, in the names section.
    var name: UInt32
    /// Whether `name` is a road number.
    var isNumber: Bool
    /// The segments, ascending.
    var segments: [RoadSegment]
    /// The middle segment.
    var middle: RoadSegment
    var position: Coordinate
    /// The settlement.
    var parent: Int?
    var roadClass: RoadClass
    var metres: Double
    /// The ways, ascending.
    var ways: [RoadWay]
    /// The box around the segments.
    var box: Box

    /// How well known it is, by its class and length.
    var importance: UInt8 {
      let base: Int
      switch roadClass {
      case .motorway: base = 70
      case .trunk: base = 65
      case .primary: base = 58
      case .secondary: base = 52
      case .tertiary: base = 46
      case .unclassified, .residential, .livingStreet, .pedestrian: base = 38
      case .service: base = 28
      default: base = 22
      }
      // Two for each doubling beyond 200 metres.
      let doublings = max(Int.bitWidth - Int(metres / 200).leadingZeroBitCount, 0)
      return UInt8(base + 2 * min(doublings, 8))
    }
  }

  /// The side of squares, 0.004 degrees or about 400 metres; neighbouring squares are joined.
  private static let squareUnits: Int32 = 40_000

  private struct Square: Hashable {
    var row: Int32
    var column: Int32

    init(row: Int32, column: Int32) { (self.row, self.column) = (row, column) }

    init(_ place: Coordinate) {
      row = place.latitudeUnits / StreetFinder.squareUnits
      column = place.longitudeUnits / StreetFinder.squareUnits
    }
  }

  private struct Key: Hashable {
    var name: UInt32
    var parent: Int
  }

  private let graph: RoadGraph
  private let settlements: SettlementFinder
  private let platforms: Set<Int64>

  /// A finder that leaves platforms out: they have the names of stops.
  init(_ graph: RoadGraph, _ settlements: SettlementFinder, platforms: Set<Int64>) {
    self.graph = graph
    self.settlements = settlements
    self.platforms = platforms
  }

  /// The streets, in the order of their names' first occurrence, then by settlement and position.
  func streets() -> [Street] {
    var order: [Key] = []
    var members: [[RoadSegment]] = []
    var numbers: [Key: Int] = [:]
    // Those of segments without a name are not needed.
    var middles = [Coordinate](
      repeating: Coordinate(latitudeUnits: 0, longitudeUnits: 0), count: graph.segmentCount)
    var last: (way: RoadWay, middle: Coordinate, parent: Int)?
    var number = -1
    for segment in graph.segments {
      let way = graph.segmentWay[segment]
      let name = graph.wayNames[way] != 0 ? graph.wayNames[way] : graph.wayRefs[way]
      if name == 0 || !platforms.isEmpty && platforms.contains(graph.wayIDs[way]) { continue }
      let middle = middle(of: segment)
      middles[segment] = middle
      var parent = -1
      if graph.wayNames[way] != 0, graph.road(segment).roadClass != .motorway {
        // Most segments of a way are in the settlement of the one before.
        if let last, last.way == way, Distance.metres(last.middle, middle) < 50 {
          parent = last.parent
        } else {
          parent =
            settlements.settlement(at: middle, above: PlaceCategory.street.depth) ?? -1
          last = (way, middle, parent)
        }
      }
      let key = Key(name: name, parent: parent)
      // Most segments belong to the street of the one before.
      if number < 0 || order[number] != key {
        number = numbers[key] ?? order.count
        if number == order.count {
          numbers[key] = number
          order.append(key)
          members.append([])
        }
      }
      members[number].append(segment)
    }
    var result: [Street] = []
    for (key, segments) in zip(order, members) {
      for group in clusters(segments) {
        result.append(street(key.name, key.parent < 0 ? nil : key.parent, group, middles))
      }
    }
    return result
  }

  /// The point in the middle of a segment.
  private func middle(of segment: RoadSegment) -> Coordinate {
    let (first, last) = (graph.positions[graph.from[segment]], graph.positions[graph.to[segment]])
    let inner = graph.inner(segment)
    if inner.isEmpty { return first.interpolated(to: last, share: 0.5) }
    return MeasuredLine([first] + inner + [last]).middle
  }

  /// Whether the ends of segments lie in one square or in neighbouring ones.
  private func isSmall(_ segments: [RoadSegment]) -> Bool {
    var ends = Box.empty
    for segment in segments {
      ends.add(graph.positions[graph.from[segment]])
      ends.add(graph.positions[graph.to[segment]])
    }
    let low = Square(
      Coordinate(latitudeUnits: ends.minLatitude, longitudeUnits: ends.minLongitude))
    let high = Square(
      Coordinate(latitudeUnits: ends.maxLatitude, longitudeUnits: ends.maxLongitude))
    return high.row - low.row <= 1 && high.column - low.column <= 1
  }

  private func clusters(_ segments: [RoadSegment]) -> [[RoadSegment]] {
    // All of a street in four squares is one.
    if segments.count == 1 || isSmall(segments) { return [segments] }
    var squares: [Square: Int] = [:]
    var first: [Int] = []
    var parents: [Int] = []
    func root(_ start: Int) -> Int {
      var node = start
      while parents[node] != node {
        parents[node] = parents[parents[node]]
        node = parents[node]
      }
      return node
    }
    func join(_ a: Int, _ b: Int) {
      let (a, b) = (root(a), root(b))
      if a != b { parents[max(a, b)] = min(a, b) }
    }
    func number(_ square: Square) -> Int {
      if let known = squares[square] { return known }
      let new = parents.count
      squares[square] = new
      parents.append(new)
      return new
    }
    for segment in segments {
      let tail = number(Square(graph.positions[graph.from[segment]]))
      first.append(tail)
      join(tail, number(Square(graph.positions[graph.to[segment]])))
    }
    for (square, index) in squares {
      for row in -1...1 {
        for column in -1...1 {
          let near = Square(row: square.row + Int32(row), column: square.column + Int32(column))
          if let other = squares[near] { join(index, other) }
        }
      }
    }
    var groups: [Int: Int] = [:]
    var result: [[RoadSegment]] = []
    for (segment, square) in zip(segments, first) {
      let group = root(square)
      if groups[group] == nil {
        groups[group] = result.count
        result.append([])
      }
      result[groups[group] ?? 0].append(segment)
    }
    return result
  }

  private func street(
    _ name: UInt32, _ parent: Int?, _ segments: [RoadSegment], _ middles: [Coordinate]
  ) -> Street {
    let middles = segments.map { middles[$0] }
    var box = Box.empty
    for segment in segments { box.add(graph.box(of: segment)) }
    var sum = (latitude: 0.0, longitude: 0.0)
    for middle in middles {
      sum.latitude += Double(middle.latitudeUnits)
      sum.longitude += Double(middle.longitudeUnits)
    }
    let count = Double(middles.count)
    let centre = Coordinate(
      latitudeUnits: Int32(sum.latitude / count), longitudeUnits: Int32(sum.longitude / count))
    var best = (metres: Double.infinity, place: 0)
    for (place, middle) in middles.enumerated() {
      let metres = Distance.metres(centre, middle)
      if metres < best.metres { best = (metres, place) }
    }
    let middle = segments[best.place]
    let ways = Set(segments.map { graph.segmentWay[$0] }).sorted()
    let classes = segments.map { graph.road($0).roadClass }.filter { $0 != .unknown }
    return Street(
      name: name, isNumber: graph.wayNames[ways[0]] == 0, segments: segments, middle: middle,
      position: middles[best.place], parent: parent,
      roadClass: classes.min { $0.rawValue < $1.rawValue } ?? .unknown,
      metres: segments.reduce(0) { $0 + Double(graph.lengths[$1]) / 100 }, ways: ways, box: box)
  }
}
