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
  /// Whether no road is near.
  var isFar = false
}

extension Location {
  /// The heading; nil if it is unknown, for which receivers say -1, or is no number.
  package var givenHeading: Double? {
    headingDegrees.flatMap { abs($0) < 1e6 && $0 != -1 ? $0 : nil }
  }
}
