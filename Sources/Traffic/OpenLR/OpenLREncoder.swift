import Geo
public import MapReader
import NavFormat
public import RoadModel

/// Makes location references of the roads of a map, which decoders find on other maps.
///
/// The first point is the beginning of the first edge, the last one the end of the last edge.
/// Points are added between them if the shortest path from one to the next is not the intended
/// road, and at least every 15 km. The encoder decodes each reference on the same map, and adds
/// points until the result has the same edges.
public struct OpenLREncoder: Sendable {
  /// The maximum length of the path from a point to the next, in metres.
  static let maximumLeg = 15_000.0
  /// The maximum difference of two successive points' latitudes or longitudes, in 1e-7 degrees.
  private static let maximumStep: Int64 = 3_270_000
  /// Metres by which lengths of edges and straight lines may disagree.
  private static let slack = 100.0

  private let network: OpenLRNetwork
  private let decoder: OpenLRDecoder

  /// An encoder for a map.
  public init(map: NavMap) {
    network = OpenLRNetwork(map: map)
    decoder = OpenLRDecoder(map: map)
  }

  /// The reference of a path.
  ///
  /// - Parameters:
  ///   - path: Edges for motor vehicles, each beginning where the one before ends.
  ///   - startOffsetMetres: The distance from the beginning of the first edge to the beginning of the road.
  ///   - endOffsetMetres: The distance from the end of the road to the end of the last edge.
  /// - Returns: A reference whose offsets have a resolution of 1/256 of the path between two points.
  /// - Throws: ``OpenLREncodingError``.
  /// - Complexity: A few shortest paths as long as the road; milliseconds in a town.
  public func reference(
    of path: [EdgeID], startOffsetMetres: Double = 0, endOffsetMetres: Double = 0
  ) throws(OpenLREncodingError) -> OpenLRReference {
    do {
      var road = try OpenLRRoad(path, network)
      try road.trim(startOffsetMetres, endOffsetMetres)
      var breaks = try breaks(of: road)
      while true {
        let written = road.reference(breaks)
        guard let reference = try written.bytes.map(OpenLRReference.init(bytes:)) else {
          throw OpenLREncodingError.tooFar
        }
        if isFound(road, reference) { return reference }
        let more = Self.halved(breaks, road.edges.count)
        guard more.count > breaks.count else { throw OpenLREncodingError.ambiguous }
        breaks = more
      }
    } catch let error as OpenLREncodingError {
      throw error
    } catch let error as NavError {
      throw .map(error)
    } catch {
      // Every reference that was written can be read, unless a point is off the earth.
      throw .tooFar
    }
  }

  /// The reference of a point on an edge.
  ///
  /// - Parameters:
  ///   - metres: The distance of the point from the beginning of the edge.
  ///   - edge: An edge for motor vehicles.
  ///   - orientation: The directions of the road that it concerns.
  ///   - side: The side of the road on which it lies.
  /// - Returns: A reference with a resolution of 1/256 of the edge.
  /// - Throws: ``OpenLREncodingError``.
  public func reference(
    ofPoint metres: Double, along edge: EdgeID,
    orientation: OpenLRReference.Orientation = .unknown, side: OpenLRReference.Side = .unknown
  ) throws(OpenLREncodingError) -> OpenLRReference {
    var reference = try reference(of: [edge])
    let length = try length(of: edge)
    // A point along a line has two points.
    guard reference.points.count == 2 else { throw .edgeTooLong }
    guard metres >= 0, metres <= length else { throw .offsets }
    reference.kind = .pointAlongLine(orientation, side, poi: nil)
    reference.startOffset = OpenLRRoad.offset(metres, of: length)
    return reference
  }

  /// The length of an edge in metres.
  private func length(of edge: EdgeID) throws(OpenLREncodingError) -> Double {
    do throws(NavError) {
      if let place = try network.map.place(ofEdge: edge) {
        return Double(try network.length(place)) / 100
      }
    } catch { throw .map(error) }
    throw .unknownEdge(edge)
  }

  /// Whether decoding the reference returns the road.
  private func isFound(_ road: OpenLRRoad, _ reference: OpenLRReference) -> Bool {
    guard let reading = try? decoder.reading(of: reference),
      reading.path.map(\.place) == road.edges
    else { return false }
    return zip(reading.path, road.lengths).allSatisfy { $0.from == 0 && $0.to == $1 }
  }

