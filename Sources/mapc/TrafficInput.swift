import Bytes
import JSON
import MapReader
import RoadModel
import RouteModel
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
  /// - Parameters:
  ///   - path: The file.
  ///   - tables: The tables of another document of DATEX II.
  ///   - zone: The time zone of times without an offset; nil for UTC.
  /// - Throws: ``TraceIO/TextError``, ``Failure`` for a file that is too long.
  init(
    _ path: String, tables: DatexTables = DatexTables(), zone: TimeZoneRule? = nil
  ) throws {
    var source = try ByteSource(path: path)
    try self.init(&source, name: TextError.name(ofSource: path), tables: tables, zone)
  }

  /// Reads the body that a client has sent.
  init(body: [UInt8], zone: TimeZoneRule? = nil) throws {
    var source = ByteSource(bytes: body, name: "body")
    try self.init(&source, name: "body", tables: DatexTables(), zone)
  }

  private init(
    _ source: inout ByteSource, name: String, tables: DatexTables, _ zone: TimeZoneRule?
  ) throws {
    // No text begins with this byte.
    guard try source.peek() == 0x89 else {
      self = .feed(try TrafficFeed(&source, tables: tables, zone: zone), name: name)
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

  /// The refusal of a file that is not a feed.
  static func notFeed(_ bytes: [UInt8], name: String) -> Failure {
    let isCompiled = TrafficFile.isBegin(bytes) || UsualFile.isBegin(bytes)
    return Failure(
      status: .badData,
      message: isCompiled
        ? "\(name): is compiled already"
        : "\(name): is not a feed of traffic, but a map or another binary file")
  }

  /// The snapshot of a compiled file.
  static func snapshot(_ bytes: [UInt8], name: String) throws -> TrafficSnapshot {
    do throws(TrafficFileError) { return try TrafficFile.snapshot(of: bytes) } catch {
      throw Failure(status: .badData, message: "\(name): \(error)")
    }
  }

  /// The snapshot on a map; prints the note about its records, if there is one.
  ///
  /// A feed counts as measured now.
  func snapshot(on map: NavMap) throws -> TrafficSnapshot {
    let placed = try placed(on: map)
    if let note = placed.note { Console.error(note) }
    return placed.snapshot
  }

  /// The snapshot on a map, and lines about the records without a place there and about times without an offset.
  ///
  /// - Throws: ``Failure``, also if placing the records of a feed takes too long.
  func placed(
    on map: NavMap, within seconds: Int? = nil
  ) throws -> (snapshot: TrafficSnapshot, note: String?) {
    switch self {
    case .compiled(let bytes, let name):
      let snapshot = try Self.snapshot(bytes, name: name)
      guard snapshot.map == map.id else {
        throw Failure(
          status: .badData,
          message: "\(name): is compiled for another map, or an earlier build of this one: compile "
            + "the traffic again")
      }
      return (snapshot, nil)
    case .feed(let feed, let name):
      let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
      let placement = try TrafficPlacer.place(
        try feed.records(on: map), on: map, until: deadline)
      if let seconds, placement.unplaced.contains(where: { $0.reason == .outOfTime }) {
        throw Failure(
          status: .badData,
          message: "\(name): takes longer than \(seconds) s to place: send a file of "
            + "'mapc traffic compile'")
      }
      let lines = [feed.localTimesLine, UnplacedSummary(feed, placement).line].compactMap { $0 }
      let note = lines.map { "\(name): \($0)" }.joined(separator: "\n")
      let now = ProcessClock.now
      do throws(TrafficFlaw) {
        return (
          try placement.snapshot(map: map.id, version: TrafficVersion.next(), made: now),
          note.isEmpty ? nil : note
        )
      } catch { throw Failure(status: .badData, message: "\(name): \(error)") }
    }
  }
}

/// The records of a feed without a place on a map.
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
    case .tooMany: "on edges with more than 256 records, or with more than 65,534 incidents"
    case .unknownWay: "on ways that are not roads of it"
    case .unclearWay: "with metres along, or delays at the end of, ways with gaps or loops"
    case .beyondWay: "behind the end of their ways"
    case .unknownNodes: "between nodes that no road joins"
    case .noRoad: "along lines or between points where it has no roads for cars, or several"
    case .unsure: "at locations of OpenLR that fit no road of it well enough"
    case .unclearPoint: "at points that fit no road and direction, or several"
    case .geometry: "with a geometry that is not a LineString or MultiLineString"
    case .badSpeed: "with a speed that is not a number from 0 to 500 km/h, or not that of cars"
    case .noPlace: "named neither by its roads, nor by coordinates or OpenLR"
    case .recurring: "at recurring times that are too late to be listed, or unclear"
    case .turn: "for turns that it does not have"
    case .outOfTime: "for which the time was up"
    case .badValue: "with a jam factor or a delay that is negative or not a number"
    case .empty: "without a direction, a length, a value, or a time with a speed"
    case .noNodes: "by nodes, which only maps built with --node-ids have"
    }
  }
}
