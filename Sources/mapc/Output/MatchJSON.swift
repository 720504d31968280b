import Bytes
import Geo
import MapMatching
import MapReader

/// Matches as JSON (Formats/cli-json.md): the points of a trace as they are decided, then its pieces, which
/// are kept meanwhile.
struct MatchJSON: MatchWriter {
  private let output: MatchOutput
  /// What stands before the traces and behind them; empty where each is a line of its own.
  private let frame: (start: String, end: String)
  private var text = MatchBytes()
  private var traces = 0
  private var points = 0
  private var pieces: Spool
  private var line: Spool
  private var encoder = PolylineEncoder()
  private var pieceCount = 0
  private var edges = 0

  /// One object with all traces.
  init(_ output: MatchOutput, _ map: NavMap) {
    let header: [(String, JSON)] = [
      ("map", .string(map.path)), ("map_id", .string(map.id.description)),
      ("attribution", .string(map.provenance.attribution)),
    ]
    let start = JSON.object(header).text.dropLast() + #","traces":["#
    self.init(output, frame: (String(start), "]}\n"))
  }

  /// One object a line for each trace.
  init(lines output: MatchOutput) { self.init(output, frame: ("", "")) }

  private init(_ output: MatchOutput, frame: (start: String, end: String)) {
    self.output = output
    self.frame = frame
    pieces = Spool(folder: output.scratch)
    line = Spool(folder: output.scratch)
  }

  private var isFramed: Bool { !frame.end.isEmpty }

  mutating func begin(name: String?) throws {
    text.removeAll()
    if isFramed { text.add(traces == 0 ? frame.start : ",") }
    traces += 1
    (points, pieceCount) = (0, 0)
    pieces.removeAll()
    line.removeAll()
    text.add(#"{"name":"#)
    text.add(quoted: name)
    text.add(#","points":["#)
    try output.write(text.bytes)
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws {
    try output.write(#"],"matchings":["#)
    try output.write(draining: &pieces)
    text.removeAll()
    text.add(#"],"noise_m":"#)
    text.add(noiseMetres, decimals: 1)
    text.add(#","odd_times":"#)
    text.add(oddTimes)
    text.add(isFramed ? "}" : "}\n")
    try output.write(text.bytes)
  }

  mutating func finish() throws {
    if isFramed { try output.write(traces == 0 ? frame.start + frame.end : frame.end) }
  }

  mutating func add(_ event: MatchEvent) throws {
    text.removeAll()
    switch event {
    case .point(let point):
      write(point)
      try output.write(text.bytes)
    case .began(let place):
      text.add(pieceCount == 0 ? #"{"edges":["# : #",{"edges":["#)
      pieceCount += 1
      edges = 0
      try pieces.append(text.bytes)
      encoder = PolylineEncoder()
      try line.append(encoder.encode([place]))
    case .edge(let edge, let points):
      write(edge)
      try pieces.append(text.bytes)
      try line.append(encoder.encode(points))
    case .ended(let piece):
      try pieces.append(Array(#"],"polyline6":""#.utf8))
      while let part = try line.next() { try pieces.append(escaped(part)) }
      write(piece)
      try pieces.append(text.bytes)
    }
  }

  /// The characters of a line as they stand in a JSON string.
  private func escaped(_ line: [UInt8]) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    guard line.contains(backslash) else { return line }
    return line.flatMap { $0 == backslash ? [backslash, backslash] : [$0] }
  }

  // MARK: Parts

  private mutating func write(_ piece: PieceSummary) {
    text.add(#"","confidence":"#)
    text.add(piece.confidence, decimals: 3)
    text.add(#","break":"#)
    text.add(quoted: piece.breakReason?.rawValue)
    text.add(#","length_m":"#)
    text.add(piece.lengthMetres, decimals: 2)
    text.add(#","points":["#)
    text.add(piece.points.lowerBound)
    text.add(",")
    text.add(piece.points.upperBound)
    text.add("]}")
  }

  private mutating func write(_ edge: MatchedEdge) {
    text.add(edges == 0 ? #"{"way_id":"# : #",{"way_id":"#)
    edges += 1
    text.add(Int(edge.wayID))
    text.add(edge.isForward ? #","forward":true,"nodes":["# : #","forward":false,"nodes":["#)
    for (index, node) in edge.nodes.enumerated() {
      if index > 0 { text.add(",") }
      text.add(Int(node))
    }
    text.add(#"],"edge":"#)
    text.add(Int(edge.id.number))
    text.add(#","name":"#)
    text.add(quoted: edge.name ?? edge.ref)
    text.add(#","start_m":"#)
    text.add(edge.startMetres, decimals: 2)
    text.add(#","length_m":"#)
    text.add(edge.lengthMetres, decimals: 2)
    text.add(#","entered":"#)
    text.add(edge.times?.lowerBound, decimals: 3)
    text.add(#","left":"#)
    text.add(edge.times?.upperBound, decimals: 3)
    text.add("}")
  }

  private mutating func write(_ point: MatchedPoint) {
    text.add(points == 0 ? #"{"status":"# : #",{"status":"#)
    points += 1
    switch point.outcome {
    case .dropped(let reason):
      text.add(#""dropped","reason":"#)
      text.add(quoted: reason.rawValue)
      text.add("}")
    case .matched(let position): write("matched", position)
    case .merged(let position): write("merged", position)
    }
  }

  private mutating func write(_ status: String, _ position: RoadPosition) {
    text.add("\"" + status + #"","at":["#)
    text.add(position.position.latitude, decimals: 7)
    text.add(",")
    text.add(position.position.longitude, decimals: 7)
    text.add(#"],"distance_m":"#)
    text.add(position.distanceMetres, decimals: 2)
    text.add(#","way_id":"#)
    text.add(Int(position.wayID))
    text.add(#","name":"#)
    text.add(quoted: position.name)
    text.add(#","matching":"#)
    text.add(position.piece)
    text.add(#","edge":"#)
    text.add(position.edge)
    text.add(#","along_m":"#)
    text.add(position.alongMetres, decimals: 2)
    text.add("}")
  }
}

/// Encodes a line as ``Polyline`` does, part by part: the parts put together are the line's.
struct PolylineEncoder {
  private var last: Coordinate?

  /// The characters of the next points.
  mutating func encode(_ points: [Coordinate]) -> [UInt8] {
    guard let end = points.last else { return [] }
    defer { last = end }
    guard let last else { return Array(Polyline.encode(points, .six).utf8) }
    // The characters of the point before stand first, as many as when it is encoded alone.
    let start = Polyline.encode([last], .six).utf8.count
    return Array(Polyline.encode([last] + points, .six).utf8.dropFirst(start))
  }
}
