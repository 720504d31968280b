import JSON
import RoadModel
import RouteModel

/// A summary of a snapshot of the traffic or of usual speeds, as text and as JSON.
struct SpeedsSummary {
  /// A line of the text, and a member of the object: a number, or nil for the text.
  private struct Fact {
    let name: String
    let key: String
    let text: String
    var number: Int?

    static func text(_ name: String, _ text: String) -> Fact {
      Fact(name: name, key: name, text: text)
    }

    static func count(_ name: String, _ key: String, _ count: Int) -> Fact {
      Fact(name: name, key: key, text: Text.count(count), number: count)
    }

    static func size(_ bytes: Int) -> Fact {
      Fact(name: "size", key: "bytes", text: "\(Text.count(bytes)) bytes", number: bytes)
    }
  }

  private let facts: [Fact]

  /// The summary of a snapshot in a file of some bytes.
  init(_ snapshot: TrafficSnapshot, byteCount: Int) {
    let horizon = Int(snapshot.horizonSeconds)
    func count(_ isCounted: (TrafficPiece) -> Bool) -> Int {
      snapshot.pieces.count { isCounted($0) }
    }
    facts = [
      .text("map", snapshot.map.description), .text("version", "\(snapshot.version)"),
      .text("made", LocalTime(seconds: snapshot.made).description + "Z"),
      Fact(
        name: "horizon", key: "horizon_s", text: "\(Text.fixed(Double(horizon) / 60, 1)) min",
        number: horizon),
      .size(byteCount), .count("edges", "edges", Set(snapshot.pieces.map(\.edge)).count),
      .count("pieces", "pieces", snapshot.pieces.count),
      .count("parts of edges", "parts", count { !$0.isWhole }),
      .count("speeds", "speeds", count { $0.speed > 0 }),
      .count("jam factors", "jam_factors", count { $0.jam != TrafficPiece.unknownJam }),
      .count("closed for all", "closed", count { $0.closes(trucks: false) }),
      .count("closed for trucks", "closed_for_trucks", count { $0.closure == .trucks }),
      .count("delays", "delays", count { $0.delay > 0 }),
      .count("turns with delays", "turns", snapshot.turns.count),
      .count("incidents", "incidents", snapshot.incidents.count),
    ]
  }

  /// The summary of usual speeds in a file of some bytes.
  init(_ speeds: UsualSpeeds, byteCount: Int) {
    facts = [
      .text("map", speeds.map.description), .text("version", "\(speeds.version)"),
      .size(byteCount), .count("edges", "edges", Set(speeds.pieces.map(\.edge)).count),
      .count("pieces", "pieces", speeds.pieces.count),
      .count("parts of edges", "parts", speeds.pieces.count { !$0.isWhole }),
      .count("profiles", "profiles", speeds.profileCount),
      .count("changes of speed", "runs", speeds.runCount),
    ]
  }

  /// Lines for people.
  var text: String { Text.columns(facts.map { ($0.name, $0.text) }) }

  /// An object (Formats/cli-json.md).
  var json: String {
    var json = JSONWriter()
    json.object { object in
      for fact in facts {
        if let number = fact.number {
          object.int(fact.key, number)
        } else {
          object.string(fact.key, fact.text)
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
