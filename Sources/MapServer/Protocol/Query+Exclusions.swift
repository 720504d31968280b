import Geo
import RoadModel

extension Query {
  /// What a word of `exclude` names.
  private enum Exclusion {
    case kind(String)
    case point(Coordinate)
  }

  /// The maximum number of excluded points, as in Mapbox.
  private static let maximumPoints = 50
  private static let refusal = "Exclude flag combination is not supported."
  /// Mapbox's word for toll roads where only cash is taken.
  private static let cashWord = "cash_only_tolls"
  private static let cashRefusal =
    "\(cashWord) is not supported: maps do not tell how tolls are paid. toll excludes all toll roads."

  /// Reads the value of `exclude`: road types, and points in Mapbox's form, `point(9.52 47.14)`.
  mutating func readExclusions(_ scanner: inout Scanner) throws(ServiceError) {
    let items = try scanner.list(",") { scanner throws(ServiceError) -> Exclusion? in
      guard scanner.take("point(") else { return .kind(try Self.kindWord(&scanner)) }
      // There is one refusal, whatever is wrong with a point.
      do { return try Self.point(&scanner).map(Exclusion.point) } catch { return nil }
    }
    for item in items {
      switch item {
      case .kind(let word):
        let refusal = word == Self.cashWord ? Self.cashRefusal : Self.refusal
        exclude.formUnion(try Self.kind(word, refusal))
      case .point(let place): excludedPoints.append(place)
      case nil: throw ServiceError(.invalidValue, Self.refusal)
      }
    }
  }

  /// Reads the longitude and latitude of a point, separated by a space or a plus, and the bracket behind them; nil if
  /// they are no coordinate.
  private static func point(_ scanner: inout Scanner) throws(ServiceError) -> Coordinate? {
    let longitude = try scanner.decimal()
    guard scanner.take(" ") || scanner.take("+") else { return nil }
    let latitude = try scanner.decimal()
    return scanner.take(")") ? Coordinate(latitude: latitude, longitude: longitude) : nil
  }

  /// Checks the number of excluded points, and that they count in a service.
  ///
  /// - Parameter isHeeded: Whether the service closes the roads at these points.
  /// - Throws: ``ServiceError``.
  func checkExcludedPoints(isHeeded: Bool) throws(ServiceError) {
    guard isHeeded || excludedPoints.isEmpty else {
      throw ServiceError(.invalidValue, Self.refusal)
    }
    if excludedPoints.count > Self.maximumPoints {
      throw ServiceError(
        .tooBig,
        "Number of excluded points \(excludedPoints.count) is higher than current maximum "
          + "(\(Self.maximumPoints))")
    }
  }
}
