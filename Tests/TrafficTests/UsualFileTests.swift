import Bytes
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Traffic

@Suite struct UsualFileTests {
  private static func profile(_ runs: [(UInt16, UInt8)]) -> WeekProfile {
    WeekProfile(runs.map { WeekProfile.Run(minute: $0.0, share: $0.1) })
  }

  /// Usual speeds with every kind of value, and every limit of a value.
  static func speeds() throws -> UsualSpeeds {
    try UsualSpeeds(
      map: MapID(rawValue: 0x5f7b_1507_bfbd_53f2), version: .max,
      profiles: [
        profile([(0, 250)]), profile([(0, 0), (1, 1), (480, 250), (10_079, 3)]),
        profile((0..<10_080).map { (UInt16($0), UInt8($0 % 251)) }),
      ],
      pieces: [
        UsualPiece(edge: 7, speed: 5_000, profile: 2),
        UsualPiece(edge: 0, from: 3, to: 65_000, speed: 1, profile: 0),
        UsualPiece(edge: 0, from: 65_000, to: .max, speed: 300, profile: 1),
        UsualPiece(edge: .max, from: 0, to: 1, speed: 300, profile: 1),
      ])
  }

  private static func isEqual(_ a: UsualSpeeds, _ b: UsualSpeeds) -> Bool {
    a.map == b.map && a.version == b.version && a.pieces == b.pieces
      && a.profileCount == b.profileCount
      && (0..<a.profileCount).allSatisfy { a.profile($0) == b.profile($0) }
  }

  @Test("usual speeds come back as they were")
  func roundTrip() throws {
    let speeds = try Self.speeds()
    #expect(Self.isEqual(try UsualFile.speeds(of: UsualFile.bytes(of: speeds)), speeds))
    let empty = try UsualSpeeds(map: MapID(rawValue: 1), version: 0, profiles: [], pieces: [])
    #expect(Self.isEqual(try UsualFile.speeds(of: UsualFile.bytes(of: empty)), empty))
  }

