import Geo
import MapMatching
import RoadModel
import RouteModel
import Routing
import TestSupport

/// Traces on drawn maps, and what they are matched to, in letters.
extension AsciiRoads {
  /// Fixes along some letters, every so many metres, so far to the left of the way; they begin and end
  /// a little inside, since at a junction any of its roads is right.
  func drive(
    _ letters: String, every metres: Double = 20, left: Double = 0, speed: Double = 10,
    from start: Double = 0
  ) throws -> [Location] {
    let line = try letters.map { try drawing.place(String($0)) }
    var fixes: [Location] = []
    var walked = 0.0
    var next = 12.0
    let total = zip(line, line.dropFirst()).reduce(0) { $0 + Distance.metres($1.0, $1.1) }
    for (a, b) in zip(line, line.dropFirst()) {
      let length = Distance.metres(a, b)
      let (east, north) = Distance.offset(from: a, to: b)
      while next <= min(walked + length, total - 12) {
        let share = (next - walked) / length
        let up = north * share + east / length * left
        let right = east * share - north / length * left
        fixes.append(
          Location(
            latitude: a.latitude + up / Distance.metresPerUnit / Coordinate.unitsPerDegree,
            longitude: a.longitude + right / Distance.metresPerUnit / Coordinate.unitsPerDegree
              / Trigonometry.cosine(units: Double(a.latitudeUnits)),
            time: start + (next - 12) / speed))
        next += metres
      }
      walked += length
    }
    return fixes
  }

  /// The pieces of a trace in letters, separated by spaces: the junctions that each passes.
  func matched(
    _ fixes: [Location], _ vehicle: Vehicle = .car, _ options: MatchOptions = .init()
  ) async throws -> String {
    try await match(fixes, vehicle, options).pieces.map(letters).joined(separator: " ")
  }

  /// What becomes of a trace.
  func match(
    _ fixes: [Location], _ vehicle: Vehicle = .car, _ options: MatchOptions = .init()
  ) async throws -> MatchResult {
    try await MapMatcher(map: built.map, vehicle: vehicle, options: options).match(Trace(fixes))
  }

  /// The letters of the edges' ends, the first's beginning and the last's end included.
  func letters(_ piece: MatchedPiece) -> String {
    var ids = piece.edges.map { $0.nodes[0] }
    if let last = piece.edges.last { ids.append(last.nodes[1]) }
    return String(ids.map { name(of: $0) })
  }

  private func name(of id: Int64) -> Character {
    let all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return all.first { (try? drawing.node($0)) == id } ?? "?"
  }
}
