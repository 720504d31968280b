import JSON
import RoadModel
import RouteModel

/// A summary of usual speeds, as text and as JSON.
struct UsualSummary {
  private let speeds: UsualSpeeds
  private let byteCount: Int

  init(_ speeds: UsualSpeeds, byteCount: Int) {
    self.speeds = speeds
    self.byteCount = byteCount
  }

  private var counts: [(name: String, key: String, count: Int)] {
    [
      ("edges", "edges", Set(speeds.pieces.map(\.edge)).count),
      ("pieces", "pieces", speeds.pieces.count),
      ("parts of edges", "parts", speeds.pieces.count { !$0.isWhole }),
      ("profiles", "profiles", speeds.profileCount),
      ("changes of speed", "runs", speeds.runCount),
    ]
  }

  /// Lines for people.
  var text: String {
    var lines = [
      ("map", speeds.map.description), ("version", "\(speeds.version)"),
      ("size", "\(Text.count(byteCount)) bytes"),
    ]
    lines += counts.map { ($0.name, Text.count($0.count)) }
    return Text.columns(lines)
  }

  /// An object (Formats/cli-json.md).
  var json: String {
    var json = JSONWriter()
    json.object { object in
      object.string("map", speeds.map.description)
      object.string("version", "\(speeds.version)")
      object.int("bytes", byteCount)
      for (_, key, count) in counts { object.int(key, count) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
