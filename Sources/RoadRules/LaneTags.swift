import RoadModel

/// The lanes of a way in one direction: their number, their arrows, and the modes that may use them.
struct LaneTags {
  /// The words, without their direction.
  private(set) var words: [(kind: RoadWordKind, text: String)] = []

  private let tags: WordTags
  private let direction: Direction
  private let oneway: Direction?
  /// The lanes of both directions; 0 if unknown.
  private let total: Int

  /// Reads the lanes of a direction.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - direction: The direction.
  ///   - oneway: The only direction of the road; nil if it has two.
  ///   - total: The lanes of both directions; 0 if unknown.
  ///   - log: Receives the problems.
  init(
    _ tags: WordTags, _ direction: Direction, oneway: Direction?, total: Int,
    _ log: inout ProblemLog
  ) {
    (self.tags, self.direction, self.oneway, self.total) = (tags, direction, oneway, total)
    var count = laneCount(&log)
    var arrows = arrows(most: count ?? (total > 0 ? total : nil), &log)
    var closed = closed(count: arrows?.count, &log)
    let lanes = arrows?.count ?? closed?.count ?? count
    if let middle = middle(beside: lanes, &log), let lanes {
      arrows = middle.added(middle.arrows, to: arrows ?? Array(repeating: [], count: lanes))
      closed = closed.map { middle.added(ModeSet.none, to: $0) }
      count = count ?? lanes
    }
    let derived = arrows?.count ?? LaneCount.derived(total: total, direction, oneway: oneway)
    if let count, count != derived { words.append((.laneCount, "\(count)")) }
    if let arrows { words.append((.turnLanes, LaneIndications.text(ofLanes: arrows))) }
    if let closed { words.append((.laneAccess, LaneAccess.text(closed: closed))) }
  }

  private func entry(_ stem: WordKey.Stem, _ direction: Direction? = nil) -> WordTags.Entry? {
    tags.entry(stem, direction ?? self.direction, oneway: oneway)
  }

  // MARK: Number

  /// The number of lanes of the direction by tags; nil if unknown.
  private func laneCount(_ log: inout ProblemLog) -> Int? {
    if let entry = tags.entry(.laneCount, WordKey.Part(direction)) {
      if let count = Self.number(entry) { return count > 0 ? count : nil }
      log.note(entry.key, entry.value, .unparsable)
    }
    let other = tags.entry(.laneCount, WordKey.Part(direction.reversed)).flatMap(Self.number)
    let middle = tags.entry(.laneCount, .bothWays).flatMap(Self.number)
    let rest = total - (other ?? 0) - (middle ?? 0)
    guard total > 0, rest > 0, oneway != direction.reversed else { return nil }
    if oneway == direction || other != nil { return rest }
    return middle != nil && rest.isMultiple(of: 2) ? rest / 2 : nil
  }

  private static func number(_ entry: WordTags.Entry) -> Int? {
    UInt8(entry.value.trimmed()).map { Int($0) }
  }

  // MARK: Arrows

  /// The arrows of the lanes; nil if there are none or they do not fit the number of lanes.
  private func arrows(most: Int?, _ log: inout ProblemLog) -> [LaneIndications]? {
    guard let entry = entry(.turnLanes) else { return nil }
    let lanes = WordText.lanes(entry.value)
    guard lanes.count <= RoadWordKind.maximumLanes,
      lanes.count <= most ?? .max || isCountedByAccess(lanes.count)
    else {
      log.note(entry.key, entry.value, .outOfRange)
      return nil
    }
    var hasUnknown = false
    let arrows = lanes.map { Self.indications($0, &hasUnknown) }
    if hasUnknown { log.note(entry.key, entry.value, .unknownValue) }
    return arrows.allSatisfy(\.isEmpty) ? nil : arrows
  }

  private static func indications(_ lane: Substring, _ hasUnknown: inout Bool) -> LaneIndications {
    var arrows: LaneIndications = []
    for part in lane.split(separator: ";") {
      let word = part.trimmed()
      if word.isEmpty || word == "none" { continue }
      guard let arrow = LaneIndications(word: word) else {
        hasUnknown = true
        return []
      }
      arrows.formUnion(arrow)
    }
    return arrows
  }

  /// Whether an access tag has this number of lanes.
  ///
  /// `lanes` does not include lanes for bicycles, but the arrows may.
  private func isCountedByAccess(_ count: Int) -> Bool {
    AccessKey.allCases.contains { key in
      entry(.laneAccess(key)).map { WordText.lanes($0.value).count == count } ?? false
    }
  }

  // MARK: Middle

  /// The lane in the middle of a road, on which both directions turn.
  private struct Middle {
    var arrows: LaneIndications
    /// Whether it is to the left of the other lanes.
    var isLeft: Bool

