internal import Bytes
internal import Geo
internal import NavFormat

/// A search for the roads nearest to a coordinate, nearest boxes first.
///
/// One queue serves the tree of the tiles and the trees of their segments. The search ends when no box is as near as
/// the farthest road that still matters (Hjaltason and Samet, "Distance Browsing in Spatial Databases", 1999,
/// doi:10.1145/320248.320255). Distances are compared by their squares.
struct NearestSearch {
  /// A tile whose boxes are in the queue.
  private struct OpenTile {
    let number: TileNumber
    let layout: TileLayout
  }

  /// The owners of boxes in the queue: the tile tree, unopened tiles, then open ones (`firstOpen`).
  private static let index = 0
  private static let closed = 1
  private static let firstOpen = 2

  private let map: NavMap
  private let plane: LocalPlane
  private var queue = BoxQueue()
  private var open: [OpenTile] = []
  /// The maximum reach of all lists, and its square with a margin for rounding.
  private var reach = -1.0
  private var squaredReach = -1.0

  init(_ map: NavMap, around place: Coordinate) {
    self.map = map
    plane = LocalPlane(at: place)
  }

  /// Fills each list `i` with the roads for which bit `i` of `wanted` is set.
  mutating func fill(
    _ lists: inout [NearestRoads], where wanted: (borrowing TileView, SegmentIndex) -> UInt8
  ) throws(NavError) {
    update(lists)
    let tree = BoxTree(itemCount: map.tileCount)
    if let top = tree.top { queue.push(0, owner: Self.index, top) }
    while let next = queue.pop(), next.bound <= squaredReach, next.bound < .infinity {
      switch next.owner {
      case Self.index: pushTiles(below: next.node, of: tree)
      case Self.closed: try pushSegments(ofTile: TileNumber(next.node.index))
      case let owner: visit(next.node, of: open[owner - Self.firstOpen], owner, &lists, wanted)
      }
    }
    for index in lists.indices { lists[index].finish() }
    try addPoints(to: &lists)
  }

  private mutating func update(_ lists: [NearestRoads]) {
    reach = -1
    for list in lists { reach = max(reach, list.reach) }
    squaredReach = reach < 0 ? -1 : reach * reach * (1 + 1e-12)
  }

  // MARK: Boxes

  private mutating func pushTiles(below node: BoxTree.Node, of tree: BoxTree) {
    let map = self.map
    let bytes = map.file.bytes
    if node.level > 0 {
      let start = map.parts.tileBoxes
      push(tree, below: node, owner: Self.index) { Box(bytes, at: start &+ 16 &* $0) }
      return
    }
    for place in tree.children(of: node) {
      let tile = TileNumber(bytes.u32(map.parts.tileOrder.lowerBound + 4 * place))
      let bound = plane.squaredMetres(to: map.entry(tile).box)
      if bound <= squaredReach {
        queue.push(bound, owner: Self.closed, BoxTree.Node(level: 0, index: tile.rawValue))
      }
    }
  }

  private mutating func pushSegments(ofTile number: TileNumber) throws(NavError) {
    let layout = try map.layout(number)
    guard let top = BoxTree(itemCount: layout.ownSegmentCount).top else { return }
    open.append(OpenTile(number: number, layout: layout))
    queue.push(0, owner: Self.firstOpen + open.count - 1, top)
  }

  @inline(__always)
  private mutating func push(
    _ tree: BoxTree, below node: BoxTree.Node, owner: Int, box: (Int) -> Box
  ) {
    let level = node.level &- 1
    let first = tree.first(level)
    for child in tree.children(of: node) {
      let bound = plane.squaredMetres(to: box(first &+ child))
      if bound <= squaredReach {
        queue.push(bound, owner: owner, BoxTree.Node(level: level, index: child))
      }
    }
  }

  // MARK: Segments

