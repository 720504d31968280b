internal import Bytes
internal import RoadModel

/// Checks of words and approaches; accessors search their rows by bisection.
extension TileView {
  /// Checks that words belong to ways and junctions, that rows ascend, and that no two compete.
  func validateWords() throws(FormatError) {
    try check("word way", layout.wordWay, layout.wordCount, below: layout.wayCount)
    var last = (key: -1, directions: UInt8(0))
    for row in 0..<layout.wordCount {
      let directions = u8(layout.wordDirections, row)
      let key = int(layout.wordWay, row) << 8 | int(layout.wordKind, row)
      guard directions != 0 else {
        throw broken(layout.wordDirections, row, "a word applies to no direction")
      }
      let isNext = key == last.key && directions > last.directions
      guard key > last.key || isNext && directions & last.directions == 0 else {
        throw broken(layout.wordWay, row, "words of ways do not ascend, or share a direction")
      }
      last = (key, directions)
    }
    try validateJunctionWords()
  }

  private func validateJunctionWords() throws(FormatError) {
    let count = layout.junctionWordCount
    try check(
      "junction word junction", layout.junctionWordJunction, count, below: layout.junctionCount)
    var last = -1
    for row in 0..<count {
      let key =
        int(layout.junctionWordJunction, row) << 8 | int(layout.junctionWordKind, row)
      guard key > last else {
        throw broken(layout.junctionWordJunction, row, "words of junctions do not ascend")
      }
      last = key
    }
  }

  /// Checks that approaches belong to segments, that rows ascend, and that they have directions and
  /// stand at points of the shape.
  func validateApproaches() throws(FormatError) {
    let count = layout.approachCount
    try check("approach segment", layout.approachSegment, count, below: layout.segmentCount)
    var last = -1
    for row in 0..<count {
      let key =
        int(layout.approachSegment, row) << 24 | int(layout.approachPoint, row) << 8
        | int(layout.approachKind, row)
      guard key > last else {
        throw broken(layout.approachSegment, row, "approaches do not ascend")
      }
      guard u8(layout.approachDirections, row) != 0 else {
        throw broken(layout.approachDirections, row, "an approach has no direction")
      }
      let segment = SegmentIndex(int(layout.approachSegment, row))
      guard hasPoint(int(layout.approachPoint, row), segment) else {
        throw broken(layout.approachPoint, row, "its segment has no such point")
      }
      last = key
    }
  }

  /// Whether the shape of a segment has a point, counted from its beginning.
  private func hasPoint(_ point: Int, _ segment: SegmentIndex) -> Bool {
    var last = 1
    forEachInnerPoint(segment) { _ in last += 1 }
    return point <= last
  }
}
