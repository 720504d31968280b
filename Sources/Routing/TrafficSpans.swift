import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Collects the spans of a section with known traffic, edge by edge.
struct TrafficSpans {
  private let rules: QueryRules
  private var found: [TrafficSpan] = []
  /// Hundredths of a second of delays without a driven distance; they count on the next stretch.
  private var carried = 0.0

  init(_ rules: QueryRules) { self.rules = rules }

  /// The spans up to the end of the section; nil if no traffic is considered.
  var spans: [TrafficSpan]? {
    guard rules.layers.hasTraffic else { return nil }
    guard carried > 0, var last = found.last else { return found }
    let metres = last.metres.upperBound - last.metres.lowerBound
    last.speed = metres / max(metres / last.speed + carried / 100, 0.01)
    last.delaySeconds += carried / 100
    return Array(found.dropLast()) + [last]
  }

  /// Adds the driven part of an edge.
  ///
  /// - Parameters:
  ///   - tile: The tile of the edge.
  ///   - edge: The base edge.
  ///   - entered: The time of entry, after the departure.
  ///   - time: The time for the whole edge at that time.
  ///   - driven: The part that is driven, in centimetres from its beginning.
  ///   - metres: The distance from the beginning of the section to the part.
  ///   - goesOn: Whether the path passes the junction at the end of the edge.
  ///   - turnDelay: The time that the traffic adds to the turn there.
  mutating func add(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds, time: Centiseconds,
    _ driven: ClosedRange<UInt32>, from metres: Double, goesOn: Bool, turnDelay: Centiseconds
  ) {
    guard rules.layers.hasTraffic else { return }
    let isDelayed = turnDelay > 0 || carried > 0
    guard rules.isAdjusted(tile, edge), let traffic = rules.traffic(tile, edge, at: entered) else {
      // Most edges of a path have no traffic.
      if isDelayed {
        addParts(tile, edge, nil, at: entered, time: time, driven, from: metres, goesOn, turnDelay)
      }
      return
    }
    let isWhole =
      driven.lowerBound == 0 && driven.upperBound > 0
      && driven.upperBound == tile.length(edge.segment)
    guard !isDelayed, isWhole, rules.isMeasured(traffic, time: time) else {
      addParts(
        tile, edge, traffic, at: entered, time: time, driven, from: metres, goesOn, turnDelay)
      return
    }
    for index in traffic.pieces {
      guard let (part, moving) = rules.measuredPart(index, of: traffic), part.end > part.begin
      else { continue }
      append(part, part.begin...part.end, Double(moving), driven, from: metres, at: entered)
    }
  }

  /// Adds the driven part of an edge part by part.
  private mutating func addParts(
    _ tile: borrowing TileView, _ edge: EdgeIndex, _ traffic: EdgeTraffic?,
    at entered: Centiseconds, time: Centiseconds, _ driven: ClosedRange<UInt32>,
    from metres: Double, _ goesOn: Bool, _ turnDelay: Centiseconds
  ) {
    let (low, high) = (driven.lowerBound, driven.upperBound)
    let parts = rules.trafficParts(
      tile, edge, traffic, at: entered, isDelayed: turnDelay > 0 || carried > 0)
    if low == high {
      let isSlow = !parts.isEmpty
      if goesOn { carry(tile, edge, at: entered, time: time, isSlow: isSlow, from: low, turnDelay) }
      return
    }
    if parts.isEmpty { return }
    let measure = rules.measure(tile, edge, traffic, at: entered, time: time)
    // Parts of less than a centimetre have no span.
    for part in parts where part.end > part.begin && part.end > low && part.begin < high {
      let (begin, end) = (max(part.begin, low), min(part.end, high))
      let moving = Double(measure.time(upTo: end)) - Double(measure.time(upTo: begin))
      // The delays at the end of the edge and at the turn behind it, and carried ones.
      let rest =
        (end == measure.length && goesOn ? Double(measure.time(from: end) + turnDelay) : 0)
        + carried
      carried = 0
      append(part, begin...end, moving + rest, driven, from: metres, at: entered)
    }
  }

  /// Appends the span of a range of the driven part of an edge, which begins `metres` from that of the section.
  private mutating func append(
    _ part: QueryRules.TrafficPart, _ range: ClosedRange<UInt32>, _ time: Double,
    _ driven: ClosedRange<UInt32>, from metres: Double, at entered: Centiseconds
  ) {
    let low = driven.lowerBound
    let (begin, end) = (range.lowerBound, range.upperBound)
    let length = Double(end - begin)
    let usual =
      Double(part.usual.end - part.usual.begin) * length / Double(part.end - part.begin)
    let (speed, base) = (length / max(time, 1), length / max(usual, 1))
    TrafficSpan.append(
      TrafficSpan(
        metres: metres + Double(begin - low) / 100...metres + Double(end - low) / 100,
        baseSpeed: base, speed: speed, jamFactor: jam(part, speed, base, at: entered),
        delaySeconds: (time - usual) / 100,
        incident: part.incident == 0 ? nil : rules.layers.traffic?.snapshot.incident(part.incident)),
      to: &found)
  }

  /// Carries the delay at the end of an edge without a driven distance.
  private mutating func carry(
    _ tile: borrowing TileView, _ edge: EdgeIndex, at entered: Centiseconds, time: Centiseconds,
    isSlow: Bool, from along: UInt32, _ turnDelay: Centiseconds
  ) {
    carried += Double(turnDelay)
    guard isSlow else { return }
    let measure = rules.measure(tile, edge, at: entered, time: time)
    // An edge of length 0 takes time even without traffic.
    let usual = measure.length == 0 ? rules.mapTime(tile, edge, at: entered) : 0
    let lost = measure.time(from: along)
    carried += Double(lost - min(lost, usual))
  }

  /// The jam factor of the source, otherwise ten times the relative loss of speed, below 10.
  ///
  /// The jam factor of the source fades like its speeds; a closure does not.
  private func jam(
    _ part: QueryRules.TrafficPart, _ speed: Double, _ base: Double, at entered: Centiseconds
  ) -> Double {
    if part.jam == TrafficPiece.blockedJam { return 10 }
    let lost = min((max(1 - speed / base, 0) * 100).rounded(), 99) / 10
    guard part.jam != TrafficPiece.unknownJam, let snapshot = rules.layers.traffic?.snapshot else {
      return lost
    }
    let fresh = rules.freshness(of: snapshot, at: entered)
    if fresh == 1 { return Double(part.jam) / 10 }
    return (Double(part.jam) * fresh + lost * 10 * (1 - fresh)).rounded() / 10
  }
}
