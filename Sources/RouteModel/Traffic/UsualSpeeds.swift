public import RoadModel

/// The course of a speed over a week, as shares of the highest speed.
public struct WeekProfile: Sendable, Hashable {
  /// A time with one share: it lasts until the next run begins, the last one until the end of the week.
  public struct Run: Sendable, Hashable {
    /// The first minute, counted from Monday 00:00.
    public var minute: UInt16
    /// The share in 250ths, 1 to 250; 0 if unknown, in which case the speed of the map counts.
    public var share: UInt8

    /// A run.
    public init(minute: UInt16, share: UInt8) {
      self.minute = minute
      self.share = share
    }
  }

  /// The runs in order; the first begins at minute 0.
  public var runs: [Run]

  /// A profile from its runs.
  public init(_ runs: [Run]) { self.runs = runs }

  /// The number of minutes of a week.
  public static let minuteCount = 10_080
  /// The share that means the highest speed.
  public static let wholeShare: UInt8 = 250

  /// Whether the runs are in order, cover the week, and differ from their neighbours.
  var isValid: Bool {
    guard let first = runs.first, first.minute == 0 else { return false }
    for (index, run) in runs.enumerated() {
      guard run.share <= Self.wholeShare, run.minute < Self.minuteCount else { return false }
      if index > 0 {
        guard run.minute > runs[index - 1].minute, run.share != runs[index - 1].share else {
          return false
        }
      }
    }
    return true
  }
}

/// The usual speeds on a directed edge, or on a part of it.
public struct UsualPiece: Sendable, Hashable {
  /// The edge, a base edge.
  public var edge: EdgeNumber
  /// The beginning of the part, in 65,535ths of the edge's length in the direction of travel.
  public var from: UInt16
  /// The end of the part, greater than ``from``.
  public var to: UInt16
  /// The highest speed of the week in tenths of km/h.
  public var speed: UInt16
  /// The index of the profile.
  public var profile: UInt32

  /// A piece; by default the whole edge.
  public init(
    edge: EdgeNumber, from: UInt16 = 0, to: UInt16 = .max, speed: UInt16, profile: UInt32
  ) {
    self.edge = edge
    self.from = from
    self.to = to
    self.speed = speed
    self.profile = profile
  }

  /// Whether the piece is the whole edge.
  public var isWhole: Bool { from == 0 && to == .max }
}

/// The usual speeds on the roads of a map by the time of the week; immutable.
///
/// Give it to an engine. Trips with a departure time then drive at the speed of the moment, by the clocks of the map;
/// Formats/usual-1.md, section 4, specifies the rules. Trips without a departure time ignore it.
public final class UsualSpeeds: Sendable {
  /// The map whose edge numbers the pieces use.
  public let map: MapID
  /// The version, which is larger for newer speeds of the same source.
  public let version: UInt64
  /// The pieces by edge, those of an edge in the order in which they are driven; they don't overlap.
  public let pieces: [UsualPiece]
  /// For each profile its first run, then the number of runs.
  package let firstRuns: [UInt32]
  /// The first minute of each run.
  package let minutes: [UInt16]
  /// The share of each run.
  package let shares: [UInt8]

  /// The maximum number of profiles.
  public static let maximumProfiles = 1 << 24
  /// The maximum number of runs of all profiles.
  public static let maximumRuns = 1 << 28
  /// The maximum number of pieces.
  public static let maximumPieces = 1 << 26

