import Bytes
public import MapReader
public import RoadModel
public import RouteModel

/// The usual speeds on a stretch of road as a source reports them, not yet placed on a map.
public struct UsualRecord: Sendable, Hashable {
  /// A range of minutes of the week with one speed.
  public struct Time: Sendable, Hashable {
    /// The first minute, counted from Monday 00:00.
    public var begin: UInt16
    /// The minute after the last; larger than ``begin``, at most 10,080.
    public var end: UInt16
    /// The speed in tenths of km/h, 1 to 5,000; higher ones count as 5,000, and times with 0 are ignored.
    public var speed: UInt16

    /// A time.
    public init(begin: UInt16, end: UInt16, speed: UInt16) {
      self.begin = begin
      self.end = end
      self.speed = speed
    }
  }

  /// The stretch.
  public var place: TrafficRecord.Place
  /// The times in any order; where they overlap, the lowest speed counts.
  ///
  /// At other times the speed is unknown. A record has no place if none of its times has a length and a speed.
  public var times: [Time]

  /// A record from its parts.
  public init(_ place: TrafficRecord.Place, times: [Time]) {
    self.place = place
    self.times = times
  }

  /// The minutes of the week with their speeds, of the times that have both.
  var spans: [(minutes: Range<Int>, speed: UInt16)] {
    times.compactMap { time in
      let (begin, end) = (Int(time.begin), min(Int(time.end), WeekProfile.minuteCount))
      guard begin < end, time.speed > 0 else { return nil }
      return (begin..<end, min(time.speed, TrafficSnapshot.maximumSpeed))
    }
  }
}

/// Usual speeds placed on a map, and the records without a place.
public struct UsualPlacement: Sendable, Hashable {
  /// The profiles, all different.
  public var profiles: [WeekProfile]
  /// The pieces, in the order in which ``UsualSpeeds`` has them.
  public var pieces: [UsualPiece]
  /// The records without a place, in order.
  public var unplaced: [TrafficPlacement.Unplaced]

  /// A placement from its parts.
  public init(
    profiles: [WeekProfile] = [], pieces: [UsualPiece] = [],
    unplaced: [TrafficPlacement.Unplaced] = []
  ) {
    self.profiles = profiles
    self.pieces = pieces
    self.unplaced = unplaced
  }

  /// The usual speeds of the map on which the records were placed.
  ///
  /// - Throws: ``UsualFlaw`` if there are too many.
  public func speeds(map: MapID, version: UInt64) throws(UsualFlaw) -> UsualSpeeds {
    try UsualSpeeds(map: map, version: version, profiles: profiles, pieces: pieces)
  }
}

/// Finds the edges of records of usual speeds on a map, as ``TrafficPlacer`` does, and profiles for them.
public struct UsualPlacer: Sendable {
  /// The speeds of a week by some records, and their profile.
  private struct Course {
    var highest: UInt16
    var profile: UInt32
  }

  private let records: [UsualRecord]
  private var placement = UsualPlacement()
  private var profiles: [WeekProfile: UInt32] = [:]
  /// The course of each combination of records on an edge so far.
  private var courses: [[Int]: Course] = [:]

  private init(_ records: [UsualRecord]) { self.records = records }

  /// Places records on a map.
  ///
  /// Where records overlap, the lowest speed of each minute counts. Speeds become shares of the highest one of the
  /// week in 250ths, so that roads with the same course share a profile.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - map: The map.
  /// - Returns: The profiles and pieces, and the records without a place.
  /// - Throws: ``NavError`` if a tile is damaged.
  /// - Complexity: O(size of the map), and O(minutes of a week) for each record.
  public static func place(
    _ records: [UsualRecord], on map: NavMap
  ) async throws(NavError) -> UsualPlacement {
    try await TaskThreads.run { () throws(NavError) in try place(records, on: map) }
  }

  /// Places records on a map on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - map: The map.
  /// - Returns: The profiles and pieces, and the records without a place.
  /// - Throws: ``NavError`` if a tile is damaged.
  public static func place(
    _ records: [UsualRecord], on map: NavMap
  ) throws(NavError) -> UsualPlacement {
    var placer = UsualPlacer(records)
    var (found, unplaced) = try TrafficPlacer.find(records.map(\.place), on: map)
    let empty = Set(records.indices.filter { records[$0].spans.isEmpty })
    found.removeAll { empty.contains($0.record) }
    unplaced += empty.subtracting(unplaced.map(\.record)).map {
      TrafficPlacement.Unplaced(record: $0, reason: .empty)
    }
    found.sort {
      ($0.piece.edge, $0.piece.from, $0.record) < ($1.piece.edge, $1.piece.from, $1.record)
    }
    var tooMany: Set<Int> = []
    var first = 0
    while first < found.count {
      var end = first + 1
      while end < found.count, found[end].piece.edge == found[first].piece.edge { end += 1 }
      let edge = found[first..<end]
      let kept = Set(edge.map(\.record).sorted().prefix(PieceMerger.maximumRecords))
      tooMany.formUnion(edge.map(\.record).filter { !kept.contains($0) })
      placer.add(edge.filter { kept.contains($0.record) })
      first = end
    }
    unplaced += tooMany.subtracting(unplaced.map(\.record)).map {
      TrafficPlacement.Unplaced(record: $0, reason: .tooMany)
    }
    placer.placement.unplaced = unplaced.sorted { $0.record < $1.record }
    return placer.placement
  }

  /// Adds the pieces of an edge: it is cut where a record begins or ends, and equal neighbours are joined.
  private mutating func add(_ edge: [TrafficPlacer.Found]) {
    let cuts = Set(edge.flatMap { [$0.piece.from, $0.piece.to] }).sorted()
    var pieces: [UsualPiece] = []
    for (low, high) in zip(cuts, cuts.dropFirst()) {
      let here = Set(
        edge.filter { $0.piece.from <= low && $0.piece.to >= high }.map(\.record)
      ).sorted()
      guard let course = course(here) else { continue }
      if let last = pieces.last, last.to == low, last.speed == course.highest,
        last.profile == course.profile
      {
        pieces[pieces.count - 1].to = high
      } else {
        pieces.append(
          UsualPiece(
            edge: edge[0].piece.edge, from: low, to: high, speed: course.highest,
            profile: course.profile))
      }
    }
    placement.pieces += pieces
  }

  /// The course of the lowest speeds of some records; nil if they have no times.
  private mutating func course(_ numbers: [Int]) -> Course? {
    if let known = courses[numbers] { return known }
    var week = [UInt16](repeating: 0, count: WeekProfile.minuteCount)
    for number in numbers {
      for (minutes, speed) in records[number].spans {
        for minute in minutes {
          week[minute] = week[minute] == 0 ? speed : min(week[minute], speed)
        }
      }
    }
    guard let highest = week.max(), highest > 0 else { return nil }
    var runs: [WeekProfile.Run] = []
    for (minute, speed) in week.enumerated() {
      let share = UsualSpeeds.share(speed, of: highest)
      if runs.last?.share != share {
        runs.append(WeekProfile.Run(minute: UInt16(minute), share: share))
      }
    }
    let profile = WeekProfile(runs)
    let number = profiles[profile] ?? UInt32(placement.profiles.count)
    if profiles.updateValue(number, forKey: profile) == nil { placement.profiles.append(profile) }
    let course = Course(highest: highest, profile: number)
    courses[numbers] = course
    return course
  }
}
