import MapMatching

/// Matches in words.
enum MatchText {
  static func text(_ matches: [Matched]) -> String {
    matches.map(text).joined(separator: "\n")
  }

  private static func text(_ match: Matched) -> String {
    let result = match.result
    let onRoad = result.points.count { $0.position != nil }
    var lines = [
      "\(match.trace.name ?? "trace"): \(onRoad) of \(result.points.count) fixes on roads, noise "
        + "\(Text.fixed(result.noiseMetres, 1)) m"
    ]
    for piece in result.pieces {
      if let reason = piece.breakReason { lines.append("  -- break: \(reason.rawValue)") }
      lines.append(
        "  fixes \(piece.points.lowerBound) to \(piece.points.upperBound): "
          + "\(Text.distance(piece.lengthMetres)), confidence \(Text.fixed(piece.confidence, 2))")
      for (road, metres) in roads(piece) { lines.append("    \(road), \(Text.distance(metres))") }
    }
    var dropped: [String: [Int]] = [:]
    for point in result.points {
      guard case .dropped(let reason) = point.outcome else { continue }
      dropped[reason.rawValue, default: []].append(point.index)
    }
    for (reason, fixes) in dropped.sorted(by: { $0.key < $1.key }) {
      let some = fixes.prefix(8).map(String.init).joined(separator: ", ")
      let more = fixes.count > 8 ? " and \(fixes.count - 8) more" : ""
      lines.append("  left out, \(reason): \(some)\(more)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Roads in order, with edges of one name taken together.
  private static func roads(_ piece: MatchedPiece) -> [(String, Double)] {
    var roads: [(String, Double)] = []
    for edge in piece.edges {
      let name = edge.name ?? edge.ref ?? "unnamed road (way \(edge.wayID))"
      if roads.last?.0 == name {
        roads[roads.count - 1].1 += edge.lengthMetres
      } else {
        roads.append((name, edge.lengthMetres))
      }
    }
    return roads
  }
}
