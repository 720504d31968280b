import Bytes
import Geo
import JSON
import MapMatching
import MapReader
import RouteModel

/// Matches as GeoJSON (RFC 7946): a point for each fix on a road, then a line for each piece.
///
/// Points are written when they are decided. The lines are buffered until then.
struct MatchGeoJSON: MatchWriter {
  private let output: MatchOutput
  private let attribution: String
  /// The points, which are written when they are decided.
  private var json = JSONWriter()
  /// The lines, buffered.
  private var kept = JSONWriter()
  private var ways = JSONWriter()
  private var lineSpool: Spool
  private var waySpool: Spool
  private var trace = -1
  private var lastWay: Int64?
  private var first: Coordinate?
  private var isAlone = false

  init(_ output: MatchOutput, _ map: NavMap) {
    self.output = output
    attribution = map.provenance.attribution
    lineSpool = Spool(folder: output.scratch)
    waySpool = Spool(folder: output.scratch)
  }

  /// Writes the text before the first feature.
  private mutating func beginOutput() {
    json.openObject()
    json.string("type", "FeatureCollection")
    json.string("attribution", attribution)
    json.key("features")
    json.openArray()
  }

  private mutating func send() throws { try output.write(draining: &json) }

  private mutating func keep() throws { try lineSpool.append(draining: &kept) }

  mutating func begin(name: String?) throws {
    trace += 1
    if trace == 0 { beginOutput() }
    kept.restart()
    try send()
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws {
    if lineSpool.isEmpty { return }
    // The comma before them, if necessary.
    json.json([])
    try send()
    try output.write(draining: &lineSpool)
  }

  mutating func finish() throws {
    if trace < 0 { beginOutput() }
    json.closeArray()
    json.closeObject()
    try send()
    try output.write("\n")
  }

  mutating func add(_ event: MatchEvent) throws {
    switch event {
    case .point(let point):
      guard let position = point.position else { return }
      write(point.index, position)
      try send()
    case .stopped(let stop):
      write(stop)
      try send()
    case .offRoad(let stretch):
      write(stretch)
      try keep()
    case .began(let place):
      kept.openObject()
      kept.string("type", "Feature")
      kept.key("geometry")
      kept.openObject()
      kept.string("type", "LineString")
      kept.key("coordinates")
      kept.openArray()
      kept.position(place)
      (lastWay, first, isAlone) = (nil, place, true)
      ways.restart()
      try keep()
    case .edge(let edge, let line):
      for place in line {
        kept.position(place)
        isAlone = false
      }
      try keep()
      try add(way: edge.wayID)
    case .ended(let piece): try end(piece)
    }
  }

  /// Way ids in order, without consecutive repeats.
  private mutating func add(way: Int64) throws {
    if way == lastWay { return }
    lastWay = way
    ways.int(Int(way))
    try waySpool.append(draining: &ways)
  }

  private mutating func end(_ piece: PieceSummary) throws {
    // A line has at least two points.
    if isAlone, let first { kept.position(first) }
    kept.closeArray()
    kept.closeObject()
    kept.key("properties")
    kept.openObject()
    kept.int("trace", trace)
    kept.number("confidence", piece.confidence, decimals: 3)
    kept.number("length_m", piece.lengthMetres, decimals: 2)
    kept.key("ways")
    kept.openArray()
    try keep()
    while let part = try waySpool.next() { try lineSpool.append(part) }
    kept.closeArray()
    kept.closeObject()
    kept.closeObject()
    try keep()
  }

  private mutating func write(_ stop: MatchedStop) {
    let trace = self.trace
    json.object { feature in
      feature.string("type", "Feature")
      feature.geometry(stop.place)
      feature.object("properties") {
        $0.int("trace", trace)
        $0.number("from", stop.times.lowerBound, decimals: 3)
        $0.number("until", stop.times.upperBound, decimals: 3)
      }
    }
  }

  private mutating func write(_ stretch: OffRoadStretch) {
    guard let first = stretch.polyline.first else { return }
    let trace = self.trace
    // A line has at least two points.
    let line = stretch.polyline.count > 1 ? stretch.polyline : [first, first]
    kept.object { feature in
      feature.string("type", "Feature")
      feature.geometry(line)
      feature.object("properties") {
        $0.int("trace", trace)
        $0.bool("off_road", true)
        $0.number("length_m", stretch.lengthMetres, decimals: 2)
      }
    }
  }

  private mutating func write(_ index: Int, _ position: RoadPosition) {
    let trace = self.trace
    json.object { feature in
      feature.string("type", "Feature")
      feature.geometry(position.position)
      feature.object("properties") {
        $0.int("trace", trace)
        $0.int("fix", index)
        $0.int("way_id", Int(position.wayID))
        $0.number("distance_m", position.distanceMetres, decimals: 2)
      }
    }
  }
}