    /// The lanes of a direction with this one.
    func added<Lane>(_ lane: Lane, to lanes: [Lane]) -> [Lane] {
      isLeft ? [lane] + lanes : lanes + [lane]
    }
  }

  /// The lane in the middle; nil if there is none, or if it is not known on which side of the others it is.
  ///
  /// - Parameters:
  ///   - lanes: The other lanes of the direction; nil if unknown.
  ///   - log: Receives the problems, once for both directions.
  /// - Returns: The lane with its arrows.
  private func middle(beside lanes: Int?, _ log: inout ProblemLog) -> Middle? {
    guard let entry = tags.entry(.turnLanes, .bothWays) else { return nil }
    let values = WordText.lanes(entry.value)
    var hasUnknown = false
    let arrows = values.first.map { Self.indications($0, &hasUnknown) } ?? []
    let isLeft = !arrows.isDisjoint(with: [.sharpLeft, .left, .slightLeft])
    let isRight = !arrows.isDisjoint(with: [.sharpRight, .right, .slightRight])
    guard oneway == nil, values.count == 1, isLeft != isRight, let lanes,
      lanes < RoadWordKind.maximumLanes
    else {
      if direction == .forward {
        log.note(entry.key, entry.value, hasUnknown ? .unknownValue : .notApplied)
      }
      return nil
    }
    return Middle(arrows: arrows, isLeft: isLeft)
  }

  // MARK: Access

  /// The modes that may not use each lane; nil if all modes may use all lanes.
  ///
  /// If there are arrows, the lanes are those with arrows.
  private func closed(count: Int?, _ log: inout ProblemLog) -> [ModeSet]? {
    var readings: [(key: AccessKey, lanes: [LaneAccessReading])] = []
    for key in AccessKey.allCases {
      guard let entry = entry(.laneAccess(key)) else { continue }
      let lanes = WordText.lanes(entry.value).map { LaneAccessReading($0) }
      guard lanes.count <= RoadWordKind.maximumLanes else {
        log.note(entry.key, entry.value, .outOfRange)
        continue
      }
      if lanes.contains(.unknown) { log.note(entry.key, entry.value, .unknownValue) }
      readings.append((key, lanes))
    }
    guard let most = readings.map(\.lanes.count).max() else { return nil }
    var closed = LaneAccessReading.closed(readings.filter { $0.lanes.count == most })
    if let count, count != closed.count {
      // Arrows do not include the lanes for bicycles.
      closed.removeAll { $0.isSuperset(of: LaneAccessReading.motorised) }
      guard count == closed.count else {
        if let (key, _) = readings.first, let entry = entry(.laneAccess(key)) {
          log.note(entry.key, entry.value, .notApplied)
        }
        return nil
      }
    }
    return closed.allSatisfy(\.isEmpty) ? nil : closed
  }
}

/// The meaning of an access tag for a lane.
enum LaneAccessReading {
  case open, closed
  /// A lane that is reserved for the modes of the key, and closed to others.
  case reserved
  case silent, unknown

  /// Reads the value of a lane.
  init(_ value: Substring) {
    let word = value.trimmed()
    if word.isEmpty || word == "none" {
      self = .silent
      return
    }
    switch AccessValue(String(word)) {
    case .access(.designated): self = .reserved
    case .access(let access):
      self = access.isOpenToThroughTraffic || access == .destination ? .open : .closed
    case .silent: self = .silent
    case .unknown: self = .unknown
    }
  }

  static let motorised: ModeSet = Mode.allCases.reduce(into: []) { modes, mode in
    if mode.isMotorised { modes.insert(ModeSet(mode)) }
  }

  /// The modes that may not use each lane.
  ///
  /// The most specific key of a mode applies. A lane that is reserved for buses or bicycles is
  /// closed to the modes without a key.
  static func closed(_ readings: [(key: AccessKey, lanes: [LaneAccessReading])]) -> [ModeSet] {
    (0..<(readings.first?.lanes.count ?? 0)).map { lane in
      let isReserved = readings.contains { reading in
        reading.lanes[lane] == .reserved && reservable.contains(reading.key)
      }
      return Mode.allCases.reduce(into: ModeSet.none) { closed, mode in
        guard mode != .foot else { return }
        let said = AccessKey.chain(of: mode).lazy.compactMap { key in
          readings.first { $0.key == key }?.lanes[lane]
        }.first { $0 != .silent && $0 != .unknown }
        if said == .closed || said == nil && isReserved { closed.insert(ModeSet(mode)) }
      }
    }
  }

  /// The keys whose vehicles can have their own lanes.
  private static let reservable: Set<AccessKey> = [.psv, .bus, .taxi, .bicycle]
}
