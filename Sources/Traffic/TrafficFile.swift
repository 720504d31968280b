import Bytes
import RoadModel
public import RouteModel

/// A traffic file: a snapshot in bytes (Formats/traffic-1.md).
public enum TrafficFile {
  static let magic: [UInt8] = [0x89, 0x54, 0x52, 0x41, 0x0D, 0x0A, 0x1A, 0x0A]
  static let headerLength = 64
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

  // MARK: Writing

  /// The bytes of a snapshot's file.
  ///
  /// - Complexity: O(n); about five bytes for a speed on a whole edge.
  public static func bytes(of snapshot: TrafficSnapshot) -> [UInt8] {
    var body = ByteWriter()
    var edge: UInt32 = 0
    for piece in snapshot.pieces {
      append(piece, after: edge, to: &body)
      edge = piece.edge
    }
    for incident in snapshot.incidents { append(incident, to: &body) }
    if !snapshot.turns.isEmpty { append(snapshot.turns, to: &body) }
    var header = ByteWriter()
    header.raw(magic)
    header.u16(1)
    header.u16(0)
    header.u32(snapshot.turns.isEmpty ? 0 : turnsFeature)
    header.u64(snapshot.map.rawValue)
    header.u64(snapshot.version)
    header.i64(snapshot.made)
    header.u32(snapshot.horizonSeconds)
    header.u32(UInt32(snapshot.pieces.count))
    header.u32(UInt32(snapshot.incidents.count))
    header.u32(UInt32(truncatingIfNeeded: body.count))
    header.u32(CRC32C.value(of: body.bytes.rawSpan))
    header.u32(CRC32C.value(of: header.bytes.rawSpan))
    return header.bytes + body.bytes
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
    body.varint(UInt64(piece.edge - edge))
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
      body.varint(UInt64(turn.from - from))
      body.varint(UInt64(turn.to))
      body.varint(UInt64(turn.delay))
      from = turn.from
    }
  }

  // MARK: Reading

  /// The snapshot in the bytes of a file, as ``snapshot(_:)``.
  ///
  /// - Throws: ``TrafficFileError``.
  public static func snapshot(of bytes: [UInt8]) throws(TrafficFileError) -> TrafficSnapshot {
    try snapshot(bytes.rawSpan)
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
    guard bytes.byteCount >= headerLength, magic.indices.allSatisfy({ bytes.u8($0) == magic[$0] })
    else { throw .notTraffic }
    guard bytes.u16(8) == 1 else { throw .version(bytes.u16(8)) }
    guard bytes.u32(60) == CRC32C.value(of: bytes.extracting(0..<60)) else {
      throw .damaged("the check of the header is wrong", offset: 60)
    }
    let features = bytes.u32(12)
    guard features & ~turnsFeature == 0 else { throw .features(features) }
    let length = Int(bytes.u32(52))
    guard bytes.byteCount == headerLength + length else {
      throw .damaged(
        "the file is \(bytes.byteCount) bytes long, not \(headerLength + length)", offset: 52)
    }
    guard bytes.u32(56) == CRC32C.value(of: bytes.extracting(headerLength..<bytes.byteCount)) else {
      throw .damaged("the check of the pieces is wrong", offset: 56)
    }
    var reader = BodyReader(bytes: bytes, at: headerLength)
    let pieces = try reader.pieces(Int(bytes.u32(44)))
    let incidents = try reader.incidents(Int(bytes.u32(48)))
    let turns = features & turnsFeature != 0 ? try reader.turns() : []
    guard reader.at == bytes.byteCount else {
      throw .damaged("bytes follow the last record", offset: reader.at)
    }
    do throws(TrafficFlaw) {
      return try TrafficSnapshot(
        map: MapID(rawValue: bytes.u64(16)), version: bytes.u64(24), made: bytes.i64(32),
        horizonSeconds: bytes.u32(40), pieces: pieces, turns: turns, incidents: incidents)
    } catch { throw .flaw(error) }
  }
}

/// Reads the pieces and incidents of a file.
private struct BodyReader: ~Escapable {
  let bytes: RawSpan
  var at: Int

  @_lifetime(copy bytes)
  init(bytes: RawSpan, at: Int) {
    self.bytes = bytes
    self.at = at
  }

  @_lifetime(self: copy self)
  mutating func pieces(_ count: Int) throws(TrafficFileError) -> [TrafficPiece] {
    // A piece has two bytes at least, so a wrong count can't ask for much memory.
    guard count <= min((bytes.byteCount - at) / 2, TrafficSnapshot.maximumPieces) else {
      throw .damaged("\(count) pieces don't fit into the file", offset: 44)
    }
    var pieces: [TrafficPiece] = []
    pieces.reserveCapacity(count)
    var edge: UInt64 = 0
    for _ in 0..<count {
      let begin = at
      edge += try varint(UInt64(UInt32.max) - edge)
      let piece = try piece(UInt32(edge))
      if let last = pieces.last, last.edge == piece.edge, last.from > piece.from {
        throw .damaged("the pieces of an edge are not in order", offset: begin)
      }
      pieces.append(piece)
    }
    return pieces
  }

