package import NavFormat
package import RoadModel
import RouteModel

/// The traffic and usual speeds that set the time of a base edge, looked up once for all that is asked about it.
package struct EdgeTraffic {
  /// The length of the edge in centimetres.
  let length: UInt32
  /// The time of the whole edge by the map, with the factor.
  let mapTime: Centiseconds
  /// The edge at usual speeds; nil if they are unknown.
  let drive: UsualDrive?
  /// The pieces of ``CostLayers/traffic``.
  package let pieces: Range<Int>
  /// The factor of the time by an adjustment, in thousandths.
  let share: UInt32
}

extension QueryRules {
  /// The traffic that may set the time of a base edge that is entered at a time.
  ///
  /// - Returns: The traffic; nil if there is none, or the edge's speed is adjusted.
  package func traffic(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds
  ) -> EdgeTraffic? {
    guard layers.hasTraffic, let place = adjustedPlace(tile, edge) else { return nil }
    let change = layers.hasAdjustments ? layers.change(tile: place.tile, edge: place.edge) : nil
    let pieces = trafficPieces(place)
    if change?.speed != nil || pieces.isEmpty && layers.usual == nil { return nil }
    let share = change?.time ?? 1_000
    let mapTime = Self.share(share, of: mapTime(tile, edge, at: entered))
    let drive =
      layers.usual == nil
      ? nil : usualDrive(tile, edge, place, mapTime: mapTime, share: share, at: entered)
    if pieces.isEmpty && drive == nil { return nil }
    return EdgeTraffic(
      length: tile.length(edge.segment), mapTime: mapTime, drive: drive, pieces: pieces,
      share: share)
  }

  /// The distribution along an edge of its whole time; empty if the traffic is uniform.
  func knots(
    _ found: EdgeTraffic, at entered: Centiseconds, time: Centiseconds
  ) -> [EdgeMeasure.Knot] {
    let (length, mapTime, drive, pieces) = (
      found.length, found.mapTime, found.drive, found.pieces
    )
    if length == 0 { return [] }
    var knots: [EdgeMeasure.Knot] = []
    knots.reserveCapacity(2 * pieces.count + 1)
    func note(_ along: UInt32, _ time: Centiseconds) {
      knots.append(EdgeMeasure.Knot(along: along, time: time))
    }
    var whole: Centiseconds
    if let traffic = layers.traffic, !pieces.isEmpty {
      let isEven = pieces.allSatisfy {
        let piece = traffic.snapshot.pieces[$0]
        return piece.isWhole && piece.delay == 0
      }
      if isEven { return [] }
      let usual = drive.map { self.time(of: $0, at: entered) } ?? mapTime
      whole = spread(
        pieces, length: length, usual: usual, share: found.share, at: entered, note: note)
      if case .trip = layers.timing {
        // To the degree that the traffic has faded, usual speeds apply.
        var usually: [EdgeMeasure.Knot] = []
        if let drive, !drive.isEven {
          _ = drive.time(at: Int64(entered)) {
            usually.append(EdgeMeasure.Knot(along: $0, time: $1))
          }
        }
        let live = EdgeMeasure(length: length, time: whole, cost: 0, knots: knots)
        let map = EdgeMeasure(length: length, time: usual, cost: 0, knots: usually)
        knots = Self.united(live, map).map { along, live, usual in
          EdgeMeasure.Knot(along: along, time: faded(live, usual, traffic.snapshot, at: entered))
        }
        whole = faded(whole, usual, traffic.snapshot, at: entered)
      }
    } else {
      guard let drive, !drive.isEven else { return [] }
      // A bound has free parts instead.
      if layers.isBound { return [EdgeMeasure.Knot(along: length, time: time)] }
      whole = drive.time(at: Int64(entered), note: note)
    }
    var last: Centiseconds = 0
    for index in knots.indices {
      // Shares are rounded separately, but must ascend.
      let share = Costing.partTime(time, part: min(knots[index].time, whole), of: whole)
      last = max(last, share)
      knots[index].time = last
    }
    return knots
  }

  /// The knots of two measures of an edge, with the times of both at each.
  private static func united(
    _ a: EdgeMeasure, _ b: EdgeMeasure
  ) -> [(along: UInt32, a: Centiseconds, b: Centiseconds)] {
    let known = Set(a.knots.map(\.along))
    let found =
      a.knots.map { ($0.along, $0.time, b.time(upTo: $0.along)) }
      + b.knots.filter { !known.contains($0.along) }
      .map { ($0.along, a.time(upTo: $0.along), $0.time) }
    return found.sorted { $0 < $1 }.map { (along: $0.0, a: $0.1, b: $0.2) }
  }
}
