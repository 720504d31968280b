import NavFormat
package import RoadModel
import RouteModel

/// An edge at usual speeds: the time of exit depends on the time of entry.
struct UsualDrive {
  private let layer: UsualLayer
  private let pieces: Range<Int>
  private let length: UInt32
  /// The time by the map, with the factor.
  private let mapTime: Centiseconds
  /// The factor of the time by an adjustment, in thousandths.
  private let share: UInt32
  private let limits: UsualLimits
  private let clock: WeekClock?

  fileprivate init(
    _ layer: UsualLayer, _ pieces: Range<Int>, length: UInt32, mapTime: Centiseconds,
    share: UInt32, limits: UsualLimits, clock: WeekClock?
  ) {
    self.layer = layer
    self.pieces = pieces
    self.length = length
    self.mapTime = mapTime
    self.share = share
    self.limits = limits
    self.clock = clock
  }

  /// Whether the whole edge has the same speeds.
  var isEven: Bool { pieces.count == 1 && layer.speeds.pieces[pieces.lowerBound].isWhole }

  /// The time of the whole edge.
  ///
  /// A later entry never leads to an earlier exit.
  ///
  /// - Parameters:
  ///   - entered: The time of entry, after the departure; may be negative.
  ///   - note: Receives the ends of stretches and the times up to there, both ascending.
  /// - Returns: The time, at least 1, at most a quarter of the range.
  func time(
    at entered: Int64, note: (UInt32, Centiseconds) -> Void = { _, _ in }
  ) -> Centiseconds {
    guard let clock else { return mapTime }
    var now = entered
    walk { piece, begin, end in
      if let piece {
        now = layer.arrival(piece, driven(begin, end), from: now, clock, limits)
      } else {
        now += mapPart(begin, end)
      }
      note(end, Centiseconds(clamping: now - entered))
    }
    return Centiseconds(min(max(now - entered, 1), Int64(Centiseconds.max / 4)))
  }

  /// A lower bound of the time, if the edge is entered in a window; nil for all times.
  func leastTime(in window: WeekWindow?) -> Centiseconds {
    let least = leastTime(minutes: nil)
    guard let window else { return least }
    return max(least, min(leastTime(minutes: window.minutes), WeekWindow.longEdge))
  }

  private func leastTime(minutes: Range<Int>?) -> Centiseconds {
    var time: Int64 = 0
    walk { piece, begin, end in
      if let piece {
        let speed = Int64(layer.highestSpeed(piece, in: minutes, limits))
        time += (driven(begin, end) * 36 + speed - 1) / speed
      } else {
        time += mapPart(begin, end)
      }
    }
    return Centiseconds(min(max(time, 1), Int64(Centiseconds.max / 4)))
  }

  /// The length of a stretch in centimetres, with the factor.
  ///
  /// If the time were multiplied instead, waiting for a higher speed could lead to an earlier exit.
  private func driven(_ begin: UInt32, _ end: UInt32) -> Int64 {
    (Int64(end - begin) * Int64(share) + 999) / 1_000
  }

  private func mapPart(_ begin: UInt32, _ end: UInt32) -> Int64 {
    Int64(Costing.partTime(mapTime, part: end, of: length))
      - Int64(Costing.partTime(mapTime, part: begin, of: length))
  }

  /// Visits the stretches of the edge in order: the piece, nil without one, and the distances in centimetres.
  private func walk(_ visit: (Int?, UInt32, UInt32) -> Void) {
    var along: UInt32 = 0
    for index in pieces {
      let piece = layer.speeds.pieces[index]
      let begin = TrafficPiece.distance(piece.from, of: length)
      let end = TrafficPiece.distance(piece.to, of: length)
      if begin > along { visit(nil, along, begin) }
      if end > begin { visit(index, begin, end) }
      along = end
    }
    if along < length { visit(nil, along, length) }
  }
}

/// The effect of usual speeds on an edge.
extension QueryRules {
  /// A base edge at usual speeds; nil if they are unknown, or if the query does not use them.
  ///
  /// `place` is the home of the edge, `mapTime` its time by the map with the factor `share` in
  /// thousandths. The rules of the map are evaluated at `entered`.
  func usualDrive(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ place: (tile: TileNumber, edge: EdgeIndex),
    mapTime: Centiseconds, share: UInt32, at entered: Centiseconds
  ) -> UsualDrive? {
    guard let usual = layers.usual, mode.isMotorised else { return nil }
    let pieces = usual.pieces(tile: place.tile, edge: place.edge)
    if pieces.isEmpty { return nil }
    let road = road(tile, edge.segment, edge.direction, at: entered)
    let map = min(costing(tile.layout).speed(road, edge.direction), speedCap ?? .max)
    var maximum = min(Costing.maximumSpeed(of: mode), speedCap ?? .max)
    // Usual speeds are those of cars; the limits of trucks and buses may be lower.
    if mode == .truck || mode == .bus { maximum = min(maximum, map) }
    return UsualDrive(
      usual, pieces, length: tile.length(edge.segment), mapTime: mapTime, share: share,
      limits: UsualLimits(map: max(map, 1), maximum: max(maximum, 1)), clock: weekClock)
  }

