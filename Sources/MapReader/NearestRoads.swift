internal import NavFormat

/// A list of the nearest roads in a search, up to a required amount.
///
/// A search (``NavMap/findNearest(to:_:where:)``) fills several lists at once, because most of its work, in the trees
/// and along the shapes, is the same for all.
package struct NearestRoads {
  /// The required amount.
  package enum Amount {
    /// A maximum number; at equal distance, the lower tile and segment is preferred.
    case count(Int)
    /// The nearest road, and all that are at most this many metres farther.
    case ties(within: Double)
  }

  /// A segment with its distance.
  struct Found {
    var distance: Double
    var tile: TileNumber
    var segment: SegmentIndex

    var key: (Double, TileNumber, SegmentIndex) { (distance, tile, segment) }
  }

  private let limit: Double
  private let amount: Amount
  /// The roads found, nearest first.
  private(set) var found: [Found] = []
  /// The distance in metres beyond which roads no longer matter; negative if none matters.
  private(set) var reach: Double
  /// The points on these roads, nearest first; set at the end of the search.
  package internal(set) var points: [RoadPoint] = []

  /// An empty list.
  ///
  /// - Parameters:
  ///   - limit: The maximum distance of the nearest road, in metres.
  ///   - amount: The required amount.
  package init(within limit: Double, _ amount: Amount) {
    self.limit = limit
    self.amount = amount
    switch amount {
    case .count(let count): reach = count > 0 ? limit : -1
    // As long as the nearest road is unknown, an equally near one may lie beyond the limit.
    case .ties(let tie): reach = limit + tie
    }
  }

  /// Adds a road if it is near enough.
  mutating func add(_ distance: Double, _ tile: TileNumber, _ segment: SegmentIndex) {
    guard distance <= reach else { return }
    let new = Found(distance: distance, tile: tile, segment: segment)
    var place = found.count
    while place > 0, new.key < found[place - 1].key { place -= 1 }
    found.insert(new, at: place)
    switch amount {
    case .count(let count):
      if found.count > count { found.removeLast() }
      if found.count == count { reach = found[count - 1].distance }
    case .ties(let tie):
      reach = min(reach, found[0].distance + tie)
      while let last = found.last, last.distance > reach { found.removeLast() }
    }
  }

  /// Removes all roads if the nearest exceeds the limit and was only within its tie.
  mutating func finish() {
    if let first = found.first, first.distance > limit { found = [] }
  }
}