  /// Adds a point in the middle of each leg with more than one edge.
  private static func halved(_ breaks: [Int], _ count: Int) -> [Int] {
    var more: [Int] = []
    for (begin, end) in zip(breaks, breaks.dropFirst() + [count]) {
      more.append(begin)
      if end - begin > 1 { more.append((begin + end) / 2) }
    }
    return more
  }

  /// The edges that begin with a point.
  private func breaks(of road: OpenLRRoad) throws -> [Int] {
    var search = OpenLRSearch(network)
    var breaks = [0]
    let count = road.edges.count
    while let begin = breaks.last {
      guard road.lengths[begin] <= Self.maximumLeg else { throw OpenLREncodingError.edgeTooLong }
      let reach = try reach(from: begin, road)
      if reach == begin + 1, reach == count { return breaks }
      // The last leg needs a shortest path to its last edge, all others to the edge behind them.
      let target = min(reach, count - 1)
      let end = try shortest(from: begin, to: target, road, &search)
      if end == count - 1, reach == count { return breaks }
      breaks.append(end)
    }
    return breaks
  }

  /// The end of the longest leg that the format can express.
  private func reach(from begin: Int, _ road: OpenLRRoad) throws -> Int {
    var length = 0.0
    for number in begin..<road.edges.count {
      length += road.lengths[number]
      let (a, b) = (road.positions[begin], road.positions[number + 1])
      let isFar =
        abs(Distance.longitudeDifference(a, b)) > Self.maximumStep
        || abs(Int64(a.latitudeUnits) - Int64(b.latitudeUnits)) > Self.maximumStep
      if length > Self.maximumLeg || isFar {
        guard number > begin else { throw OpenLREncodingError.tooFar }
        return number
      }
    }
    return road.edges.count
  }

  /// The last edge up to a target to which the road is the shortest path from the end of an edge.
  private func shortest(
    from begin: Int, to target: Int, _ road: OpenLRRoad, _ search: inout OpenLRSearch
  ) throws -> Int {
    guard target > begin + 1 else { return max(target, begin + 1) }
    let lengths = try road.edges[begin..<target].map { try network.length($0) }
    let whole = lengths.dropFirst().reduce(0, +)
    try search.run(
      from: try network.head(road.edges[begin]), to: [try network.tail(road.edges[target])],
      OpenLRSearch.Limits(length: whole, around: (road.positions[target], Self.slack)))
    var length: UInt32 = 0
    for number in begin + 2...target {
      length += lengths[number - 1 - begin]
      let node = try network.tail(road.edges[number])
      guard search.length(to: node) == length,
        try search.lastEdge(to: node) == road.edges[number - 1]
      else { return number - 1 }
    }
    return target
  }
}

/// The reason why a path has no location reference.
public enum OpenLREncodingError: Error, Sendable {
  /// There is no edge.
  case empty
  /// The map has no such edge.
  case unknownEdge(EdgeID)
  /// An edge is closed to motor vehicles, or a ferry.
  case noRoad(EdgeID)
  /// An edge does not begin where the one before ends.
  case notConnected(EdgeID)
  /// The offsets leave nothing of the path, or a point does not lie on its edge.
  case offsets
  /// An edge is longer than the 15 km from a point to the next.
  case edgeTooLong
  /// Two points are too far apart for the format.
  case tooFar
  /// Other roads fit every reference equally well, such as two of the same length side by side.
  case ambiguous
  /// The map is damaged.
  case map(NavError)
}

extension OpenLREncodingError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .empty: "the path has no edge"
    case .unknownEdge(let edge): "the map has no edge \(edge)"
    case .noRoad(let edge): "edge \(edge) is not a road for motor vehicles"
    case .notConnected(let edge): "edge \(edge) does not begin where the one before ends"
    case .offsets: "the offsets leave nothing of the path"
    case .edgeTooLong: "an edge is longer than 15 km"
    case .tooFar: "two points are too far apart"
    case .ambiguous: "another road fits the reference as well"
    case .map(let error): error.description
    }
  }
}
