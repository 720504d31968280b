import Bytes
import RouteModel

/// The nearest content of each cell of a grid, up to a distance, by a chamfer of 3 and 4 (Borgefors, "Distance
/// Transformations in Digital Images", 1986, doi:10.1016/S0734-189X(86)80047-0).
///
/// The shortest way between two cells consists of diagonal steps and of straight ones along one axis. So it is enough
/// to spread northward and southward by straight and diagonal steps, then eastward and westward by straight ones. No
/// step of the first two depends on its own row. Those along a row are taken in passes of 1, 2, 4, and so on cells at
/// once, so that none depends on its own pass. So sixteen cells beside each other are done together.
///
/// A key is a distance in thirds of a cell, and in its lowest bits the complement of a content, so that of two equally
/// near contents the greater counts.
struct ChamferDistance<Key: ChamferKey> {
  private typealias Keys = SIMD16<Key>

  private static var lanes: Int { 16 }

  /// The number of bits of a content, and all of them: the content of an unreached road is at most that.
  private let shift: UInt16
  private let mask: UInt8
  private let columns: Int
  private let rows: Int
  private let limit: UInt16
  /// What is too far away to matter; sums with it stay in range.
  private let far: Key
  /// The number of keys before each row, all far, so that no pass leads from row to row.
  private let gap: Int
  /// The gap and the keys of each row, and a last gap.
  private var keys: [Key]
  /// For each row, whether it has anything near.
  private var isActive: [Bool]

  /// The contents of a grid, not yet spread.
  ///
  /// - Parameters:
  ///   - grid: The grid; the number of its columns is a multiple of 16.
  ///   - limit: How far contents spread, in thirds of a cell, at most 240.
  ///   - shift: The number of bits that the values of the range and one more content need.
  init(_ grid: ReachGrid, limit: UInt16, shift: UInt16) {
    self.limit = limit
    self.shift = shift
    mask = .max >> UInt8(8 - shift)
    columns = grid.columns
    rows = grid.rows
    far = Key(ordered: (limit + 5) << shift)
    gap = max(Self.steps(limit).last ?? 0, Self.lanes)
    let width = gap + columns
    var keys = [Key](repeating: far, count: rows * width + gap)
    var isActive = [Bool](repeating: false, count: rows)
    let cells = grid.cells.span
    let bytes = grid.cells.rawBytes
    var span = keys.mutableSpan
    let none = Keys(repeating: far)
    for row in 0..<rows {
      let first = row &* columns
      var hasContent = false
      for place in stride(from: 0, to: columns, by: Self.lanes) {
        if bytes.u64(first &+ place) & bytes.u64(first &+ place &+ 8) == .max { continue }
        span.set(
          Key.keys(of: cells.sixteen(from: first &+ place), mask, orEmpty: none),
          from: row &* width &+ gap &+ place)
        hasContent = true
      }
      isActive[row] = hasContent
    }
    (self.keys, self.isActive) = (keys, isActive)
  }

  /// Whether keys with a number of bits for a content express distances up to a limit.
  static func fits(limit: UInt16, shift: UInt16) -> Bool {
    // What is too far away gets a diagonal step added.
    Int(limit) + 9 <= greatest(shift)
  }

  /// The greatest distance of a key.
  private static func greatest(_ shift: UInt16) -> Int { (1 << Key.bitWidth - 1) >> Int(shift) }

  /// The difference of keys for a distance.
  @inline(__always)
  private func more(_ distance: Int) -> Keys { Keys(repeating: Key(distance) << Key(shift)) }

  /// The cells that the passes along a row go at once: any number of cells up to the limit is a sum of some of them.
  private static func steps(_ limit: UInt16) -> [Int] {
    var steps: [Int] = []
    while 3 * steps.reduce(0, +) + 3 <= Int(limit) { steps.append(1 << steps.count) }
    return steps
  }

  /// Where the keys of a row begin.
  @inline(__always)
  private func start(_ row: Int) -> Int { row &* (gap &+ columns) &+ gap }

  // MARK: Spreading

  /// Finds the nearest content of all cells.
  ///
  /// - Throws: ``RoutingError/cancelled``.
  mutating func spread() throws(RoutingError) {
    for row in 1..<rows where isActive[row - 1] {
      if step(to: start(row), from: start(row - 1)) { isActive[row] = true }
    }
    if Task.isCancelled { throw .cancelled }
    for row in (0..<rows - 1).reversed() where isActive[row + 1] {
      if step(to: start(row), from: start(row + 1)) { isActive[row] = true }
    }
    if Task.isCancelled { throw .cancelled }
    spreadAlongRows()
  }

