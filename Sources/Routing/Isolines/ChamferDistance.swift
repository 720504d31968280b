import RouteModel

/// The nearest content of each cell of a grid, up to a distance, by a chamfer of 3 and 4 (Borgefors, "Distance
/// Transformations in Digital Images", 1986, doi:10.1016/S0734-189X(86)80047-0).
///
/// The shortest way between two cells consists of diagonal steps and of straight ones along one axis. So it is enough
/// to spread northward and southward by straight and diagonal steps, then eastward and westward by straight ones. No
/// step of the first two depends on its own row, and sixteen stripes of columns run beside each other in one vector:
/// lane l of vector i has column l * stripe + i. The neighbour of a cell is then in the same lane of the next vector,
/// but for the ends of the stripes.
struct ChamferDistance {
  /// A distance in thirds of a cell in the upper byte, below it the complement of the content, so that of two equally
  /// near contents the greater counts; less 2^15, because the smaller of two signed numbers is one instruction.
  private typealias Key = Int16
  private typealias Keys = SIMD16<Int16>

  private static let lanes = 16
  private static let side = Keys(repeating: 3 << 8)
  private static let diagonal = Keys(repeating: 4 << 8)

  private let columns: Int
  private let rows: Int
  /// The number of vectors of a row.
  private let stripe: Int
  private let limit: UInt16
  /// What is too far away to matter; sums with it stay in range.
  private let far: Key
  private var keys: [Keys]
  /// For each row, whether it has anything near.
  private var isActive: [Bool]

  /// The contents of a grid, not yet spread.
  ///
  /// - Parameters:
  ///   - grid: The grid; the number of its columns is a multiple of 16.
  ///   - limit: How far contents spread, in thirds of a cell, at most 240.
  init(_ grid: ReachGrid, limit: UInt16) {
    self.limit = limit
    columns = grid.columns
    rows = grid.rows
    stripe = columns / Self.lanes
    far = Self.key((limit + 5) << 8)
    var keys = [Keys](repeating: Keys(repeating: far), count: rows * stripe)
    var isActive = [Bool](repeating: false, count: rows)
    let cells = grid.cells.span
    var span = keys.mutableSpan
    let empty = Keys(repeating: Key(ReachGrid.empty))
    for row in 0..<rows {
      let first = row &* columns
      var hasContent = false
      for place in 0..<stripe {
        let contents = Self.gather(cells, first &+ place, stripe)
        let isEmpty = contents .== empty
        if all(isEmpty) { continue }
        let near = empty &- contents &+ Keys(repeating: .min)
        span[row &* stripe &+ place] = near.replacing(with: Keys(repeating: far), where: isEmpty)
        hasContent = true
      }
      isActive[row] = hasContent
    }
    (self.keys, self.isActive) = (keys, isActive)
  }

  @inline(__always)
  private static func key(_ value: UInt16) -> Key { Key(bitPattern: value ^ 0x8000) }

  @inline(__always)
  private static func least(_ a: Keys, _ b: Keys) -> Keys { a.replacing(with: b, where: b .< a) }

  /// Each sixteenth of a row has one content in the vector.
  ///
  /// Written out, because a lane with a number that is not constant goes through memory.
  @inline(__always)
  private static func gather(_ cells: Span<UInt8>, _ first: Int, _ step: Int) -> Keys {
    var contents = Keys()
    var at = first
    contents[0] = Key(cells[at])
    at &+= step
    contents[1] = Key(cells[at])
    at &+= step
    contents[2] = Key(cells[at])
    at &+= step
    contents[3] = Key(cells[at])
    at &+= step
    contents[4] = Key(cells[at])
    at &+= step
    contents[5] = Key(cells[at])
    at &+= step
    contents[6] = Key(cells[at])
    at &+= step
    contents[7] = Key(cells[at])
    at &+= step
    contents[8] = Key(cells[at])
    at &+= step
    contents[9] = Key(cells[at])
    at &+= step
    contents[10] = Key(cells[at])
    at &+= step
    contents[11] = Key(cells[at])
    at &+= step
    contents[12] = Key(cells[at])
    at &+= step
    contents[13] = Key(cells[at])
    at &+= step
    contents[14] = Key(cells[at])
    at &+= step
    contents[15] = Key(cells[at])
    return contents
  }

  /// The last vector of a row as the western neighbours of the first.
  @inline(__always)
  private static func eastward(_ last: Keys, _ far: Key) -> Keys {
    var result = Keys(repeating: far)
    for lane in 1..<lanes { result[lane] = last[lane &- 1] }
    return result
  }

  /// The first vector of a row as the eastern neighbours of the last.
  @inline(__always)
  private static func westward(_ first: Keys, _ far: Key) -> Keys {
    var result = Keys(repeating: far)
    for lane in 0..<lanes &- 1 { result[lane] = first[lane &+ 1] }
    return result
  }

