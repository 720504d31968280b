import RoadModel

/// A key of the access chain; the general ones come first.
enum AccessKey: String, CaseIterable {
  case access
  case vehicle
  case motorVehicle = "motor_vehicle"
  case motorcar
  case hgv
  case bus
  case psv
  case taxi
  case moped
  case mofa
  case bicycle
  case foot

  /// The keys that speak for a mode, the most specific first.
  static func chain(of mode: Mode) -> [AccessKey] { chains[Int(mode.rawValue)] }

  private static let chains: [[AccessKey]] = Mode.allCases.map { mode in
    switch mode {
    case .car: [.motorcar, .motorVehicle, .vehicle, .access]
    case .truck: [.hgv, .motorVehicle, .vehicle, .access]
    case .bus: [.bus, .psv, .motorVehicle, .vehicle, .access]
    case .taxi: [.taxi, .psv, .motorVehicle, .vehicle, .access]
    case .scooter: [.moped, .mofa, .motorVehicle, .vehicle, .access]
    case .bicycle: [.bicycle, .vehicle, .access]
    case .foot: [.foot, .access]
    }
  }
}

/// The access tags of one element, and the rule that the most specific wins.
///
/// A key of the chain beats every key behind it; of one key, `:forward` and `:backward` beat the plain
/// form.
struct AccessTags {
  private struct Entry {
    var key: AccessKey
    /// Nil for the plain form.
    var direction: Direction?
    var access: Access
  }

  private var entries: [Entry] = []
  /// Whether some access holds only under conditions.
  private(set) var hasConditions = false

  /// Collects the access tags of an element; those it cannot read are noted and ignored.
  init(_ tags: RoadTags, _ log: inout ProblemLog) {
    for (name, value) in tags.pairs {
      guard let (key, modifiers) = Self.split(name) else { continue }
      let direction: Direction?
      switch modifiers {
      case "": direction = nil
      case "forward": direction = .forward
      case "backward": direction = .backward
      case "conditional", "forward:conditional", "backward:conditional":
        hasConditions = true
        log.note(name, value, .conditionalNotApplied)
        continue
      default: continue  // lanes, notes: not about the way as a whole
      }
      switch AccessValue(value) {
      case .access(let access):
        // `mofa=no` keeps mopeds out as well; `mofa=yes` does not let them in.
        if key == .mofa && access != .no { continue }
        entries.append(Entry(key: key, direction: direction, access: access))
      case .silent: continue
      case .unknown:
        // `psv=opposite` and the like are about direction.
        if !value.hasPrefix("opposite") { log.note(name, value, .unknownValue) }
      }
    }
  }

  /// Whether no access is tagged.
  var isEmpty: Bool { entries.isEmpty }

  /// What the tags say for a mode in a direction, and which key said it; nil if none does.
  func tagged(_ mode: Mode, _ direction: Direction) -> (key: AccessKey, access: Access)? {
    guard !entries.isEmpty else { return nil }
    for key in AccessKey.chain(of: mode) {
      var plain: Access?
      for entry in entries where entry.key == key {
        if entry.direction == direction { return (key, entry.access) }
        if entry.direction == nil { plain = plain ?? entry.access }
      }
      if let plain { return (key, plain) }
    }
    return nil
  }

  /// Whether a key of the mode's own, such as `bicycle:backward=yes`, opens one direction by name.
  func opensByName(_ mode: Mode, _ direction: Direction) -> Bool {
    let own = AccessKey.chain(of: mode).prefix { ![.motorVehicle, .vehicle, .access].contains($0) }
    return entries.contains {
      own.contains($0.key) && $0.direction == direction && $0.access.isUsable
    }
  }

  /// The access of every mode in a direction.
  func table(_ direction: Direction, _ defaults: AccessTable, _ directions: TravelDirections)
    -> AccessTable
  {
    var table = AccessTable.closed
    for mode in Mode.allCases where directions.allow(mode, direction) {
      table[mode] = access(mode, direction, defaults[mode])
    }
    return table
  }

  /// The access of a mode: what is tagged, else the default of the class.
  func access(_ mode: Mode, _ direction: Direction, _ usual: Access) -> Access {
    guard let (key, access) = tagged(mode, direction) else { return usual }
    if access == .dismount && mode != .bicycle { return mode == .foot ? .yes : .no }
    // `access=yes` on a footway is said to people on foot: the general key narrows, and never opens
    // a class to a mode that it is not for. Keys that name vehicles do.
    if key == .access {
      if !usual.isUsable { return usual }
      if usual == .designated && access == .yes { return usual }
      if usual == .dismount && access.isOpenToThroughTraffic { return usual }
    }
    // A pushed bicycle is not a vehicle.
    if key == .vehicle && usual == .dismount && !access.isUsable { return usual }
    return access
  }

  /// Splits `motor_vehicle:forward` into its key and the rest; nil if it is no access key.
  private static func split(_ name: String) -> (AccessKey, Substring)? {
    guard let first = name.utf8.first, initials.contains(first) else { return nil }
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return AccessKey(rawValue: name).map { ($0, "") }
    }
    guard let key = AccessKey(rawValue: String(name[..<colon])) else { return nil }
    return (key, name[name.index(after: colon)...])
  }

  private static let initials = Set(AccessKey.allCases.compactMap { $0.rawValue.utf8.first })
}
