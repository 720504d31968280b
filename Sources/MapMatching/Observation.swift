package import Geo

/// A checked fix for the lattice, with its assumed noise.
struct Observation {
  /// Its number in the trace.
  var index: Int
  var place: Coordinate
  var time: Double?
  var headingDegrees: Double?
  var speed: Double?
  /// The accuracy stated by the receiver, in metres; nil if unknown.
  var accuracyMetres: Double?
  /// The weight of its evidence, 0 to 1; lower for fixes that are closer than their noise.
  var weight = 1.0
  /// The place where the vehicle rests, if the receiver creeps about without it.
  var rest: Coordinate?
  /// Whether no road is near.
  var isFar = false
}

extension Location {
  /// Seconds between two fixes from which their distance tells whether the vehicle rests, and the speed in metres per
  /// second up to which it does: less than that of a walk.
  private static let restSeconds = 4.0
  private static let restSpeed = 1.0

  /// The heading; nil as well if the vehicle hardly moved since the fix before and the receiver gives no speed.
  ///
  /// Receivers make up a heading at rest.
  func heading(at place: Coordinate, after last: Coordinate?, at before: Double?) -> Double? {
    if speed == nil, let time, let before, let last, time - before >= Self.restSeconds,
      Distance.metres(last, place) < Self.restSpeed * (time - before)
    {
      return nil
    }
    return givenHeading
  }

  /// The heading; nil if it is unknown, for which receivers say -1, or is no number.
  package var givenHeading: Double? {
    headingDegrees.flatMap { abs($0) < 1e6 && $0 != -1 ? $0 : nil }
  }
}
