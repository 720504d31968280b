internal import Bytes
public import RoadModel

let modeWords = WordTable<Mode>([
  "car": .car, "truck": .truck, "bicycle": .bicycle, "foot": .foot, "scooter": .scooter,
  "bus": .bus, "taxi": .taxi, "motorcycle": .motorcycle,
])

let modeSetWords = WordTable<ModeSet>([
  "car": ModeSet(.car), "truck": ModeSet(.truck), "bicycle": ModeSet(.bicycle),
  "foot": ModeSet(.foot), "scooter": ModeSet(.scooter), "bus": ModeSet(.bus),
  "taxi": ModeSet(.taxi), "motorcycle": ModeSet(.motorcycle),
])

let limitWords = WordTable<LimitKind>([
  "height": .height, "width": .width, "length": .length, "weight": .weight,
  "weightRating": .weightRating, "axleLoad": .axleLoad, "bogieLoad": .bogieLoad,
  "axles": .axles, "trailers": .trailers, "hazmat": .hazmat, "hazmatWater": .hazmatWater,
  "tunnelCode": .tunnelCode,
])

let directionWords = WordTable<DirectionSet>([
  "forward": .forward, "backward": .backward,
])

private let oneDirectionWords = WordTable<Direction>(["forward": .forward, "backward": .backward])

/// A mode is its name.
///
/// An unknown one is an error with the name: no engine can route it. An error or a notice that has one is read as
/// `unknown`, and keeps its text.
extension Mode: Codable {
  /// Reads the mode's name.
  public init(from decoder: any Decoder) throws { self = try modeWords.read(decoder) }
  /// Writes the mode's name.
  public func encode(to encoder: any Encoder) throws { try modeWords.write(self, encoder) }
}

/// A set of modes is a list of their names; names that this version does not know are left out.
///
/// The edges and blockers of routes keep them, and write them back.
extension ModeSet: Codable {
  /// Reads names.
  public init(from decoder: any Decoder) throws { self = try modeSetWords.readSet(decoder) }
  /// Writes names.
  public func encode(to encoder: any Encoder) throws { try modeSetWords.writeSet(self, encoder) }
}

/// A kind of limit is its word.
///
/// An unknown one is an error with the word; each type that contains limits states how it handles it.
extension LimitKind: Codable {
  /// Reads the kind's word.
  public init(from decoder: any Decoder) throws { self = try limitWords.read(decoder) }
  /// Writes the kind's word.
  public func encode(to encoder: any Encoder) throws { try limitWords.write(self, encoder) }
}

/// Directions are a list of `forward` and `backward`; other words are left out.
extension DirectionSet: Codable {
  /// Reads words.
  public init(from decoder: any Decoder) throws { self = try directionWords.readSet(decoder) }
  /// Writes words.
  public func encode(to encoder: any Encoder) throws {
    try directionWords.writeSet(self, encoder)
  }
}

/// A direction is `forward` or `backward`.
extension Direction: Codable {
  /// Reads the word.
  public init(from decoder: any Decoder) throws { self = try oneDirectionWords.read(decoder) }
  /// Writes the word.
  public func encode(to encoder: any Encoder) throws { try oneDirectionWords.write(self, encoder) }
}

/// A vehicle is its mode, and `limits` with the properties that are given: millimetres, kilograms or counts.
extension Vehicle: Codable {
  private enum CodingKeys: String, CodingKey { case mode, limits }

  /// Reads a vehicle.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(try container.decode(Mode.self, forKey: .mode))
    guard container.contains(.limits) else { return }
    let limits = try container.nestedContainer(keyedBy: MemberKey.self, forKey: .limits)
    for key in limits.allKeys {
      guard let kind = limitWords.value(key.stringValue) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: limits,
          debugDescription: "no such property: \(TerminalText.brief(key.stringValue))")
      }
      do {
        self[kind] = try limits.decode(UInt32.self, forKey: key)
      } catch DecodingError.typeMismatch(let type, let context) {
        throw DecodingError.typeMismatch(type, context)
      } catch {
        // For a number that is not whole, Foundation says that all is no JSON, without the path.
        throw DecodingError.dataCorruptedError(
          forKey: key, in: limits,
          debugDescription: "\(key.stringValue) takes a whole number of millimetres, kilograms or "
            + "pieces")
      }
    }
  }

  /// Writes a vehicle.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(mode, forKey: .mode)
    if isUnlimited { return }
    var limits = container.nestedContainer(keyedBy: MemberKey.self, forKey: .limits)
    for (word, kind) in limitWords.pairs {
      try limits.encodeIfPresent(self[kind], forKey: MemberKey(word))
    }
  }
}

extension VehicleLimit: RoadFact {
  static func leavesOutWords(_ decoder: any Decoder) throws -> Bool {
    try decoder.container(keyedBy: CodingKeys.self).leavesOutWords(.directions, directionWords)
  }
}

extension VehicleLimit: Codable {
  private enum CodingKeys: String, CodingKey { case kind, value, directions }

  /// Reads a limit.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(LimitKind.self, forKey: .kind),
      try container.decode(UInt32.self, forKey: .value),
      directions: try container.decode(.directions, default: .both))
  }

  /// Writes a limit.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(value, forKey: .value)
    try container.encode(directions, forKey: .directions)
  }
}
