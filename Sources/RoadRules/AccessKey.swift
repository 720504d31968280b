import RoadModel

/// A key of the access chain; where one speaks for fewer than another it comes later.
enum AccessKey: String, CaseIterable {
  case access
  case vehicle
  case motorVehicle = "motor_vehicle"
  case hov
  case motorcar
  case hgv
  case goods
  case psv
  case bus
  case taxi
  case mofa
  case moped
  case motorcycle
  case bicycle
  case foot

  /// The keys that speak for a mode, the most specific first.
  static func chain(of mode: Mode) -> [AccessKey] { chains[Int(mode.rawValue)] }

  private static let chains: [[AccessKey]] = Mode.allCases.map { mode in
    switch mode {
    case .car: [.motorcar, .hov, .motorVehicle, .vehicle, .access]
    case .truck: [.goods, .hgv, .hov, .motorVehicle, .vehicle, .access]
    case .bus: [.bus, .psv, .motorVehicle, .vehicle, .access]
    case .taxi: [.taxi, .psv, .motorcar, .motorVehicle, .vehicle, .access]
    case .scooter: [.moped, .mofa, .motorVehicle, .vehicle, .access]
    case .motorcycle: [.motorcycle, .motorVehicle, .vehicle, .access]
    case .bicycle: [.bicycle, .vehicle, .access]
    case .foot: [.foot, .access]
    }
  }

  /// Whether this key speaks for some of those for whom another speaks.
  func isPart(of other: AccessKey) -> Bool {
    Self.chains.contains { chain in
      guard let own = chain.firstIndex(of: self) else { return false }
      return chain[(own + 1)...].contains(other)
    }
  }

  /// The meaning of a value of this key; nil if it does not concern the modes of the map.
  func access(_ access: Access) -> Access? {
    switch self {
    // `mofa=no` keeps mopeds out as well; `mofa=yes` does not let them in.
    case .mofa: access == .no ? .no : nil
    // A lane for full cars: a trip may begin or end there, through traffic takes another road (as OSRM).
    case .hov: access == .designated ? .destination : nil
    default: access
    }
  }

  /// What must hold for the key to speak at all: `goods` is said of vehicles up to 3.5 t, which are trucks
  /// to the model.
  var condition: Condition {
    self == .goods ? Condition([.vehicle(.weightRating, .atMost, 3_500)]) : .always
  }

  /// The key of a tag and what follows it: `motor_vehicle:forward` is `(.motorVehicle, "forward")`; nil if
  /// it is no access tag.
  static func split(_ name: String) -> (AccessKey, Substring)? {
    guard let first = name.utf8.first, initials.contains(first) else { return nil }
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return AccessKey(rawValue: name).map { ($0, "") }
    }
    guard let key = AccessKey(rawValue: String(name[..<colon])) else { return nil }
    return (key, name[name.index(after: colon)...])
  }

  private static let initials = Set(AccessKey.allCases.compactMap { $0.rawValue.utf8.first })
}
