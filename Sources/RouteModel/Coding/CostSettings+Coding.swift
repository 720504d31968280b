public import RoadModel

private let traitWords = WordTable<RoadTrait>([
  "toll": .toll, "ferry": .ferry, "motorway": .motorway, "tunnel": .tunnel, "unpaved": .unpaved,
  "livingStreet": .livingStreet, "truckRoute": .truckRoute, "scenic": .scenic, "uTurn": .uTurn,
])

private let delayWords = WordTable<TurnDelay>([
  "signals": .signals, "crossing": .crossing, "gate": .gate, "tollBooth": .tollBooth,
  "uTurn": .uTurn, "acrossTraffic": .acrossTraffic, "withTraffic": .withTraffic, "sharp": .sharp,
])

/// `preferences`, `turnSeconds` and `speedFactors`, each an object of numbers by the words of its keys; `steepPercent`
/// and `enginePowerKilowatts`, each a number. Each may be left out.
extension CostSettings: Codable {
  private enum CodingKeys: String, CodingKey {
    case preferences, turnSeconds, speedFactors, steepPercent, enginePowerKilowatts
  }

  /// Reads settings; an unknown name is an error, because the setting would not be considered.
  ///
  /// Values out of range are read, and refused by engines.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    func read<Key>(_ key: CodingKeys, _ words: WordTable<Key>) throws -> [Key: Double] {
      let named = try container.decodeIfPresent([String: Double].self, forKey: key) ?? [:]
      var found: [Key: Double] = [:]
      for (word, value) in named {
        guard let key = words.value(word) else {
          throw DecodingError.unknownWord(word, at: container.codingPath)
        }
        found[key] = value
      }
      return found
    }
    self.init(
      preferences: try read(.preferences, traitWords),
      turnSeconds: try read(.turnSeconds, delayWords),
      speedFactors: try read(.speedFactors, classWords),
      steepPercent: try container.decodeIfPresent(Double.self, forKey: .steepPercent),
      enginePowerKilowatts: try container.decodeIfPresent(
        Double.self, forKey: .enginePowerKilowatts))
  }

  /// Writes settings; empty parts are left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write<Key>(_ key: CodingKeys, _ values: [Key: Double], _ words: WordTable<Key>) throws {
      if values.isEmpty { return }
      var part = container.nestedContainer(keyedBy: MemberKey.self, forKey: key)
      for (word, key) in words.pairs {
        try part.encodeIfPresent(values[key], forKey: MemberKey(word))
      }
    }
    try write(.preferences, preferences, traitWords)
    try write(.turnSeconds, turnSeconds, delayWords)
    try write(.speedFactors, speedFactors, classWords)
    try container.encodeIfPresent(steepPercent, forKey: .steepPercent)
    try container.encodeIfPresent(enginePowerKilowatts, forKey: .enginePowerKilowatts)
  }
}