  // MARK: Spreading

  /// Finds the nearest content of all cells.
  ///
  /// - Throws: ``RoutingError/cancelled``.
  mutating func spread() throws(RoutingError) {
    try Self.spread(rows, stripe, far, &keys, &isActive)
  }

  private static func spread(
    _ rows: Int, _ stripe: Int, _ far: Key, _ keys: inout [Keys], _ isActive: inout [Bool]
  ) throws(RoutingError) {
    var keys = keys.mutableSpan
    for row in 1..<rows where isActive[row &- 1] {
      if step(to: row, from: row &- 1, stripe, far, &keys) { isActive[row] = true }
    }
    if Task.isCancelled { throw .cancelled }
    for row in (0..<rows &- 1).reversed() where isActive[row &+ 1] {
      if step(to: row, from: row &+ 1, stripe, far, &keys) { isActive[row] = true }
    }
    if Task.isCancelled { throw .cancelled }
    for row in 0..<rows where isActive[row] {
      let vectors = row &* stripe..<(row &+ 1) &* stripe
      spreadEast(vectors, far, &keys)
      spreadWest(vectors, far, &keys)
    }
  }

  /// Spreads one row into the next; returns whether that has anything near then.
  private static func step(
    to row: Int, from other: Int, _ stripe: Int, _ far: Key, _ keys: inout MutableSpan<Keys>
  ) -> Bool {
    let (here, there) = (row &* stripe, other &* stripe)
    let end = stripe &- 1
    var west = eastward(keys[there &+ end], far)
    let beyond = westward(keys[there], far)
    var middle = keys[there]
    var nearest = Keys(repeating: far)
    for place in 0..<stripe {
      let east = place == end ? beyond : keys[there &+ place &+ 1]
      let offer = least(least(west, east) &+ diagonal, middle &+ side)
      let key = least(keys[here &+ place], offer)
      keys[here &+ place] = key
      nearest = least(nearest, key)
      (west, middle) = (middle, east)
    }
    return !all(nearest .== Keys(repeating: far))
  }

  /// Spreads the contents of a row eastward.
  private static func spreadEast(
    _ row: Range<Int>, _ far: Key, _ keys: inout MutableSpan<Keys>
  ) {
    var key = keys[row.lowerBound]
    for place in row.dropFirst() {
      key = least(keys[place], key &+ side)
      keys[place] = key
    }
    // On from the end of each stripe into the next, as far as it leads.
    while true {
      key = eastward(key, far)
      for place in row {
        let old = keys[place]
        key = least(old, key &+ side)
        if all(key .== old) { return }
        keys[place] = key
      }
    }
  }

  /// Spreads the contents of a row westward.
  private static func spreadWest(
    _ row: Range<Int>, _ far: Key, _ keys: inout MutableSpan<Keys>
  ) {
    var key = keys[row.upperBound &- 1]
    for place in row.dropLast().reversed() {
      key = least(keys[place], key &+ side)
      keys[place] = key
    }
    while true {
      key = westward(key, far)
      for place in row.reversed() {
        let old = keys[place]
        key = least(old, key &+ side)
        if all(key .== old) { return }
        keys[place] = key
      }
    }
  }

  // MARK: Corners

  /// Writes the smallest level around each inner corner of the cells, where there is one.
  ///
  /// - Parameters:
  ///   - levels: The corners, row by row.
  ///   - width: The number of corners in a row.
  func writeCorners(to levels: inout [UInt8], width: Int) {
    var levels = levels.mutableSpan
    let keys = self.keys.span
    let end = Keys(repeating: Self.key((limit + 1) << 8))
    let none = Keys(repeating: Key(ReachGrid.empty))
    let unreached = Keys(repeating: Key(ReachGrid.unreached))
    @inline(__always)
    func level(_ key: Keys) -> Keys {
      (none &- (key & none)).replacing(with: none, where: key .>= end)
    }
    for row in 1..<rows where isActive[row] || isActive[row &- 1] {
      let (north, south) = (row &* stripe, (row &- 1) &* stripe)
      let last = stripe &- 1
      var west = Self.eastward(
        Self.least(level(keys[north &+ last]), level(keys[south &+ last])), Key(ReachGrid.empty))
      for place in 0..<stripe {
        let here = Self.least(level(keys[north &+ place]), level(keys[south &+ place]))
        let corner = Self.least(west, here)
        west = here
        if all(corner .>= unreached) { continue }
        let values = corner.replacing(with: none, where: corner .>= unreached)
        var at = row &* width &+ place
        levels[at] = UInt8(truncatingIfNeeded: values[0])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[1])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[2])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[3])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[4])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[5])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[6])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[7])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[8])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[9])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[10])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[11])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[12])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[13])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[14])
        at &+= stripe
        levels[at] = UInt8(truncatingIfNeeded: values[15])
      }
    }
  }
}
