import Bytes
import Geo

/// The positions of all nodes of the input, found by id.
///
/// Nodes are almost always in ascending order of id. A block has 64 of them: their positions (eight
/// bytes each), and the differences of their ids, so that a node takes about nine bytes if ids are
/// close. Beyond a budget of memory, blocks go to a file. Nodes out of order are stored separately;
/// the last of several with the same id counts.
struct NodeStore {
  private static let blockSize = 64

  private struct LooseNode {
    var id: Int64
    var position: Coordinate
  }

  /// The place of the last found node, where the search for the next, usually a close one, begins.
  struct Hint {
    fileprivate var block = 0
    /// A node of the block, its id, and the offset of the next step in the block; 0 if unknown.
    fileprivate var index = 0
    fileprivate var id = Int64.min
    fileprivate var step = 0
  }

  /// The minimum id and the place of each block.
  private var firstIDs: [Int64] = []
  private var blocks: [Int] = []
  private var log: NodeLog
  /// The unfinished block: its positions and the steps of its ids.
  private var places = ByteWriter()
  private var steps: [UInt8] = []
  private var lastID = Int64.min
  /// The number of nodes in ascending order.
  private var ordered = 0
  /// The nodes out of order; after ``seal()`` by id, each once.
  private var loose: [LooseNode] = []
  /// The number of nodes with a repeated id; known after ``seal()``.
  private(set) var duplicates = 0

  /// An empty store.
  ///
  /// - Parameters:
  ///   - memory: The maximum number of bytes of memory for positions.
  ///   - folder: The folder of the file for more.
  init(memory: Int = .max, folder: String = ".") { log = NodeLog(budget: memory, folder: folder) }

  /// The number of nodes; those out of order come last.
  var count: Int { ordered + loose.count }
  /// Whether the indices are not in ascending order of id.
  var hasLooseNodes: Bool { !loose.isEmpty }
  /// The reason why the file for further nodes failed; the store is then useless.
  var failure: FileError? { log.failure }

  /// Adds a node and returns whether its id is greater than the one before, and so new.
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
      // The difference of any two ids fits into 64 unsigned bits.
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

  /// Prepares the nodes for lookups; no further ones may be added.
  mutating func seal() {
    endBlock()
    log.seal()
    guard failure == nil, !loose.isEmpty else { return }
    // Sorting keeps the order of equal ids; the last one counts.
    let all = loose.sorted { $0.id < $1.id }
    loose = []
    var near = Hint()
    for (index, node) in all.enumerated() {
      let isLast = index + 1 == all.count || all[index + 1].id != node.id
      if isLast { loose.append(node) } else { duplicates += 1 }
      if isLast, orderedIndex(of: node.id, near: &near) != nil { duplicates += 1 }
    }
  }

  /// The index of a node, after ``seal()``; nil if the input does not have it.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - near: The place of the last found node.
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
    // Most steps fit into one byte, which is read several times as fast as a longer one.
    if offset < bytes.byteCount {
      let byte = bytes.u8(offset)
      if byte < 0x80 {
        offset += 1
        return Int64(byte)
      }
    }
    return Int64(bitPattern: Varint.read(bytes, at: &offset, end: bytes.byteCount) ?? 1)
  }

  /// The position of a node; only after ``seal()``.
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

  /// Calls a closure with the user and the position of each node that the input has; only after ``seal()``.
  ///
  /// As each block is read once, this is several times as fast as looking up every node.
  ///
  /// - Parameters:
  ///   - uses: The nodes in ascending order of id; ids may repeat.
  ///   - body: The closure.
  func forEach(_ uses: [NodeUse], _ body: (Int, Coordinate) -> Void) {
    var next = 0
    guard loose.isEmpty else {
      var near = Hint()
      for use in uses {
        if let index = index(of: use.id, near: &near) { body(use.user, position(index)) }
      }
      return
    }
    while next < uses.count {
      let first = uses[next].id
      let block = firstIDs.partitioningIndex { $0 > first } - 1
      if block < 0 {
        next += 1
        continue
      }
      let size = size(ofBlock: block)
      let limit = block + 1 < firstIDs.count ? firstIDs[block + 1] : .max
      next = log.read(at: blocks[block]) { bytes, start in
        var at = start + 8 * size
        var (place, node, id) = (next, 0, firstIDs[block])
        repeat {
          let use = uses[place]
          while id < use.id, node + 1 < size {
            id &+= Self.step(bytes, &at)
            node += 1
          }
          if id == use.id { body(use.user, Self.place(bytes, start, node)) }
          place += 1
        } while place < uses.count && uses[place].id < limit
        return place
      }
    }
  }

  /// Calls a closure with some nodes, in ascending order of index.
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
