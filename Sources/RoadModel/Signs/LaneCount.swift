/// The number of lanes of a direction, as far as it follows from that of the whole road.
public enum LaneCount {
  /// The lanes of a direction that the lanes of a road imply; nil if they imply none.
  ///
  /// - Parameters:
  ///   - total: The lanes of both directions together; 0 if unknown.
  ///   - direction: The direction.
  ///   - oneway: The only direction of vehicles in general; nil if they go both ways.
  /// - Returns: The number of lanes; nil if it does not follow.
  public static func derived(total: Int, _ direction: Direction, oneway: Direction?) -> Int? {
    guard total > 0, oneway != direction.reversed else { return nil }
    if oneway == direction { return total }
    return total.isMultiple(of: 2) ? total / 2 : nil
  }
}
