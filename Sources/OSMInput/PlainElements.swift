import Geo

/// The elements of a piece of XML that is written plainly, as all programs that write OSM data do.
///
/// Values are in place: tags are ranges of the text, and of what is behind it, where values are that had to be
/// spelled out.
struct PlainElements: Sendable {
  /// A node, way or relation; where its parts end in the lists of all.
  struct Element: Sendable {
    var kind: OSMMember.Kind
    var id: Int64
    /// Of a node.
    var position: Coordinate?
    var refsEnd = 0
    var membersEnd = 0
    var tagsEnd = 0
  }

  /// The piece as it was read, and behind it values that had references to characters.
  var text: [UInt8]
  /// The length of the piece.
  let length: Int
  /// Whether all of it is whole plain elements; else nothing of it is here.
  var isPlain = false
  /// Line ends in it.
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
