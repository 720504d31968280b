import RoadModel
import TestSupport
import Testing

/// Who passes a road or a node with some tags, who only gets there, and who does not.
struct LastMileCase: Sendable, CustomTestStringConvertible {
  let tags: AsciiMap.Tags
  let passes: [Vehicle]
  /// Only on trips that begin or end there, or behind it.
  let ends: [Vehicle]
  let closed: [Vehicle]

  init(
    _ tags: AsciiMap.Tags, passes: [Vehicle] = [], ends: [Vehicle] = [], closed: [Vehicle] = []
  ) {
    self.tags = tags
    self.passes = passes
    self.ends = ends
    self.closed = closed
  }

  var testDescription: String { tags.line }
}
