import Geo
import JSON
import RoadModel
import RouteModel

/// The annotations of every piece of a leg's line.
struct Annotation {
  /// The piece between two points of the line.
  private struct Piece {
    var metres: Double
    var seconds: Double
    /// The jam factor; nil if the traffic is unknown.
    var jam: Double?
    /// The signed speed limit.
    var limit = Speed.unknown
  }

  private var pieces: [Piece] = []
  /// The OSM nodes at the ends of the pieces; nil if not requested.
  private let nodes: [Int64]?

  /// Metres above sea level at the ends of the pieces; nil if not requested.
  private let heights: [Double?]?

  /// Distributes the length of each edge over its pieces, and its duration by their traffic.
  ///
  /// With `isTruck`, limits are those for heavy goods vehicles where there are any.
  init(
    _ leg: LegPath, nodes: [Int64]?, heights: [Double?]? = nil, isTruck: Bool = false
  ) {
    self.nodes = nodes
    self.heights = heights
    var begin = 0.0
    var spans = leg.traffic[...]
    for edge in leg.edges {
      let points = leg.line[edge.points]
      let lengths = zip(points, points.dropFirst()).map { Distance.metres($0, $1) }
      let whole = lengths.reduce(0, +)
      spans = spans.drop { $0.metres.upperBound <= begin }
      let pace = EdgePace(edge, from: begin, spans)
      let limit = edge.road.signedSpeed(edge.isForward ? .forward : .backward, truck: isTruck)
      for length in lengths {
        let share = whole > 0 ? length / whole : 1 / Double(lengths.count)
        let metres = share * edge.lengthMetres
        pieces.append(
          Piece(
            metres: metres,
            seconds: pace?.seconds(from: begin, to: begin + metres)
              ?? share * edge.durationSeconds, limit: limit))
        begin += metres
      }
    }
    if pieces.isEmpty { pieces = [Piece(metres: 0, seconds: 0)] }
    findTraffic(leg.traffic[...])
  }

  /// Sets the jam factor of each piece to that at its middle.
  private mutating func findTraffic(_ spans: ArraySlice<TrafficSpan>) {
    var spans = spans
    var begin = 0.0
    for index in pieces.indices where !spans.isEmpty {
      let middle = begin + pieces[index].metres / 2
      begin += pieces[index].metres
      spans = spans.drop { $0.metres.upperBound < middle }
      if let span = spans.first, span.metres.contains(middle), span.isMeasured {
        pieces[index].jam = span.jamFactor
      }
    }
  }

  /// The metres from the beginning of the leg to the end of each piece.
  var ends: [Double] {
    var end = 0.0
    return pieces.map {
      end += $0.metres
      return end
    }
  }

  /// Writes the member `annotation`.
  ///
  /// - Parameters:
  ///   - wanted: The requested annotations.
  ///   - first: The index of the first piece to write.
  ///   - json: Receives the member.
  func write(_ wanted: Query.Annotations, from first: Int = 0, to json: inout JSONWriter) {
    if first > 0 {
      var rest = self
      rest.pieces.removeFirst(min(first, rest.pieces.count))
      return rest.write(wanted, to: &json)
    }
    json.object("annotation") { object in
      if wanted.contains(.datasources) {
        object.object("metadata") {
          $0.array("datasource_names") { list in
            list.string("map")
            if pieces.contains(where: { $0.jam != nil }) { list.string("traffic") }
          }
        }
        object.array("datasources") { list in
          for piece in pieces { list.int(piece.jam == nil ? 0 : 1) }
        }
      }
      if let nodes {
        object.array("nodes") { list in for node in nodes { list.int(Int(node)) } }
      }
      if let heights {
        object.array("elevation") { list in
          for height in heights {
            if let height { list.number(height, decimals: 1) } else { list.null() }
          }
        }
      }
      if wanted.contains(.weight) { write("weight", to: &object, \.seconds) }
      if wanted.contains(.duration) { write("duration", to: &object, \.seconds) }
      if wanted.contains(.distance) { write("distance", to: &object, \.metres) }
      if wanted.contains(.speed) {
        write("speed", to: &object) { $0.seconds > 0 ? $0.metres / $0.seconds : 0 }
      }
      if wanted.contains(.maxspeed) { writeLimits(to: &object) }
      if wanted.contains(.congestion) {
        object.strings("congestion", pieces.map { congestion($0.jam) })
      }
      if wanted.contains(.congestionNumeric) {
        object.array("congestion_numeric") { list in
          for piece in pieces {
            if let jam = piece.jam { list.int(Int((jam * 10).rounded())) } else { list.null() }
          }
        }
      }
    }
  }

