import MapReader
import NavFormat

/// The paths from a candidate of a point to those of the next.
struct OpenLRLeg {
  private let from: OpenLRCandidate
  private let targets: [OpenLRCandidate]
  private let point: OpenLRPoint
  private let next: OpenLRPoint
  /// The metres to each target; nil if no path has about the length of the reference.
  private(set) var lengths: [Double?]

  init(
    _ from: OpenLRCandidate, to targets: [OpenLRCandidate], _ point: OpenLRPoint,
    _ next: OpenLRPoint
  ) {
    self.from = from
    self.targets = targets
    self.point = point
    self.next = next
    lengths = targets.map { _ in nil }
  }

  /// The cost of a path of a length; only for lengths that were found.
  func cost(_ metres: Double) -> Double { OpenLRRating.length(metres, point) ?? .infinity }

  /// The metres to a target on the same edge; nil if it is not ahead there.
  private func straight(_ target: OpenLRCandidate) -> Double? {
    target.place == from.place && target.metres > from.metres ? target.metres - from.metres : nil
  }

  /// Finds the paths.
  ///
  /// Paths over roads down to the class of the reference come first, because the map behind it may lack minor roads
  /// such as tracks, which are often shorter.
  mutating func find(_ search: inout OpenLRSearch, _ network: OpenLRNetwork) throws(NavError) {
    let lowest = min(point.lowestClass, 7)
    let widest = min(lowest + OpenLRRating.classTolerance, 7)
    let all = Array(targets.indices)
    lengths = try paths(to: all, downTo: lowest, &search, network)
    let open = all.filter { cost(lengths[$0] ?? .infinity) > 0 }
    if open.isEmpty || widest == lowest { return }
    let others = try paths(to: open, downTo: widest, &search, network)
    var isReplaced = false
    for (number, other) in zip(open, others) {
      guard let other, cost(other) < cost(lengths[number] ?? .infinity) else { continue }
      lengths[number] = other
      isReplaced = true
    }
    // The path to a single target is read from the last search.
    if all.count == 1, !isReplaced { _ = try paths(to: all, downTo: lowest, &search, network) }
  }

  /// Finds the lengths of the shortest paths to some targets over roads down to a class; nil for none that fits.
  private func paths(
    to numbers: [Int], downTo lowestClass: UInt8, _ search: inout OpenLRSearch,
    _ network: OpenLRNetwork
  ) throws(NavError) -> [Double?] {
    var tails: [OpenLRNetwork.Node?] = []
    for number in numbers {
      let target = targets[number]
      tails.append(straight(target) == nil ? try network.tail(target.place) : nil)
    }
    let wanted = Set(tails.compactMap(\.self))
    let rest = from.length - from.metres
    let longest = OpenLRRating.maximumLength(point)
    if !wanted.isEmpty, rest <= longest {
      try search.run(
        from: try network.head(from.place), to: wanted,
        OpenLRSearch.Limits(
          lowestClass: lowestClass, length: UInt32(((longest - rest) * 100).rounded()),
          around: (next.position, OpenLRRating.maximumDistance + slack)))
    }
    return zip(numbers, tails).map { number, tail in
      var length = straight(targets[number])
      if let tail, rest <= longest, let path = search.length(to: tail) {
        length = rest + Double(path) / 100 + targets[number].metres
      }
      return length.flatMap { OpenLRRating.length($0, point) == nil ? nil : $0 }
    }
  }

  /// The maximum distance in metres from a target to the beginning of its edge.
  private var slack: Double { targets.reduce(0) { max($0, $1.metres) } }

  /// The path to the only target, after ``find(_:_:)``.
  func path(
    _ search: OpenLRSearch, _ network: OpenLRNetwork
  ) throws(NavError) -> [OpenLRDecoder.Stretch] {
    let target = targets[0]
    if straight(target) != nil {
      return [
        OpenLRDecoder.Stretch(place: from.place, from: from.metres, to: target.metres)
      ]
    }
    var path: [OpenLRDecoder.Stretch] = []
    func append(_ place: EdgePlace, _ begin: Double, _ end: Double) {
      if begin < end { path.append(OpenLRDecoder.Stretch(place: place, from: begin, to: end)) }
    }
    append(from.place, from.metres, from.length)
    for place in try search.path(to: try network.tail(target.place)) {
      append(place, 0, Double(try network.length(place)) / 100)
    }
    append(target.place, 0, target.metres)
    return path
  }
}
