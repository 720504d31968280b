import RoadModel

/// The limits of an element from its tags; the strictest of a kind applies at all times.
struct LimitTable {
  private struct Entry {
    var kind: LimitKind
    /// The key of the entry; a clause overrides only values of its own layer.
    var layer: String
    var directions: DirectionSet
    /// The limit; nil if there is none.
    var value: UInt32?
    var condition: Condition
    /// The rank; higher ones override lower ones: `:hgv` the plain key, `:forward` both.
    var rank: Int
  }

  private var entries: [Entry] = []

  /// Adds an unconditional limit.
  mutating func add(
    _ kind: LimitKind, _ value: UInt32, _ directions: DirectionSet, layer: String
  ) {
    entries.append(
      Entry(
        kind: kind, layer: layer, directions: directions, value: value, condition: .always, rank: 0)
    )
  }

  /// Adds the conditional limit of a layer; nil lifts its limit.
  mutating func add(
    _ kind: LimitKind, _ value: UInt32?, _ directions: DirectionSet, layer: String,
    condition: Condition, rank: Int = 0
  ) {
    entries.append(
      Entry(
        kind: kind, layer: layer, directions: directions, value: value, condition: condition,
        rank: rank + (directions == .both ? 0 : 1)))
  }

  /// The rules: unconditional ones by kind, forward before backward, then conditional ones.
  ///
  /// Equal ones are joined.
  var rules: [RoadRule] {
    guard !entries.isEmpty else { return [] }
    var always: [RoadRule] = []
    var sometimes: [RoadRule] = []
    for kind in LimitKind.allCases where entries.contains(where: { $0.kind == kind }) {
      let forward = layered(kind, .forward)
      let backward = layered(kind, .backward)
      if let ahead = forward.base, ahead == backward.base {
        always.append(RoadRule(.limit(kind, ahead)))
      } else {
        if let ahead = forward.base {
          always.append(RoadRule(.limit(kind, ahead), directions: .forward))
        }
        if let back = backward.base {
          always.append(RoadRule(.limit(kind, back), directions: .backward))
        }
      }
      sometimes += RoadRule.rules(
        forward: forward.simplified().clauses, backward: backward.simplified().clauses
      ) { .limit(kind, $0) }
    }
    return always + sometimes
  }

  /// The limit of a kind in a direction, from all layers.
  private func layered(_ kind: LimitKind, _ direction: Direction) -> Layered<UInt32?> {
    let own = entries.filter { $0.kind == kind && $0.directions.contains(direction) }
    var names: [String] = []
    for entry in own where !names.contains(entry.layer) { names.append(entry.layer) }
    var result = Layered<UInt32?>(nil)
    for name in names {
      var layer = Layered<UInt32?>(nil)
      let parts = own.filter { $0.layer == name }
      for part in parts where part.condition.terms.isEmpty {
        layer.base = Self.strictest(layer.base, part.value)
      }
      // If a layer for trucks has only clauses, they are also in the general layer.
      if layer.base == nil, name.hasSuffix(Self.truckSuffix) { continue }
      for rank in 0...3 {
        for part in parts where part.rank == rank && !part.condition.terms.isEmpty {
          layer.clauses.append(.init(value: part.value, condition: part.condition))
        }
      }
      result = result.merged(with: layer.simplified(), Self.strictest)
    }
    return result
  }

  /// The suffix of layers with limits for heavy goods vehicles.
  static let truckSuffix = ":hgv"

  private static func strictest(_ a: UInt32?, _ b: UInt32?) -> UInt32? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// The meaning of an access value for vehicles with a load or a trailer.
enum Ban {
  case open
  case closed
  /// Open only at the ends of a trip.
  case closedExceptAtEnds(Condition.EndUse)
  /// Open only to vehicles that the model does not distinguish, so read as closed.
  case closedExceptForSome
  case unknown

  init(_ value: String) {
    switch AccessValue(value) {
    case .access(let access) where access.isOpenToThroughTraffic: self = .open
    case .access(.no): self = .closed
    case .access(.destination): self = .closedExceptAtEnds(.destination)
    case .access(.delivery): self = .closedExceptAtEnds(.delivery)
    case .access: self = .closedExceptForSome
    case .silent: self = .open
    case .unknown: self = .unknown
    }
  }
}

extension LimitTable {
  /// Adds a ban in the form of access (`hazmat=no`, `trailer=destination`) as a limit.
  ///
  /// - Parameters:
  ///   - kind: The kind of the limit.
  ///   - maximum: The maximum value that may pass.
  ///   - tag: The key and value, for the layer and for problems.
  ///   - directions: The directions of the ban.
  ///   - isConditional: Whether the value consists of clauses.
  ///   - log: Receives the problems.
  mutating func addBan(
    _ kind: LimitKind, _ maximum: UInt32, _ tag: (key: String, value: String, layer: String),
    _ directions: DirectionSet, isConditional: Bool, _ log: inout ProblemLog
  ) {
    guard isConditional else {
      add(Ban(tag.value), kind, maximum, tag, directions, .always, &log)
      return
    }
    for clause in log.clauses(tag.key, tag.value) {
      add(Ban(clause.value), kind, maximum, tag, directions, clause.condition, &log)
    }
  }

  private mutating func add(
    _ ban: Ban, _ kind: LimitKind, _ maximum: UInt32,
    _ tag: (key: String, value: String, layer: String), _ directions: DirectionSet,
    _ condition: Condition, _ log: inout ProblemLog
  ) {
    let isAlways = condition.terms.isEmpty
    switch ban {
    case .open:
      if !isAlways { add(kind, nil, directions, layer: tag.layer, condition: condition) }
      return
    case .unknown:
      log.note(tag.key, tag.value, .unknownValue)
      return
    case .closedExceptForSome: log.note(tag.key, tag.value, .readStricter)
    case .closed, .closedExceptAtEnds: break
    }
    if isAlways {
      add(kind, maximum, directions, layer: tag.layer)
    } else {
      add(kind, maximum, directions, layer: tag.layer, condition: condition)
    }
    if case .closedExceptAtEnds(let use) = ban {
      add(kind, nil, directions, layer: tag.layer, condition: condition.and(.atEnds(use)))
    }
  }
}
