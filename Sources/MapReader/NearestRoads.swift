internal import NavFormat

/// The nearest of the roads that a search comes by, as many as are wanted.
///
/// A search (``NavMap/findNearest(to:_:where:)``) fills several at once, since most of its work, going
/// down the trees and along the shapes, is the same for all.
package struct NearestRoads {
  /// How many are wanted.
  package enum Amount {
    /// At most so many; of equally near ones the one in the lower tile and segment.
    case count(Int)
    /// The nearest, and all that are no more than so many metres farther off.
    case ties(within: Double)
  }

  /// A segment and how near it is.
  struct Found {
    var distance: Double
    var tile: TileNumber
    var segment: SegmentIndex

    var key: (Double, TileNumber, SegmentIndex) { (distance, tile, segment) }
  }

  private let limit: Double
  private let amount: Amount
  /// Nearest first.
  private(set) var found: [Found] = []
  /// Metres beyond which a road is of no interest any more; below zero when none is.
  private(set) var reach: Double
  /// The points on these roads, nearest first, once the search is done.
  package internal(set) var points: [RoadPoint] = []

  /// An empty list.
  ///
  /// - Parameters:
  ///   - limit: Metres beyond which the nearest is not wanted.
  ///   - amount: How many are wanted.
  package init(within limit: Double, _ amount: Amount) {
    self.limit = limit
    self.amount = amount
    switch amount {
    case .count(let count): reach = count > 0 ? limit : -1
    // Before the nearest is known, one that is as near may lie beyond the limit.
    case .ties(let tie): reach = limit + tie
    }
  }

  /// Adds a road, if it is near enough.
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

  /// Forgets what lies within the tie of a limit that the nearest exceeds.
  mutating func finish() {
    if let first = found.first, first.distance > limit { found = [] }
  }
}
