import Bytes
import RoadModel
public import RouteModel

/// A file of usual speeds in bytes (Formats/usual-1.md).
public enum UsualFile {
  private static let layout = RecordFile(
    magic: [0x89, 0x55, 0x53, 0x55, 0x0D, 0x0A, 0x1A, 0x0A], features: 0, lengthOffset: 48,
    reserved: [44, 56], contents: "speeds")
  /// The maximum length of a file.
  public static let maximumLength = 1 << 31

  /// Whether bytes begin with the magic of a file of usual speeds.
  public static func isBegin(_ bytes: [UInt8]) -> Bool { bytes.starts(with: layout.magic) }

  // MARK: Writing

  /// The bytes of the file of usual speeds.
  ///
  /// - Complexity: O(n); about five bytes for a whole edge, and three for a change of the speed in a profile.
  public static func bytes(of speeds: UsualSpeeds) -> [UInt8] {
    var body = ByteWriter()
    for number in 0..<speeds.profileCount { append(speeds.profile(number), to: &body) }
    var edge: UInt32 = 0
    for piece in speeds.pieces {
      body.varint(UInt64(piece.edge.rawValue - edge) << 1 | (piece.isWhole ? 0 : 1))
      if !piece.isWhole {
        body.u16(piece.from)
        body.u16(piece.to)
      }
      body.varint(UInt64(piece.speed))
      body.varint(UInt64(piece.profile))
      edge = piece.edge.rawValue
    }
    return layout.bytes(map: speeds.map, version: speeds.version, features: 0, body) { header in
      header.u32(UInt32(speeds.profileCount))
      header.u32(UInt32(speeds.runCount))
      header.u32(UInt32(speeds.pieces.count))
      header.u32(0)
    }
  }

  private static func append(_ profile: WeekProfile, to body: inout ByteWriter) {
    body.varint(UInt64(profile.runs.count))
    var minute: UInt16 = 0
    for run in profile.runs {
      body.varint(UInt64(run.minute - minute))
      body.u8(run.share)
      minute = run.minute
    }
  }

  // MARK: Reading

  /// The speeds in the bytes of a whole file; they are a copy.
  ///
  /// - Throws: ``UsualFileError``.
  /// - Complexity: O(n).
  public static func speeds(of bytes: [UInt8]) throws(UsualFileError) -> UsualSpeeds {
    try speeds(bytes.rawBytes)
  }

  /// The speeds in the bytes of a whole file; they are a copy.
  ///
  /// - Throws: ``UsualFileError``.
  /// - Complexity: O(n).
  public static func speeds(_ bytes: RawSpan) throws(UsualFileError) -> UsualSpeeds {
    let profiles: [WeekProfile]
    let pieces: [UsualPiece]
    do throws(RecordFlaw) {
      var reader = try layout.records(bytes)
      profiles = try reader.profiles(Int(bytes.u32(32)), runs: Int(bytes.u32(36)))
      pieces = try reader.pieces(Int(bytes.u32(40)), profiles: profiles.count)
      try reader.finish()
    } catch { throw UsualFileError(error) }
    do throws(UsualFlaw) {
      return try UsualSpeeds(
        map: MapID(rawValue: bytes.u64(16)), version: bytes.u64(24), profiles: profiles,
        pieces: pieces)
    } catch { throw .flaw(error) }
  }
}

/// The profiles and pieces of a file.
extension RecordReader {
  @_lifetime(self: copy self)
  fileprivate mutating func profiles(_ count: Int, runs: Int) throws(RecordFlaw) -> [WeekProfile] {
    // A profile has at least three bytes and a run two, so a wrong count can't demand much memory.
    guard count <= min(rest / 3, UsualSpeeds.maximumProfiles) else {
      throw .damaged("\(count) profiles don't fit into the file", offset: 32)
    }
    var profiles: [WeekProfile] = []
    profiles.reserveCapacity(count)
    var known: Set<WeekProfile> = []
    var left = runs
    for _ in 0..<count {
      let begin = at
      let runs = Int(try varint(UInt64(WeekProfile.minuteCount)))
      guard runs >= 1, runs <= left else {
        throw .damaged("a profile has no runs, or more than the header says", offset: begin)
      }
      left -= runs
      let profile = try profile(runs)
      guard known.insert(profile).inserted else {
        throw .damaged("two profiles are alike", offset: begin)
      }
      profiles.append(profile)
    }
    guard left == 0 else { throw .damaged("the header says more runs", offset: 36) }
    return profiles
  }

