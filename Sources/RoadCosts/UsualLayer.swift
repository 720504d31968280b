package import MapReader
package import NavFormat
package import RoadModel
package import RouteModel

/// Usual speeds of a map, with an index for searches.
package final class UsualLayer: Sendable {
  /// The speeds.
  package let speeds: UsualSpeeds
  private let index: PieceIndex
  /// The highest share of each profile, and whether it has times without data.
  private let highest: [(share: UInt8, isPartial: Bool)]
  /// The highest speed of an edge in tenths of km/h.
  package let maximumSpeed: UInt16

  /// Finds the edges on the map.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if the speeds are of another map, or number an edge that is not a base
  ///   edge of this one; ``RoutingError/map(_:)`` if a tile with speeds is damaged.
  package init(_ speeds: UsualSpeeds, _ map: NavMap) throws(RoutingError) {
    self.speeds = speeds
    index = try PieceIndex(speeds.pieces, of: speeds.map, map) { _, _ in }
    highest = (0..<speeds.profileCount).map { profile in
      let shares = speeds.shares[
        Int(speeds.firstRuns[profile])..<Int(speeds.firstRuns[profile + 1])]
      return (shares.max() ?? 0, shares.contains(0))
    }
    maximumSpeed = speeds.pieces.reduce(0) { max($0, $1.speed) }
  }

  /// The numbers of the edges with pieces, in order; an edge occurs once for each piece.
  package var edges: some Sequence<EdgeNumber> { speeds.pieces.lazy.map(\.edge) }

  /// Whether a base edge of a tile, own or copied, may have pieces; false positives are rare.
  @inline(__always)
  package func mayChange(tile: TileNumber, edge: EdgeIndex) -> Bool {
    index.mayContain(tile: tile, edge)
  }

  /// The pieces of an edge of a tile.
  func pieces(tile: TileNumber, edge: EdgeIndex) -> Range<Int> {
    index.range(of: edge, in: tile)
  }

  // MARK: Driving

  /// The time of exit from a stretch of a piece that is entered at a time.
  ///
  /// - Parameters:
  ///   - piece: The index of the piece.
  ///   - centimetres: The length of the stretch.
  ///   - begin: The time of entry, in hundredths of a second after the departure; may be negative.
  ///   - clock: The clock of the trip.
  ///   - limits: The speeds of the vehicle.
  /// - Returns: The time, in the same unit; at most the longest time of an edge after the entry.
  /// - Complexity: O(log runs), and O(1) for each change of the speed on the way.
  func arrival(
    _ piece: Int, _ centimetres: Int64, from begin: Int64, _ clock: WeekClock,
    _ limits: UsualLimits
  ) -> Int64 {
    let speed = speeds.pieces[piece].speed
    let profile = Int(speeds.pieces[piece].profile)
    let (first, end) = (Int(speeds.firstRuns[profile]), Int(speeds.firstRuns[profile + 1]))
    // Tenths of km/h times hundredths of a second.
    var work = centimetres * 36
    if work == 0 { return begin }
    let latest = begin + Int64(Centiseconds.max / 4)
    var now = begin
    var position = clock.position(at: now)
    var run = first
    if position.isKnown { run = self.run(atMinute: position.inWeek / 6_000, first, end) }
    while true {
      let share = position.isKnown ? speeds.shares[run] : 0
      let pace = Int64(limits.speed(share, of: speed))
      var until = position.end
      if position.isKnown {
        let minute = run + 1 < end ? Int64(speeds.minutes[run + 1]) : Int64(WeekProfile.minuteCount)
        until = min(until, now + minute * 6_000 - position.inWeek)
      }
      let needed = (work + pace - 1) / pace
      if needed <= until - now || until >= latest { return min(now + needed, latest) }
      work -= (until - now) * pace
      if until == position.end {
        position = clock.position(at: until)
        if position.isKnown { run = self.run(atMinute: position.inWeek / 6_000, first, end) }
      } else {
        position.inWeek += until - now
        run += 1
        if run == end {
          run = first
          position.inWeek -= WeekClock.week
        }
      }
      now = until
    }
  }

  /// The run that holds at a minute of the week.
  private func run(atMinute minute: Int64, _ first: Int, _ end: Int) -> Int {
    var (low, high) = (first, end)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int64(speeds.minutes[middle]) <= minute { low = middle } else { high = middle }
    }
    return low
  }

  /// The highest speed on a piece in some minutes of the week; nil for the whole week.
  func highestSpeed(_ piece: Int, in minutes: Range<Int>?, _ limits: UsualLimits) -> UInt16 {
    let speed = speeds.pieces[piece].speed
    let profile = Int(speeds.pieces[piece].profile)
    var (share, isPartial) = highest[profile]
    if let minutes, minutes.count < WeekProfile.minuteCount {
      (share, isPartial) = (0, false)
      let (first, end) = (Int(speeds.firstRuns[profile]), Int(speeds.firstRuns[profile + 1]))
      var run = run(atMinute: Int64(minutes.lowerBound), first, end)
      var week = 0
      while week + Int(speeds.minutes[run]) < minutes.upperBound {
        share = max(share, speeds.shares[run])
        if speeds.shares[run] == 0 { isPartial = true }
        run += 1
        if run == end {
          run = first
          week += WeekProfile.minuteCount
        }
      }
    }
    let known = share == 0 ? 0 : limits.speed(share, of: speed)
    return max(known, isPartial || share == 0 ? limits.map : 0)
  }
}

/// Equality by identity: an engine has one at a time.
extension UsualLayer: Hashable {
  /// Whether they are the same layer.
  package static func == (a: UsualLayer, b: UsualLayer) -> Bool { a === b }

  /// Hashes the identity.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The range of usual speeds for a vehicle, in tenths of km/h.
struct UsualLimits {
  /// The speed on the road by the map; it counts at times without data.
  var map: UInt16
  /// The maximum speed.
  var maximum: UInt16

  /// The speed of a share of the highest one.
  @inline(__always)
  func speed(_ share: UInt8, of highest: UInt16) -> UInt16 {
    share == 0 ? map : min(max(UsualSpeeds.speed(share, of: highest), 10), maximum)
  }
}
