/// One fix of a receiver.
///
/// Numbers are taken as they come: what is not a place on earth, not a number or out of order is
/// left out by the matcher, which says so.
public struct Location: Sendable, Hashable {
  /// Degrees, -90 to 90.
  public var latitude: Double
  /// Degrees, -180 to 180.
  public var longitude: Double
  /// Seconds since any fixed moment, the same for the whole trace; nil when not known.
  public var time: Double?
  /// The radius in metres within which the receiver believes to be with two chances in three.
  public var accuracyMetres: Double?
  /// The direction of travel in degrees, clockwise from north.
  public var headingDegrees: Double?
  /// Metres a second over ground.
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

/// The fixes of one journey in their order.
public struct Trace: Sendable, Hashable {
  /// What the source calls it.
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
