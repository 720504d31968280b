import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport

/// What usual speeds make of edges, second by second, by the words of Formats/usual-1.md, for the reference.
struct ReferenceUsual {
  private let speeds: UsualSpeeds
  /// The share of each minute of the week, by profile.
  private let shares: [[UInt8]]
  private let pieces: [UInt32: [UsualPiece]]
  private let mode: Mode
  private let cap: UInt16?
  private let zone: TimeZoneRule?
  /// The departure: an instant, or local time on clocks that never change.
  private let departure: Int64

  init?(
    _ speeds: UsualSpeeds, _ mode: Mode, _ options: ReferenceOptions, _ zone: TimeZoneRule?
  ) {
    guard let departure = options.ofRequest.departure else { return nil }
    self.speeds = speeds
    shares = (0..<speeds.profileCount).map { number in
      let runs = speeds.profile(number).runs
      let ends = runs.dropFirst().map { Int($0.minute) } + [WeekProfile.minuteCount]
      return zip(runs, ends).flatMap { run, end in
        [UInt8](repeating: run.share, count: end - Int(run.minute))
      }
    }
    pieces = Dictionary(grouping: speeds.pieces, by: \.edge.rawValue)
    self.mode = mode
    cap = options.maximumSpeedKmh.map { UInt16($0 * 10) }
    self.zone = zone
    self.departure = zone.flatMap { departure.utc(in: $0) } ?? departure.time.seconds
  }

  func changes(_ edge: UInt32) -> Bool { pieces[edge] != nil }

  /// Whether the same holds on the whole edge.
  func isEven(_ edge: UInt32) -> Bool {
    let here = pieces[edge] ?? []
    return here.count == 1 && here[0].from == 0 && here[0].to == .max
  }

  /// An edge: its number and length, and what the map says of it when it is entered.
  struct Edge {
    var number: UInt32
    var length: UInt32
    var mapTime: UInt32
    var mapSpeed: UInt16
    /// The factor of the time in thousandths; it is in `mapTime` already.
    var factor: UInt32

    /// The work of driving a stretch, in tenths of km/h times hundredths of a second.
    func work(_ begin: UInt32, _ end: UInt32) -> Int64 {
      let centimetres = (Double(end - begin) * Double(factor) / 1_000 - 1e-6).rounded(.up)
      return 36 * Int64(centimetres)
    }
  }

  /// When an edge that is entered at a time is left; both in hundredths of a second after the departure.
  func left(_ edge: Edge, _ entered: Int64) -> Int64 {
    let points = points(edge, entered)
    return max(points[points.count - 1].time, entered + 1)
  }

  /// The ends of the stretches of an edge, and when they are reached.
  func points(_ edge: Edge, _ entered: Int64) -> [(along: UInt32, time: Int64)] {
    var points: [(along: UInt32, time: Int64)] = [(0, entered)]
    walk(edge) { piece, begin, end in
      let now = points[points.count - 1].time
      guard let piece else { return points.append((end, now + mapPart(edge, begin, end))) }
      points.append((end, drive(piece, edge.work(begin, end), edge, from: now)))
    }
    return points
  }

  private func walk(_ edge: Edge, _ visit: (UsualPiece?, UInt32, UInt32) -> Void) {
    func centimetres(_ share: UInt16) -> UInt32 {
      UInt32((Double(share) / 65_535 * Double(edge.length)).rounded())
    }
    let here = pieces[edge.number] ?? []
    let cuts = Set(here.flatMap { [$0.from, $0.to] } + [0, 65_535]).sorted()
    for (low, high) in zip(cuts, cuts.dropFirst()) where centimetres(low) < centimetres(high) {
      visit(here.first { $0.from == low }, centimetres(low), centimetres(high))
    }
  }

  private func mapPart(_ edge: Edge, _ begin: UInt32, _ end: UInt32) -> Int64 {
    Int64(Costing.partTime(edge.mapTime, part: end, of: edge.length))
      - Int64(Costing.partTime(edge.mapTime, part: begin, of: edge.length))
  }

  private func drive(_ piece: UsualPiece, _ work: Int64, _ edge: Edge, from begin: Int64) -> Int64 {
    var (now, left) = (begin, work)
    while left > 0 {
      let second = Int64((Double(now) / 100).rounded(.down))
      let speed = speed(piece, at: second, edge)
      let until = (second + 1) * 100
      if speed * (until - now) >= left { return now + (left + speed - 1) / speed }
      left -= speed * (until - now)
      now = until
    }
    return now
  }

