import Notation

/// A vehicle property that roads limit; the file stores the raw value (Formats/nav-2.md, section 6.4).
@frozen
public enum LimitKind: UInt8, CaseIterable, Sendable, Hashable {
  /// Height in millimetres (`maxheight`).
  case height = 1
  /// Width in millimetres (`maxwidth`).
  case width = 2
  /// Length in millimetres (`maxlength`).
  case length = 3
  /// Actual weight in kilograms (`maxweight`).
  case weight = 4
  /// Permitted weight in kilograms (`maxweightrating`).
  case weightRating = 5
  /// Load of one axle in kilograms (`maxaxleload`).
  case axleLoad = 6
  /// Load of a group of axles in kilograms (`maxbogieweight`).
  case bogieLoad = 7
  /// Number of axles (`maxaxles`).
  case axles = 8
  /// Number of trailers (`trailer=no` is 0).
  case trailers = 9
  /// Hazardous goods on board, 1 or 0 (`hazmat=no` is 0).
  case hazmat = 10
  /// Goods hazardous to water on board, 1 or 0 (`hazmat:water=no` is 0).
  case hazmatWater = 11
  /// Severity of the load's tunnel restriction code: none 0, E 1, D 2, C 3, B 4.
  ///
  /// A tunnel of category E admits at most 0, D 1, C 2, B 3.
  case tunnelCode = 12

  /// The OpenStreetMap key that sets this limit.
  public var key: String {
    switch self {
    case .height: "maxheight"
    case .width: "maxwidth"
    case .length: "maxlength"
    case .weight: "maxweight"
    case .weightRating: "maxweightrating"
    case .axleLoad: "maxaxleload"
    case .bogieLoad: "maxbogieweight"
    case .axles: "maxaxles"
    case .trailers: "trailer"
    case .hazmat: "hazmat"
    case .hazmatWater: "hazmat:water"
    case .tunnelCode: "tunnel category"
    }
  }

  /// The limited property in a few words.
  public var name: String {
    switch self {
    case .height: "height"
    case .width: "width"
    case .length: "length"
    case .weight: "weight"
    case .weightRating: "permitted weight"
    case .axleLoad: "axle load"
    case .bogieLoad: "load of an axle group"
    case .axles: "number of axles"
    case .trailers: "number of trailers"
    case .hazmat: "load of hazardous goods"
    case .hazmatWater: "load of goods hazardous to water"
    case .tunnelCode: "tunnel code"
    }
  }

  /// Decimal places of the usual unit: 3 for metres and tonnes, 0 for counts.
  var decimals: Int {
    switch self {
    case .height, .width, .length, .weight, .weightRating, .axleLoad, .bogieLoad: 3
    default: 0
    }
  }

  /// A value with its unit: `3.8 m`, `7.5 t`, `2`.
  public func text(of value: UInt32) -> String {
    switch self {
    case .height, .width, .length: Self.decimal(value) + " m"
    case .weight, .weightRating, .axleLoad, .bogieLoad: Self.decimal(value) + " t"
    case .axles, .trailers: String(value)
    case .hazmat, .hazmatWater: value == 0 ? "no" : "yes"
    case .tunnelCode: ["E", "D", "C", "B", "A"][Int(min(value, 4))]
    }
  }

  /// The vehicle's value in words: `4 m`, `hazardous goods`, `tunnel code C`.
  public func text(ofVehicle value: UInt32) -> String {
    switch self {
    case .axles: value == 1 ? "1 axle" : "\(value) axles"
    case .trailers: value == 1 ? "1 trailer" : "\(value) trailers"
    case .hazmat: "hazardous goods"
    case .hazmatWater: "goods hazardous to water"
    case .tunnelCode: "tunnel code " + ["none", "E", "D", "C", "B"][Int(min(value, 4))]
    default: text(of: value)
    }
  }

  /// Thousandths as a decimal without trailing zeros.
  static func decimal(_ thousandths: UInt32) -> String {
    Decimals.text(units: Int64(thousandths), decimals: 3)
  }
}

/// Directions of a segment.
@frozen
public struct DirectionSet: OptionSet, Sendable, Hashable {
  /// Bit 0 forward, bit 1 backward.
  public let rawValue: UInt8

  /// A set from its bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Along the shape.
  public static let forward = DirectionSet(rawValue: 1)
  /// Against the shape.
  public static let backward = DirectionSet(rawValue: 2)
  /// Both directions.
  public static let both: DirectionSet = [.forward, .backward]

  /// Whether the set contains `direction`.
  @inlinable
  public func contains(_ direction: Direction) -> Bool {
    rawValue & (1 &<< direction.rawValue) != 0
  }

  /// The same set seen from the other end.
  public var reversed: DirectionSet {
    DirectionSet(rawValue: (rawValue & 1) << 1 | (rawValue & 2) >> 1)
  }
}

/// A limit of a road: a vehicle whose property exceeds it may not pass; an equal value is allowed.
@frozen
public struct VehicleLimit: Sendable, Hashable {
  /// The limited property.
  public var kind: LimitKind
  /// The maximum value that is allowed, in the unit of the kind.
  public var value: UInt32
  /// The directions in which the limit applies.
  public var directions: DirectionSet

  /// A limit of a kind, by default in both directions.
  public init(_ kind: LimitKind, _ value: UInt32, directions: DirectionSet = .both) {
    self.kind = kind
    self.value = value
    self.directions = directions
  }

  /// The limit as a tag: `maxheight=3.8`.
  public var tag: String {
    kind.decimals == 3
      ? "\(kind.key)=\(LimitKind.decimal(value))" : "\(kind.key)=\(kind.text(of: value))"
  }
}
