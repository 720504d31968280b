import Bytes
import MapReader
import RouteModel
import TraceIO
import Traffic
import TrafficIO

/// A file with traffic: compiled, or a feed.
enum TrafficInput {
  /// The bytes of a compiled file, with its name in messages.
  case compiled([UInt8], name: String)
  /// The records of a feed.
  case feed(TrafficFeed, name: String)

  /// Reads a file; `-` is standard input.
  ///
  /// - Throws: ``TraceIO/TraceError``, ``Failure`` for a file that is too long.
  init(_ path: String) throws {
    let name = TraceError.name(ofSource: path)
    var source = try ByteSource(path: path)
    // No text begins with this byte.
    guard try source.peek() == 0x89 else {
      self = .feed(try TrafficFeed(&source), name: name)
      return
    }
    var bytes: [UInt8] = []
    while case let piece = try source.nextPiece(), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= TrafficFile.maximumLength else {
        throw Failure(status: .badData, message: "\(name): is longer than any traffic file")
      }
    }
    self = .compiled(bytes, name: name)
  }

  /// The snapshot of a compiled file.
  static func snapshot(_ bytes: [UInt8], name: String) throws -> TrafficSnapshot {
    do throws(TrafficFileError) { return try TrafficFile.snapshot(of: bytes) } catch {
      throw Failure(status: .badData, message: "\(name): \(error)")
    }
  }

  /// The snapshot on a map; prints what has no place there.
  ///
  /// A feed counts as measured now.
  func snapshot(on map: NavMap) throws -> TrafficSnapshot {
    switch self {
    case .compiled(let bytes, let name):
      let snapshot = try Self.snapshot(bytes, name: name)
      guard snapshot.map == map.id else {
        throw Failure(
          status: .badData,
          message: "\(name): is compiled for another map, or an earlier build of this one: compile "
            + "the traffic again")
      }
      return snapshot
    case .feed(let feed, let name):
      let placement = try TrafficPlacer.place(feed.records, on: map)
      if let line = UnplacedSummary(feed, placement).line { Console.error("\(name): \(line)") }
      let now = ProcessClock.now
      do throws(TrafficFlaw) {
        return try placement.snapshot(map: map.id, version: UInt64(max(now, 0)), made: now)
      } catch { throw Failure(status: .badData, message: "\(name): \(error)") }
    }
  }
}

/// What of a feed has no place on a map.
struct UnplacedSummary {
  /// The line of each record in the feed.
  private let lines: [Int]
  private let unplaced: [TrafficPlacement.Unplaced]

  init(_ feed: TrafficFeed, _ placement: TrafficPlacement) {
    self.init(lines: feed.lines, placement.unplaced)
  }

  init(lines: [Int], _ unplaced: [TrafficPlacement.Unplaced]) {
    self.lines = lines
    self.unplaced = unplaced
  }

  /// A line with the number of records and an example of each reason; nil if all have a place.
  var line: String? {
    guard !unplaced.isEmpty else { return nil }
    let reasons = TrafficPlacement.Reason.allCases.compactMap { reason -> String? in
      let records = unplaced.filter { $0.reason == reason }
      guard let first = records.first else { return nil }
      return "\(Text.count(records.count)) \(Self.words(reason)) (such as line "
        + "\(lines[first.record]))"
    }
    return "\(Text.count(unplaced.count)) of \(Text.count(lines.count)) records "
      + "have no place on this map and are ignored: " + reasons.joined(separator: ", ")
  }

  /// A line for each record without a place: its line in the feed and the reason, as CSV.
  var csv: String {
    unplaced.reduce(into: "line,reason\n") { text, record in
      text += "\(lines[record.record]),\(record.reason.rawValue)\n"
    }
  }

  private static func words(_ reason: TrafficPlacement.Reason) -> String {
    switch reason {
    case .tooMany: "on edges with more than 256 records"
    case .unknownWay: "on ways that are no roads of it"
    case .unclearWay: "with metres along ways that have gaps or pass a node twice"
    case .beyondWay: "behind the end of their ways"
    case .unknownNodes: "between nodes that no road joins"
    case .noRoad: "along lines under which it has no roads for cars"
    case .noNodes: "by nodes, which only maps built with --node-ids have"
    }
  }
}
