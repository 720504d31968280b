import Geo
import MapReader
import RoadModel

/// A path on a map, with its facts for a location reference.
struct OpenLRRoad {
  private(set) var edges: [EdgePlace] = []
  /// The lengths of the edges in metres.
  private(set) var lengths: [Double] = []
  /// The beginning of each edge, and the end of the last.
  private(set) var positions: [Coordinate] = []
  private var classes: [UInt8] = []
  private var forms: [FormOfWay] = []
  /// The bearing at the beginning of each edge, and back from its end.
  private var bearings: [(begin: UInt8, end: UInt8)] = []
  /// The metres at the ends of the path that do not belong to the location.
  private var offsets = (start: 0.0, end: 0.0)

  /// A path of edges for motor vehicles.
  ///
  /// - Throws: ``OpenLREncodingError`` or ``NavError``.
  init(_ path: [EdgeID], _ network: OpenLRNetwork) throws {
    var end: OpenLRNetwork.Node?
    let map = network.map
    for edge in path {
      guard let place = try map.place(ofEdge: edge) else {
        throw OpenLREncodingError.unknownEdge(edge)
      }
      let tail = try network.tail(place)
      if let end, end != tail { throw OpenLREncodingError.notConnected(edge) }
      end = try network.head(place)
      let tile = try map.tile(place.tile)
      guard OpenLRNetwork.isRoad(tile, place.edge) else { throw OpenLREncodingError.noRoad(edge) }
      let road = try network.road(place)
      let length = Double(road.length) / 100
      let line = MeasuredLine(road.shape, length: road.length)
      let step = min(OpenLRRating.bearingMetres, length)
      edges.append(place)
      lengths.append(length)
      classes.append(road.roadClass)
      forms.append(road.form)
      bearings.append(
        (
          Self.sector(line.bearing(from: 0, to: step)),
          Self.sector(line.bearing(from: length, to: length - step))
        ))
      positions.append(road.shape[0])
    }
    guard let end else { throw OpenLREncodingError.empty }
    positions.append(try network.position(end))
  }

  private static func sector(_ degrees: Double) -> UInt8 {
    UInt8(truncatingIfNeeded: Int(degrees / OpenLRPoint.degreesPerSector)) & 31
  }

  /// An offset in 256ths of a path; nil if it rounds to none.
  static func offset(_ metres: Double, of path: Double) -> UInt8? {
    let share = path > 0 ? metres / path * 256 : 0
    return share < 0.25 ? nil : UInt8(min(share, 255))
  }

  /// Removes offsets from the ends, with the edges that lie in them.
  mutating func trim(_ start: Double, _ end: Double) throws(OpenLREncodingError) {
    let whole = lengths.reduce(0, +)
    guard start >= 0, end >= 0, start + end < whole || whole == 0 && start + end == 0 else {
      throw .offsets
    }
    offsets = (start, end)
    while edges.count > 1, offsets.start >= lengths[0] {
      offsets.start -= lengths[0]
      edges.removeFirst()
      lengths.removeFirst()
      positions.removeFirst()
      classes.removeFirst()
      forms.removeFirst()
      bearings.removeFirst()
    }
    while edges.count > 1, offsets.end >= lengths[lengths.count - 1] {
      offsets.end -= lengths[lengths.count - 1]
      edges.removeLast()
      lengths.removeLast()
      positions.removeLast()
      classes.removeLast()
      forms.removeLast()
      bearings.removeLast()
    }
  }

  /// The reference with points at some edges' beginnings, including the first, and at the end.
  func reference(_ breaks: [Int]) -> OpenLRReference {
    var points: [OpenLRPoint] = []
    var legs: [Double] = []
    for (begin, end) in zip(breaks, breaks.dropFirst() + [edges.count]) {
      let length = lengths[begin..<end].reduce(0, +)
      legs.append(length)
      points.append(
        OpenLRPoint(
          position: positions[begin], roadClass: classes[begin], form: forms[begin],
          bearing: bearings[begin].begin, lowestClass: classes[begin..<end].max() ?? 7,
          interval: UInt8(min(length / OpenLRPoint.metresPerInterval, 255))))
    }
    let last = edges.count - 1
    points.append(
      OpenLRPoint(
        position: positions[last + 1], roadClass: classes[last], form: forms[last],
        bearing: bearings[last].end))
    return OpenLRReference(
      points: points, startOffset: Self.offset(offsets.start, of: legs[0]),
      endOffset: Self.offset(offsets.end, of: legs[legs.count - 1]))
  }
}
