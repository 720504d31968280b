/// A sequence of bytes that is read once, front to back: a file, or what a decoder makes of one.
protocol ByteStream: ~Copyable {
  /// Fills the front of `buffer`, which is not empty, and says how far; 0 means the end.
  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int

  /// Bytes of the underlying source used so far, for progress and errors.
  var sourceOffset: Int { get }

  /// The length of the underlying source, when it has one.
  var sourceLength: Int? { get }
}

/// Sizes of the buffers between files and parsers.
enum BufferSize {
  /// Bytes taken from a file at once, and the XML text given to expat at once.
  ///
  /// Larger buffers leave the second-level cache and made parsing slower in measurement.
  static let chunk = 128 * 1024
}
