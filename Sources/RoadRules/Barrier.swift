import RoadModel

/// A barrier at a node, and the modes that pass it by default.
///
/// Gates of all kinds are open unless tagged otherwise, as in OSRM and Valhalla; otherwise houses
/// behind them could not be reached. Only bicycles and pedestrians pass narrow barriers and unknown
/// kinds, as in OSRM.
struct Barrier {
  var passing: ModeSet
  var isGate = false

  static let everyone = ModeSet.all
  private static let narrow: ModeSet = [ModeSet(.bicycle), ModeSet(.foot)]
  private static let onFoot = ModeSet(.foot)
  /// All modes whose wheels are farther apart than a car's, or one behind the other.
  private static let noCars = everyone.subtracting([ModeSet(.car), ModeSet(.taxi)])

  /// The barrier of a node; nil if there is none.
  ///
  /// Unknown kinds are reported.
  static func of(_ tags: RoadTags, _ log: inout ProblemLog) -> Barrier? {
    guard let value = tags["barrier"] ?? (tags["highway"] == "gate" ? "gate" : nil),
      value != "no"
    else { return nil }
    if let special = special(value, tags) { return special }
    if value == "fence", tags["sensory"] == "audible" || tags["sensory"] == "audio" { return nil }
    if let known = table[value] { return known }
    let parts = value.split(separator: ";").compactMap { table[String($0.trimmed())] }
    if parts.count > 1 {
      // Several barriers let the modes pass that can pass all of them.
      return parts.reduce(into: Barrier(passing: everyone)) { all, part in
        all.passing.formIntersection(part.passing)
        all.isGate = all.isGate || part.isGate
      }
    }
    log.note("barrier", value, .unknownValue)
    return Barrier(passing: narrow)
  }

  /// Barriers whose other tags change the modes that pass.
  private static func special(_ value: String, _ tags: RoadTags) -> Barrier? {
    switch value {
    case "bollard" where tags["bollard"] == "rising": Barrier(passing: everyone, isGate: true)
    case "bollard" where letsWidthPass(tags): Barrier(passing: everyone)
    case "block" where letsWidthPass(tags): Barrier(passing: everyone)
    case "kerb" where tags["kerb"] == "raised": Barrier(passing: narrow)
    default: nil
    }
  }

  /// Whether a gap wide enough for a car is tagged, so that the limit of width applies instead.
  private static func letsWidthPass(_ tags: RoadTags) -> Bool {
    let widths = [tags["maxwidth"], tags["maxwidth:physical"]].compactMap { $0 }
      .map { LimitValue($0, .width).limit ?? 0 }
    return widths.min() ?? 0 >= 1_800
  }

  private static let table: [String: Barrier] = {
    var table: [String: Barrier] = [:]
    func add(_ barrier: Barrier, _ values: String...) {
      for value in values { table[value] = barrier }
    }
    add(
      Barrier(passing: everyone, isGate: true), "gate", "lift_gate", "swing_gate", "sliding_gate",
      "sliding_beam", "hampshire_gate", "bump_gate", "wire_gate", "garage door", "garage_door")
    add(
      Barrier(passing: everyone), "toll_booth", "cattle_grid", "border_control", "entrance", "kerb",
      "height_restrictor", "width_restrictor", "sally_port", "arch", "checkpoint", "coupure",
      "kent_carriage_gap", "spikes", "rumble_strip")
    add(Barrier(passing: noCars), "bus_trap", "sump_buster")
    add(
      Barrier(passing: narrow), "bollard", "block", "jersey_barrier", "chain", "rope", "bar",
      "cycle_barrier", "motorcycle_barrier", "chicane", "planter", "log", "tree", "barrier_board",
      "delineators", "cable_barrier", "tank_trap", "debris", "rock", "stone", "yes", "pipe", "pole",
      "wicket_gate", "armadillo")
    add(
      Barrier(passing: onFoot), "stile", "kissing_gate", "turnstile", "full-height_turnstile",
      "horse_stile", "fare_gate", "door", "step", "steps", "guard_rail", "handrail", "squeeze",
      "v_stile")
    add(
      Barrier(passing: []), "wall", "fence", "hedge", "retaining_wall", "city_wall", "ditch",
      "overgrowth", "shrub", "hole")
    return table
  }()
}
