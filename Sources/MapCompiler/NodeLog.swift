import Bytes

/// Successive blocks of bytes, in memory up to a budget and the rest in an unnamed file.
struct NodeLog {
  /// The size of the chunks with blocks, in bytes; each block is in one chunk.
  private static let chunk = 1 << 22

  private var memory: [[UInt8]] = []
  private let chunksInMemory: Int
  private let folder: String
  private var scratch: ScratchFile?
  private var mapping: MappedFile?
  private var current: [UInt8] = []
  private var chunks = 0
  /// The reason why the file can't be written; later blocks are not kept.
  private(set) var failure: FileError?

  /// An empty log.
  ///
  /// - Parameters:
  ///   - budget: The maximum number of bytes in memory.
  ///   - folder: The folder of the file for more.
  init(budget: Int, folder: String) {
    chunksInMemory = max(budget / Self.chunk, 1)
    self.folder = folder
  }

  /// Appends a block, which must be shorter than a chunk, and returns its place.
  mutating func append(_ block: [UInt8]) -> Int {
    if current.count + block.count > Self.chunk { endChunk() }
    if current.isEmpty { current.reserveCapacity(Self.chunk) }
    defer { current.append(contentsOf: block) }
    return chunks * Self.chunk + current.count
  }

  /// Makes all blocks readable; no further ones may be added.
  mutating func seal() {
    endChunk()
    guard failure == nil, let scratch else { return }
    do { mapping = try scratch.mapped() } catch { failure = error }
  }

  private mutating func endChunk() {
    defer { chunks += 1 }
    if memory.count < chunksInMemory {
      memory.append(current)
      current = []
      return
    }
    // All chunks of the file have the same length, so that a place is an offset in the file.
    current.append(contentsOf: repeatElement(0, count: Self.chunk - current.count))
    do throws(FileError) {
      if scratch == nil { scratch = try ScratchFile(in: folder) }
      if failure == nil { try scratch?.append(current) }
    } catch { failure = error }
    current.removeAll(keepingCapacity: true)
  }

  /// Reads the block at a place and the bytes after it; only after ``seal()``.
  @inline(__always)
  func read<Result>(at place: Int, _ body: (RawSpan, Int) -> Result) -> Result {
    let chunk = place / Self.chunk
    if chunk < memory.count {
      let bytes = memory[chunk]
      return body(bytes.rawBytes, place % Self.chunk)
    }
    guard let mapping else {
      preconditionFailure("read before it was sealed, or in spite of a failure")
    }
    return body(mapping.bytes, place - memory.count * Self.chunk)
  }
}
