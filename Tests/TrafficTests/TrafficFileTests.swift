import Bytes
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Traffic

@Suite struct TrafficFileTests {
  /// A snapshot with every kind of value, and every limit of a value.
  static func snapshot() throws -> TrafficSnapshot {
    try TrafficSnapshot(
      map: MapID(rawValue: 0x5f7b_1507_bfbd_53f2), version: .max, made: -5, horizonSeconds: 604_800,
      pieces: [
        TrafficPiece(edge: 7, speed: 5_000),
        TrafficPiece(edge: 0, from: 3, to: 65_000, speed: 1, jam: 100, closure: .trucks),
        TrafficPiece(
          edge: 0, from: 65_000, to: .max, jam: 0, closure: .all, delay: .max, incident: 2),
        TrafficPiece(edge: .max, delay: 1, incident: 1),
        TrafficPiece(edge: .max, speed: 300, incident: 2),
      ],
      turns: [
        DelayedTurn(from: 70_000, to: .max, delay: .max), DelayedTurn(from: 3, to: 4, delay: 1),
        DelayedTurn(from: 3, to: 2, delay: 300), DelayedTurn(from: .max, to: 0, delay: 2),
      ],
      incidents: [
        TrafficIncident(
          kind: "roadworks", text: "Straße gesperrt ‒ 工事", begin: -1, end: 9_000_000_000),
        TrafficIncident(),
      ])
  }

  @Test("a snapshot comes back as it was")
  func roundTrip() throws {
    let snapshot = try Self.snapshot()
    #expect(try TrafficFile.snapshot(of: TrafficFile.bytes(of: snapshot)) == snapshot)
    let empty = try TrafficSnapshot(
      map: MapID(rawValue: 1), version: 0, made: 0, pieces: [], incidents: [])
    #expect(try TrafficFile.snapshot(of: TrafficFile.bytes(of: empty)) == empty)
  }

