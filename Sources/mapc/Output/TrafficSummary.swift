import JSON
import RoadModel
import RouteModel

/// A summary of a snapshot of the traffic, as text and as JSON.
struct TrafficSummary {
  private let snapshot: TrafficSnapshot
  private let byteCount: Int

  init(_ snapshot: TrafficSnapshot, byteCount: Int) {
    self.snapshot = snapshot
    self.byteCount = byteCount
  }

  private func count(_ isCounted: (TrafficPiece) -> Bool) -> Int {
    snapshot.pieces.count { isCounted($0) }
  }

  private var counts: [(name: String, key: String, count: Int)] {
    [
      ("edges", "edges", Set(snapshot.pieces.map(\.edge)).count),
      ("pieces", "pieces", snapshot.pieces.count),
      ("parts of edges", "parts", count { !$0.isWhole }),
      ("speeds", "speeds", count { $0.speed > 0 }),
      ("jam factors", "jam_factors", count { $0.jam != TrafficPiece.unknownJam }),
      ("closed for all", "closed", count { $0.closes(trucks: false) }),
      ("closed for trucks", "closed_for_trucks", count { $0.closure == .trucks }),
      ("delays", "delays", count { $0.delay > 0 }),
      ("turns with delays", "turns", snapshot.turns.count),
      ("incidents", "incidents", snapshot.incidents.count),
    ]
  }

  private var made: String { LocalTime(seconds: snapshot.made).description + "Z" }

  /// Lines for people.
  var text: String {
    var lines = [
      ("map", snapshot.map.description), ("version", "\(snapshot.version)"), ("made", made),
      ("horizon", "\(Text.fixed(Double(snapshot.horizonSeconds) / 60, 1)) min"),
      ("size", "\(Text.count(byteCount)) bytes"),
    ]
    lines += counts.map { ($0.name, Text.count($0.count)) }
    return Text.columns(lines)
  }

  /// An object (Formats/cli-json.md).
  var json: String {
    var json = JSONWriter()
    json.object { object in
      object.string("map", snapshot.map.description)
      object.string("version", "\(snapshot.version)")
      object.string("made", made)
      object.int("horizon_s", Int(snapshot.horizonSeconds))
      object.int("bytes", byteCount)
      for (_, key, count) in counts { object.int(key, count) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
