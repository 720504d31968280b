import RoadModel

/// The speed limits of a way by its tags: by direction, for heavy goods vehicles, and conditional.
///
/// - For each key, `:forward` and `:backward` override the plain form. The fastest lane counts,
///   since a lane can be chosen.
/// - An advisory speed (`maxspeed:advisory`) is not a limit, but faster travel is not expected, so
///   the lower value counts.
/// - A conditional general limit also applies to heavy goods vehicles with a limit of their own.
struct SignedSpeeds {
  private var forward: Layered<Speed>
  private var backward: Layered<Speed>
  private var forwardTruck: Layered<Speed>
  private var backwardTruck: Layered<Speed>

  /// Keys whose values name a zone of the law, for ways without a number.
  ///
  /// `zone:traffic` is not among them: it is also on tracks and service roads, whose actual speeds
  /// do not depend on the law's limit.
  static let zoneKeys = ["source:maxspeed", "maxspeed:type", "zone:maxspeed"]

  /// Reads the speed tags of a way.
  init(_ tags: RoadTags, country: String?, _ log: inout ProblemLog) {
    var entries: [SpeedTag] = []
    for (key, value) in tags.pairs where key.hasPrefix("maxspeed") {
      SpeedTag.read(key, value, country, into: &entries, &log)
    }
    let zone = entries.contains(where: \.isPlain) ? nil : Self.zone(tags, country)
    forward = Self.layered(entries, .general, .forward, zone)
    backward = Self.layered(entries, .general, .backward, zone)
    forwardTruck = Self.layered(entries, .truck, .forward, nil)
    backwardTruck = Self.layered(entries, .truck, .backward, nil)
  }

  /// Writes the unconditional speeds to a road.
  func apply(to road: inout RoadAttributes) {
    road.forwardSpeed = forward.base
    road.backwardSpeed = backward.base
    road.forwardTruckSpeed = forwardTruck.base
    road.backwardTruckSpeed = backwardTruck.base
  }

  /// The conditional rules.
  var rules: [RoadRule] {
    guard
      [forward, backward, forwardTruck, backwardTruck].contains(where: { !$0.clauses.isEmpty })
    else { return [] }
    let general = RoadRule.rules(
      forward: forward.simplified().clauses, backward: backward.simplified().clauses
    ) { .speed($0) }
    let trucks = RoadRule.rules(
      forward: Self.together(forward, forwardTruck),
      backward: Self.together(backward, backwardTruck)
    ) { .truckSpeed($0) }
    return general + trucks
  }

  /// The clauses for trucks: their own, and general ones that a limit of their own would hide.
  private static func together(_ general: Layered<Speed>, _ truck: Layered<Speed>)
    -> [Layered<Speed>.Clause]
  {
    guard truck.base.isKnown || !truck.clauses.isEmpty else { return [] }
    var both = general.merged(with: truck, Speed.lower)
    both.base = truck.base.isKnown ? truck.base : general.base
    return both.simplified().clauses
  }

  private static func layered(
    _ entries: [SpeedTag], _ subject: SpeedTag.Subject, _ direction: Direction, _ zone: Speed?
  ) -> Layered<Speed> {
    guard zone != nil || !entries.isEmpty else { return Layered(.unknown) }
    func always(_ subject: SpeedTag.Subject) -> Speed? {
      let own = entries.filter { $0.subject == subject && $0.condition.terms.isEmpty }
      return (own.first { $0.direction == direction } ?? own.first { $0.direction == nil })?.speed
    }
    let lanes = subject == .general ? always(.lanes) : nil
    let byDirection = entries.first {
      $0.subject == subject && $0.direction == direction && $0.condition.terms.isEmpty
    }
    let advisory = always(.advisory) ?? .unknown
    let base = always(subject) ?? lanes ?? zone ?? .unknown
    // Without a limit, an advisory speed for trucks adds none to the general one.
    let isSilent = subject == .truck && !base.isKnown
    var result = Layered(isSilent ? .unknown : Speed.lower(base, advisory))
    for form in [nil, direction] {
      for entry in entries
      where entry.subject == subject && entry.direction == form && !entry.condition.terms.isEmpty {
        var speed = Speed.lower(entry.speed, advisory)
        // A plain clause does not raise a limit of the direction.
        if form == nil, let byDirection { speed = Speed.lower(speed, byDirection.speed) }
        result.clauses.append(.init(value: speed, condition: entry.condition))
      }
    }
    return result
  }

  /// The limit of the tagged zone of a way; remarks about sources are not problems.
  private static func zone(_ tags: RoadTags, _ country: String?) -> Speed? {
    for key in zoneKeys {
      guard let value = tags[key], value.contains(":") || key == "zone:maxspeed" else { continue }
      if case .speed(let speed) = SpeedValue(value, country: country) { return speed }
    }
    return nil
  }
}

extension Speed {
  /// The lower of two speeds; unknown ones do not count.
  static func lower(_ a: Speed, _ b: Speed) -> Speed {
    if !a.isKnown { return b }
    return b.isKnown ? min(a, b) : a
  }
}
