internal import Bytes
internal import RoadModel

/// Checks of words and approaches; accessors search their rows by bisection.
extension TileView {
  /// Checks that words belong to ways and junctions, that rows ascend, and that no two compete.
  func validateWords() throws(FormatError) {
    try check("word way", layout.word.way, layout.wordCount, below: layout.wayCount)
    var last = (key: -1, directions: UInt8(0))
    for row in 0..<layout.wordCount {
      let directions = u8(layout.word.directions, row)
      let key = int(layout.word.way, row) << 8 | int(layout.word.kind, row)
      guard directions != 0 else {
        throw broken(layout.word.directions, row, "a word applies to no direction")
      }
      let isNext = key == last.key && directions > last.directions
      guard key > last.key || isNext && directions & last.directions == 0 else {
        throw broken(layout.word.way, row, "words of ways do not ascend, or share a direction")
      }
      last = (key, directions)
    }
    try validateJunctionWords()
  }

  private func validateJunctionWords() throws(FormatError) {
    let count = layout.junctionWordCount
    try check(
      "junction word junction", layout.junctionWord.junction, count, below: layout.junctionCount)
    var last = -1
    for row in 0..<count {
      let key =
        int(layout.junctionWord.junction, row) << 8 | int(layout.junctionWord.kind, row)
      guard key > last else {
        throw broken(layout.junctionWord.junction, row, "words of junctions do not ascend")
      }
      last = key
    }
  }

  /// Checks that approaches belong to segments, that rows ascend, and that they have directions and
  /// stand at points of the shape.
  func validateApproaches() throws(FormatError) {
    let count = layout.approachCount
    try check("approach segment", layout.approach.segment, count, below: layout.segmentCount)
    var last = -1
    for row in 0..<count {
      let key =
        int(layout.approach.segment, row) << 24 | int(layout.approach.point, row) << 8
        | int(layout.approach.kind, row)
      guard key > last else {
        throw broken(layout.approach.segment, row, "approaches do not ascend")
      }
      guard u8(layout.approach.directions, row) != 0 else {
        throw broken(layout.approach.directions, row, "an approach has no direction")
      }
      let segment = SegmentIndex(int(layout.approach.segment, row))
      guard hasPoint(int(layout.approach.point, row), segment) else {
        throw broken(layout.approach.point, row, "its segment has no such point")
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