  /// Usual speeds.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - version: The version.
  ///   - profiles: The profiles.
  ///   - pieces: The pieces in any order.
  /// - Throws: ``UsualFlaw`` if a value is out of range or two pieces of an edge overlap.
  /// - Complexity: O(n log n) in the pieces, O(n) if they are in order.
  public init(
    map: MapID, version: UInt64, profiles: [WeekProfile], pieces: [UsualPiece]
  ) throws(UsualFlaw) {
    let runCount = profiles.reduce(0) { $0 + $1.runs.count }
    guard profiles.count <= Self.maximumProfiles, runCount <= Self.maximumRuns,
      pieces.count <= Self.maximumPieces
    else { throw .tooMany }
    for (index, profile) in profiles.enumerated() where !profile.isValid { throw .profile(index) }
    var sorted = pieces
    sorted.sortUnlessSorted { ($0.edge, $0.from) < ($1.edge, $1.from) }
    for (index, piece) in sorted.enumerated() {
      guard piece.from < piece.to, (1...TrafficSnapshot.maximumSpeed).contains(piece.speed),
        piece.profile < profiles.count
      else { throw .piece(piece) }
      if index > 0, sorted[index - 1].edge == piece.edge, sorted[index - 1].to > piece.from {
        throw .overlap(edge: EdgeID(map: map, number: piece.edge))
      }
    }
    self.map = map
    self.version = version
    self.pieces = sorted
    var firstRuns: [UInt32] = [0]
    var minutes: [UInt16] = []
    var shares: [UInt8] = []
    minutes.reserveCapacity(runCount)
    shares.reserveCapacity(runCount)
    for profile in profiles {
      for run in profile.runs {
        minutes.append(run.minute)
        shares.append(run.share)
      }
      firstRuns.append(UInt32(minutes.count))
    }
    self.firstRuns = firstRuns
    self.minutes = minutes
    self.shares = shares
  }

  /// The number of profiles.
  public var profileCount: Int { firstRuns.count - 1 }

  /// The number of runs of all profiles.
  public var runCount: Int { minutes.count }

  /// A profile by its index; a week of unknown speeds if there is none with it.
  public func profile(_ index: Int) -> WeekProfile {
    guard (0..<profileCount).contains(index) else {
      return WeekProfile([WeekProfile.Run(minute: 0, share: 0)])
    }
    return WeekProfile(
      (firstRuns[index]..<firstRuns[index + 1]).map {
        WeekProfile.Run(minute: minutes[Int($0)], share: shares[Int($0)])
      })
  }

  /// The share of a speed of the highest one, in 250ths, rounded to the nearest and at least 1.
  ///
  /// - Parameters:
  ///   - speed: The speed in tenths of km/h; 0 if unknown, with the share 0.
  ///   - highest: The highest speed in tenths of km/h.
  /// - Returns: The share, 0 to 250.
  package static func share(_ speed: UInt16, of highest: UInt16) -> UInt8 {
    if speed == 0 { return 0 }
    let whole = UInt32(WeekProfile.wholeShare)
    let share = (UInt32(speed) * whole + UInt32(highest) / 2) / max(UInt32(highest), 1)
    return UInt8(min(max(share, 1), whole))
  }

  /// The speed of a share of the highest one, both in tenths of km/h; 0 for the share 0.
  @inline(__always)
  package static func speed(_ share: UInt8, of highest: UInt16) -> UInt16 {
    UInt16(
      truncatingIfNeeded: (UInt32(highest) &* UInt32(share) &+ 125) / UInt32(WeekProfile.wholeShare)
    )
  }
}

/// The reason why usual speeds are refused: correct the named value, or leave its record out.
public enum UsualFlaw: Error, Sendable, Hashable {
  /// There are more profiles, runs or pieces than the maximum.
  case tooMany
  /// The profile of this index does not begin at minute 0, has runs out of order or equal neighbours, or a share above
  /// 250.
  case profile(Int)
  /// A piece has no length, a speed of 0 or above 500 km/h, or a profile that does not exist.
  case piece(UsualPiece)
  /// Two pieces of an edge overlap.
  case overlap(edge: EdgeID)
}

extension UsualFlaw: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .tooMany:
      "more than \(UsualSpeeds.maximumProfiles) profiles, \(UsualSpeeds.maximumRuns) of their runs, or "
        + "\(UsualSpeeds.maximumPieces) pieces"
    case .profile(let index): "the runs of profile \(index) do not make up a week"
    case .piece(let piece):
      "a piece of edge \(piece.edge) has no length, or a speed or profile out of range"
    case .overlap(let edge): "two pieces of edge \(edge) overlap"
    }
  }
}
