package import Geo

/// The direction in which a road leaves a junction as a driver sees it, who looks past the first metres.
///
/// Roads are drawn along their middle: where a wide road meets another, the first metres of its line only lead from
/// one middle to the other, and a slip or a curve in them is not what one sees. The
/// distances are those that agree best with the bearings of OSRM's answers (`tools/bench/compare-guidance`).
package enum SeenHeading {
  /// How far one looks at all, behind the junction itself, in metres.
  private static let far = 40.0
  /// How far one looks along a road that bends at once, in metres.
  private static let near = 10.0
  /// Half the width of a lane, in metres.
  private static let halfLane = 1.625
  /// The lanes of a road that says nothing about them.
  private static let usualLanes = 2

  /// Roads need not be read further than this, in metres.
  package static func reach(lanes: Int) -> Double { far + halfWidth(lanes) }

  private static func halfWidth(_ lanes: Int) -> Double {
    halfLane * Double(lanes == 0 ? usualLanes : lanes)
  }

  /// The direction of the first piece of a line, as on a ring, where nobody looks further; nil if it has no length.
  package static func first(_ shape: [Coordinate]) -> Int? {
    guard let start = shape.first, let next = shape.first(where: { $0 != start }) else {
      return nil
    }
    return LineBearing.degrees(start, next)
  }

  /// The heading of a road.
  ///
  /// - Parameters:
  ///   - shape: Its line, from the junction on.
  ///   - lanes: The lanes of the widest road at the junction; 0 if unknown.
  ///   - isMinor: Whether it is a drive or a track, whose line shows every bend.
  /// - Returns: Whole degrees, 0 to 359; nil if the line has no length.
  package static func degrees(_ shape: [Coordinate], lanes: Int, isMinor: Bool) -> Int? {
    let line = cut(shape, at: reach(lanes: lanes))
    guard let start = line.first, let end = line.last, line.count > 1 else { return nil }
    if line.count > 2 {
      if !isMinor {
        if Distance.metres(start, line[1]) > near + halfWidth(lanes) {
          return LineBearing.degrees(start, line[1])
        }
        if isStraight(line[...]) { return LineBearing.degrees(start, end) }
        if startsStraight(line, for: near + halfWidth(lanes)) {
          return LineBearing.degrees(start, line[1])
        }
      }
      return cut(line, at: near).last.map { LineBearing.degrees(start, $0) }
    }
    return LineBearing.degrees(start, end)
  }

  /// The beginning of a line, without points that repeat the one before.
  private static func cut(_ line: [Coordinate], at metres: Double) -> [Coordinate] {
    var result = Array(line.prefix(1))
    var walked = 0.0
    for (a, b) in zip(line, line.dropFirst()) where a != b {
      let piece = Distance.metres(a, b)
      if walked + piece >= metres {
        result.append(a.interpolated(to: b, share: (metres - walked) / piece))
        break
      }
      walked += piece
      result.append(b)
    }
    return result
  }

  /// Whether no point of a line is further from the straight between its ends than some metres.
  private static func isStraight(
    _ line: ArraySlice<Coordinate>, within metres: Double = halfLane
  ) -> Bool {
    guard let start = line.first, let end = line.last else { return true }
    let (east, north) = Distance.offset(from: start, to: end)
    let length = (east * east + north * north).squareRoot()
    guard length > 0 else { return false }
    return line.allSatisfy {
      let (x, y) = Distance.offset(from: start, to: $0)
      return abs(x * north - y * east) <= metres * length
    }
  }

  /// Whether a line is straight for some metres from its start, but for a quarter of a lane.
  private static func startsStraight(_ line: [Coordinate], for metres: Double) -> Bool {
    guard var count = line.indices.dropFirst().first else { return false }
    while count + 1 < line.count, isStraight(line[...(count + 1)], within: halfLane / 2) {
      count += 1
    }
    return Distance.metres(line[0], line[count]) >= metres
  }
}
