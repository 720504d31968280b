import Bytes

/// The nodes of ways, by id, in order of input; for many ways when few of them are needed.
///
/// It stores differences, so a node takes one or two bytes and a way three more.
struct WayLog: Sendable {
  private var bytes: [UInt8] = []
  private var lastID: Int64 = 0
  private var lastNode: Int64 = 0

  /// Adds a way.
  mutating func append(_ id: Int64, _ nodes: borrowing [Int64]) {
    Varint.append(Varint.zigzag(id &- lastID), to: &bytes)
    lastID = id
    Varint.append(UInt64(nodes.count), to: &bytes)
    for node in copy nodes {
      Varint.append(Varint.zigzag(node &- lastNode), to: &bytes)
      lastNode = node
    }
  }

  /// The ways with some ids, in order of input; all versions of each.
  ///
  /// - Complexity: O(all nodes).
  func ways(_ ids: Set<Int64>) -> [(id: Int64, nodes: [Int64])] {
    let span = bytes.rawBytes
    var found: [(id: Int64, nodes: [Int64])] = []
    var (id, node): (Int64, Int64) = (0, 0)
    var at = 0
    while let step = Varint.read(span, at: &at, end: span.byteCount),
      let count = Varint.read(span, at: &at, end: span.byteCount)
    {
      id &+= Varint.unzigzag(step)
      let isWanted = ids.contains(id)
      var nodes: [Int64] = []
      for _ in 0..<count {
        guard let step = Varint.read(span, at: &at, end: span.byteCount) else { return found }
        node &+= Varint.unzigzag(step)
        if isWanted { nodes.append(node) }
      }
      if isWanted { found.append((id, nodes)) }
    }
    return found
  }
}
