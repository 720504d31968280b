import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport

/// What a snapshot of the traffic makes of edges, by the words of ``TrafficSnapshot``, for the reference.
struct ReferenceTraffic {
  private let snapshot: TrafficSnapshot
  private let pieces: [UInt32: [TrafficPiece]]
  private let turns: [[UInt32]: UInt16]
  private let mode: Mode
  private let cap: UInt16?
  /// Seconds since 1970 UTC; nil if it is not known.
  private let departure: Int64?

  init(
    _ snapshot: TrafficSnapshot, _ mode: Mode, _ options: ReferenceOptions, _ zone: TimeZoneRule?
  ) {
    self.snapshot = snapshot
    self.mode = mode
    pieces = Dictionary(grouping: snapshot.pieces, by: \.edge.rawValue)
    turns = snapshot.turns.reduce(into: [:]) { $0[[$1.from.rawValue, $1.to.rawValue]] = $1.delay }
    cap = options.maximumSpeedKmh.map { UInt16($0 * 10) }
    departure = options.ofRequest.departure?.utc(in: zone)
  }

  func changes(_ edge: UInt32) -> Bool { pieces[edge] != nil }

  /// When the age is the horizon after the departure, and how long that is, in hundredths of a second.
  var horizon: (at: Int64, length: Int64) {
    let length = 100 * Int64(snapshot.horizonSeconds)
    return (100 * (snapshot.made - (departure ?? 0)) + length, length)
  }

  private func holds(_ piece: TrafficPiece, at time: UInt32) -> Bool {
    guard piece.incident > 0 else { return true }
    let incident = snapshot.incidents[Int(piece.incident) - 1]
    let now = departure.map { $0 + Int64(time / 100) } ?? snapshot.made
    return now >= incident.begin ?? now && incident.end.map { now < $0 } ?? true
  }

  /// What a turn between base edges takes longer, if it begins at a time.
  func delay(from: UInt32, to: UInt32, at time: UInt32) -> UInt32 {
    // Of cars and trucks; the reference has no other vehicle with an engine in traffic.
    guard let delay = turns[[from, to]], mode == .car || mode == .truck else { return 0 }
    return faded(UInt32(delay) * 10, 0, at: time)
  }

  func closes(_ edge: UInt32, at time: UInt32) -> Bool {
    (pieces[edge] ?? []).contains {
      holds($0, at: time)
        && ($0.closure == .all || $0.jam == 100 || $0.closure == .trucks && mode == .truck)
    }
  }

  /// The time of an edge: as measured, by now, and up to points on it; nil if nothing is known of it.
  ///
  /// `usual` has the factor of the time already, which is in thousandths.
  func spread(
    _ edge: UInt32, _ length: UInt32, usual: UInt32, factor: UInt32, at time: UInt32
  ) -> (live: UInt32, whole: UInt32, points: [(along: UInt32, time: UInt32)])? {
    // Of cars and trucks; the reference has no other vehicle with an engine in traffic.
    guard let pieces = pieces[edge], mode == .car || mode == .truck else { return nil }
    func centimetres(_ share: UInt16) -> UInt32 {
      UInt32((Double(share) / 65_535 * Double(length)).rounded())
    }
    let cuts = Set(pieces.flatMap { [$0.from, $0.to] } + [0, 65_535]).sorted()
    var points: [(along: UInt32, time: UInt32)] = []
    var live: UInt32 = 0
    var lost: UInt32 = 0
    // Stretches without a speed take their share of the usual time, rounded for all up to a point.
    var free: UInt32 = 0
    for (low, high) in zip(cuts, cuts.dropFirst()) {
      let (begin, end) = (centimetres(low), centimetres(high))
      let here = pieces.filter { $0.from == low && holds($0, at: time) }
      live += lost
      if lost > 0 { points.append((begin, live)) }
      if let speed = here.map(\.speed).filter({ $0 > 0 }).min() {
        let most = min(Costing.maximumSpeed(of: mode), cap ?? .max)
        live += ReferenceChange.share(
          factor, of: Costing.time(centimetres: end - begin, deciKmh: min(max(speed, 10), most)))
      } else {
        live +=
          Costing.partTime(usual, part: free + end - begin, of: length)
          - Costing.partTime(usual, part: free, of: length)
        free += end - begin
      }
      points.append((end, live))
      lost = here.map { UInt32($0.delay) * 10 }.max() ?? 0
      if lost > 0 { lost = ReferenceChange.share(factor, of: lost) }
    }
    live += lost
    let isEven = pieces.allSatisfy { $0.from == 0 && $0.to == .max && $0.delay == 0 }
    return (
      max(live, 1), faded(max(live, 1), usual, at: time), isEven || length == 0 ? [] : points
    )
  }

  /// How the time of an edge is spread by now: up to each point as the whole edge fades, then scaled to a duration.
  func fadedPoints(
    _ live: (whole: UInt32, points: [(along: UInt32, time: UInt32)]),
    _ usual: (whole: UInt32, points: [(along: UInt32, time: UInt32)]), _ length: UInt32,
    duration: UInt32, at time: UInt32
  ) -> [(along: UInt32, time: UInt32)] {
    if live.points.isEmpty { return [] }
    func upTo(
      _ along: UInt32, _ spread: (whole: UInt32, points: [(along: UInt32, time: UInt32)])
    ) -> UInt32 {
      ReferenceGraph.time(spread.whole, spread.points, upTo: along, of: length)
    }
    var points = live.points
    for point in usual.points where !points.contains(where: { $0.along == point.along }) {
      points.append((point.along, upTo(point.along, live)))
    }
    points.sort { ($0.along, $0.time) < ($1.along, $1.time) }
    let whole = faded(live.whole, usual.whole, at: time)
    var most: UInt32 = 0
    return points.map { point in
      let now = min(faded(point.time, upTo(point.along, usual), at: time), whole)
      most = max(most, Costing.partTime(duration, part: now, of: whole))
      return (point.along, most)
    }
  }

