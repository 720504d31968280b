import Bytes
import RouteModel

/// The nearest content of each cell of a grid, up to a distance, by a chamfer of 3 and 4 (Borgefors, "Distance
/// Transformations in Digital Images", 1986, doi:10.1016/S0734-189X(86)80047-0).
///
/// The shortest way between two cells consists of diagonal steps and of straight ones along one axis. So it is enough
/// to spread northward and southward by straight and diagonal steps, then eastward and westward by straight ones. No
/// step of the first two depends on its own row. Those along a row are taken in passes of 1, 2, 4, and so on cells at
/// once, so that none depends on its own pass. So sixteen cells beside each other are done together.
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
  init(_ grid: ReachGrid, limit: UInt16) {
    self.limit = limit
    columns = grid.columns
    rows = grid.rows
    far = Self.key((limit + 5) << 8)
    gap = max(Self.steps(limit).last ?? 0, Self.lanes)
    let width = gap + columns
    var keys = [Key](repeating: far, count: rows * width + gap)
    var isActive = [Bool](repeating: false, count: rows)
    let cells = grid.cells.span
    let bytes = grid.cells.rawBytes
    var span = keys.mutableSpan
    let empty = Keys(repeating: Key(ReachGrid.empty))
    for row in 0..<rows {
      let first = row &* columns
      var hasContent = false
      for place in stride(from: 0, to: columns, by: Self.lanes) {
        if bytes.u64(first &+ place) & bytes.u64(first &+ place &+ 8) == .max { continue }
        let contents = Keys(truncatingIfNeeded: cells.sixteen(from: first &+ place))
        let near = empty &- contents &+ Keys(repeating: .min)
        span.set(
          near.replacing(with: Keys(repeating: far), where: contents .== empty),
          from: row &* width &+ gap &+ place)
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
    let columns = self.columns
    var keys = self.keys.mutableSpan
    for place in stride(from: 0, to: columns, by: Self.lanes) {
      let west = keys.sixteen(from: there &+ place &- 1)
      let middle = keys.sixteen(from: there &+ place)
      let east = keys.sixteen(from: there &+ place &+ 1)
      let offer = Self.least(Self.least(west, east) &+ Self.diagonal, middle &+ Self.side)
      let key = Self.least(keys.sixteen(from: here &+ place), offer)
      keys.set(key, from: here &+ place)
      nearest = Self.least(nearest, key)
    }
    return !all(nearest .== far)
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
    let more = Keys(repeating: Key(truncatingIfNeeded: step &* 3 &<< 8))
    // With a long step, what is beyond the limit then would not stay in range.
    let last = Keys(repeating: Self.key((limit &+ 1 &- UInt16(step &* 3)) << 8))
    let mayOverflow = Int(limit) &+ 5 &+ 3 &* step > 255
    var to = to.mutableSpan
    for place in stride(from: gap, to: gap &+ columns, by: Self.lanes) {
      let beside = Self.least(
        from.sixteen(from: place &- step), from.sixteen(from: place &+ step))
      var offer = beside &+ more
      if mayOverflow { offer = offer.replacing(with: far, where: beside .>= last) }
      to.set(Self.least(from.sixteen(from: place), offer), from: place)
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
      let west = Self.least(south.sixteen(from: at &- 1), north.sixteen(from: at &- 1))
      let here = Self.least(south.sixteen(from: at), north.sixteen(from: at))
      levels.set(Self.least(west, here), from: first &+ place)
    }
  }

  /// Writes the levels of a row of cells; ``ReachGrid/empty`` for those that have none.
  private func write(levels row: Int, to levels: inout [UInt8]) {
    let end = Keys(repeating: Self.key((limit + 1) << 8))
    let none = Keys(repeating: Key(ReachGrid.empty))
    let unreached = Keys(repeating: Key(ReachGrid.unreached))
    let keys = self.keys.span
    var levels = levels.mutableSpan
    let start = start(row)
    for place in stride(from: 0, to: columns, by: Self.lanes) {
      let key = keys.sixteen(from: start &+ place)
      let content = none &- (key & none)
      let level = content.replacing(with: none, where: (key .>= end) .| (content .>= unreached))
      levels.set(SIMD16<UInt8>(truncatingIfNeeded: level), from: Self.lanes &+ place)
    }
  }

  @inline(__always)
  private static func least(_ a: SIMD16<UInt8>, _ b: SIMD16<UInt8>) -> SIMD16<UInt8> {
    a.replacing(with: b, where: b .< a)
  }
}