  /// Spreads one row into the next; returns whether that has anything near then.
  private mutating func step(to here: Int, from there: Int) -> Bool {
    let far = Keys(repeating: self.far)
    var nearest = far
    let (side, diagonal) = (more(3), more(4))
    let columns = self.columns
    var keys = self.keys.mutableSpan
    for place in stride(from: 0, to: columns, by: Self.lanes) {
      let (west, middle, east) = keys.span.sixteen(from: there &+ place, by: 1)
      let offer = Key.least(
        Key.sum(Key.least(west, east), diagonal), Key.sum(middle, side))
      keys.update(from: here &+ place) {
        let key = Key.least($0, offer)
        nearest = Key.least(nearest, key)
        return key
      }
    }
    return !Key.areAll(nearest, far)
  }

  /// Spreads the contents of each row eastward and westward.
  private mutating func spreadAlongRows() {
    let steps = Self.steps(limit)
    // What was stored just now is slow to load at another place, so that each pass writes elsewhere.
    var from = [Key](repeating: far, count: columns + 2 * gap)
    var to = from
    for row in 0..<rows where isActive[row] {
      let start = start(row)
      Self.copy(keys.span, start, columns, to: &from, gap)
      for step in steps {
        pass(from.span, step, to: &to)
        swap(&from, &to)
      }
      Self.copy(from.span, gap, columns, to: &keys, start)
    }
  }

  /// Offers each key of a row to those a step east and west of it.
  private func pass(_ from: Span<Key>, _ step: Int, to: inout [Key]) {
    let far = Keys(repeating: self.far)
    // With a long step, what is beyond the limit then would not stay in range.
    let last = Keys(repeating: Key(ordered: (limit &+ 1 &- UInt16(step &* 3)) << shift))
    let more = more(3 &* step)
    let mayOverflow = Int(limit) &+ 5 &+ 3 &* step > Self.greatest(shift)
    var to = to.mutableSpan
    for place in stride(from: gap, to: gap &+ columns, by: Self.lanes) {
      let (west, here, east) = from.sixteen(from: place, by: step)
      let beside = Key.least(west, east)
      var offer = Key.sum(beside, more)
      if mayOverflow { offer = Key.replacing(offer, with: far, where: beside, areAtLeast: last) }
      to.set(Key.least(here, offer), from: place)
    }
  }

  private static func copy(
    _ keys: Span<Key>, _ first: Int, _ count: Int, to other: inout [Key], _ place: Int
  ) {
    var other = other.mutableSpan
    for offset in stride(from: 0, to: count, by: lanes) {
      other.set(keys.sixteen(from: first &+ offset), from: place &+ offset)
    }
  }

  // MARK: Corners

  /// Writes the smallest level around each inner corner of the cells, where there is one.
  ///
  /// - Parameters:
  ///   - levels: The corners, row by row.
  ///   - width: The number of corners in a row.
  func writeCorners(to levels: inout [UInt8], width: Int) {
    var south = [UInt8](repeating: ReachGrid.empty, count: Self.lanes + columns)
    var north = south
    var isKnown = false
    for row in 1..<rows {
      guard isActive[row] || isActive[row - 1] else {
        isKnown = false
        continue
      }
      if !isKnown { write(levels: row - 1, to: &south) }
      write(levels: row, to: &north)
      writeCorners(between: south.span, north.span, to: &levels, row &* width)
      swap(&south, &north)
      isKnown = true
    }
  }

  /// Writes the smallest level around the corners between two rows.
  private func writeCorners(
    between south: Span<UInt8>, _ north: Span<UInt8>, to levels: inout [UInt8], _ first: Int
  ) {
    var levels = levels.mutableSpan
    for place in stride(from: 0, to: columns, by: Self.lanes) {
      let at = Self.lanes &+ place
      let west = UInt8.least(south.sixteen(from: at &- 1), north.sixteen(from: at &- 1))
      let here = UInt8.least(south.sixteen(from: at), north.sixteen(from: at))
      levels.set(UInt8.least(west, here), from: first &+ place)
    }
  }

  /// Writes the levels of a row of cells; ``ReachGrid/empty`` for those that have none.
  private func write(levels row: Int, to levels: inout [UInt8]) {
    let end = Keys(repeating: Key(ordered: (limit + 1) << shift))
    let none = SIMD16<UInt8>(repeating: ReachGrid.empty)
    let unreached = SIMD16<UInt8>(repeating: min(ReachGrid.unreached, mask))
    let keys = self.keys.span
    var levels = levels.mutableSpan
    let start = start(row)
    for place in stride(from: 0, to: columns, by: Self.lanes) {
      let contents = Key.contents(
        of: keys.sixteen(from: start &+ place), mask, before: end)
      let level = contents.replacing(with: none, where: contents .>= unreached)
      levels.set(level, from: Self.lanes &+ place)
    }
  }
}
