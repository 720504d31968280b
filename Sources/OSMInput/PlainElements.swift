import Geo

/// The elements of a piece of plain XML, which all programs for OSM data write.
///
/// Tags are ranges of the text, or of the values behind it whose references were replaced.
struct PlainElements: Sendable {
  /// A node, way or relation, with the ends of its parts in the lists of all.
  struct Element: Sendable {
    var kind: OSMMember.Kind
    var id: Int64
    /// The position of a node.
    var position: Coordinate?
    var refsEnd = 0
    var membersEnd = 0
    var tagsEnd = 0
  }

  /// The piece as it was read, and behind it the values with references replaced.
  var text: [UInt8]
  /// The length of the piece.
  let length: Int
  /// Whether the piece consists of whole plain elements; otherwise none are here.
  var isPlain = false
  /// The number of line ends in it.
  var lines = 0
  var elements: [Element] = []
  var refs: [Int64] = []
  var members: [OSMMember] = []
  var tags: [OSMTags.Entry] = []

  /// Reads a piece.
  init(_ text: [UInt8]) {
    self.text = text
    length = text.count
    var scanner = PlainScanner()
    do throws(PlainScanner.NotPlain) {
      try scanner.scan(text.span, into: &self)
      isPlain = true
      self.text.append(contentsOf: scanner.spelledOut)
    } catch {
      (elements, refs, members, tags) = ([], [], [], [])
    }
  }
}

extension PlainElements {
  /// Reads pieces on any thread.
  struct Reader: Worker {
    mutating func work(_ text: [UInt8]) -> PlainElements { PlainElements(text) }
  }
}
