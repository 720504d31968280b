/// A mode of travel with its own access in the map.
///
/// The raw value is its bit and nibble in the file (Formats/nav-2.md, section 6.4).
@frozen
public enum Mode: UInt8, CaseIterable, Sendable, Hashable {
  /// A passenger car.
  case car = 0
  /// A heavy goods vehicle, more than 3.5 t in most countries.
  case truck = 1
  /// A bicycle, ridden.
  case bicycle = 2
  /// A pedestrian.
  case foot = 3
  /// A moped or motor scooter.
  case scooter = 4
  /// A bus in public service.
  case bus = 5
  /// A taxi with a passenger.
  case taxi = 6
  /// A motorcycle.
  case motorcycle = 7

  /// The name used on the command line and in JSON.
  public var name: String {
    switch self {
    case .car: "car"
    case .truck: "truck"
    case .bicycle: "bicycle"
    case .foot: "foot"
    case .scooter: "scooter"
    case .bus: "bus"
    case .taxi: "taxi"
    case .motorcycle: "motorcycle"
    }
  }

  /// Who travels by this mode in messages, such as "no route for a pedestrian".
  package var traveller: String { self == .foot ? "pedestrian" : name }

  /// Whether the mode is motorised, so that limits of size and weight and rules for motor vehicles apply.
  @inlinable
  public var isMotorised: Bool { self != .bicycle && self != .foot }
}

/// A set of modes as one byte, bit `mode.rawValue` for each.
@frozen
public struct ModeSet: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// A set from its bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one mode.
  @inlinable
  public init(_ mode: Mode) { self.rawValue = 1 &<< mode.rawValue }

  /// All modes.
  public static let all = ModeSet(rawValue: 0xFF)
  /// No mode.
  public static let none: ModeSet = []

  /// Whether `mode` is in the set.
  @inlinable
  public func contains(_ mode: Mode) -> Bool { rawValue & (1 &<< mode.rawValue) != 0 }
}
