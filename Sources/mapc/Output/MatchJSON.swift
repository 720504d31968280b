import MapMatching
import MapReader

/// Matches as JSON (Formats/cli-json.md).
enum MatchJSON {
  static func text(_ matches: [Matched], _ map: NavMap) -> String {
    JSON.object([
      ("map", .string(map.path)), ("attribution", .string(map.provenance.attribution)),
      ("traces", .array(matches.map { object($0.result, name: $0.trace.name) })),
    ]).text + "\n"
  }

  /// One trace: its pieces, and every fix.
  static func object(_ result: MatchResult, name: String?) -> JSON {
    .object([
      ("name", name.map { .string($0) } ?? .null),
      ("noise_m", .number(result.noiseMetres, decimals: 1)),
      ("matchings", .array(result.pieces.map(piece))),
      ("points", .array(result.points.map(point))),
    ])
  }

  private static func piece(_ piece: MatchedPiece) -> JSON {
    .object([
      ("confidence", .number(piece.confidence, decimals: 3)),
      ("break", piece.breakReason.map { .string($0.rawValue) } ?? .null),
      ("length_m", .number(piece.lengthMetres, decimals: 2)),
      ("points", .array([.int(piece.points.lowerBound), .int(piece.points.upperBound)])),
      ("polyline6", .string(Polyline.encode(piece.polyline))),
      ("edges", .array(piece.edges.map(edge))),
    ])
  }

  private static func edge(_ edge: MatchedEdge) -> JSON {
    .object([
      ("way_id", .int(Int(edge.wayID))), ("forward", .bool(edge.isForward)),
      ("nodes", .array(edge.nodes.map { .int(Int($0)) })), ("edge", .int(Int(edge.id))),
      ("name", text(edge.name ?? edge.ref)),
      ("start_m", .number(edge.startMetres, decimals: 2)),
      ("length_m", .number(edge.lengthMetres, decimals: 2)),
      ("entered", time(edge.times?.lowerBound)), ("left", time(edge.times?.upperBound)),
    ])
  }

  private static func point(_ point: MatchedPoint) -> JSON {
    var members: [(String, JSON)] = []
    switch point.outcome {
    case .dropped(let reason):
      return .object([("status", .string("dropped")), ("reason", .string(reason.rawValue))])
    case .matched: members.append(("status", .string("matched")))
    case .merged: members.append(("status", .string("merged")))
    }
    guard let position = point.position else { return .object(members) }
    members += [
      ("at", RouteJSON.place(position.position)),
      ("distance_m", .number(position.distanceMetres, decimals: 2)),
      ("way_id", .int(Int(position.wayID))), ("name", text(position.name)),
      ("matching", .int(position.piece)), ("edge", .int(position.edge)),
      ("along_m", .number(position.alongMetres, decimals: 2)),
    ]
    return .object(members)
  }

  private static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  private static func time(_ time: Double?) -> JSON {
    time.map { .number($0, decimals: 3) } ?? .null
  }
}
