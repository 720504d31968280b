import Bytes
import RoadModel
public import RouteModel

/// A traffic file: a snapshot in bytes (Formats/traffic-1.md).
public enum TrafficFile {
  private static let layout = RecordFile(
    magic: [0x89, 0x54, 0x52, 0x41, 0x0D, 0x0A, 0x1A, 0x0A], features: turnsFeature,
    lengthOffset: 52, reserved: [], contents: "pieces")
  /// The required feature of files with turns.
  static let turnsFeature: UInt32 = 1
  /// The maximum length of a file: 32 bytes for each of the maximum number of pieces.
  public static let maximumLength = 1 << 31

  /// Bits of a piece's flags.
  struct Flags: OptionSet {
    let rawValue: UInt8
    static let isPart = Flags(rawValue: 1)
    static let hasSpeed = Flags(rawValue: 2)
    static let hasJam = Flags(rawValue: 4)
    static let hasDelay = Flags(rawValue: 8)
    static let hasIncident = Flags(rawValue: 16)
    /// The closure in two bits.
    static let closureShift = UInt8(5)
    static let all: UInt8 = 0x7F
  }

  /// Whether bytes begin with the magic of a traffic file.
  public static func isBegin(_ bytes: [UInt8]) -> Bool { bytes.starts(with: layout.magic) }

  // MARK: Writing

  /// The bytes of a snapshot's file.
  ///
  /// - Complexity: O(n); about five bytes for a speed on a whole edge.
  public static func bytes(of snapshot: TrafficSnapshot) -> [UInt8] {
    var body = ByteWriter()
    var edge: UInt32 = 0
    for piece in snapshot.pieces {
      append(piece, after: edge, to: &body)
      edge = piece.edge.rawValue
    }
    for incident in snapshot.incidents { append(incident, to: &body) }
    if !snapshot.turns.isEmpty { append(snapshot.turns, to: &body) }
    return layout.bytes(
      map: snapshot.map, version: snapshot.version,
      features: snapshot.turns.isEmpty ? 0 : turnsFeature, body
    ) { header in
      header.i64(snapshot.made)
      header.u32(snapshot.horizonSeconds)
      header.u32(UInt32(snapshot.pieces.count))
      header.u32(UInt32(snapshot.incidents.count))
    }
  }

  private static func append(
    _ piece: TrafficPiece, after edge: UInt32, to body: inout ByteWriter
  ) {
    var flags = Flags(rawValue: piece.closure.rawValue << Flags.closureShift)
    if !piece.isWhole { flags.insert(.isPart) }
    if piece.speed > 0 { flags.insert(.hasSpeed) }
    if piece.jam != TrafficPiece.unknownJam { flags.insert(.hasJam) }
    if piece.delay > 0 { flags.insert(.hasDelay) }
    if piece.incident > 0 { flags.insert(.hasIncident) }
    body.varint(UInt64(piece.edge.rawValue - edge))
    body.u8(flags.rawValue)
    if flags.contains(.isPart) {
      body.u16(piece.from)
      body.u16(piece.to)
    }
    if flags.contains(.hasSpeed) { body.varint(UInt64(piece.speed)) }
    if flags.contains(.hasJam) { body.u8(piece.jam) }
    if flags.contains(.hasDelay) { body.varint(UInt64(piece.delay)) }
    if flags.contains(.hasIncident) { body.varint(UInt64(piece.incident - 1)) }
  }

  private static func append(_ incident: TrafficIncident, to body: inout ByteWriter) {
    body.u8((incident.begin == nil ? 0 : 1) | (incident.end == nil ? 0 : 2))
    if let begin = incident.begin { body.i64(begin) }
    if let end = incident.end { body.i64(end) }
    for text in [incident.kind, incident.text] {
      body.varint(UInt64(text.utf8.count))
      body.raw(text.utf8)
    }
  }

  private static func append(_ turns: [DelayedTurn], to body: inout ByteWriter) {
    body.varint(UInt64(turns.count))
    var from: UInt32 = 0
    for turn in turns {
      body.varint(UInt64(turn.from.rawValue - from))
      body.varint(UInt64(turn.to.rawValue))
      body.varint(UInt64(turn.delay))
      from = turn.from.rawValue
    }
  }

  // MARK: Reading

  /// The snapshot in the bytes of a file, as ``snapshot(_:)``.
  ///
  /// - Throws: ``TrafficFileError``.
  public static func snapshot(of bytes: [UInt8]) throws(TrafficFileError) -> TrafficSnapshot {
    try snapshot(bytes.rawBytes)
  }

  /// The snapshot in the bytes of a file.
  ///
  /// The snapshot is a copy: the file may be replaced or written over afterwards.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: The snapshot.
  /// - Throws: ``TrafficFileError``.
  /// - Complexity: O(n); a millisecond for 100,000 pieces.
  public static func snapshot(_ bytes: RawSpan) throws(TrafficFileError) -> TrafficSnapshot {
    let pieces: [TrafficPiece]
    let incidents: [TrafficIncident]
    let turns: [DelayedTurn]
    do throws(RecordFlaw) {
      var reader = try layout.records(bytes)
      pieces = try reader.pieces(Int(bytes.u32(44)))
      incidents = try reader.incidents(Int(bytes.u32(48)))
      turns = bytes.u32(12) & turnsFeature != 0 ? try reader.turns() : []
      try reader.finish()
    } catch { throw TrafficFileError(error) }
    do throws(TrafficFlaw) {
      return try TrafficSnapshot(
        map: MapID(rawValue: bytes.u64(16)), version: bytes.u64(24), made: bytes.i64(32),
        horizonSeconds: bytes.u32(40), pieces: pieces, turns: turns, incidents: incidents)
    } catch { throw .flaw(error) }
  }
}