  /// The time of a base edge at usual speeds, or its minimum for a bound.
  func time(of drive: UsualDrive, at entered: Centiseconds) -> Centiseconds {
    switch layers.week {
    case .trip: drive.time(at: Int64(entered))
    case .best(let window): drive.leastTime(in: window)
    }
  }

  /// Times of the week that tighten the bounds of a trip, narrowest first.
  ///
  /// - Parameters:
  ///   - earliest: The earliest start of the trip, after the departure.
  ///   - latest: The latest one.
  /// - Returns: The times and their ends; empty without usual speeds, or if clocks change soon.
  package func timeBounds(
    from earliest: Centiseconds, to latest: Centiseconds
  ) -> [(bounds: TimeBounds, end: Int64)] {
    guard layers.usual != nil, layers.week == .trip, let clock = weekClock else { return [] }
    let position = clock.position(at: Int64(earliest))
    guard position.isKnown else { return [] }
    let step: Int64 = 10
    let minute = position.inWeek / 6_000 / step * step
    var found: [(bounds: TimeBounds, end: Int64)] = []
    for length in [20, 30, 40, 60, 80, 120, 160, 240, 320] as [Int64] {
      let end = Int64(earliest) + (minute + length) * 6_000 - position.inWeek
      // With the overhang, vehicles leave edges that they enter in the window before the clocks
      // change.
      guard end > Int64(latest), end + Int64(WeekWindow.overhang) * 6_000 <= position.end else {
        continue
      }
      var bounds = TimeBounds(
        window: WeekWindow(begin: UInt16(minute), length: UInt16(length)))
      if let traffic = layers.traffic, case .trip(let departure) = layers.timing {
        bounds.isSteady = traffic.isSteady(from: departure, to: departure &+ end / 100 + 1)
      }
      found.append((bounds, end))
    }
    return found
  }

  /// The maximum cost at which a path certainly takes less than a time, in hundredths of a second.
  ///
  /// The time of a preferred road exceeds its cost. Costs of the shortest route are unrelated to
  /// times.
  package func cost(within time: Int64) -> UInt32 {
    UInt32(min(max(Double(time - 2) * leastCostOfTime, 0), Double(UInt32.max / 2)))
  }

  /// The time of an edge while traffic fades into usual speeds (Formats/usual-1.md, section 4).
  ///
  /// - Parameters:
  ///   - pieces: The pieces of traffic.
  ///   - traffic: Their layer.
  ///   - drive: The edge at usual speeds.
  ///   - length: Its length in centimetres.
  ///   - share: The factor of the time, in thousandths.
  ///   - departure: Seconds since 1970-01-01 UTC.
  ///   - entered: The time of entry, after the departure.
  /// - Returns: The time.
  func fadedTime(
    _ pieces: Range<Int>, _ traffic: TrafficLayer, _ drive: UsualDrive, length: UInt32,
    share: UInt32, departure: Int64, at entered: Centiseconds
  ) -> Centiseconds {
    let now = Int64(entered)
    let horizon = 100 * Int64(traffic.snapshot.horizonSeconds)
    let begin = 100 * (traffic.snapshot.made - departure) + horizon
    let end = begin + horizon
    if now >= end { return drive.time(at: now) }
    let usual = drive.time(at: min(now, begin))
    let live = spread(pieces, length: length, usual: usual, share: share, at: entered) { _, _ in }
    let last = end + Int64(drive.time(at: end))
    if now <= begin { return Centiseconds(min(Int64(live), last - now)) }
    let first = min(begin + Int64(live), last)
    let virtual = drive.latestEntry(leavingBy: begin + Int64(live), atMost: end)
    let shifted = virtual + (end - virtual) * (now - begin) / horizon
    let left = max(shifted + Int64(drive.time(at: shifted)), first)
    return max(Centiseconds(clamping: left - now), min(live, drive.leastTime(in: nil)))
  }
}

extension UsualDrive {
  /// The latest time at which the edge may be entered to leave it by a time.
  fileprivate func latestEntry(leavingBy time: Int64, atMost end: Int64) -> Int64 {
    func isInTime(_ entry: Int64) -> Bool { entry + Int64(self.time(at: entry)) <= time }
    var high = min(time - 1, end)
    if isInTime(high) { return high }
    // A good first guess if speeds hardly change.
    var low = time - Int64(Centiseconds.max / 4)
    let guess = time - Int64(self.time(at: high))
    if guess < high, isInTime(guess) { low = max(low, guess) } else { high = min(high, guess) }
    while low + 1 < high {
      let middle = low + (high - low) / 2
      if isInTime(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