  /// Mapbox's word for a jam factor, by Mapbox's bounds.
  private func congestion(_ jam: Double?) -> String {
    guard let jam else { return "unknown" }
    return jam < 4 ? "low" : jam < 6 ? "moderate" : jam < 8 ? "heavy" : "severe"
  }

  /// Writes the signed speed limits in Mapbox's form.
  private func writeLimits(to json: inout JSONWriter) {
    json.array("maxspeed") { list in
      for piece in pieces {
        list.object {
          if !piece.limit.isKnown {
            $0.bool("unknown", true)
          } else if piece.limit == .unlimited {
            $0.bool("none", true)
          } else {
            // Clients of Mapbox fail at decimals, which limits in mph have.
            $0.int("speed", Int(piece.limit.kmh.rounded()))
            $0.string("unit", "km/h")
          }
        }
      }
    }
  }

  private func write(_ name: String, to json: inout JSONWriter, _ value: (Piece) -> Double) {
    json.array(name) { list in
      for piece in pieces { list.number(value(piece), decimals: 1) }
    }
  }
}

/// The pace on the parts of an edge whose traffic varies along it.
private struct EdgePace {
  private let spans: ArraySlice<TrafficSpan>
  /// The time of the stretches with known traffic, divided by the time at their speeds.
  ///
  /// It differs from 1 because speeds are rounded, and the time may include a delay of the turn
  /// behind the edge.
  private var factor = 1.0
  /// Seconds for a metre without known traffic.
  private var free = 0.0

  /// The paces of an edge; nil if its pace is constant.
  init?(_ edge: RouteEdge, from begin: Double, _ all: ArraySlice<TrafficSpan>) {
    let end = begin + edge.lengthMetres
    spans = all.prefix { $0.metres.lowerBound < end }
    guard let first = spans.first, edge.lengthMetres > 0 else { return nil }
    if spans.count == 1, first.metres.lowerBound <= begin, first.metres.upperBound >= end {
      return nil
    }
    var (metres, seconds) = (0.0, 0.0)
    for span in spans {
      let driven = Self.overlap(span, begin, end)
      metres += driven
      seconds += driven / max(span.speed, 1e-6)
    }
    let (left, time) = (edge.lengthMetres - metres, edge.durationSeconds)
    // Lengths are rounded to centimetres.
    if left > 0.05, seconds < time {
      free = (time - seconds) / left
    } else if seconds > 0 {
      factor = time / seconds
    }
  }

  private static func overlap(_ span: TrafficSpan, _ low: Double, _ high: Double) -> Double {
    max(min(span.metres.upperBound, high) - max(span.metres.lowerBound, low), 0)
  }

  /// The time between two places, in metres from the beginning of the leg.
  func seconds(from low: Double, to high: Double) -> Double {
    var (left, seconds) = (high - low, 0.0)
    for span in spans {
      let driven = Self.overlap(span, low, high)
      left -= driven
      seconds += factor * driven / max(span.speed, 1e-6)
    }
    return seconds + max(left, 0) * free
  }
}

extension TrafficSpan {
  /// Whether the speed there is known; an incident without a speed does not define it.
  fileprivate var isMeasured: Bool {
    incident == nil || jamFactor > 0 || abs(delaySeconds) >= 0.01
  }
}
