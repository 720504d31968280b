/// Bytes that are read once from beginning to end: those of a file, or its decoded text.
protocol ByteStream: ~Copyable {
  /// Fills the beginning of `buffer`, which is not empty, and returns the number of bytes.
  ///
  /// It returns 0 at the end.
  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int

  /// The number of bytes of the underlying source used so far, for progress and errors.
  var sourceOffset: Int { get }

  /// The length of the underlying source; nil if it is unknown.
  var sourceLength: Int? { get }
}

/// Sizes of the buffers between files and parsers.
enum BufferSize {
  /// The number of bytes read from a file at once, and of XML given to expat at once.
  ///
  /// Larger buffers do not fit into the second-level cache; measured parsing was slower with them.
  static let chunk = 128 * 1024
}
