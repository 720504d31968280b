package import NavFormat
package import RoadModel
package import RouteModel

/// The traffic on an edge, to be shown to people.
extension QueryRules {
  /// The weight of the traffic at a time: 1 until its horizon, 0 after it has faded.
  package func freshness(of snapshot: TrafficSnapshot, at time: Centiseconds) -> Double {
    guard let age = age(of: snapshot, at: time) else { return 1 }
    let horizon = 100 * Int64(snapshot.horizonSeconds)
    if age <= horizon { return 1 }
    return age >= 2 * horizon ? 0 : Double(2 * horizon - age) / Double(horizon)
  }

  /// Whether traffic or usual speeds set the time of a base edge that is entered at a time.
  ///
  /// Incidents, jam factors and faded speeds do not.
  package func hasTrafficTime(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> Bool {
    guard layers.hasTraffic, mode.isMotorised, let place = adjustedPlace(tile, edge) else {
      return false
    }
    if layers.hasAdjustments, layers.change(tile: place.tile, edge: place.edge)?.speed != nil {
      return false
    }
    if let usual = layers.usual, !usual.pieces(tile: place.tile, edge: place.edge).isEmpty {
      return true
    }
    guard let traffic = layers.traffic, freshness(of: traffic.snapshot, at: entered) > 0 else {
      return false
    }
    return trafficPieces(place).contains {
      let piece = traffic.snapshot.pieces[$0]
      return (piece.speed > 0 || piece.delay > 0) && holds(piece, traffic, at: entered)
    }
  }

  /// The traffic on a part of an edge.
  package struct TrafficPart {
    /// Where it begins, in centimetres from the beginning of the edge.
    package var begin: UInt32
    /// Where it ends, likewise.
    package var end: UInt32
    /// The time by the map up to the beginning and up to the end.
    package var usual: (begin: Centiseconds, end: Centiseconds)
    /// The jam factor in tenths; ``RouteModel/TrafficPiece/unknownJam`` if unknown.
    package var jam: UInt8
    /// One more than the index of the incident in the snapshot; 0 for none.
    package var incident: UInt16 = 0
  }

  /// The parts of a base edge with traffic that has an effect when it is entered, in order.
  ///
  /// With a delay at the turn behind it, or with usual speeds, they cover the edge. `found` is its traffic.
  package func trafficParts(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ found: EdgeTraffic?,
    at entered: Centiseconds, isDelayed: Bool = false
  ) -> [TrafficPart] {
    let length = tile.length(edge.segment)
    guard let found else {
      return isDelayed ? Self.filled([], length, edgeTime(tile, edge, at: entered)) : []
    }
    let usual = found.mapTime
    var parts: [TrafficPart] = []
    for index in found.pieces {
      guard let traffic = layers.traffic,
        let piece = known(traffic.snapshot.pieces[index], traffic, at: entered)
      else { continue }
      let part = Self.part(piece, length: length, usual: usual)
      if let last = parts.last, last.begin == part.begin, last.end == part.end {
        let known = [last.jam, piece.jam].filter { $0 != TrafficPiece.unknownJam }
        parts[parts.count - 1].jam = known.max() ?? TrafficPiece.unknownJam
        if last.incident == 0 { parts[parts.count - 1].incident = part.incident }
        continue
      }
      parts.append(part)
    }
    return found.drive == nil && !isDelayed ? parts : Self.filled(parts, length, usual)
  }

  /// Whether only measured speeds, in force as measured, change the time of an edge.
  ///
  /// This is the most frequent case. Its parts are those of ``trafficParts(_:_:_:at:isDelayed:)``, but
  /// ``measuredPart(_:of:)`` finds them without lists of parts and times.
  ///
  /// - Parameters:
  ///   - found: The traffic of the edge.
  ///   - time: The time of the whole edge.
  /// - Returns: Whether each of its pieces has such a speed and no delay, and nothing else applies.
  package func isMeasured(_ found: EdgeTraffic, time: Centiseconds) -> Bool {
    if layers.timing != .made || found.drive != nil || found.share != 1_000 { return false }
    return layers.traffic?.isMeasured(found, time: time, self) ?? false
  }

  /// The part of an edge with a piece that has a measured speed.
  ///
  /// - Parameters:
  ///   - index: One of ``EdgeTraffic/pieces``.
  ///   - found: The traffic of the edge; see ``isMeasured(_:time:)``.
  /// - Returns: The part and the time on it; nil without traffic.
  package func measuredPart(
    _ index: Int, of found: EdgeTraffic
  ) -> (part: TrafficPart, time: Centiseconds)? {
    guard let piece = layers.traffic?.snapshot.pieces[index] else { return nil }
    return (
      Self.part(piece, length: found.length, usual: found.mapTime),
      measured(piece, length: found.length).time
    )
  }

  /// The part of an edge with a piece of traffic; `usual` is the time of the whole edge without.
  private static func part(
    _ piece: TrafficPiece, length: UInt32, usual: Centiseconds
  ) -> TrafficPart {
    let begin = TrafficPiece.distance(piece.from, of: length)
    let end = TrafficPiece.distance(piece.to, of: length)
    return TrafficPart(
      begin: begin, end: end,
      usual: (
        Costing.partTime(usual, part: begin, of: length),
        Costing.partTime(usual, part: end, of: length)
      ), jam: piece.jam, incident: piece.incident)
  }

  /// The traffic of a piece for the vehicle when it enters an edge; nil if it does not affect it.
  ///
  /// A closure that applies to the vehicle counts as a jam factor of 10. Pieces with only closures
  /// for other vehicles or faded speeds have no effect, unless they have an incident.
  private func known(
    _ piece: TrafficPiece, _ traffic: TrafficLayer, at entered: Centiseconds
  ) -> TrafficPiece? {
    guard holds(piece, traffic, at: entered) else { return nil }
    var piece = piece
    if piece.closes(trucks: mode == .truck) {
      piece.jam = TrafficPiece.blockedJam
      return piece
    }
    let isMeasured = piece.speed > 0 || piece.delay > 0 || piece.jam != TrafficPiece.unknownJam
    guard piece.incident > 0 || isMeasured && freshness(of: traffic.snapshot, at: entered) > 0
    else { return nil }
    return piece
  }

  /// The parts of an edge, completed by parts with usual times in the gaps.
  private static func filled(
    _ parts: [TrafficPart], _ length: UInt32, _ time: Centiseconds
  ) -> [TrafficPart] {
    var filled: [TrafficPart] = []
    func fill(_ begin: UInt32, _ end: UInt32) {
      if begin == end { return }
      filled.append(
        TrafficPart(
          begin: begin, end: end,
          usual: (
            Costing.partTime(time, part: begin, of: length),
            Costing.partTime(time, part: end, of: length)
          ), jam: TrafficPiece.unknownJam))
    }
    var along: UInt32 = 0
    for part in parts {
      fill(along, max(part.begin, along))
      filled.append(part)
      along = part.end
    }
    fill(along, max(along, length))
    return filled
  }
}

extension TrafficLayer {
  /// ``QueryRules/isMeasured(_:time:)`` by the pieces.
  @inline(never)
  fileprivate func isMeasured(
    _ found: EdgeTraffic, time: Centiseconds, _ rules: borrowing QueryRules
  ) -> Bool {
    if found.pieces.isEmpty { return false }
    var (needed, length, end) = (Centiseconds(0), UInt32(0), UInt16(0))
    for index in found.pieces {
      let piece = snapshot.pieces[index]
      guard piece.speed > 0, piece.delay == 0, piece.from >= end, holds(piece, at: nil),
        !piece.closes(trucks: rules.mode == .truck)
      else { return false }
      let measured = rules.measured(piece, length: found.length)
      needed = Costing.sum(needed, measured.time)
      length += measured.length
      end = piece.to
    }
    let around = Costing.partTime(found.mapTime, part: found.length &- length, of: found.length)
    return Costing.sum(needed, around) == time
  }
}
