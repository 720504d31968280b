import Bytes
import Synchronization

/// The decoded bytes of a file of one or more gzip streams; a thread decodes ahead of the reader.
struct GzipStream: ~Copyable, ByteStream {
  private let ahead: DecodingAhead
  private let hasThread: Bool
  private var chunk = DecodingAhead.Chunk()
  private var start = 0
  let sourceLength: Int?

  /// Decodes the rest of `source`, on another thread if two are allowed.
  init(_ source: consuming FileSource, threads: Int) {
    sourceLength = source.sourceLength
    let ahead = DecodingAhead(source)
    self.ahead = ahead
    hasThread = threads > 1 && WorkerThread.start { ahead.run() }
  }

  deinit { ahead.close() }

  var sourceOffset: Int { chunk.sourceOffset }

  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int {
    if start == chunk.bytes.count {
      if let error = chunk.error { throw error }
      if chunk.isLast { return 0 }
      chunk = hasThread ? ahead.take() : ahead.decode()
      start = 0
      return try read(into: &buffer)
    }
    let count = min(buffer.count, chunk.bytes.count - start)
    buffer.replace(0, with: chunk.bytes[start..<start + count])
    start += count
    return count
  }
}

/// The shared state of the two threads of a ``GzipStream``.
private final class DecodingAhead: Sendable {
  /// A part of the text.
  struct Chunk: Sendable {
    var bytes: [UInt8] = []
    /// The number of bytes of the source used up to its end.
    var sourceOffset = 0
    var isLast = false
    /// The error that ended it, if there was one.
    var error: OSMInputError?
  }

  /// The maximum number of chunks that are decoded in advance.
  private static let depth = 8

  private let stream: Guarded<ConcatenatedStream<ZlibDecoder>>
  private let chunks = Guarded<[Chunk]>([])
  private let isClosed = Atomic(false)
  private let decoded = CountingSemaphore()
  private let taken = CountingSemaphore()

  init(_ source: consuming FileSource) {
    stream = Guarded(ConcatenatedStream(source))
    taken.signal(Self.depth)
  }

  /// The next part of the text, decoded by the calling thread.
  func decode() -> Chunk {
    stream.withLock { stream in
      var chunk = Chunk()
      var bytes = [UInt8](repeating: 0, count: 2 * BufferSize.chunk)
      do throws(OSMInputError) {
        var target = bytes.mutableSpan
        let count = try stream.read(into: &target)
        bytes.removeLast(bytes.count - count)
        chunk.bytes = bytes
        chunk.isLast = count == 0
      } catch { chunk.error = error }
      chunk.sourceOffset = stream.sourceOffset
      return chunk
    }
  }

  /// The loop of the thread until the end.
  func run() {
    while true {
      taken.wait()
      if isClosed.load(ordering: .acquiring) { return }
      let chunk = decode()
      let isEnd = chunk.isLast || chunk.error != nil
      chunks.withLock { $0.append(chunk) }
      decoded.signal()
      if isEnd { return }
    }
  }

  /// The next part of the text, which the thread decoded.
  func take() -> Chunk {
    decoded.wait()
    taken.signal()
    return chunks.withLock { $0.removeFirst() }
  }

  func close() {
    isClosed.store(true, ordering: .releasing)
    taken.signal()
  }
}
