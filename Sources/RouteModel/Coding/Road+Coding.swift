public import RoadModel

let accessWords = WordTable<Access>([
  "no": .no, "yes": .yes, "designated": .designated, "permissive": .permissive,
  "destination": .destination, "delivery": .delivery, "private": .privateOnly,
  "agricultural": .agricultural, "forestry": .forestry, "dismount": .dismount,
  "discouraged": .discouraged, "useSidepath": .useSidepath,
])

let classWords = WordTable<RoadClass>([
  "unknown": .unknown, "motorway": .motorway, "trunk": .trunk, "primary": .primary,
  "secondary": .secondary, "tertiary": .tertiary, "unclassified": .unclassified,
  "residential": .residential, "livingStreet": .livingStreet, "service": .service,
  "track": .track, "pedestrian": .pedestrian, "path": .path, "footway": .footway,
  "cycleway": .cycleway, "bridleway": .bridleway, "steps": .steps, "ferry": .ferry,
  "carTrain": .carTrain, "busway": .busway, "road": .road,
])

private let surfaceWords = WordTable<Surface>([
  "unknown": .unknown, "paved": .paved, "stones": .stones, "compacted": .compacted,
  "gravel": .gravel, "earth": .earth, "soft": .soft,
])

private let flagWords = WordTable<RoadFlags>([
  "toll": .toll, "tunnel": .tunnel, "bridge": .bridge, "ferry": .ferry,
  "roundabout": .roundabout, "link": .link, "builtUp": .builtUp, "truckToll": .truckToll,
  "minorService": .minorService, "motorroad": .motorroad, "onewayForward": .onewayForward,
  "onewayBackward": .onewayBackward, "truckNetwork": .truckNetwork, "circular": .circular,
  "scenic": .scenic, "vignette": .vignette,
])

extension Access: Codable {
  /// Reads the access's word.
  public init(from decoder: any Decoder) throws { self = try accessWords.read(decoder) }
  /// Writes the access's word.
  public func encode(to encoder: any Encoder) throws { try accessWords.write(self, encoder) }
}

/// The access of the modes by their names; modes to which the road is closed are left out.
///
/// An access that this version does not know is read as closed.
extension AccessTable: Codable {
  /// Reads a table.
  public init(from decoder: any Decoder) throws { self = try AccessCoding(from: decoder).table }

  /// Writes a table.
  public func encode(to encoder: any Encoder) throws {
    try AccessCoding(table: self).encode(to: encoder)
  }
}

/// The access of modes, with the words that this version does not know.
private struct AccessCoding: Codable {
  var table: AccessTable
  /// Unknown access of modes, and the access of unknown modes.
  var words: [String: String] = [:]

  init(table: AccessTable, words: [String: String] = [:]) {
    self.table = table
    self.words = words
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: MemberKey.self)
    table = .closed
    for key in container.allKeys {
      guard let mode = modeWords.value(key.stringValue) else {
        // A member of a later version may be no mode at all.
        words[key.stringValue] = try? container.decode(String.self, forKey: key)
        continue
      }
      guard let word = try container.decodeIfPresent(String.self, forKey: key) else { continue }
      if let access = accessWords.value(word) {
        table[mode] = access
      } else {
        words[key.stringValue] = word
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for mode in Mode.allCases where table[mode] != .no {
      try container.encode(table[mode], forKey: MemberKey(mode.name))
    }
    for (name, word) in words.sorted(by: { $0.key < $1.key }) {
      try container.encode(word, forKey: MemberKey(name))
    }
  }
}

extension RoadClass: Codable {
  /// Reads the class's word; one that this version does not know is `unknown`.
  ///
  /// The edges of routes keep it, and write it back.
  public init(from decoder: any Decoder) throws {
    self = try ifKnown { try classWords.read(decoder) } ?? .unknown
  }
  /// Writes the class's word.
  public func encode(to encoder: any Encoder) throws { try classWords.write(self, encoder) }
}

extension Surface: Codable {
  /// Reads the surface's word; one that this version does not know is `unknown`.
  ///
  /// The edges of routes keep it, and write it back.
  public init(from decoder: any Decoder) throws {
    self = try ifKnown { try surfaceWords.read(decoder) } ?? .unknown
  }
  /// Writes the surface's word.
  public func encode(to encoder: any Encoder) throws { try surfaceWords.write(self, encoder) }
}

/// Flags are a list of their words; those that this version does not know are left out.
///
/// The edges of routes keep them, and write them back.
extension RoadFlags: Codable {
  /// Reads words.
  public init(from decoder: any Decoder) throws { self = try flagWords.readSet(decoder) }
  /// Writes words.
  public func encode(to encoder: any Encoder) throws { try flagWords.writeSet(self, encoder) }
}

/// A speed is a number of tenths of km/h; 0 is unknown, 65535 is unlimited.
extension Speed: Codable {
  /// Reads a number.
  public init(from decoder: any Decoder) throws {
    self.init(deciKmh: try decoder.singleValueContainer().decode(UInt16.self))
  }

