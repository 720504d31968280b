/// A vehicle: a mode of travel and the properties that roads may limit.
///
/// A limit is checked only if the vehicle's property is given.
///
///     var truck = Vehicle(.truck)
///     truck.height = 4_000          // millimetres
///     truck.violates(VehicleLimit(.height, 3_800))   // true
@frozen
public struct Vehicle: Sendable, Hashable {
  /// The mode of travel.
  public var mode: Mode
  /// The property for each ``LimitKind`` raw value; nil is not checked.
  @usableFromInline
  var properties: [UInt32?]

  /// A vehicle of a mode, without properties.
  public init(_ mode: Mode) {
    self.mode = mode
    self.properties = Array(repeating: nil, count: LimitKind.allCases.count + 1)
  }

  /// A passenger car without properties.
  public static let car = Vehicle(.car)

  /// The vehicle's value of a property that roads limit, in the unit of its ``LimitKind``.
  @inlinable
  public subscript(kind: LimitKind) -> UInt32? {
    get { properties[Int(kind.rawValue)] }
    set { properties[Int(kind.rawValue)] = newValue }
  }

  /// Height in millimetres.
  public var height: UInt32? {
    get { self[.height] }
    set { self[.height] = newValue }
  }
  /// Actual weight in kilograms.
  public var weight: UInt32? {
    get { self[.weight] }
    set { self[.weight] = newValue }
  }

  /// Whether no property is given, so that no limit applies.
  @inlinable
  public var isUnlimited: Bool { properties.allSatisfy { $0 == nil } }

  /// Whether the vehicle exceeds a limit; an equal value does not.
  @inlinable
  public func violates(_ limit: VehicleLimit) -> Bool {
    guard let own = self[limit.kind] else { return false }
    return own > limit.value
  }
}
