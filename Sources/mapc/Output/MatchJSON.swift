import Bytes
import Geo
import JSON
import MapMatching
import MapReader
import MapServer
import RoadModel
import RouteModel

/// Matches as JSON (Formats/cli-json.md): the points of a trace, then its pieces.
///
/// Points are written when they are decided. The pieces are buffered until then.
struct MatchJSON: MatchWriter {
  private let output: MatchOutput
  /// The map for the header; nil if each trace has a separate line.
  private let header: NavMap?
  /// The points, which are written when they are decided.
  private var json = JSONWriter()
  /// The pieces, buffered.
  private var kept = JSONWriter()
  private var isBegun = false
  private var pieces: Spool
  private var line: Spool
  private var stops: JSONList
  private var offRoad: JSONList
  private var encoder = PolylineEncoder()

  /// Writes an object with all traces.
  init(_ output: MatchOutput, _ map: NavMap) {
    self.init(output, header: map)
  }

  /// Writes an object per line for each trace.
  init(lines output: MatchOutput) { self.init(output, header: nil) }

  private init(_ output: MatchOutput, header: NavMap?) {
    self.output = output
    self.header = header
    pieces = Spool(folder: output.scratch)
    line = Spool(folder: output.scratch)
    stops = JSONList(folder: output.scratch)
    offRoad = JSONList(folder: output.scratch)
  }

  /// Writes the text before the first trace.
  private mutating func beginOutput() {
    if isBegun { return }
    isBegun = true
    guard let header else { return }
    json.openObject()
    json.string("map", header.path)
    json.string("map_id", header.id.description)
    json.string("attribution", header.provenance.attribution)
    json.key("traces")
    json.openArray()
  }

  private mutating func send() throws { try output.write(draining: &json) }

  private mutating func keep() throws { try pieces.append(draining: &kept) }

  mutating func begin(name: String?) throws {
    beginOutput()
    if header == nil { json.restart() }
    kept.restart()
    pieces.removeAll()
    line.removeAll()
    stops.removeAll()
    offRoad.removeAll()
    json.openObject()
    json.string("name", name)
    json.key("points")
    json.openArray()
    try send()
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws {
    json.closeArray()
    try begin("matchings")
    try output.write(draining: &pieces)
    json.closeArray()
    try begin("stops")
    try output.write(draining: &stops.spool)
    json.closeArray()
    try begin("off_road")
    try output.write(draining: &offRoad.spool)
    json.closeArray()
    json.number("noise_m", noiseMetres, decimals: 1)
    json.int("odd_times", oddTimes)
    json.closeObject()
    try send()
    if header == nil { try output.write("\n") }
  }

  private mutating func begin(_ list: String) throws {
    json.key(list)
    json.openArray()
    try send()
  }

  mutating func finish() throws {
    if header == nil { return }
    beginOutput()
    json.closeArray()
    json.closeObject()
    try send()
    try output.write("\n")
  }

  mutating func add(_ event: MatchEvent) throws {
    switch event {
    case .point(let point):
      json.object { Self.write(point, to: &$0) }
      try send()
    case .stopped(let stop): try stops.append { MatchMembers.write(stop, to: &$0) }
    case .offRoad(let stretch): try offRoad.append { MatchMembers.write(stretch, to: &$0) }
    case .began(let place):
      kept.openObject()
      kept.key("edges")
      kept.openArray()
      try keep()
      encoder = PolylineEncoder()
      try line.append(encoder.encode([place]))
    case .edge(let edge, let points):
      kept.object { Self.write(edge, to: &$0) }
      try keep()
      try line.append(encoder.encode(points))
    case .ended(let piece):
      kept.closeArray()
      kept.key("polyline6")
      kept.openString()
      while let part = try line.next() {
        kept.part(part)
        try keep()
      }
      kept.closeString()
      Self.write(piece, to: &kept)
      kept.closeObject()
      try keep()
    }
  }

  // MARK: Parts

  private static func write(_ piece: PieceSummary, to json: inout JSONWriter) {
    json.number("confidence", piece.confidence, decimals: 3)
    json.string("break", piece.breakReason?.rawValue)
    json.number("length_m", piece.lengthMetres, decimals: 2)
    json.ints("points", [piece.points.lowerBound, piece.points.upperBound])
  }

  private static func write(_ edge: MatchedEdge, to json: inout JSONWriter) {
    json.int("way_id", Int(edge.wayID))
    json.bool("forward", edge.isForward)
    json.array("nodes") { list in for node in edge.nodes { list.int(Int(node)) } }
    json.int("edge", Int(edge.id.number.rawValue))
    json.string("name", edge.name ?? edge.ref)
    json.number("start_m", edge.startMetres, decimals: 2)
    json.number("length_m", edge.lengthMetres, decimals: 2)
    json.number("entered", edge.times?.lowerBound, decimals: 3)
    json.number("left", edge.times?.upperBound, decimals: 3)
    json.number("confidence", edge.confidence, decimals: 3)
    MatchMembers.write(edge.violations, to: &json)
  }

  private static func write(_ point: MatchedPoint, to json: inout JSONWriter) {
    json.string("status", point.outcome.status)
    if case .dropped(let reason) = point.outcome { json.string("reason", reason.rawValue) }
    if let position = point.position { MatchMembers.write(position, to: &json) }
  }
}
