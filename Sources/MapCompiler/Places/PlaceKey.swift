import OSMInput
import RoadRules

/// The keys that ``PlaceCollector`` looks up in every element, by their places in ``set``.
enum PlaceKey: Int, CaseIterable {
  case name
  case highway
  case entrance
  case postalCode
  case houseNumber
  case streetNumber
  case conscriptionNumber
  case houseName
  case interpolation
  case street
  /// A part of a settlement with numbers of its own, in place of a street.
  case block
  // The settlement of an address, from the most frequent key.
  case city
  case town
  case village
  case hamlet
  case postcode

  private var key: StaticString {
    switch self {
    case .name: "name"
    case .highway: "highway"
    case .entrance: "entrance"
    case .postalCode: "postal_code"
    case .houseNumber: "addr:housenumber"
    case .streetNumber: "addr:streetnumber"
    case .conscriptionNumber: "addr:conscriptionnumber"
    case .houseName: "addr:housename"
    case .interpolation: "addr:interpolation"
    case .street: "addr:street"
    case .block: "addr:place"
    case .city: "addr:city"
    case .town: "addr:town"
    case .village: "addr:village"
    case .hamlet: "addr:hamlet"
    case .postcode: "addr:postcode"
    }
  }

  private static let keys: [StaticString] = {
    let own = allCases.map(\.key)
    return own + RoadRules.placeKeys.filter { key in !own.contains { "\($0)" == "\(key)" } }
  }()

  /// These keys, then the others of places.
  static let set = OSMKeySet(keys)

  /// The bits of some keys in ``OSMFoundKeys/keys``.
  private static func bits(_ isWanted: (String) -> Bool) -> UInt64 {
    keys.enumerated().reduce(0) { $0 | (isWanted("\($1.element)") ? 1 << UInt64($1.offset) : 0) }
  }

  /// Keys of places and addresses.
  static let matters = bits { key in RoadRules.placeKeys.contains { "\($0)" == key } }
  /// Keys of places, and not only of addresses; most houses have none of them.
  static let kinds = bits { key in
    !key.hasPrefix("addr:") && RoadRules.placeKeys.contains { "\($0)" == key }
  }
  /// Keys of places whatever their values.
  static let features =
    kinds & ~bits { key in RoadRules.placeValues.contains { "\($0.key)" == key } }

  /// Keys of the landscape, of which few values make a place.
  static let landscape = bits { key in RoadRules.landscapeKeys.contains { "\($0)" == key } }

  /// Of other keys of places, by their places in ``set``, the values that make one.
  static let values = RoadRules.placeValues.map { row in
    (key: keys.firstIndex { "\($0)" == "\(row.key)" } ?? keys.count, values: row.values)
  }
}

extension OSMFoundKeys {
  /// The index of the tag with a key; nil if there is none.
  subscript(key: PlaceKey) -> Int? { self[key.rawValue] }

  /// Whether there is a tag with a key.
  func has(_ key: PlaceKey) -> Bool { self[key] != nil }
}
