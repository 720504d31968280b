import RoadModel

@testable import RoadRules

/// How the tables of these tests are read: `highway=primary hgv=no` is a bag of tags (values with spaces
/// stand in `‹›`), `yy-y` is access by mode.
func tags(_ line: String) -> RoadTags {
  var pairs: [(key: String, value: String)] = []
  var rest = line[...]
  while let equals = rest.firstIndex(of: "=") {
    let key = String(rest[..<equals])
    rest = rest[rest.index(after: equals)...]
    let quoted = rest.first == "‹"
    let end = rest.firstIndex(of: quoted ? "›" : " ") ?? rest.endIndex
    pairs.append((key, String(quoted ? rest[..<end].dropFirst() : rest[..<end])))
    rest = rest[end...].drop { $0 == "›" || $0 == " " }
  }
  return RoadTags(pairs)
}

extension Access {
  /// One letter for a column.
  var letter: Character {
    switch self {
    case .no: "-"
    case .yes: "y"
    case .designated: "D"
    case .permissive: "p"
    case .destination: "d"
    case .delivery: "l"
    case .privateOnly: "P"
    case .agricultural: "a"
    case .forestry: "f"
    case .dismount: "m"
    case .discouraged: "c"
    case .useSidepath: "s"
    }
  }
}

extension Mode {
  /// The modes of the tables; a motorcycle is compared with a car by MotorcycleTests.
  static let columns: [Mode] = [.car, .truck, .bicycle, .foot, .scooter, .bus, .taxi]
}

extension AccessTable {
  /// Access as columns: car, truck, bicycle, foot, scooter, bus, taxi.
  var letters: String { String(Mode.columns.map { self[$0].letter }) }
}

extension ModeSet {
  /// The modes as columns, `y` for those in the set.
  var letters: String { String(Mode.columns.map { contains($0) ? "y" : "-" }) }
}

extension RoadRules {
  /// The reading of a way that must be a road.
  func road(_ line: String) -> WayReading? {
    if case .road(let reading) = way(tags(line)) { return reading }
    return nil
  }
}

extension [RoadRule] {
  /// The rules as tags in canonical form, those that always hold left out.
  var conditionalTags: [String] { filter { !$0.condition.terms.isEmpty }.map(\.tag) }
}

extension WayReading {
  /// The access of a mode under some circumstances.
  func access(_ mode: Mode, _ direction: Direction, _ circumstances: Circumstances) -> Access {
    var result = attributes.access(direction)[mode]
    for rule in rules where rule.directions.contains(direction) {
      if case .access(let access, let modes) = rule.effect, modes.contains(mode),
        rule.condition.holds(circumstances) == .yes
      {
        result = access
      }
    }
    return result
  }
}

extension [RoadRule] {
  /// The limit of a kind under some circumstances; nil is none.
  func limit(_ kind: LimitKind, _ direction: Direction, _ circumstances: Circumstances) -> UInt32? {
    var result: UInt32?
    for rule in self where rule.directions.contains(direction) {
      if case .limit(kind, let value) = rule.effect, rule.condition.holds(circumstances) == .yes {
        result = value
      }
    }
    return result
  }
}

/// Circumstances that conditions on weight and on the ends of a trip tell apart.
let someCircumstances: [Circumstances] = {
  let weights: [UInt32?] = [nil, 4_000, 7_500, 20_000]
  return weights.flatMap { weight in
    [false, true].map { isAtEnd in
      var vehicle = Vehicle(.truck)
      vehicle[.weight] = weight
      return Circumstances(vehicle, isAtEnd: isAtEnd)
    }
  }
}()
