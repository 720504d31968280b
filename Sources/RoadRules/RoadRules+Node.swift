public import RoadModel

/// What the tags of a node say about the roads that meet there.
public struct NodeReading: Sendable, Equatable {
  /// Signs, lights and gates; ``NodeFlags/barrier`` is set when not everyone passes.
  public var flags: NodeFlags
  /// The modes that may pass, at least at the ends of a trip; all where nothing stands.
  public var passing: ModeSet
  /// Those of ``passing`` that may pass only where their trip begins or ends (a private gate).
  public var endOnly: ModeSet
  /// Limits that bind every movement across the node.
  public var limits: [VehicleLimit]
  /// Tags that could not be applied as they stand.
  public var problems: [TagProblem]

  /// Whether there is nothing to store.
  public var isPlain: Bool {
    flags.isEmpty && passing == .all && endOnly.isEmpty && limits.isEmpty
  }
}

extension RoadRules {
  /// Reads the tags of a node on a road.
  ///
  /// Access tags count with a barrier and without, but not at pedestrian crossings, where they speak of
  /// those who cross. A private gate lets trips begin and end behind it.
  public func node(_ tags: RoadTags) -> NodeReading {
    var log = ProblemLog()
    var reading = NodeReading(flags: [], passing: .all, endOnly: [], limits: [], problems: [])
    let highway = tags["highway"]
    for value in highway?.split(separator: ";") ?? [] {
      if let flag = Self.nodeFlags[String(value.trimmed())] { reading.flags.insert(flag) }
    }
    let barrier = Barrier.of(tags, &log)
    if barrier?.isGate == true { reading.flags.insert(.gate) }
    if tags["barrier"] == "toll_booth" { reading.flags.insert(.tollBooth) }

    if barrier != nil || !Self.speaksOfCrossing(tags) {
      var access = AccessTags(tags, &log)
      if access.isEmpty && barrier?.isGate == true && tags["locked"] == "yes" {
        access = AccessTags(["access": "private"], &log)
      }
      for mode in Mode.allCases {
        let usual = barrier?.passing.contains(mode) ?? true
        // A barrier stands in both directions; a rule for one direction belongs on the way.
        let tagged = access.tagged(mode, .forward)?.access ?? (usual ? .yes : .no)
        if !tagged.isUsable { reading.passing.remove(ModeSet(mode)) }
        if tagged.isEndOnly { reading.endOnly.insert(ModeSet(mode)) }
      }
    }
    if reading.passing != .all { reading.flags.insert(.barrier) }
    reading.limits = LimitTags.read(tags, &log)
    reading.problems = log.problems
    return reading
  }

  private static func speaksOfCrossing(_ tags: RoadTags) -> Bool {
    tags["crossing"] != nil || tags["railway"] == "level_crossing"
      || tags["railway"] == "crossing" || tags["highway"].map { $0.contains("crossing") } ?? false
  }

  private static let nodeFlags: [String: NodeFlags] = [
    "traffic_signals": .signals, "traffic_lights": .signals,
    "crossing": .crossing,
    "stop": .stop,
    "give_way": .giveWay,
    "toll_booth": .tollBooth,
  ]
}
