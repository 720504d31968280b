import Bytes
import Geo
import MapMatching
import MapReader

/// Matches as GeoJSON (RFC 7946): one point a fix on a road, as they are decided, then one line a piece,
/// which are kept meanwhile.
struct MatchGeoJSON: MatchWriter {
  private let output: MatchOutput
  private let start: String
  private var text = MatchBytes()
  private var lines: Spool
  private var ways: Spool
  private var trace = -1
  private var lastWay: Int64?
  private var first: Coordinate?
  private var isAlone = false
  private var hasFeature = false

  init(_ output: MatchOutput, _ map: NavMap) {
    self.output = output
    lines = Spool(folder: output.scratch)
    ways = Spool(folder: output.scratch)
    start =
      #"{"type":"FeatureCollection","attribution":"#
      + JSON.string(map.provenance.attribution).text + #","features":["#
  }

  mutating func begin(name: String?) throws {
    trace += 1
    if trace == 0 { try output.write(start) }
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws {
    if lines.isEmpty { return }
    if hasFeature { try output.write(",") }
    hasFeature = true
    try output.write(draining: &lines)
  }

  mutating func finish() throws { try output.write(trace < 0 ? start + "]}\n" : "]}\n") }

  mutating func add(_ event: MatchEvent) throws {
    text.removeAll()
    switch event {
    case .point(let point):
      guard let position = point.position else { return }
      write(point.index, position)
      try output.write(text.bytes)
    case .began(let place):
      if !lines.isEmpty { text.add(",") }
      text.add(#"{"type":"Feature","geometry":{"type":"LineString","coordinates":["#)
      write(place)
      (lastWay, first, isAlone) = (nil, place, true)
      try lines.append(text.bytes)
    case .edge(let edge, let line):
      for place in line {
        text.add(",")
        write(place)
        isAlone = false
      }
      try lines.append(text.bytes)
      try add(way: edge.wayID)
    case .ended(let piece): try end(piece)
    }
  }

  /// Way ids in order, without repeats in a row.
  private mutating func add(way: Int64) throws {
    if way == lastWay { return }
    text.removeAll()
    if lastWay != nil { text.add(",") }
    text.add(Int(way))
    lastWay = way
    try ways.append(text.bytes)
  }

  private mutating func end(_ piece: PieceSummary) throws {
    // A line has two points at least.
    if isAlone, let first {
      text.add(",")
      write(first)
    }
    text.add(#"]},"properties":{"trace":"#)
    text.add(trace)
    text.add(#","confidence":"#)
    text.add(piece.confidence, decimals: 3)
    text.add(#","length_m":"#)
    text.add(piece.lengthMetres, decimals: 2)
    text.add(#","ways":["#)
    try lines.append(text.bytes)
    while let part = try ways.next() { try lines.append(part) }
    try lines.append(Array("]}}".utf8))
  }

  private mutating func write(_ index: Int, _ position: RoadPosition) {
    if hasFeature { text.add(",") }
    hasFeature = true
    text.add(#"{"type":"Feature","geometry":{"type":"Point","coordinates":"#)
    write(position.position)
    text.add(#"},"properties":{"trace":"#)
    text.add(trace)
    text.add(#","fix":"#)
    text.add(index)
    text.add(#","way_id":"#)
    text.add(Int(position.wayID))
    text.add(#","distance_m":"#)
    text.add(position.distanceMetres, decimals: 2)
    text.add("}}")
  }

  private mutating func write(_ place: Coordinate) {
    text.add("[")
    text.add(place.longitude, decimals: 7)
    text.add(",")
    text.add(place.latitude, decimals: 7)
    text.add("]")
  }
}