  private func speed(_ piece: UsualPiece, at second: Int64, _ edge: Edge) -> Int64 {
    let local = zone?.local(atUTC: departure + second) ?? LocalTime(seconds: departure + second)
    let minute = local.date.weekday * 1_440 + local.minuteOfDay
    return speed(piece, shares[Int(piece.profile)][minute], edge)
  }

  private func speed(_ piece: UsualPiece, _ share: UInt8, _ edge: Edge) -> Int64 {
    if share == 0 { return Int64(edge.mapSpeed) }
    let tenths = (Double(piece.speed) * Double(share) / 250 + 1e-9).rounded()
    var speed = min(max(UInt16(tenths), 10), Costing.maximumSpeed(of: mode), cap ?? .max)
    if mode == .truck { speed = min(speed, edge.mapSpeed) }
    return Int64(speed)
  }

  /// The shortest time of the week.
  func shortest(_ edge: Edge) -> Int64 {
    var time: Int64 = 0
    walk(edge) { piece, begin, end in
      guard let piece else { return time += mapPart(edge, begin, end) }
      let speeds = Set(shares[Int(piece.profile)]).map { speed(piece, $0, edge) }
      let best = speeds.max() ?? 1
      time += (edge.work(begin, end) + best - 1) / best
    }
    return max(time, 1)
  }

  /// When an edge with measured traffic is left.
  ///
  /// `horizon` is when the age of the traffic is its horizon, and how long that is; `traffic` gives the time in the
  /// traffic, if the usual time is this.
  func faded(
    _ edge: Edge, _ entered: Int64, horizon: (at: Int64, length: Int64),
    traffic: (_ usual: UInt32) -> UInt32
  ) -> Int64 {
    let (begin, end) = (horizon.at, horizon.at + horizon.length)
    func usual(_ time: Int64) -> Int64 { left(edge, time) }
    if entered >= end { return usual(entered) }
    if entered <= begin {
      return min(entered + Int64(traffic(UInt32(usual(entered) - entered))), usual(end))
    }
    let live = Int64(traffic(UInt32(usual(begin) - begin)))
    var (low, high) = (begin + live - 100_000_000, min(begin + live - 1, end) + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if usual(middle) <= begin + live { low = middle } else { high = middle }
    }
    let virtual = low + (end - low) * (entered - begin) / (end - begin)
    return max(
      usual(virtual), min(begin + live, usual(end)), entered + min(live, shortest(edge)))
  }

  /// Usual speeds on a seventh of the edges, whole ones and parts, by profiles that change now and then or always.
  static func random(_ map: NavMap, _ random: inout SeededGenerator) -> UsualSpeeds? {
    let profiles = (0..<30).map { number in
      var shares: [UInt8] = []
      let often = [1, 5, 15, 60, 600, 20_000][number % 6]
      for _ in 0..<WeekProfile.minuteCount {
        let isNew = shares.isEmpty || Int.random(in: 0..<often, using: &random) == 0
        var share = shares.last ?? 250
        if isNew {
          share = UInt8.random(in: 20...250, using: &random)
          if Int.random(in: 0..<12, using: &random) == 0 { share = 0 }
        }
        shares.append(share)
      }
      var runs: [WeekProfile.Run] = []
      for (minute, share) in shares.enumerated() where runs.last?.share != share {
        runs.append(WeekProfile.Run(minute: UInt16(minute), share: share))
      }
      return WeekProfile(runs)
    }
    var pieces: [UsualPiece] = []
    for number in map.tiles {
      let entry = map.entry(number)
      for edge in entry.firstEdge..<entry.firstEdge + 2 * UInt32(entry.segmentCount)
      where Int.random(in: 0..<7, using: &random) == 0 {
        var cuts = [UInt16(0), .max]
        if Int.random(in: 0..<4, using: &random) == 0 {
          cuts = Set((0..<4).map { _ in UInt16.random(in: 0...UInt16.max, using: &random) })
            .sorted()
        }
        for (low, high) in zip(cuts, cuts.dropFirst()) {
          pieces.append(
            UsualPiece(
              edge: EdgeNumber(rawValue: edge), from: low, to: high,
              speed: UInt16.random(in: 60...1_500, using: &random),
              profile: UInt32.random(in: 0..<30, using: &random)))
        }
      }
    }
    return try? UsualSpeeds(map: map.id, version: 3, profiles: profiles, pieces: pieces)
  }
}