  /// Writes a number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(deciKmh)
  }
}

extension RoadAttributes: Codable {
  /// Reads the attributes of a road; missing ones are unknown.
  public init(from decoder: any Decoder) throws { self = try RoadCoding(from: decoder).road }

  /// Writes the attributes of a road.
  public func encode(to encoder: any Encoder) throws {
    try RoadCoding(self).encode(to: encoder)
  }
}

/// The attributes of a road, with the words that this version does not know.
struct RoadCoding: Codable {
  private enum CodingKeys: String, CodingKey {
    case roadClass = "class"
    case surface, flags, forwardAccess, backwardAccess, forwardSpeed, backwardSpeed
    case forwardTruckSpeed, backwardTruckSpeed, trackGrade, smoothness, lanes
  }

  var road: RoadAttributes
  var words: RoadWords

  init(_ road: RoadAttributes, _ words: RoadWords = RoadWords()) {
    self.road = road
    self.words = words
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(RoadAttributes(roadClass: .unknown))
    if let word = try container.decodeIfPresent(String.self, forKey: .roadClass) {
      road.roadClass = classWords.value(word) ?? .unknown
      if classWords.value(word) == nil { words.roadClass = word }
    }
    if let word = try container.decodeIfPresent(String.self, forKey: .surface) {
      road.surface = surfaceWords.value(word) ?? .unknown
      if surfaceWords.value(word) == nil { words.surface = word }
    }
    let flags = try container.decode(.flags, default: [String]())
    (road.flags, words.flags) = flagWords.set(of: flags)
    let closed = AccessCoding(table: .closed)
    let forward = try container.decode(.forwardAccess, default: closed)
    (road.forwardAccess, words.forwardAccess) = (forward.table, forward.words)
    let backward = try container.decode(.backwardAccess, default: closed)
    (road.backwardAccess, words.backwardAccess) = (backward.table, backward.words)
    road.forwardSpeed = try container.decode(.forwardSpeed, default: .unknown)
    road.backwardSpeed = try container.decode(.backwardSpeed, default: .unknown)
    road.forwardTruckSpeed = try container.decode(.forwardTruckSpeed, default: .unknown)
    road.backwardTruckSpeed = try container.decode(.backwardTruckSpeed, default: .unknown)
    road.trackGrade = try container.decode(.trackGrade, default: 0)
    road.smoothness = try container.decode(.smoothness, default: 0)
    road.lanes = try container.decode(.lanes, default: 0)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let word = words.roadClass {
      try container.encode(word, forKey: .roadClass)
    } else {
      try container.encode(road.roadClass, forKey: .roadClass)
    }
    if let word = words.surface {
      try container.encode(word, forKey: .surface)
    } else {
      try container.encode(road.surface, forKey: .surface)
    }
    try container.encode(flagWords.words(of: road.flags) + words.flags, forKey: .flags)
    try container.encode(
      AccessCoding(table: road.forwardAccess, words: words.forwardAccess), forKey: .forwardAccess)
    try container.encode(
      AccessCoding(table: road.backwardAccess, words: words.backwardAccess),
      forKey: .backwardAccess)
    try container.encode(road.forwardSpeed, forKey: .forwardSpeed)
    try container.encode(road.backwardSpeed, forKey: .backwardSpeed)
    try container.encode(road.forwardTruckSpeed, forKey: .forwardTruckSpeed)
    try container.encode(road.backwardTruckSpeed, forKey: .backwardTruckSpeed)
    try container.encode(road.trackGrade, forKey: .trackGrade)
    try container.encode(road.smoothness, forKey: .smoothness)
    try container.encode(road.lanes, forKey: .lanes)
  }
}
