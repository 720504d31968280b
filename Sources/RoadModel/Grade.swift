/// The steepness of a directed edge: its rising share, its mean grade and its steepest grade.
///
/// The model of an edge that climbs A and descends D over its length L: its parts all have the grade (A + D) / L, and
/// A / (A + D) of the length rises. Packed in 25 bits, so that searches read one number for each edge.
@frozen
package struct Grade: Hashable, Sendable {
  /// Bits 0 to 8 ``step``, 9 to 16 ``risingShare``, 17 to 24 ``steepestPercent``.
  @usableFromInline package let rawValue: UInt32

  /// A level road, or one whose elevation is unknown.
  @inlinable package static var level: Grade { Grade(rawValue: 0) }

  /// The number of classes of mean grades.
  package static let stepCount = 512
  /// The steps in a grade of 100 %.
  package static let stepsPerUnit = 400
  /// The stored value of a share of 1.
  package static let wholeShare: UInt64 = 255

  /// A grade from its bits.
  @inlinable
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The grade of an edge.
  ///
  /// - Parameters:
  ///   - centimetres: Its length.
  ///   - ascent: The climb in the direction of travel, in decimetres, at least 0.
  ///   - descent: The descent, in decimetres, at least 0.
  ///   - steepestPercent: The grade of its steepest part, up or down.
  package init(centimetres: UInt32, ascent: Int32, descent: Int32, steepestPercent: UInt8) {
    let both = UInt64(max(ascent, 0)) + UInt64(max(descent, 0))
    guard both > 0, centimetres > 0 else {
      rawValue = UInt32(steepestPercent) << 17
      return
    }
    let length = UInt64(centimetres)
    let step = (both * 10 * UInt64(Self.stepsPerUnit) + length / 2) / length
    let share = (UInt64(max(ascent, 0)) * Self.wholeShare + both / 2) / both
    rawValue =
      UInt32(min(step, UInt64(Self.stepCount - 1))) | UInt32(share) << 9
      | UInt32(steepestPercent) << 17
  }

  /// The mean grade of the parts that rise or fall, in quarters of a percent.
  package var step: Int { Int(rawValue & 511) }
  /// The rising share of the length, in parts of ``wholeShare``.
  package var risingShare: UInt64 { UInt64(rawValue >> 9 & 255) }
  /// The grade of the steepest part, up or down, in percent.
  package var steepestPercent: Int { Int(rawValue >> 17) }
}
