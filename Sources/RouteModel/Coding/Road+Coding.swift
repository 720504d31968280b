public import RoadModel

private let accessWords = WordTable<Access>([
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
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: WordKey.self)
    self = .closed
    for mode in Mode.allCases {
      let key = WordKey(mode.name)
      let access = try ifKnown { try container.decodeIfPresent(Access.self, forKey: key) }
      if case .some(.some(let access)) = access { self[mode] = access }
    }
  }

  /// Writes a table.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WordKey.self)
    for mode in Mode.allCases where self[mode] != .no {
      try container.encode(self[mode], forKey: WordKey(mode.name))
    }
  }
}

extension RoadClass: Codable {
  /// Reads the class's word; one that this version does not know is `unknown`.
  public init(from decoder: any Decoder) throws {
    self = try ifKnown { try classWords.read(decoder) } ?? .unknown
  }
  /// Writes the class's word.
  public func encode(to encoder: any Encoder) throws { try classWords.write(self, encoder) }
}

extension Surface: Codable {
  /// Reads the surface's word; one that this version does not know is `unknown`.
  public init(from decoder: any Decoder) throws {
    self = try ifKnown { try surfaceWords.read(decoder) } ?? .unknown
  }
  /// Writes the surface's word.
  public func encode(to encoder: any Encoder) throws { try surfaceWords.write(self, encoder) }
}

/// Flags are a list of their words; those that this version does not know are left out.
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
  private enum CodingKeys: String, CodingKey {
    case roadClass = "class"
    case surface, flags, forwardAccess, backwardAccess, forwardSpeed, backwardSpeed
    case forwardTruckSpeed, backwardTruckSpeed, trackGrade, smoothness, lanes
  }

  /// Reads the attributes of a road; missing ones are unknown.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(roadClass: try container.decode(.roadClass, default: .unknown))
    surface = try container.decode(.surface, default: surface)
    flags = try container.decode(.flags, default: [])
    forwardAccess = try container.decode(.forwardAccess, default: .closed)
    backwardAccess = try container.decode(.backwardAccess, default: .closed)
    forwardSpeed = try container.decode(.forwardSpeed, default: forwardSpeed)
    backwardSpeed = try container.decode(.backwardSpeed, default: backwardSpeed)
    forwardTruckSpeed = try container.decode(.forwardTruckSpeed, default: forwardTruckSpeed)
    backwardTruckSpeed = try container.decode(.backwardTruckSpeed, default: backwardTruckSpeed)
    trackGrade = try container.decode(.trackGrade, default: trackGrade)
    smoothness = try container.decode(.smoothness, default: smoothness)
    lanes = try container.decode(.lanes, default: lanes)
  }

  /// Writes the attributes of a road.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(roadClass, forKey: .roadClass)
    try container.encode(surface, forKey: .surface)
    try container.encode(flags, forKey: .flags)
    try container.encode(forwardAccess, forKey: .forwardAccess)
    try container.encode(backwardAccess, forKey: .backwardAccess)
    try container.encode(forwardSpeed, forKey: .forwardSpeed)
    try container.encode(backwardSpeed, forKey: .backwardSpeed)
    try container.encode(forwardTruckSpeed, forKey: .forwardTruckSpeed)
    try container.encode(backwardTruckSpeed, forKey: .backwardTruckSpeed)
    try container.encode(trackGrade, forKey: .trackGrade)
    try container.encode(smoothness, forKey: .smoothness)
    try container.encode(lanes, forKey: .lanes)
  }
}
