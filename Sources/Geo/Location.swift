/// One fix of a GPS receiver.
///
/// Values are not validated here. The matcher leaves out fixes that are out of range, not numbers
/// or out of order, and reports the reason.
public struct Location: Sendable, Hashable {
  /// Degrees, -90 to 90.
  public var latitude: Double
  /// Degrees, -180 to 180.
  public var longitude: Double
  /// Seconds since any fixed time, the same for the whole trace; nil if unknown.
  public var time: Double?
  /// The horizontal accuracy in metres: the radius that contains the true position with a probability of two thirds.
  public var accuracyMetres: Double?
  /// The direction of travel in degrees, clockwise from north.
  public var headingDegrees: Double?
  /// Speed over ground in metres per second.
  public var speed: Double?

  /// A fix from its parts.
  @inlinable
  public init(
    latitude: Double, longitude: Double, time: Double? = nil, accuracyMetres: Double? = nil,
    headingDegrees: Double? = nil, speed: Double? = nil
  ) {
    self.latitude = latitude
    self.longitude = longitude
    self.time = time
    self.accuracyMetres = accuracyMetres
    self.headingDegrees = headingDegrees
    self.speed = speed
  }
}

/// The fixes of one trip, in order.
public struct Trace: Sendable, Hashable {
  /// The name in the source.
  public var name: String?
  /// The fixes.
  public var locations: [Location]

  /// A trace of fixes.
  @inlinable
  public init(_ locations: [Location], name: String? = nil) {
    self.locations = locations
    self.name = name
  }
}
