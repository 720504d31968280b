internal import Bytes
public import Geo

/// A kind of connector at charging stations.
public enum ConnectorType: OpenWord {
  /// IEC 62196 type 1 (SAE J1772).
  case type1
  /// IEC 62196 type 2, socket or cable.
  case type2
  /// CCS with type 1 (Combo 1).
  case ccs1
  /// CCS with type 2 (Combo 2).
  case ccs
  /// CHAdeMO.
  case chademo
  /// Tesla's connectors, including NACS.
  case tesla
  /// GB/T.
  case gbt
  /// A domestic socket.
  case schuko
  /// A blue or red industrial socket (IEC 60309).
  case cee
  /// Another kind.
  case other
  /// A kind that this version does not know.
  case unknown(String)

  /// The kinds that this version knows.
  public static let allCases: [ConnectorType] = [
    .type1, .type2, .ccs1, .ccs, .chademo, .tesla, .gbt, .schuko, .cee, .other,
  ]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .type1: "type1"
    case .type2: "type2"
    case .ccs1: "ccs1"
    case .ccs: "ccs"
    case .chademo: "chademo"
    case .tesla: "tesla"
    case .gbt: "gbt"
    case .schuko: "schuko"
    case .cee: "cee"
    case .other: "other"
    case .unknown(let word): word
    }
  }

  /// The assumed power in kW if a station states none.
  public var usualKilowatts: Double {
    switch self {
    case .type1: 7.4
    case .type2, .cee, .gbt: 11
    case .ccs1, .ccs, .chademo: 50
    case .tesla: 120
    case .schuko: 2.3
    case .other, .unknown: 3.7
    }
  }
}

extension ConnectorType {
  /// A kind from its word in a request.
  ///
  /// - Throws: `DecodingError` for a word that this version does not know.
  init(requested word: String, at path: [any CodingKey]) throws {
    guard let type = ConnectorType(known: word) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path,
          debugDescription: "no such connector: \(TerminalText.brief(word)); known are "
            + Self.allCases.map(\.rawValue).joined(separator: ", ")))
    }
    self = type
  }
}

/// Connectors of one kind at a charging station.
public struct Connector: Sendable, Hashable {
  /// The kind.
  public var type: ConnectorType
  /// The power of each in kW; nil if unknown.
  public var powerKilowatts: Double?
  /// The number of connectors, at least 1.
  public var count: Int

  /// Connectors from their facts.
  public init(_ type: ConnectorType, powerKilowatts: Double? = nil, count: Int = 1) {
    self.type = type
    self.powerKilowatts = powerKilowatts
    self.count = count
  }
}

/// A place where batteries are charged.
public struct ChargingStation: Sendable, Hashable {
  /// The id, not empty, and unique among the stations of a request: `node/123`, `way/123` or `relation/123` for those
  /// of the map.
  public var id: String
  /// The name.
  public var name: String?
  /// The company that runs it, or its network.
  public var operatorName: String?
  /// The position of the station.
  public var coordinate: Coordinate
  /// The connectors; empty if unknown.
  public var connectors: [Connector]
  /// The value of `access`, such as `customers`; nil if anyone may use it.
  public var access: String?
  /// The opening hours as in OpenStreetMap; nil if unknown.
  public var openingHours: String?
  /// Whether charging costs money; nil if unknown.
  public var fee: Bool?

  /// A station from its facts.
  public init(
    id: String, name: String? = nil, operatorName: String? = nil, coordinate: Coordinate,
    connectors: [Connector] = [], access: String? = nil, openingHours: String? = nil,
    fee: Bool? = nil
  ) {
    self.id = id
    self.name = name
    self.operatorName = operatorName
    self.coordinate = coordinate
    self.connectors = connectors
    self.access = access
    self.openingHours = openingHours
    self.fee = fee
  }
}

/// `type`, `powerKilowatts` and `count`; a kind that this version does not know keeps its word.
extension Connector: Codable {
  fileprivate enum CodingKeys: String, CodingKey { case type, powerKilowatts, count }

  /// Reads connectors.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(ConnectorType.self, forKey: .type),
      powerKilowatts: try container.decodeIfPresent(Double.self, forKey: .powerKilowatts),
      count: try container.decode(.count, default: 1))
  }
}

/// `id`, `latitude` and `longitude` are required; all other members are optional.
extension ChargingStation: Codable {
  fileprivate enum CodingKeys: String, CodingKey {
    case id, name, latitude, longitude, connectors, access, openingHours, fee
    case operatorName = "operator"
  }

  /// Reads a station.
  ///
  /// - Throws: `DecodingError`, also for a coordinate out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let latitude = try container.decode(Double.self, forKey: .latitude)
    let longitude = try container.decode(Double.self, forKey: .longitude)
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw DecodingError.dataCorruptedError(
        forKey: .latitude, in: container, debugDescription: "the coordinate is out of range")
    }
    self.init(
      id: try container.decode(String.self, forKey: .id),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      operatorName: try container.decodeIfPresent(String.self, forKey: .operatorName),
      coordinate: place, connectors: try container.decode(.connectors, default: []),
      access: try container.decodeIfPresent(String.self, forKey: .access),
      openingHours: try container.decodeIfPresent(String.self, forKey: .openingHours),
      fee: try container.decodeIfPresent(Bool.self, forKey: .fee))
  }

  /// Writes a station.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(operatorName, forKey: .operatorName)
    try container.encode(coordinate.latitude, forKey: .latitude)
    try container.encode(coordinate.longitude, forKey: .longitude)
    try container.encode(connectors, forKey: .connectors)
    try container.encodeIfPresent(access, forKey: .access)
    try container.encodeIfPresent(openingHours, forKey: .openingHours)
    try container.encodeIfPresent(fee, forKey: .fee)
  }
}

/// A station of a request: unknown members are errors, whereas answers leave them out.
package struct OwnStation: Decodable {
  /// The station.
  package let station: ChargingStation

  private struct OwnConnector: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.requestMembers(Connector.CodingKeys.self)
      let word = try container.decode(String.self, forKey: .type)
      _ = try ConnectorType(requested: word, at: container.codingPath + [Connector.CodingKeys.type])
    }
  }

  /// Reads a station.
  ///
  /// - Throws: `DecodingError`, also for members and kinds of connectors that are unknown.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(ChargingStation.CodingKeys.self)
    _ = try container.decodeIfPresent([OwnConnector].self, forKey: .connectors)
    station = try ChargingStation(from: decoder)
  }
}
