import Geo
import RouteModel

/// Collects the line of a stretch off the roads.
struct OffRoadBuilder {
  /// The maximum number of points of a line.
  private static let maximumPoints = 4_096

  private var line: [Coordinate] = []
  /// The last place, even if it is not kept in the line.
  private(set) var last: Coordinate?
  /// The time at the last place; nil if unknown.
  private(set) var lastTime: Double?
  private var points: ClosedRange<Int>?
  private var piece = 0
  private var hasBegun = false
  private var beginsOnRoad = false
  /// The interval at which fixes are kept, and the number of fixes since the last kept one.
  private var stride = 1
  private var skipped = 0

  /// Whether the vehicle is on the roads.
  var isEmpty: Bool { !hasBegun }

  /// Leaves the roads.
  mutating func begin(at position: Coordinate?, time: Double?, piece: Int) {
    self = OffRoadBuilder()
    hasBegun = true
    self.piece = piece
    guard let position else { return }
    line = [position]
    (last, lastTime) = (position, time)
    beginsOnRoad = true
  }

  /// Takes a fix off the roads.
  mutating func add(_ fix: Observation) {
    extend(to: fix.index)
    (last, lastTime) = (fix.place, fix.time)
    skipped += 1
    guard skipped >= stride else { return }
    skipped = 0
    line.append(fix.place)
    guard line.count > Self.maximumPoints else { return }
    line = line.indices.filter { $0 % 2 == 0 }.map { line[$0] }
    stride *= 2
  }

  /// Adds a fix at the place of the last one.
  mutating func extend(to index: Int) {
    points = (points?.lowerBound ?? index)...index
  }

  /// The time at which a vehicle passed a place between two others at constant speed.
  ///
  /// - Parameters:
  ///   - metres: Metres to the place, and from there on.
  ///   - from: The time at the first of the others.
  ///   - to: The time at the second.
  /// - Returns: The time; nil if one of the others is unknown.
  static func time(
    after metres: (to: Double, from: Double), between from: Double?, and to: Double?
  ) -> Double? {
    guard let from, let to, to >= from else { return nil }
    let sum = metres.to + metres.from
    return sum > 0 ? from + metres.to / sum * (to - from) : from
  }

  /// Returns to the roads, or ends the trace.
  ///
  /// - Returns: The stretch; nil if the vehicle was on the roads.
  mutating func end(at position: Coordinate?) -> OffRoadStretch? {
    defer { self = OffRoadBuilder() }
    guard hasBegun else { return nil }
    if let position { line.append(position) }
    return OffRoadStretch(
      polyline: line, points: points, piece: piece,
      isBetweenRoads: beginsOnRoad && position != nil)
  }
}
