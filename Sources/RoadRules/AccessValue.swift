import RoadModel

/// The meaning of an access value.
enum AccessValue: Equatable {
  /// An access of the model.
  case access(Access)
  /// No information (`unknown`).
  case silent
  /// An unknown value, which is reported and ignored, so that the next key of the chain applies.
  case unknown

  /// Reads a value.
  ///
  /// In a list, such as `agricultural;forestry`, the widest group may pass, unless it contains
  /// `no`. Vehicles in it do not narrow it: `destination;bus` means `destination` to others.
  init(_ text: String) {
    if let known = Self.words[text] {
      self = known
      return
    }
    let parts = text.split(separator: ";").map { String($0.trimmed()).lowercased() }
    var best: Access?
    for part in parts {
      switch Self.words[part] {
      case .access(.no) where !Self.closedToOthers.contains(part):
        self = .access(.no)
        return
      case .access(let access):
        if best.map({ $0 == .no || access.width > $0.width }) ?? true { best = access }
      case .silent: continue
      case .unknown, nil:
        self = .unknown
        return
      }
    }
    self = best.map(Self.access) ?? .unknown
  }

  private static let words: [String: AccessValue] = {
    var words: [String: AccessValue] = [
      "unknown": .silent, "undefined": .silent, "variable": .silent, "crossing": .silent,
    ]
    func add(_ access: Access, _ values: String...) {
      for value in values { words[value] = .access(access) }
    }
    add(.yes, "yes", "true", "1", "public", "allowed", "shared", "optional_sidepath", "own_risk")
    add(.designated, "designated", "official", "only")
    add(.permissive, "permissive", "tolerated")
    add(
      .destination, "destination", "customers", "customer", "residents", "resident", "local",
      "visitors", "hov")
    add(.delivery, "delivery")
    add(
      .privateOnly, "private", "permit", "employees", "staff", "members", "students", "university")
    add(.agricultural, "agricultural", "farm")
    add(.forestry, "forestry", "forest")
    add(.no, "no", "false", "0", "none", "restricted")
    for value in closedToOthers { words[value] = .access(.no) }
    add(.dismount, "dismount")
    add(.discouraged, "discouraged", "unsuitable", "limited")
    add(.useSidepath, "use_sidepath", "use sidepath")
    return words
  }()

  /// Groups outside the modes, and vehicles; AccessTags opens the road to those in the map.
  private static let closedToOthers: Set<String> = [
    "emergency", "military", "emergency_vehicle",
    "psv", "bus", "taxi", "minibus", "share_taxi", "tourist_bus", "coach", "trolleybus", "tram",
    "foot", "pedestrian", "bicycle", "moped", "mofa", "motorcycle", "motorcar", "motor_vehicle",
    "vehicle", "hgv", "goods", "horse", "carriage", "golf_cart", "atv", "snowmobile", "ski",
  ]
}

extension Access {
  /// The relative size of the group that may enter, for choosing from a list.
  var width: Int {
    switch self {
    case .designated: 5
    case .yes, .permissive: 4
    case .discouraged, .dismount: 3
    case .destination: 2
    case .delivery, .privateOnly: 1
    case .agricultural, .forestry, .useSidepath, .no: 0
    }
  }
}