  private mutating func visit(
    _ node: BoxTree.Node, of tile: OpenTile, _ owner: Int, _ lists: inout [NearestRoads],
    _ wanted: (borrowing TileView, SegmentIndex) -> UInt8
  ) {
    let map = self.map
    let tree = BoxTree(itemCount: tile.layout.ownSegmentCount)
    let view = map.view(tile.layout)
    if node.level > 0 {
      push(tree, below: node, owner: owner) { view.segmentBox($0) }
      return
    }
    for child in tree.children(of: node) {
      let segment = SegmentIndex(child)
      guard mayBeNear(view, segment) else { continue }
      let listsWanting = wanted(view, segment)
      if listsWanting == 0 { continue }
      let square = squaredMetres(view, segment)
      guard square <= squaredReach else { continue }
      let distance = square.squareRoot()
      for index in lists.indices where listsWanting &>> UInt8(index) & 1 != 0 {
        lists[index].add(distance, tile.number, segment)
      }
      update(lists)
    }
  }

  /// Whether a segment may be within reach, by only its ends and length.
  ///
  /// From any point on the segment, the distances to both ends add up to at most its length. So its
  /// distance is at least half of the following: the sum of the distances to its ends, minus its
  /// length.
  private func mayBeNear(_ view: borrowing TileView, _ segment: SegmentIndex) -> Bool {
    let length = Double(view.length(segment)) / 100
    // The plane is accurate only near the coordinate.
    guard reach < 5_000, length < 20_000 else { return true }
    let from = plane.project(view.position(view.from(segment)))
    let to = plane.project(view.position(view.to(segment)))
    let ends =
      (from.x * from.x + from.y * from.y).squareRoot() + (to.x * to.x + to.y * to.y).squareRoot()
    // Lengths are those of the source's shapes, close to those of the stored ones.
    return ends - 1.05 * length - 1 <= 2 * reach
  }

  /// The squared distance to a segment; for a segment out of reach, any number beyond it.
  private func squaredMetres(_ view: borrowing TileView, _ segment: SegmentIndex) -> Double {
    var previous = view.position(view.from(segment))
    let end = view.position(view.to(segment))
    var a = plane.project(previous)
    var best = Double.infinity
    var points = view.innerPoints(segment)
    var isLast = false
    while !isLast {
      let next = points.next()
      isLast = next == nil
      let point = next ?? end
      let b = plane.project(point, next: a, of: previous)
      // Most lines lie entirely to one side.
      if min(a.x, b.x) <= reach, max(a.x, b.x) >= -reach, min(a.y, b.y) <= reach,
        max(a.y, b.y) >= -reach
      {
        best = min(best, plane.squaredMetres(from: a, to: b))
      }
      previous = point
      a = b
    }
    return best
  }

  // MARK: Points

  private func addPoints(to lists: inout [NearestRoads]) throws(NavError) {
    for index in lists.indices {
      for found in lists[index].found {
        let known = lists[..<index].lazy.flatMap(\.points)
          .first { $0.tile == found.tile && $0.segment == found.segment }
        if let known {
          lists[index].points.append(known)
        } else {
          lists[index].points.append(try point(found.tile, found.segment))
        }
      }
    }
  }

  /// The point of a road nearest to the coordinate.
  func point(_ tile: TileNumber, _ segment: SegmentIndex) throws(NavError) -> RoadPoint {
    let map = self.map
    let view = try map.tile(tile)
    let start = view.position(view.from(segment))
    let end = view.position(view.to(segment))
    var previous = start
    var a = plane.project(start)
    var walked = 0.0
    var best = (metres: Double.infinity, along: 0.0, left: 0.0, position: start)
    var points = view.innerPoints(segment)
    var isLast = false
    while !isLast {
      let next = points.next()
      isLast = next == nil
      let point = next ?? end
      let b = plane.project(point, next: a, of: previous)
      let near = plane.nearest(from: a, to: b)
      let length = Distance.metres(previous, point)
      if near.metres < best.metres {
        best = (
          near.metres, walked + near.share * length, near.left,
          previous.interpolated(to: point, share: near.share)
        )
      }
      walked += length
      previous = point
      a = b
    }
    // The stored length is that of the source's shape, which differs slightly from the length walked.
    let length = view.length(segment)
    let share = walked > 0 ? min(best.along / walked, 1) : 0
    return RoadPoint(
      tile: tile, segment: segment,
      offset: UInt32((share * Double(length)).rounded()), position: best.position,
      distance: best.metres, isLeft: best.left > 0)
  }
}
