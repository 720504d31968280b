/// The attributes of a charging station, without its position.
public struct StationReading: Sendable, Hashable {
  /// A kind of connector, by its number in the file (Formats/stations.md, section 3).
  public enum Socket: UInt8, Sendable, Hashable, CaseIterable {
    /// Any other kind.
    case other = 0
    /// IEC 62196 type 1.
    case type1 = 1
    /// IEC 62196 type 2.
    case type2 = 2
    /// CCS with type 1.
    case ccs1 = 3
    /// CCS with type 2.
    case ccs = 4
    /// CHAdeMO.
    case chademo = 5
    /// Tesla's connectors.
    case tesla = 6
    /// GB/T.
    case gbt = 7
    /// A domestic socket.
    case schuko = 8
    /// An industrial socket (IEC 60309).
    case cee = 9
  }

  /// Connectors of one kind and power.
  public struct Connectors: Sendable, Hashable {
    /// Their kind.
    public var socket: Socket
    /// The power of each in watts; 0 if unknown.
    public var watts: UInt32
    /// The number of connectors, at least 1.
    public var count: UInt16

    /// Connectors from their facts.
    public init(_ socket: Socket, watts: UInt32 = 0, count: UInt16 = 1) {
      self.socket = socket
      self.watts = watts
      self.count = count
    }
  }

  /// The vehicles that a station serves.
  public struct Vehicles: OptionSet, Sendable, Hashable {
    /// The bits in the file.
    public var rawValue: UInt8

    /// Vehicles from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Cars.
    public static let cars = Vehicles(rawValue: 1)
    /// Trucks.
    public static let trucks = Vehicles(rawValue: 2)
  }

  /// Its name.
  public var name: String?
  /// The company that runs it, or its network or brand.
  public var operatorName: String?
  /// The value of `opening_hours`.
  public var openingHours: String?
  /// The value of `access`.
  public var access: String?
  /// The number of vehicles that can charge at once; 0 if unknown.
  public var capacity: UInt16
  /// Whether charging costs money; nil if unknown.
  public var fee: Bool?
  /// The vehicles that it serves: all that are not excluded.
  public var vehicles: Vehicles
  /// The connectors; empty if unknown.
  public var connectors: [Connectors]

  /// A station from its facts.
  public init(
    name: String? = nil, operatorName: String? = nil, openingHours: String? = nil,
    access: String? = nil, capacity: UInt16 = 0, fee: Bool? = nil,
    vehicles: Vehicles = [.cars, .trucks], connectors: [Connectors] = []
  ) {
    self.name = name
    self.operatorName = operatorName
    self.openingHours = openingHours
    self.access = access
    self.capacity = capacity
    self.fee = fee
    self.vehicles = vehicles
    self.connectors = connectors
  }
}