  private func faded(_ live: UInt32, _ usual: UInt32, at time: UInt32) -> UInt32 {
    guard let departure else { return live }
    let horizon = Int64(snapshot.horizonSeconds) * 100
    let age = (departure - snapshot.made) * 100 + Int64(time)
    let left = 2 * horizon - age
    if left <= 0 { return usual }
    let (live, usual) = (Int64(live), Int64(usual))
    let mixed = age <= horizon ? live : live - (live - usual) * (age - horizon) / horizon
    return UInt32(live > usual ? min(mixed, usual + left) : mixed)
  }

  /// Traffic on a tenth of the edges: on whole ones and parts, slow and quick, with delays, closures and incidents that
  /// begin or end near the time at which it was made.
  static func random(
    _ map: NavMap, made: Int64, horizon: UInt32, _ random: inout SeededGenerator
  ) -> TrafficSnapshot? {
    let incidents = [
      TrafficIncident(kind: "roadworks", text: "until further notice"),
      TrafficIncident(kind: "closure", begin: made + 300),
      TrafficIncident(kind: "closure", end: made + 400),
      TrafficIncident(kind: "event", begin: made - 60, end: made + 900),
    ]
    var pieces: [TrafficPiece] = []
    for number in map.tiles {
      let entry = map.entry(number)
      for edge in entry.firstEdge..<entry.firstEdge + 2 * UInt32(entry.segmentCount)
      where Int.random(in: 0..<10, using: &random) == 0 {
        var cuts = [UInt16(0), .max]
        if Int.random(in: 0..<3, using: &random) == 0 {
          cuts = Set((0..<4).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) })
            .sorted()
        }
        let number = EdgeNumber(rawValue: edge)
        for (low, high) in zip(cuts, cuts.dropFirst()) {
          pieces.append(
            piece(TrafficPiece(edge: number, from: low, to: high), incidents.count, &random))
          if Int.random(in: 0..<20, using: &random) == 0 {
            pieces.append(
              piece(TrafficPiece(edge: number, from: low, to: high), incidents.count, &random))
          }
        }
      }
    }
    return try? TrafficSnapshot(
      map: map.id, version: 7, made: made, horizonSeconds: horizon, pieces: pieces,
      turns: turns(map, &random), incidents: incidents)
  }

  /// Delays of a tenth of the turns between edges of the same tile.
  private static func turns(_ map: NavMap, _ random: inout SeededGenerator) -> [DelayedTurn] {
    var turns: [DelayedTurn] = []
    for number in map.tiles {
      guard let tile = try? map.tile(number) else { continue }
      let numbers = map.edgeNumbers(number)
      for junction in tile.layout.junctions {
        let leaving = tile.outRange(junction).map { tile.out($0) }
          .filter { tile.layout.isOwnBase($0) }
        for before in leaving {
          for behind in leaving where Int.random(in: 0..<10, using: &random) == 0 {
            turns.append(
              DelayedTurn(
                from: numbers.number(ofBase: before.reversed), to: numbers.number(ofBase: behind),
                delay: .random(in: 1...1_200, using: &random)))
          }
        }
      }
    }
    return turns
  }

  private static func piece(
    _ place: TrafficPiece, _ incidents: Int, _ random: inout SeededGenerator
  ) -> TrafficPiece {
    var piece = place
    switch Int.random(in: 0..<40, using: &random) {
    case 0: piece.closure = .all
    case 1: piece.closure = .trucks
    case 2: piece.jam = 100
    case 3...6: piece.delay = UInt16.random(in: 1...900, using: &random)
    case 7: break
    default:
      piece.speed = UInt16.random(in: 1...1_300, using: &random)
      piece.jam = UInt8.random(in: 0...99, using: &random)
    }
    if Int.random(in: 0..<5, using: &random) == 0 {
      piece.incident = UInt16.random(in: 1...UInt16(incidents), using: &random)
    }
    return piece
  }
}

extension ReferenceGraph.State {
  /// The time up to a distance from the beginning.
  func time(upTo along: UInt32, of length: UInt32) -> UInt32 {
    ReferenceGraph.time(time, points, upTo: along, of: length)
  }

  /// What the part up to a distance costs.
  func cost(upTo along: UInt32, of length: UInt32) -> UInt32 {
    if points.isEmpty || costsLength { return Costing.partTime(cost, part: along, of: length) }
    return Costing.partTime(cost, part: time(upTo: along, of: length), of: time)
  }
}

extension ReferenceGraph {
  /// The time up to a distance from the beginning of an edge.
  static func time(
    _ time: UInt32, _ points: [(along: UInt32, time: UInt32)], upTo along: UInt32, of length: UInt32
  ) -> UInt32 {
    guard !points.isEmpty else { return Costing.partTime(time, part: along, of: length) }
    let before = points.last { $0.along <= along } ?? (0, 0)
    guard let behind = points.first(where: { $0.along > along }) else { return before.time }
    return before.time
      + Costing.partTime(
        behind.time - before.time, part: along - before.along, of: behind.along - before.along)
  }
}