  @Test("the bytes are those of Formats/traffic-1.md")
  func bytes() throws {
    let snapshot = try TrafficSnapshot(
      map: MapID(rawValue: 0x0102_0304_0506_0708), version: 9, made: 10, horizonSeconds: 60,
      pieces: [TrafficPiece(edge: 300, speed: 500), TrafficPiece(edge: 301, closure: .all)])
    let bytes = TrafficFile.bytes(of: snapshot)
    #expect(Array(bytes[0..<8]) == [0x89, 0x54, 0x52, 0x41, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(bytes[8..<16]) == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(Array(bytes[16..<24]) == [8, 7, 6, 5, 4, 3, 2, 1])
    #expect(
      Array(bytes[24..<48]) == [
        9, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 2, 0, 0, 0,
      ])
    #expect(Array(bytes[48..<56]) == [0, 0, 0, 0, 7, 0, 0, 0])
    // 300 and its flags, 500 tenths of km/h; one more, closed for all.
    #expect(Array(bytes[64...]) == [0xAC, 0x02, 0x02, 0xF4, 0x03, 0x01, 0x40])
  }

  @Test("turns follow the incidents, and readers that don't know them refuse the file")
  func turnBytes() throws {
    let snapshot = try TrafficSnapshot(
      map: MapID(rawValue: 1), version: 1, made: 0, pieces: [],
      turns: [DelayedTurn(from: 300, to: 5, delay: 75), DelayedTurn(from: 300, to: 2, delay: 1)])
    let bytes = TrafficFile.bytes(of: snapshot)
    #expect(Array(bytes[12..<16]) == [1, 0, 0, 0])
    // Two turns: from 300 onto 2 and 5.
    #expect(Array(bytes[64...]) == [0x02, 0xAC, 0x02, 0x02, 0x01, 0x00, 0x05, 0x4B])
    #expect(try TrafficFile.snapshot(of: bytes) == snapshot)
    let cases: [(Int, UInt8, TrafficFileError)] = [
      (64, 3, .damaged("3 turns don't fit into the file", offset: 64)),
      (70, 1, .damaged("the turns are not in order", offset: 69)),
      (70, 2, .flaw(.turn(DelayedTurn(from: 300, to: 2, delay: 75)))),
      (68, 0, .flaw(.turn(DelayedTurn(from: 300, to: 2, delay: 0)))),
      (71, 0x80, .damaged("a number is too large", offset: 71)),
    ]
    for (offset, byte, error) in cases {
      #expect(throws: error) {
        try TrafficFile.snapshot(of: Self.changed(bytes) { $0[offset] = byte })
      }
    }
    #expect(throws: TrafficFileError.damaged("bytes follow the last record", offset: 64)) {
      try TrafficFile.snapshot(of: Self.changed(bytes) { $0[12] = 0 })
    }
  }

  private static func changed(
    _ bytes: [UInt8], _ change: (inout [UInt8]) -> Void
  ) -> [UInt8] { RecordFileBytes.changed(bytes, lengthOffset: 52, change) }

  @Test("what is no traffic file, or another version of one, is told")
  func others() throws {
    let good = TrafficFile.bytes(of: try Self.snapshot())
    for bytes in [[], Array(good[..<63]), Array("way_id,speed_kmh\n".utf8) + good] {
      #expect(throws: TrafficFileError.notTraffic) { try TrafficFile.snapshot(of: bytes) }
    }
    #expect(throws: TrafficFileError.version(2)) {
      try TrafficFile.snapshot(of: Self.changed(good) { $0[8] = 2 })
    }
    #expect(throws: TrafficFileError.features(0x80)) {
      try TrafficFile.snapshot(of: Self.changed(good) { $0[12] = 0x80 })
    }
  }

  @Test("a file that was cut, or in which any byte is wrong, is refused")
  func damage() throws {
    let good = TrafficFile.bytes(of: try Self.snapshot())
    for count in good.indices {
      #expect(throws: TrafficFileError.self) { try TrafficFile.snapshot(of: Array(good[..<count])) }
      var bytes = good
      bytes[count] ^= 0x10
      // The minor version alone may be any, but the check covers it.
      #expect(throws: TrafficFileError.self) { try TrafficFile.snapshot(of: bytes) }
    }
    #expect(throws: TrafficFileError.self) { try TrafficFile.snapshot(of: good + [0]) }
  }

  @Test("hostile bytes with right checks are refused or read, and nothing traps")
  func hostile() throws {
    let good = TrafficFile.bytes(of: try Self.snapshot())
    var random = SeededGenerator(seed: 23)
    var refused = 0
    for _ in 0..<20_000 {
      let bytes = Self.changed(good) { bytes in
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          if at < 12 || (52..<64).contains(at) { continue }
          bytes[at] = UInt8.random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 0...min(40, bytes.count - 64), using: &random))
        }
      }
      do { _ = try TrafficFile.snapshot(of: bytes) } catch { refused += 1 }
    }
    #expect(refused > 10_000)
  }

  @Test(
    "pieces out of order and jam factors above 10 are refused, as by the specification's reader")
  func strict() throws {
    let ordered = TrafficFile.bytes(
      of: try TrafficSnapshot(
        map: MapID(rawValue: 1), version: 1, made: 0,
        pieces: [
          TrafficPiece(edge: 5, from: 0, to: 256, jam: 99),
          TrafficPiece(edge: 5, from: 512, to: 768, jam: 99),
        ]))
    #expect(try TrafficFile.snapshot(of: ordered).pieces.count == 2)
    // The edge, flags, begin, end and jam factor of each.
    let swapped = Self.changed(ordered) { bytes in
      let (first, second) = (Array(bytes[66..<70]), Array(bytes[73..<77]))
      bytes.replaceSubrange(66..<70, with: second)
      bytes.replaceSubrange(73..<77, with: first)
    }
    #expect(throws: TrafficFileError.damaged("the pieces of an edge are not in order", offset: 71))
    {
      try TrafficFile.snapshot(of: swapped)
    }
    for jam in [101, 255] as [UInt8] {
      #expect(throws: TrafficFileError.damaged("a jam factor is above 10", offset: 70)) {
        try TrafficFile.snapshot(of: Self.changed(ordered) { $0[70] = jam })
      }
    }
  }

  @Test("counts that the file can't hold ask for no memory", arguments: [44, 48])
  func counts(at offset: Int) throws {
    let good = TrafficFile.bytes(of: try Self.snapshot())
    let bytes = Self.changed(good) { bytes in
      for byte in 0..<4 { bytes[offset + byte] = 0xFF }
    }
    #expect(throws: TrafficFileError.self) { try TrafficFile.snapshot(of: bytes) }
  }

  @Test("values out of range make no snapshot")
  func flaws() {
    func flaw(_ pieces: [TrafficPiece], made: Int64 = 0, horizon: UInt32 = 0) -> TrafficFlaw? {
      do throws(TrafficFlaw) {
        _ = try TrafficSnapshot(
          map: MapID(rawValue: 1), version: 1, made: made, horizonSeconds: horizon, pieces: pieces)
        return nil
      } catch { return error }
    }
    let part = TrafficPiece(edge: 1, from: 10, to: 20)
    for piece in [
      TrafficPiece(edge: 1, from: 5, to: 5), TrafficPiece(edge: 1, from: 6, to: 5),
      TrafficPiece(edge: 1, speed: 5_001), TrafficPiece(edge: 1, jam: 101),
      TrafficPiece(edge: 1, incident: 1),
    ] { #expect(flaw([piece]) == .piece(piece)) }
    #expect(flaw([], made: .max) == .time(.max))
    #expect(flaw([], horizon: 604_801) == .horizon(604_801))
    let edge = EdgeID(map: MapID(rawValue: 1), number: 1)
    #expect(flaw([part, TrafficPiece(edge: 1, from: 19, to: 30)]) == .overlap(edge: edge))
    #expect(flaw([part, TrafficPiece(edge: 1)]) == .overlap(edge: edge))
    #expect(flaw([part, part, TrafficPiece(edge: 1, from: 20, to: 30)]) == nil)
  }

  @Test("a piece of another snapshot has no incident")
  func otherIncident() throws {
    let snapshot = try TrafficSnapshot(
      map: MapID(rawValue: 1), version: 1, made: 0, pieces: [],
      incidents: [TrafficIncident(kind: "accident")])
    #expect(snapshot.incident(of: TrafficPiece(edge: 0, incident: 1))?.kind == "accident")
    for number in [0, 2, 9, UInt16.max] {
      #expect(snapshot.incident(of: TrafficPiece(edge: 0, incident: number)) == nil)
    }
  }
}
