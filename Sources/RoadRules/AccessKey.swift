import RoadModel

/// A key of the access chain; a key for fewer modes than another is later.
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

  /// The keys that apply to a mode, the most specific first.
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

  /// Whether this key applies to a part of the modes of another.
  func isPart(of other: AccessKey) -> Bool {
    Self.chains.contains { chain in
      guard let own = chain.firstIndex(of: self) else { return false }
      return chain[(own + 1)...].contains(other)
    }
  }

  /// The meaning of a value of this key; nil if it does not concern the modes of the map.
  func access(_ access: Access) -> Access? {
    switch self {
    // `mofa=no` also bans mopeds; `mofa=yes` does not allow them.
    case .mofa: access == .no ? .no : nil
    // A lane for full cars: trips may begin or end there, but not pass through, as in OSRM.
    case .hov: access == .designated ? .destination : nil
    default: access
    }
  }

  /// The condition under which the key applies.
  ///
  /// `goods` means vehicles up to 3.5 t, which the model counts as trucks.
  var condition: Condition {
    self == .goods ? Condition([.vehicle(.weightRating, .atMost, 3_500)]) : .always
  }

  /// The key and suffix of an access tag; nil for other tags.
  ///
  /// Those of `motor_vehicle:forward` are `(.motorVehicle, "forward")`.
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