/// The pieces, incidents and turns of a file.
extension RecordReader {
  @_lifetime(self: copy self)
  fileprivate mutating func pieces(_ count: Int) throws(RecordFlaw) -> [TrafficPiece] {
    // A piece has at least two bytes, so a wrong count can't demand much memory.
    guard count <= min(rest / 2, TrafficSnapshot.maximumPieces) else {
      throw .damaged("\(count) pieces don't fit into the file", offset: 44)
    }
    var pieces: [TrafficPiece] = []
    pieces.reserveCapacity(count)
    var edge: UInt64 = 0
    for _ in 0..<count {
      let begin = at
      edge += try varint(UInt64(UInt32.max) - edge)
      let piece = try piece(EdgeNumber(rawValue: UInt32(edge)))
      if let last = pieces.last, last.edge == piece.edge, last.from > piece.from {
        throw .damaged("the pieces of an edge are not in order", offset: begin)
      }
      pieces.append(piece)
    }
    return pieces
  }

  @_lifetime(self: copy self)
  private mutating func piece(_ edge: EdgeNumber) throws(RecordFlaw) -> TrafficPiece {
    let bits = try u8()
    let flags = TrafficFile.Flags(rawValue: bits)
    guard bits & ~TrafficFile.Flags.all == 0,
      let closure = TrafficPiece.Closure(rawValue: bits >> TrafficFile.Flags.closureShift)
    else { throw .damaged("a piece has unknown flags", offset: at - 1) }
    var piece = TrafficPiece(edge: edge, closure: closure)
    if flags.contains(.isPart) {
      piece.from = try u16()
      piece.to = try u16()
    }
    if flags.contains(.hasSpeed) { piece.speed = UInt16(try varint(UInt64(UInt16.max))) }
    if flags.contains(.hasJam) {
      piece.jam = try u8()
      guard piece.jam <= TrafficPiece.blockedJam else {
        throw .damaged("a jam factor is above 10", offset: at - 1)
      }
    }
    if flags.contains(.hasDelay) { piece.delay = UInt16(try varint(UInt64(UInt16.max))) }
    if flags.contains(.hasIncident) {
      piece.incident = UInt16(try varint(UInt64(UInt16.max) - 1)) + 1
    }
    return piece
  }

  @_lifetime(self: copy self)
  fileprivate mutating func incidents(_ count: Int) throws(RecordFlaw) -> [TrafficIncident] {
    guard count <= min(rest / 3, Int(UInt16.max) - 1) else {
      throw .damaged("\(count) incidents don't fit into the file", offset: 48)
    }
    var incidents: [TrafficIncident] = []
    for _ in 0..<count {
      let flags = try u8()
      guard flags < 4 else { throw .damaged("an incident has unknown flags", offset: at - 1) }
      var incident = TrafficIncident()
      if flags & 1 != 0 { incident.begin = try i64() }
      if flags & 2 != 0 { incident.end = try i64() }
      incident.kind = try text()
      incident.text = try text()
      incidents.append(incident)
    }
    return incidents
  }

  @_lifetime(self: copy self)
  fileprivate mutating func turns() throws(RecordFlaw) -> [DelayedTurn] {
    let begin = at
    // A turn has at least three bytes.
    let count = Int(try varint(UInt64(bytes.byteCount)))
    guard count <= min(rest / 3, TrafficSnapshot.maximumTurns) else {
      throw .damaged("\(count) turns don't fit into the file", offset: begin)
    }
    var turns: [DelayedTurn] = []
    turns.reserveCapacity(count)
    var from: UInt64 = 0
    for _ in 0..<count {
      let begin = at
      from += try varint(UInt64(UInt32.max) - from)
      let turn = DelayedTurn(
        from: EdgeNumber(rawValue: UInt32(from)),
        to: EdgeNumber(rawValue: UInt32(try varint(UInt64(UInt32.max)))),
        delay: UInt16(try varint(UInt64(UInt16.max))))
      if let last = turns.last, DelayedTurn.precedes(turn, last) {
        throw .damaged("the turns are not in order", offset: begin)
      }
      turns.append(turn)
    }
    return turns
  }
}

/// The reason why a traffic file is refused; the previous traffic stays in force.
public enum TrafficFileError: Error, Sendable, Hashable {
  /// It is not a traffic file: make one with `mapc traffic compile`.
  case notTraffic
  /// It has another major version: compile the traffic again.
  case version(UInt16)
  /// It needs features that this reader does not know: use a newer one.
  case features(UInt32)
  /// It is damaged at an offset in bytes: get it again.
  case damaged(String, offset: Int)
  /// Its values do not form a valid snapshot.
  case flaw(TrafficFlaw)
}

extension TrafficFileError {
  init(_ flaw: RecordFlaw) {
    switch flaw {
    case .other: self = .notTraffic
    case .version(let version): self = .version(version)
    case .features(let bits): self = .features(bits)
    case .damaged(let rule, let offset): self = .damaged(rule, offset: offset)
    }
  }
}

extension TrafficFileError: CustomStringConvertible {
  /// One line for people, without the file.
  public var description: String {
    switch self {
    case .notTraffic: "is not a traffic file: make one with 'mapc traffic compile'"
    case .version(let version):
      "is a traffic file of version \(version), not 1: compile the traffic again"
    case .features(let bits):
      "needs features that this version does not know (bits \(String(bits, radix: 16)))"
    case .damaged(let rule, let offset): "is damaged at byte \(offset): \(rule)"
    case .flaw(let flaw): "is damaged: \(flaw)"
    }
  }
}
