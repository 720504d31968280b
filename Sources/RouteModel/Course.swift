/// A required heading with a tolerance, in whole degrees.
public struct Course: Sendable, Hashable, Codable {
  /// Heading, clockwise from north, 0 to 360.
  public var degrees: Int
  /// Tolerance on either side, 1 to 180.
  public var tolerance: Int

  /// A course.
  public init(degrees: Int, tolerance: Int) {
    self.degrees = degrees
    self.tolerance = tolerance
  }

  /// Decodes a course, which must have both members and no others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      degrees: try container.decode(Int.self, forKey: .degrees),
      tolerance: try container.decode(Int.self, forKey: .tolerance))
  }

  /// Whether a heading in degrees lies within the tolerance.
  package func allows(_ heading: Double) -> Bool {
    let turn = abs(heading - Double(degrees)).truncatingRemainder(dividingBy: 360)
    return min(turn, 360 - turn) <= Double(tolerance)
  }
}
