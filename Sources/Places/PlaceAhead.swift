/// A place along a route.
public struct PlaceAhead: Sendable, Hashable, Codable {
  /// Whether a place is open.
  public enum Opening: String, Sendable, Hashable, Codable {
    /// It is open on arrival.
    case open
    /// It is closed on arrival.
    case closed
    /// The map does not know its hours or they cannot be evaluated, or the trip has no departure time.
    case unknown

    /// Reads a word; one of a later version is ``unknown``.
    public init(from decoder: any Decoder) throws {
      let word = try decoder.singleValueContainer().decode(String.self)
      self = Opening(rawValue: word) ?? .unknown
    }
  }

  /// The place.
  public var place: FoundPlace
  /// The distance along the route to the point that is nearest to it, in metres.
  public var distanceMetres: Double
  /// The time from the start of the route to the place, in seconds, with waiting and charging on the way.
  public var seconds: Double
  /// The increase of the route's duration in seconds: to the place and on to the next stop, on the best paths; never
  /// negative.
  ///
  /// With ``AlongRouteQuery/keepsRoute``, to the place and back to the route.
  public var detourSeconds: Double
  /// The increase of the route's length in metres; negative if the path over the place is slower but shorter.
  public var detourMetres: Double
  /// The distance from the route in metres, as a straight line.
  public var offsetMetres: Double
  /// Whether it lies to the left of the route.
  public var isLeft: Bool
  /// Whether it is open on arrival.
  public var opening: Opening
  /// Whether ``opening`` would be another if that day, or one next to it, was a public holiday, where the options of
  /// the trip name no holidays.
  public var dependsOnHoliday: Bool

  /// A place along a route from its parts.
  public init(
    place: FoundPlace, distanceMetres: Double, seconds: Double, detourSeconds: Double,
    detourMetres: Double, offsetMetres: Double, isLeft: Bool, opening: Opening = .unknown,
    dependsOnHoliday: Bool = false
  ) {
    self.place = place
    self.distanceMetres = distanceMetres
    self.seconds = seconds
    self.detourSeconds = detourSeconds
    self.detourMetres = detourMetres
    self.offsetMetres = offsetMetres
    self.isLeft = isLeft
    self.opening = opening
    self.dependsOnHoliday = dependsOnHoliday
  }

  /// Reads a place; of an earlier version, `dependsOnHoliday` is false.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    func number(_ key: CodingKeys) throws -> Double {
      try members.decode(Double.self, forKey: key)
    }
    self.init(
      place: try members.decode(FoundPlace.self, forKey: .place),
      distanceMetres: try number(.distanceMetres), seconds: try number(.seconds),
      detourSeconds: try number(.detourSeconds), detourMetres: try number(.detourMetres),
      offsetMetres: try number(.offsetMetres),
      isLeft: try members.decode(Bool.self, forKey: .isLeft),
      opening: try members.decode(Opening.self, forKey: .opening),
      dependsOnHoliday: try members.decodeIfPresent(Bool.self, forKey: .dependsOnHoliday) ?? false)
  }
}
