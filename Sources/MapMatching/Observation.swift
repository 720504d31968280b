package import Geo

/// A fix as the lattice takes it: checked, and with the noise it is believed to have.
struct Observation {
  /// Its number in the trace.
  var index: Int
  var place: Coordinate
  var time: Double?
  var headingDegrees: Double?
  var speed: Double?
  /// The receiver's own word, metres.
  var accuracyMetres: Double?
  /// How much of a fix's evidence it carries, 0 to 1: less where fixes lie closer than their noise.
  var weight = 1.0
  /// Whether no road lies near.
  var isFar = false
}

extension Location {
  /// The heading; nil if it is unknown, for which receivers say -1, or is no number.
  package var givenHeading: Double? {
    headingDegrees.flatMap { abs($0) < 1e6 && $0 != -1 ? $0 : nil }
  }
}
