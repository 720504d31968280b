import Bytes
import Geo

/// The places of all nodes of the input, found by id; some nine bytes for each, wherever ids follow closely.
///
/// Nodes come by ascending id almost always; 64 of them are a block, with their places (eight bytes each) and
/// what each id is more than the one before. Beyond a budget of memory blocks go to a file. Nodes that come out
/// of order are kept aside, whole; of several with one id the last counts.
struct NodeStore {
  private static let blockSize = 64

  private struct LooseNode {
    var id: Int64
    var position: Coordinate
  }

  /// Where the last node was found, so that the next of a way, mostly a close one, is looked for from there.
  struct Hint {
    fileprivate var block = 0
    /// A node of the block, its id, and where the step to the next is, from the block's beginning; 0 if none is known.
    fileprivate var index = 0
    fileprivate var id = Int64.min
    fileprivate var step = 0
  }

  /// By block: the least id, and where the block is.
  private var firstIDs: [Int64] = []
  private var blocks: [Int] = []
  private var log: NodeLog
  /// The block to be, its places and the steps of its ids.
  private var places = ByteWriter()
  private var steps: [UInt8] = []
  private var lastID = Int64.min
  /// Nodes in ascending order.
  private var ordered = 0
  /// Nodes out of order; after ``seal()`` by id, each once.
  private var loose: [LooseNode] = []
  /// Nodes that came again with the same id; known after ``seal()``.
  private(set) var duplicates = 0

  /// An empty store.
  ///
  /// - Parameters:
  ///   - memory: Bytes of memory that places may take.
  ///   - folder: Where the file for more goes.
  init(memory: Int = .max, folder: String = ".") { log = NodeLog(budget: memory, folder: folder) }

  /// Nodes, those that came out of order behind the others.
  var count: Int { ordered + loose.count }
  /// Whether indices are not by ascending id.
  var hasLooseNodes: Bool { !loose.isEmpty }
  /// Why the file for what memory can't hold is no use; the store is then none either.
  var failure: FileError? { log.failure }

  /// Adds a node; false when its id is not greater than the one before, so that it may be known.
  @discardableResult
  mutating func append(_ id: Int64, _ position: Coordinate) -> Bool {
    guard id > lastID || ordered == 0 else {
      loose.append(LooseNode(id: id, position: position))
      return false
    }
    if ordered % Self.blockSize == 0 {
      endBlock()
      firstIDs.append(id)
    } else {
      // The difference of any two ids fits into 64 bits without a sign.
      Varint.append(UInt64(bitPattern: id &- lastID), to: &steps)
    }
    places.i32(position.latitudeUnits)
    places.i32(position.longitudeUnits)
    lastID = id
    ordered += 1
    return true
  }

  private mutating func endBlock() {
    guard !places.bytes.isEmpty else { return }
    blocks.append(log.append(places.bytes + steps))
    places = ByteWriter()
    steps.removeAll(keepingCapacity: true)
  }

  /// Makes the nodes ready to be found; none may be added afterwards.
  mutating func seal() {
    endBlock()
    log.seal()
    guard failure == nil, !loose.isEmpty else { return }
    // Sorting keeps the order of equal ids; the last counts.
    let all = loose.sorted { $0.id < $1.id }
    loose = []
    var near = Hint()
    for (index, node) in all.enumerated() {
      let isLast = index + 1 == all.count || all[index + 1].id != node.id
      if isLast { loose.append(node) } else { duplicates += 1 }
      if isLast, orderedIndex(of: node.id, near: &near) != nil { duplicates += 1 }
    }
  }

  /// The index of a node, nil when the input does not have it; only after ``seal()``.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - near: Where the last one was found.
  /// - Returns: An index below ``count``.
  /// - Complexity: O(log n).
  func index(of id: Int64, near: inout Hint) -> Int? {
    if !loose.isEmpty {
      let place = loose.partitioningIndex { $0.id >= id }
      if place < loose.count, loose[place].id == id { return ordered + place }
    }
    return orderedIndex(of: id, near: &near)
  }

  private func orderedIndex(of id: Int64, near: inout Hint) -> Int? {
    let block = near.block
    let isNear =
      block < firstIDs.count && firstIDs[block] <= id
      && (block + 1 == firstIDs.count || id < firstIDs[block + 1])
    if !isNear { near = Hint(block: max(firstIDs.partitioningIndex { $0 > id } - 1, 0)) }
    guard near.block < firstIDs.count, firstIDs[near.block] <= id else { return nil }
    let size = size(ofBlock: near.block)
    if near.step == 0 || near.id > id {
      near = Hint(block: near.block, id: firstIDs[near.block], step: 8 * size)
    }
    let begin = near
    near = log.read(at: blocks[begin.block]) { bytes, start in
      var hint = begin
      var at = start + hint.step
      while hint.id < id, hint.index + 1 < size {
        hint.id &+= Self.step(bytes, &at)
        hint.index += 1
      }
      hint.step = at - start
      return hint
    }
    return near.id == id ? near.block * Self.blockSize + near.index : nil
  }

  private func size(ofBlock block: Int) -> Int {
    min(ordered - block * Self.blockSize, Self.blockSize)
  }

  @inline(__always)
  private static func step(_ bytes: RawSpan, _ offset: inout Int) -> Int64 {
    Int64(bitPattern: Varint.read(bytes, at: &offset, end: bytes.byteCount) ?? 1)
  }

  /// Where a node is; only after ``seal()``.
  func position(_ index: Int) -> Coordinate {
    guard index < ordered else { return loose[index - ordered].position }
    return log.read(at: blocks[index / Self.blockSize]) { bytes, start in
      Self.place(bytes, start, index % Self.blockSize)
    }
  }

  @inline(__always)
  private static func place(_ bytes: RawSpan, _ start: Int, _ node: Int) -> Coordinate {
    Coordinate(
      latitudeUnits: bytes.i32(start + 8 * node), longitudeUnits: bytes.i32(start + 8 * node + 4))
  }

  /// Hands out some nodes by index, in ascending order.
  func forEach(in wanted: NodeMarks, _ body: (Int64, Coordinate) -> Void) {
    for block in firstIDs.indices {
      let bits = wanted.words[block]
      if bits == 0 { continue }
      let size = size(ofBlock: block)
      log.read(at: blocks[block]) { bytes, start in
        var at = start + 8 * size
        var id = firstIDs[block]
        for node in 0..<size {
          if node > 0 { id &+= Self.step(bytes, &at) }
          if bits >> UInt64(node) & 1 == 1 { body(id, Self.place(bytes, start, node)) }
        }
      }
    }
    for (place, node) in loose.enumerated() where wanted.contains(ordered + place) {
      body(node.id, node.position)
    }
  }
}