  @Test("the bytes are those of Formats/usual-1.md")
  func bytes() throws {
    let speeds = try UsualSpeeds(
      map: MapID(rawValue: 0x0102_0304_0506_0708), version: 9,
      profiles: [Self.profile([(0, 250), (480, 100)])],
      pieces: [
        UsualPiece(edge: 300, speed: 500, profile: 0),
        UsualPiece(edge: 301, from: 256, to: 257, speed: 7, profile: 0),
      ])
    let bytes = UsualFile.bytes(of: speeds)
    #expect(Array(bytes[0..<8]) == [0x89, 0x55, 0x53, 0x55, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(bytes[8..<16]) == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(
      Array(bytes[16..<48]) == [
        8, 7, 6, 5, 4, 3, 2, 1, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0,
        0,
      ])
    #expect(Array(bytes[48..<52]) == [18, 0, 0, 0] && Array(bytes[56..<60]) == [0, 0, 0, 0])
    // Two runs: minute 0 with 250, 480 later 100. Edge 300 twice over, 500 tenths; one more, a part.
    #expect(
      Array(bytes[64...]) == [
        2, 0, 250, 0xE0, 0x03, 100, 0xD8, 0x04, 0xF4, 0x03, 0, 3, 0, 1, 1, 1, 7, 0,
      ])
  }

  private static func changed(
    _ bytes: [UInt8], _ change: (inout [UInt8]) -> Void
  ) -> [UInt8] { RecordFileBytes.changed(bytes, lengthOffset: 48, change) }

  private static func small() throws -> [UInt8] {
    UsualFile.bytes(
      of: try UsualSpeeds(
        map: MapID(rawValue: 1), version: 1,
        profiles: [profile([(0, 250)]), profile([(0, 5), (480, 100), (600, 0)])],
        pieces: [
          UsualPiece(edge: 5, from: 10, to: 300, speed: 500, profile: 1),
          UsualPiece(edge: 5, from: 300, to: 400, speed: 500, profile: 0),
          UsualPiece(edge: 90, speed: 30, profile: 1),
        ]))
  }

  @Test("what is no file of usual speeds, or another version of one, is told")
  func others() throws {
    let good = try Self.small()
    for bytes in [[], Array(good[..<63]), Array("way_id,minutes\n".utf8) + good] {
      #expect(throws: UsualFileError.notUsual) { try UsualFile.speeds(of: bytes) }
    }
    #expect(throws: UsualFileError.version(2)) {
      try UsualFile.speeds(of: Self.changed(good) { $0[8] = 2 })
    }
    #expect(throws: UsualFileError.features(0x80)) {
      try UsualFile.speeds(of: Self.changed(good) { $0[12] = 0x80 })
    }
    #expect(throws: UsualFileError.damaged("a reserved field is not 0", offset: 44)) {
      try UsualFile.speeds(of: Self.changed(good) { $0[44] = 1 })
    }
  }

  @Test("a file that was cut, or in which any byte is wrong, is refused")
  func damage() throws {
    let good = try Self.small()
    for count in good.indices {
      #expect(throws: UsualFileError.self) { try UsualFile.speeds(of: Array(good[..<count])) }
      var bytes = good
      bytes[count] ^= 0x10
      #expect(throws: UsualFileError.self) { try UsualFile.speeds(of: bytes) }
    }
    #expect(throws: UsualFileError.self) { try UsualFile.speeds(of: good + [0]) }
  }

  @Test("hostile bytes with right checks are refused or read, and nothing traps")
  func hostile() throws {
    let good = try Self.small()
    var random = SeededGenerator(seed: 23)
    var refused = 0
    for _ in 0..<20_000 {
      let bytes = Self.changed(good) { bytes in
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let at = Int.random(in: 16..<bytes.count, using: &random)
          if (48..<64).contains(at) { continue }
          bytes[at] = UInt8.random(in: 0...255, using: &random)
        }
        if Bool.random(using: &random) {
          bytes.removeLast(Int.random(in: 0...min(20, bytes.count - 64), using: &random))
        }
      }
      do { _ = try UsualFile.speeds(of: bytes) } catch { refused += 1 }
    }
    #expect(refused > 10_000)
  }

  @Test("counts that the file can't hold ask for no memory", arguments: [32, 36, 40])
  func counts(at offset: Int) throws {
    let bytes = Self.changed(try Self.small()) { bytes in
      for byte in 0..<4 { bytes[offset + byte] = 0xFF }
    }
    #expect(throws: UsualFileError.self) { try UsualFile.speeds(of: bytes) }
  }

  @Test("values out of range make no usual speeds")
  func flaws() {
    let whole = Self.profile([(0, 250)])
    func flaw(_ profiles: [WeekProfile], _ pieces: [UsualPiece] = []) -> UsualFlaw? {
      do throws(UsualFlaw) {
        _ = try UsualSpeeds(
          map: MapID(rawValue: 1), version: 1, profiles: profiles, pieces: pieces)
        return nil
      } catch { return error }
    }
    for runs in [
      [], [(1, 250)], [(0, 251)], [(0, 1), (0, 2)], [(0, 1), (7, 1)], [(0, 1), (10_080, 2)],
      [(0, 1), (9, 2), (8, 3)],
    ] as [[(UInt16, UInt8)]] {
      #expect(flaw([whole, Self.profile(runs)]) == .profile(1), "\(runs)")
    }
    for piece in [
      UsualPiece(edge: 1, from: 5, to: 5, speed: 1, profile: 0),
      UsualPiece(edge: 1, speed: 0, profile: 0), UsualPiece(edge: 1, speed: 5_001, profile: 0),
      UsualPiece(edge: 1, speed: 1, profile: 1),
    ] { #expect(flaw([whole], [piece]) == .piece(piece)) }
    let part = UsualPiece(edge: 1, from: 10, to: 20, speed: 1, profile: 0)
    #expect(
      flaw([whole], [part, part]) == .overlap(edge: EdgeID(map: MapID(rawValue: 1), number: 1)))
  }

  @Test("a profile that does not exist is a week of which nothing is known")
  func noProfile() throws {
    let speeds = try Self.speeds()
    for index in [Int.min, -1, speeds.profileCount, Int.max] {
      #expect(speeds.profile(index).runs == [WeekProfile.Run(minute: 0, share: 0)])
    }
  }
}