  @_lifetime(self: copy self)
  private mutating func piece(_ edge: UInt32) throws(TrafficFileError) -> TrafficPiece {
    let bits = try byte()
    let flags = TrafficFile.Flags(rawValue: bits)
    guard bits & ~TrafficFile.Flags.all == 0,
      let closure = TrafficPiece.Closure(rawValue: bits >> TrafficFile.Flags.closureShift)
    else { throw .damaged("a piece has unknown flags", offset: at - 1) }
    var piece = TrafficPiece(edge: edge, closure: closure)
    if flags.contains(.isPart) {
      piece.from = UInt16(try byte()) | UInt16(try byte()) << 8
      piece.to = UInt16(try byte()) | UInt16(try byte()) << 8
    }
    if flags.contains(.hasSpeed) { piece.speed = UInt16(try varint(UInt64(UInt16.max))) }
    if flags.contains(.hasJam) {
      piece.jam = try byte()
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
  mutating func incidents(_ count: Int) throws(TrafficFileError) -> [TrafficIncident] {
    guard count <= min((bytes.byteCount - at) / 3, Int(UInt16.max) - 1) else {
      throw .damaged("\(count) incidents don't fit into the file", offset: 48)
    }
    var incidents: [TrafficIncident] = []
    for _ in 0..<count {
      let flags = try byte()
      guard flags < 4 else { throw .damaged("an incident has unknown flags", offset: at - 1) }
      var incident = TrafficIncident()
      if flags & 1 != 0 { incident.begin = try time() }
      if flags & 2 != 0 { incident.end = try time() }
      incident.kind = try text()
      incident.text = try text()
      incidents.append(incident)
    }
    return incidents
  }

  @_lifetime(self: copy self)
  mutating func turns() throws(TrafficFileError) -> [DelayedTurn] {
    let begin = at
    // A turn has three bytes at least.
    let count = Int(try varint(UInt64(bytes.byteCount)))
    guard count <= min((bytes.byteCount - at) / 3, TrafficSnapshot.maximumTurns) else {
      throw .damaged("\(count) turns don't fit into the file", offset: begin)
    }
    var turns: [DelayedTurn] = []
    turns.reserveCapacity(count)
    var from: UInt64 = 0
    for _ in 0..<count {
      let begin = at
      from += try varint(UInt64(UInt32.max) - from)
      let turn = DelayedTurn(
        from: UInt32(from), to: UInt32(try varint(UInt64(UInt32.max))),
        delay: UInt16(try varint(UInt64(UInt16.max))))
      if let last = turns.last, DelayedTurn.precedes(turn, last) {
        throw .damaged("the turns are not in order", offset: begin)
      }
      turns.append(turn)
    }
    return turns
  }

  @_lifetime(self: copy self)
  private mutating func byte() throws(TrafficFileError) -> UInt8 {
    guard at < bytes.byteCount else { throw .damaged("the file ends in a record", offset: at) }
    at += 1
    return bytes.u8(at - 1)
  }

  @_lifetime(self: copy self)
  private mutating func varint(_ most: UInt64) throws(TrafficFileError) -> UInt64 {
    let begin = at
    guard let value = Varint.read(bytes, at: &at, end: bytes.byteCount), value <= most else {
      throw .damaged("a number is too large", offset: begin)
    }
    return value
  }

  @_lifetime(self: copy self)
  private mutating func time() throws(TrafficFileError) -> Int64 {
    guard bytes.byteCount - at >= 8 else {
      throw .damaged("the file ends in an incident", offset: at)
    }
    at += 8
    return bytes.i64(at - 8)
  }

  @_lifetime(self: copy self)
  private mutating func text() throws(TrafficFileError) -> String {
    let length = Int(try varint(UInt64(bytes.byteCount)))
    guard length <= bytes.byteCount - at else {
      throw .damaged("the file ends in a text", offset: at)
    }
    at += length
    return bytes.text(at - length..<at)
  }
}

/// Why a traffic file is refused; the traffic before it stays in force.
public enum TrafficFileError: Error, Sendable, Hashable {
  /// It is no traffic file: make one with `mapc traffic compile`.
  case notTraffic
  /// It has another major version: compile the traffic again.
  case version(UInt16)
  /// It needs features that this reader does not know: use a newer one.
  case features(UInt32)
  /// It is damaged at an offset in bytes: get it again.
  case damaged(String, offset: Int)
  /// Its values make no snapshot.
  case flaw(TrafficFlaw)
}

extension TrafficFileError: CustomStringConvertible {
  /// One line for people, without the file.
  public var description: String {
    switch self {
    case .notTraffic: "is no traffic file: make one with 'mapc traffic compile'"
    case .version(let version):
      "is a traffic file of version \(version), not 1: compile the traffic again"
    case .features(let bits):
      "needs features that this version does not know (bits \(String(bits, radix: 16)))"
    case .damaged(let rule, let offset): "is damaged at byte \(offset): \(rule)"
    case .flaw(let flaw): "is damaged: \(flaw)"
    }
  }
}
