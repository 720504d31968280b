/// The content of the signs at a maneuver, in the order in which they show it.
public struct RoadSign: Sendable, Hashable, Codable {
  /// The number of the exit, such as `12a`.
  public var exitNumber: String?
  /// The name of the exit.
  public var exitName: String?
  /// The numbers of roads.
  public var roadNumbers: [String]
  /// The streets.
  public var streets: [String]
  /// The places.
  public var towards: [String]
  /// The symbols, in the words of OpenStreetMap, such as `airport`.
  public var symbols: [String]

  /// A sign from its parts.
  public init(
    exitNumber: String? = nil, exitName: String? = nil, roadNumbers: [String] = [],
    streets: [String] = [], towards: [String] = [], symbols: [String] = []
  ) {
    self.exitNumber = exitNumber
    self.exitName = exitName
    self.roadNumbers = roadNumbers
    self.streets = streets
    self.towards = towards
    self.symbols = symbols
  }

  /// Whether the signs are empty.
  public var isEmpty: Bool {
    exitNumber == nil && exitName == nil && roadNumbers.isEmpty && streets.isEmpty
      && towards.isEmpty && symbols.isEmpty
  }
}

extension RoadSign {
  /// Decodes a sign; every member is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      exitNumber: try container.decodeIfPresent(String.self, forKey: .exitNumber),
      exitName: try container.decodeIfPresent(String.self, forKey: .exitName),
      roadNumbers: try container.decode(.roadNumbers, default: []),
      streets: try container.decode(.streets, default: []),
      towards: try container.decode(.towards, default: []),
      symbols: try container.decode(.symbols, default: []))
  }
}