  @_lifetime(self: copy self)
  private mutating func profile(_ count: Int) throws(RecordFlaw) -> WeekProfile {
    var runs: [WeekProfile.Run] = []
    var minute: UInt64 = 0
    for number in 0..<count {
      let begin = at
      let ahead = try varint(UInt64(WeekProfile.minuteCount))
      minute += ahead
      let share = try u8()
      guard number == 0 ? ahead == 0 : ahead > 0 && runs[number - 1].share != share,
        minute < WeekProfile.minuteCount, share <= WeekProfile.wholeShare
      else { throw .damaged("a run of a profile is out of order or range", offset: begin) }
      runs.append(WeekProfile.Run(minute: UInt16(minute), share: share))
    }
    return WeekProfile(runs)
  }

  @_lifetime(self: copy self)
  fileprivate mutating func pieces(_ count: Int, profiles: Int) throws(RecordFlaw) -> [UsualPiece] {
    guard count <= min(rest / 3, UsualSpeeds.maximumPieces) else {
      throw .damaged("\(count) pieces don't fit into the file", offset: 40)
    }
    var pieces: [UsualPiece] = []
    pieces.reserveCapacity(count)
    var edge: UInt64 = 0
    for _ in 0..<count {
      let begin = at
      let first = try varint(UInt64(UInt32.max) << 1 | 1)
      edge += first >> 1
      let number = EdgeNumber(rawValue: UInt32(truncatingIfNeeded: edge))
      var piece = UsualPiece(edge: number, speed: 0, profile: 0)
      if first & 1 != 0 {
        piece.from = try u16()
        piece.to = try u16()
      }
      piece.speed = UInt16(try varint(UInt64(TrafficSnapshot.maximumSpeed)))
      piece.profile = UInt32(try varint(UInt64(UInt32.max)))
      guard edge <= UInt32.max, piece.from < piece.to, piece.isWhole == (first & 1 == 0),
        piece.speed > 0, piece.profile < profiles
      else { throw .damaged("a piece has a value out of range", offset: begin) }
      if let last = pieces.last, last.edge == piece.edge, last.to > piece.from {
        throw .damaged("the pieces of an edge overlap or are not in order", offset: begin)
      }
      pieces.append(piece)
    }
    return pieces
  }
}

/// The reason why a file of usual speeds is refused; the previous speeds stay in force.
public enum UsualFileError: Error, Sendable, Hashable {
  /// It is not such a file: make one with `mapc traffic compile --usual`.
  case notUsual
  /// It has another major version: compile the speeds again.
  case version(UInt16)
  /// It needs features that this reader does not know: use a newer one.
  case features(UInt32)
  /// It is damaged at an offset in bytes: get it again.
  case damaged(String, offset: Int)
  /// Its values are not valid usual speeds.
  case flaw(UsualFlaw)
}

extension UsualFileError {
  init(_ flaw: RecordFlaw) {
    switch flaw {
    case .other: self = .notUsual
    case .version(let version): self = .version(version)
    case .features(let bits): self = .features(bits)
    case .damaged(let rule, let offset): self = .damaged(rule, offset: offset)
    }
  }
}

extension UsualFileError: CustomStringConvertible {
  /// One line for people, without the file.
  public var description: String {
    switch self {
    case .notUsual: "is not a file of usual speeds: make one with 'mapc traffic compile --usual'"
    case .version(let version):
      "is a file of usual speeds of version \(version), not 1: compile the speeds again"
    case .features(let bits):
      "needs features that this version does not know (bits \(String(bits, radix: 16)))"
    case .damaged(let rule, let offset): "is damaged at byte \(offset): \(rule)"
    case .flaw(let flaw): "is damaged: \(flaw)"
    }
  }
}
