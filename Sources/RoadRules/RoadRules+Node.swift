package import RoadModel

/// The meaning of a node's tags for the roads that meet there.
package struct NodeReading: Sendable, Equatable {
  /// Signs, lights and gates; ``NodeFlags/barrier`` is set if some mode may not pass.
  package var flags: NodeFlags
  /// The modes that may pass, at least at the ends of a trip; all if there is no barrier.
  package var passing: ModeSet
  /// Those of ``passing`` that may pass only where their trip begins or ends (a private gate).
  package var endOnly: ModeSet
  /// The other rules for movements across the node: first the unconditional limits, then the conditional rules; a later
  /// one overrides an earlier one.
  package var rules: [RoadRule]
  /// Number and name of an exit; their directions have no meaning.
  package var words: [RoadWord] = []
  /// Signs and crossings on the way to the next junction.
  package var approaches: [NodeApproach] = []
  /// Tags that could not be applied as written.
  package var problems: [TagProblem]

  /// Whether there is nothing to store.
  package var isPlain: Bool {
    flags.isEmpty && passing == .all && endOnly.isEmpty && rules.isEmpty && words.isEmpty
      && approaches.isEmpty
  }

  /// The unconditional limits, by kind.
  package var limits: [VehicleLimit] { rules.compactMap(\.alwaysLimit) }
}

extension NodeReading {
  /// Adds the access of the barrier.
  ///
  /// A barrier applies to both directions; a rule for one direction belongs on the way.
  fileprivate mutating func add(_ access: AccessTags, usual: ModeSet) {
    if access.isEmpty && usual == .all { return }
    var lists: [(slots: UInt16, clauses: [Layered<Access>.Clause])] = []
    for mode in Mode.allCases {
      let usual = usual.contains(mode) ? Access.yes : .no
      let tagged = access.layered(mode, .forward, usual: usual) { $1 }
      if !tagged.base.isUsable { passing.remove(ModeSet(mode)) }
      if tagged.base.isEndOnly { endOnly.insert(ModeSet(mode)) }
      guard !tagged.clauses.isEmpty else { continue }
      let slots = RoadRule.slot(mode, .forward) | RoadRule.slot(mode, .backward)
      lists.append((slots, tagged.simplified().clauses))
    }
    rules += RoadRule.accessRules(lists)
  }
}

extension RoadRules {
  /// Reads the tags of a node on a road.
  ///
  /// Access tags apply with and without a barrier, but not at pedestrian crossings, where they describe the crossing
  /// traffic. Behind a private gate, trips may begin and end.
  package func node(_ tags: RoadTags) -> NodeReading {
    var log = ProblemLog()
    var reading = NodeReading(flags: [], passing: .all, endOnly: [], rules: [], problems: [])
    let highway = tags["highway"]
    for value in highway?.split(separator: ";") ?? [] {
      if let flag = Self.nodeFlags[String(value.trimmed())] { reading.flags.insert(flag) }
    }
    if tags["railway"] == "level_crossing" { reading.flags.insert(.crossing) }
    let barrier = Barrier.of(tags, &log)
    if barrier?.isGate == true { reading.flags.insert(.gate) }
    if tags["barrier"] == "toll_booth" { reading.flags.insert(.tollBooth) }

    reading.rules = LimitTags.read(tags, &log)
    if highway.map({ Self.turningPlaces.contains($0) }) ?? false {
      reading.rules.append(RoadRule(.turnRound(.vehicles)))
    }
    if barrier != nil || !Self.speaksOfCrossing(tags) {
      var access = AccessTags(tags, &log)
      if access.isEmpty && barrier?.isGate == true && tags["locked"] == "yes" {
        access = AccessTags(["access": "private"], &log)
      }
      reading.add(access, usual: barrier?.passing ?? .all)
      // A barrier that is tagged as open is open.
      let opened = access.layered(.car, .forward, usual: .no) { $1 }.base
      if opened.isOpenToThroughTraffic { reading.flags.remove(.gate) }
    }
    reading.words = words(ofNode: tags)
    reading.approaches = NodeApproach.read(tags, reading.flags, &log)
    if reading.passing != .all { reading.flags.insert(.barrier) }
    reading.problems = log.problems
    return reading
  }

  private static func speaksOfCrossing(_ tags: RoadTags) -> Bool {
    tags["crossing"] != nil || tags["railway"] == "level_crossing"
      || tags["railway"] == "crossing" || tags["highway"].map { $0.contains("crossing") } ?? false
  }

  /// Places for turning round in the middle of a road; at its end that is always allowed.
  private static let turningPlaces: Set<String> = [
    "turning_circle", "turning_loop", "mini_roundabout",
  ]

  private static let nodeFlags: [String: NodeFlags] = [
    "traffic_signals": .signals, "traffic_lights": .signals,
    "crossing": .crossing,
    "stop": .stop,
    "give_way": .giveWay,
    "toll_booth": .tollBooth,
  ]
}
