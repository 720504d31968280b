/// The number of lanes in one direction, if it follows from the number of the whole road.
public enum LaneCount {
  /// The number of lanes in one direction, from the lanes of the whole road.
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
