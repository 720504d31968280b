package import NavFormat
package import RoadModel
import RouteModel

/// The effect of traffic on an edge: closures, times, and the distribution of the time along it.
extension QueryRules {
  /// Whether an adjustment or the traffic closes a base edge that is entered at a time.
  package func isClosedToday(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> Bool {
    // Most traffic closes nothing; then the edge need not be looked up.
    guard mayClose, let place = adjustedPlace(tile, edge) else { return false }
    if layers.hasAdjustments,
      layers.change(tile: place.tile, edge: place.edge)?.isClosed ?? false
    {
      return true
    }
    guard let traffic = layers.traffic, traffic.hasClosures else { return false }
    for index in traffic.pieces(tile: place.tile, edge: place.edge) {
      let piece = traffic.snapshot.pieces[index]
      if piece.closes(trucks: mode == .truck), closureHolds(piece, traffic, at: entered) {
        return true
      }
    }
    return false
  }

  /// The source of the closure of a base edge that is entered at a time; nil if it is open.
  func closure(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> Blocker.Closure? {
    guard isClosedToday(tile, edge, at: entered) else { return nil }
    guard let place = adjustedPlace(tile, edge),
      let change = layers.request?.change(tile: place.tile, edge: place.edge), change.isClosed
    else { return .live }
    return .request
  }

  private func closureHolds(
    _ piece: TrafficPiece, _ traffic: TrafficLayer, at entered: Centiseconds
  ) -> Bool {
    switch layers.timing {
    case .made, .trip: holds(piece, traffic, at: entered)
    case .best, .closures: traffic.alwaysHolds(piece)
    }
  }

  /// The highest speed that an adjustment or the traffic gives an edge, in tenths of km/h; 0 for none.
  package var fastestAdjusted: UInt32 {
    hasLayers ? UInt32(min(layers.maximumSpeed, Costing.maximumSpeed(of: mode))) : 0
  }

  /// The pieces of traffic on a base edge, in the tile that it belongs to.
  func trafficPieces(_ place: (tile: TileNumber, edge: EdgeIndex)) -> Range<Int> {
    if layers.timing == .closures || !mode.isMotorised { return 0..<0 }
    return layers.traffic?.pieces(tile: place.tile, edge: place.edge) ?? 0..<0
  }

  /// The time of a whole edge in the traffic, without usual speeds.
  ///
  /// - Parameters:
  ///   - pieces: Its pieces.
  ///   - length: Its length in centimetres.
  ///   - usual: Its time by the map, with the factor.
  ///   - share: The factor of the time, in thousandths.
  ///   - entered: The time of entry, after the departure.
  /// - Returns: The time, delays included.
  func trafficTime(
    _ pieces: Range<Int>, length: UInt32, usual: Centiseconds, share: UInt32,
    at entered: Centiseconds
  ) -> Centiseconds {
    layers.traffic?.measuredTime(
      pieces, length: length, usual: usual, share: share, self, at: entered)
      ?? spreadTime(pieces, length: length, usual: usual, share: share, at: entered)
  }

  /// ``trafficTime(_:length:usual:share:at:)`` of any edge.
  @inline(never)
  private func spreadTime(
    _ pieces: Range<Int>, length: UInt32, usual: Centiseconds, share: UInt32,
    at entered: Centiseconds
  ) -> Centiseconds {
    guard let traffic = layers.traffic else { return usual }
    let live = spread(pieces, length: length, usual: usual, share: share, at: entered) { _, _ in }
    return faded(live, usual, traffic.snapshot, at: entered)
  }

  /// The time of a whole edge in the traffic, which fades into usual speeds.
  ///
  /// - Parameters:
  ///   - pieces: Its pieces.
  ///   - length: Its length in centimetres.
  ///   - drive: The edge at usual speeds.
  ///   - share: The factor of the time, in thousandths.
  ///   - entered: The time of entry, after the departure.
  /// - Returns: The time, delays included.
  func trafficTime(
    _ pieces: Range<Int>, length: UInt32, _ drive: UsualDrive, share: UInt32,
    at entered: Centiseconds
  ) -> Centiseconds {
    if let traffic = layers.traffic, case .trip(let departure) = layers.timing {
      return fadedTime(
        pieces, traffic, drive, length: length, share: share, departure: departure, at: entered)
    }
    // Traffic may fade into usual speeds of times outside a window.
    return trafficTime(
      pieces, length: length, usual: drive.leastTime(in: nil), share: share, at: entered)
  }

  /// The length of the part of an edge with a measured speed in centimetres, and the time on it.
  func measured(
    _ piece: TrafficPiece, length: UInt32
  ) -> (length: UInt32, time: Centiseconds) {
    let measured =
      TrafficPiece.distance(piece.to, of: length) &- TrafficPiece.distance(piece.from, of: length)
    return (measured, Costing.time(centimetres: measured, deciKmh: speed(of: piece)))
  }

  /// The speed of a piece for the vehicle, in tenths of km/h.
  private func speed(of piece: TrafficPiece) -> UInt16 {
    let speed = min(max(piece.speed, Self.leastTrafficSpeed), Costing.maximumSpeed(of: mode))
    return speedCap.map { min(speed, $0) } ?? speed
  }

  /// A time in the traffic at a time of the trip; in a query without a clock, as measured.
  func faded(
    _ live: Centiseconds, _ usual: Centiseconds, _ snapshot: TrafficSnapshot, at time: Centiseconds
  ) -> Centiseconds {
    guard let age = age(of: snapshot, at: time) else { return live }
    return Self.faded(live, usual, age: age, horizon: 100 * Int64(snapshot.horizonSeconds))
  }

  /// The age of the traffic at a time of the trip in centiseconds; nil in a query without a clock.
  func age(of snapshot: TrafficSnapshot, at time: Centiseconds) -> Int64? {
    guard case .trip(let departure) = layers.timing else { return nil }
    // A departure may be any number of seconds from 1970; it is clamped to ten thousand years.
    let times = TrafficSnapshot.times
    let seconds = min(max(departure &- snapshot.made, times.lowerBound), times.upperBound)
    return seconds * 100 + Int64(time)
  }

  /// Whether the traffic may delay turns at an own junction of a tile.
  @inlinable @inline(__always)
  package func mayDelayTurns(_ tile: borrowing TileView, _ junction: JunctionIndex) -> Bool {
    hasTurnDelays && trafficMayDelay(tile, junction)
  }

  /// ``mayDelayTurns(_:_:)`` of a query with delayed turns.
  @inline(never)
  package func trafficMayDelay(_ tile: borrowing TileView, _ junction: JunctionIndex) -> Bool {
    layers.mayDelayTurns(tile: tile.number, junction: junction)
  }

  /// The time that the traffic adds to a turn.
  ///
  /// - Parameters:
  ///   - tile: A tile with both edges.
  ///   - from: The base edge before the turn.
  ///   - edge: The base edge behind it.
  ///   - time: The time at which the turn begins, after the departure.
  /// - Returns: The time.
  @inline(never)
  package func turnDelay(
    _ tile: borrowing TileView, from: EdgeIndex, onto edge: EdgeIndex, at time: Centiseconds
  ) -> Centiseconds {
    guard let before = tile.home(ofBase: from), let behind = tile.home(ofBase: edge) else {
      return 0
    }
    return turnDelay(from: before, onto: behind, at: time)
  }

  /// The time that the traffic adds to a turn between base edges, in the tiles that they belong to.
  package func turnDelay(
    from: (tile: TileNumber, edge: EdgeIndex), onto: (tile: TileNumber, edge: EdgeIndex),
    at time: Centiseconds
  ) -> Centiseconds {
    guard hasTurnDelays, layers.delaysTurns, let traffic = layers.traffic else { return 0 }
    let delay = traffic.delay(from: from, to: onto)
    return delay == 0 ? 0 : faded(delay, 0, traffic.snapshot, at: time)
  }

  /// A time between that in the traffic and the usual one, by the age of the traffic.
  ///
  /// A later entry never leads to an earlier arrival: fading reduces the time by at most one unit
  /// per unit of age. If it would reduce it by more, the time is that of waiting for the end of the
  /// fading.
  ///
  /// - Parameters:
  ///   - live: The time when the traffic was measured.
  ///   - usual: The time without traffic.
  ///   - age: The time since the measurement in centiseconds; negative before.
  ///   - horizon: The age at which fading begins; it takes as long again.
  /// - Returns: The time, between both.
  package static func faded(
    _ live: Centiseconds, _ usual: Centiseconds, age: Int64, horizon: Int64
  ) -> Centiseconds {
    let end = 2 * horizon
    if age >= end { return usual }
    var time = Int64(live)
    if age > horizon { time += (Int64(usual) - time) * (age - horizon) / horizon }
    if live > usual { time = min(time, end - age + Int64(usual)) }
    return Centiseconds(truncatingIfNeeded: time)
  }

  /// The time of an edge in the traffic as measured, and its distribution along the edge.
  ///
  /// - Parameters:
  ///   - pieces: The pieces of the edge.
  ///   - length: Its length in centimetres.
  ///   - usual: Its time without traffic, with the factor.
  ///   - share: The factor of the time, in thousandths.
  ///   - entered: The time of entry, after the departure.
  ///   - note: Receives distances from the beginning and the times up to there, both ascending. The
  ///     last distance is the length, with the time before a delay at the end.
  /// - Returns: The time, delays included.
  func spread(
    _ pieces: Range<Int>, length: UInt32, usual: Centiseconds, share: UInt32,
    at entered: Centiseconds,
    note: (UInt32, Centiseconds) -> Void
  ) -> Centiseconds {
    guard let traffic = layers.traffic else { return usual }
    var time: Centiseconds = 0
    var along: UInt32 = 0
    // The length driven in its usual time so far. Its share is rounded once. If the gaps between
    // pieces were rounded separately, a usual time that is one unit shorter could shorten each of
    // them.
    var driven: UInt32 = 0
    func usually(_ end: UInt32) -> Centiseconds {
      let before = Costing.partTime(usual, part: driven, of: length)
      driven += end &- along
      return Costing.partTime(usual, part: driven, of: length) &- before
    }
    var next = pieces.lowerBound
    var measured: Centiseconds = 0
    while next < pieces.upperBound {
      let first = next
      let piece = traffic.snapshot.pieces[first]
      repeat {
        next += 1
      } while next < pieces.upperBound
        && traffic.snapshot.pieces[next].from == piece.from
      let begin = TrafficPiece.distance(piece.from, of: length)
      let end = TrafficPiece.distance(piece.to, of: length)
      if begin > along {
        time = Costing.sum(time, usually(begin))
        along = begin
        note(along, time)
      }
      let effect = effect(of: first..<next, traffic, end &- along, at: entered)
      var needed = effect.time.map { Self.share(share, of: $0) }
      if needed != nil { measured += Centiseconds(next &- first) }
      if layers.timing == .best || needed == nil {
        let usual = usually(end)
        needed = min(needed ?? usual, usual)
      }
      time = Costing.sum(time, needed ?? 0)
      along = end
      note(along, time)
      if effect.delay > 0 {
        time = Costing.sum(time, Self.share(share, of: effect.delay))
        if end < length { note(along, time) }
      }
    }
    if along < length {
      time = Costing.sum(time, usually(length))
      note(length, time)
    }
    // Shares around measured speeds are rounded separately, so a bound is slightly lower.
    if layers.timing == .best, measured > 0 { time -= min(time, 2 * measured + 1) }
    return min(max(time, 1), Self.longestTime)
  }

  /// The time on pieces of the same part of an edge, nil if it is the usual one, and the delay at its end.
  private func effect(
    of pieces: Range<Int>, _ traffic: TrafficLayer, _ length: UInt32, at entered: Centiseconds
  ) -> (time: Centiseconds?, delay: Centiseconds) {
    var time: Centiseconds?
    var delay: Centiseconds = 0
    for index in pieces {
      let piece = traffic.snapshot.pieces[index]
      guard holds(piece, traffic, at: entered) else { continue }
      delay = max(delay, Centiseconds(piece.delay) * 10)
      guard piece.speed > 0 else { continue }
      let own = Costing.time(centimetres: length, deciKmh: speed(of: piece))
      time = layers.timing == .best ? min(time ?? own, own) : max(time ?? own, own)
    }
    return (time, layers.timing == .best ? 0 : delay)
  }

  /// Whether a piece has an effect on edges entered at a time, for a lower bound at any time.
  func holds(
    _ piece: TrafficPiece, _ traffic: TrafficLayer, at entered: Centiseconds
  ) -> Bool {
    switch layers.timing {
    case .made: traffic.holds(piece, at: nil)
    case .trip(let departure): traffic.holds(piece, at: departure &+ Int64(entered / 100))
    case .best: true
    case .closures: false
    }
  }

  /// The longest time of an edge, with traffic as without: a quarter of the range.
  static var longestTime: Centiseconds { .max / 4 }

  /// The lowest speed of traffic: 1 km/h.
  private static var leastTrafficSpeed: UInt16 { 10 }
}

extension TrafficLayer {
  /// The time of an edge on which every piece has a measured speed; nil for others, and for bounds.
  ///
  /// This is the most frequent case of ``QueryRules/trafficTime(_:length:usual:share:at:)``. In a method of the layer,
  /// references to it are not counted.
  @inline(never)
  fileprivate func measuredTime(
    _ pieces: Range<Int>, length: UInt32, usual: Centiseconds, share: UInt32,
    _ rules: borrowing QueryRules, at entered: Centiseconds
  ) -> Centiseconds? {
    if rules.layers.timing == .best { return nil }
    var (time, driven, end) = (Centiseconds(0), UInt32(0), UInt16(0))
    for index in pieces {
      let piece = snapshot.pieces[index]
      guard piece.speed > 0, piece.from >= end, rules.holds(piece, self, at: entered) else {
        return nil
      }
      let part = rules.measured(piece, length: length)
      time = Costing.sum(time, QueryRules.share(share, of: part.time))
      if piece.delay > 0 {
        time = Costing.sum(time, QueryRules.share(share, of: Centiseconds(piece.delay) * 10))
      }
      driven += part.length
      end = piece.to
    }
    if driven < length {
      time = Costing.sum(time, Costing.partTime(usual, part: length &- driven, of: length))
    }
    let live = min(max(time, 1), QueryRules.longestTime)
    return rules.faded(live, usual, snapshot, at: entered)
  }
}
