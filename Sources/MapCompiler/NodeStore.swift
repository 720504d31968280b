import Geo

/// The places of all nodes of the input, 16 bytes each, found by id.
///
/// Files list nodes by ascending id almost always; then nothing is sorted. Otherwise
/// ``sortIfNeeded()`` brings them in order once, and of several nodes with one id the last wins.
struct NodeStore {
  private var ids: [Int64] = []
  private var latitudes: [Int32] = []
  private var longitudes: [Int32] = []
  private var isSorted = true
  /// Nodes that came again with the same id.
  private(set) var duplicates = 0

  var count: Int { ids.count }

  /// Adds a node; false when its id is not greater than the one before, so that it may be known.
  @discardableResult
  mutating func append(_ id: Int64, _ position: Coordinate) -> Bool {
    let isNew = ids.last.map { id > $0 } ?? true
    if !isNew { isSorted = false }
    ids.append(id)
    latitudes.append(position.latitudeUnits)
    longitudes.append(position.longitudeUnits)
    return isNew
  }

  mutating func sortIfNeeded() {
    guard !isSorted else { return }
    let ids = self.ids
    let order = (0..<ids.count).sorted { (ids[$0], $0) < (ids[$1], $1) }
    var keep: [Int] = []
    keep.reserveCapacity(order.count)
    for (place, index) in order.enumerated() {
      if place + 1 < order.count, ids[order[place + 1]] == ids[index] {
        duplicates += 1
      } else {
        keep.append(index)
      }
    }
    self.ids = keep.map { ids[$0] }
    latitudes = keep.map { latitudes[$0] }
    longitudes = keep.map { longitudes[$0] }
    isSorted = true
  }

  /// The index of a node, nil when the input does not have it.
  ///
  /// - Complexity: O(log n).
  func index(of id: Int64) -> Int? {
    var low = 0
    var high = ids.count
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  func id(_ index: Int) -> Int64 { ids[index] }

  func position(_ index: Int) -> Coordinate {
    Coordinate(latitudeUnits: latitudes[index], longitudeUnits: longitudes[index])
  }
}
