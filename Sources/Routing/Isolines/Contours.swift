import Bytes

/// A closed line around an area or a hole of a ``ReachField``, as it is traced and before it is simplified.
struct Contour {
  /// A point in halves of a cell from the south-west corner of the grid.
  struct Point: Hashable {
    var x: Int32
    var y: Int32
  }

  /// The points; the first is not repeated.
  var points: [Point] = []
  /// Whether the lines of several values meet or part at each point.
  var isNode: [Bool] = []
  /// Twice the area, in quarters of a cell: positive around an area, negative around a hole.
  var doubleArea = 0
  /// A corner of the field inside the area, to the west of the first point.
  var corner = 0

  var isHole: Bool { doubleArea < 0 }
}

/// Traces the lines between the corners of a field that lie inside the area of a value and those outside.
///
/// It is marching squares (Lorensen and Cline, "Marching Cubes", 1987, in the plane) with all points in the middle
/// between two corners. Corners that only touch diagonally are not connected, so lines never touch themselves.
struct ContourTracer {
  private let field: ReachField
  /// The number of values.
  private let count: UInt8
  /// The number of the value, plus 1, whose line was last followed northward east of each corner.
  private var seen: [UInt8]
  /// The index of the line to the west of each corner, for the value that was traced last.
  private(set) var owners: [Int32]

  init(_ field: ReachField, count: Int) {
    self.field = field
    self.count = UInt8(count)
    seen = [UInt8](repeating: 0, count: field.levels.count)
    owners = [Int32](repeating: -1, count: field.levels.count)
  }

  /// All lines of a value, found from south to north.
  mutating func trace(_ level: UInt8) -> [Contour] {
    var contours: [Contour] = []
    let levels = field.levels
    let bytes = levels.rawBytes
    for row in 1..<field.height - 1 {
      var place = row * field.width
      let end = place + field.width
      var isInside = false
      while place < end {
        // Most places are like their neighbours.
        if place + 8 <= end {
          let eight = bytes.u64(place)
          let one = eight & 0xFF
          if eight == one &* 0x0101_0101_0101_0101, isInside == (one <= level) {
            repeat { place &+= 8 } while place &+ 8 <= end && bytes.u64(place) == eight
            continue
          }
        }
        let next = levels[place] <= level
        // A line leads northward between a corner inside and one outside to the east of it.
        if isInside && !next && seen[place - 1] != level + 1 {
          contours.append(follow(level, from: place - 1, Int32(contours.count)))
        }
        isInside = next
        place += 1
      }
    }
    return contours
  }

  /// The index of the line to the west of a corner inside the area of the value that was traced last.
  func owner(of corner: Int, _ level: UInt8) -> Int {
    var place = corner
    while field.levels[place - 1] <= level { place -= 1 }
    return Int(owners[place])
  }

  private mutating func follow(_ level: UInt8, from corner: Int, _ number: Int32) -> Contour {
    let field = self.field
    let width = field.width
    // East, north, west, south.
    let steps = [1, width, -1, -width]
    let (east, north): ([Int32], [Int32]) = ([1, 0, -1, 0], [0, 1, 0, -1])
    var contour = Contour()
    contour.corner = corner
    var heading = 1
    var left = corner
    var x = Int32(corner % width)
    var y = Int32(corner / width)
    let levels = field.levels.span
    repeat {
      // The corner to the right of a heading is one step away in the direction before it.
      let side = (heading &+ 3) & 3
      let right = left &+ steps[side]
      if heading == 1 { seen[left] = level + 1 }
      if heading == 3 { owners[left] = number }
      let point = Contour.Point(x: 2 * x + east[side], y: 2 * y + north[side])
      if let last = contour.points.last {
        contour.doubleArea += Int(last.x) * Int(point.y) - Int(point.x) * Int(last.y)
      }
      let step = steps[heading]
      let (frontLeft, frontRight) = (levels[left &+ step], levels[right &+ step])
      contour.points.append(point)
      contour.isNode.append(
        isNode(
          levels[left], levels[right], level, ahead: (frontLeft, frontRight),
          behind: (levels[left &- step], levels[right &- step])))
      if frontLeft > level {
        heading = (heading &+ 1) & 3
      } else if frontRight > level {
        left = left &+ step
        (x, y) = (x + east[heading], y + north[heading])
      } else {
        left = right &+ step
        (x, y) = (x + east[heading] + east[side], y + north[heading] + north[side])
        heading = side
      }
    } while left != corner || heading != 1
    if let first = contour.points.first, let last = contour.points.last {
      contour.doubleArea += Int(last.x) * Int(first.y) - Int(first.x) * Int(last.y)
    }
    return contour
  }

  /// Whether the lines of the values through a point part there, in either direction.
  private func isNode(
    _ left: UInt8, _ right: UInt8, _ level: UInt8, ahead: (UInt8, UInt8), behind: (UInt8, UInt8)
  ) -> Bool {
    let top = min(right, count) - 1
    if left == top { return false }
    func isCommon(_ cell: (left: UInt8, right: UInt8)) -> Bool {
      if cell.left > level { return cell.left > top }
      if cell.right > level { return cell.left <= left && cell.right > top }
      return cell.left <= left && cell.right <= left
    }
    return !isCommon(ahead) || !isCommon(behind)
  }
}
