import Geo
import JSON
import RoadModel
import RouteModel

/// What is known of every piece of a leg's line.
struct Annotation {
  /// Between two points of the line.
  private struct Piece {
    var metres: Double
    var seconds: Double
  }

  private var pieces: [Piece] = []
  /// The OSM nodes of the points between which the pieces lie; nil when they are not wanted.
  private let nodes: [Int64]?

  /// Shares the length and the duration of each edge among its pieces.
  init(_ leg: LegPath, nodes: [Int64]?) {
    self.nodes = nodes
    for edge in leg.edges {
      let points = leg.line[edge.points]
      let lengths = zip(points, points.dropFirst()).map { Distance.metres($0, $1) }
      let whole = lengths.reduce(0, +)
      for length in lengths {
        let share = whole > 0 ? length / whole : 1 / Double(lengths.count)
        pieces.append(
          Piece(
            metres: share * edge.lengthMetres, seconds: share * edge.durationSeconds))
      }
    }
    if pieces.isEmpty { pieces = [Piece(metres: 0, seconds: 0)] }
  }

  /// Writes what is wanted as the member `annotation`.
  func write(_ wanted: Query.Annotations, to json: inout JSONWriter) {
    json.object("annotation") { object in
      if wanted.contains(.datasources) {
        object.object("metadata") {
          $0.array("datasource_names") { list in list.string("map") }
        }
        object.array("datasources") { list in for _ in pieces { list.int(0) } }
      }
      if let nodes {
        object.array("nodes") { list in for node in nodes { list.int(Int(node)) } }
      }
      if wanted.contains(.weight) { write("weight", to: &object, \.seconds) }
      if wanted.contains(.duration) { write("duration", to: &object, \.seconds) }
      if wanted.contains(.distance) { write("distance", to: &object, \.metres) }
      if wanted.contains(.speed) {
        write("speed", to: &object) { $0.seconds > 0 ? $0.metres / $0.seconds : 0 }
      }
    }
  }

  private func write(_ name: String, to json: inout JSONWriter, _ value: (Piece) -> Double) {
    json.array(name) { list in
      for piece in pieces { list.number(value(piece), decimals: 1) }
    }
  }
}
