extension OSMSource {
  /// The encoding of a regular file and its length in bytes.
  ///
  /// It is nil for a pipe, from which nothing is read, for standard input, for data of another kind, and for a missing
  /// file.
  ///
  /// - Throws: ``OSMInputError`` if the file can't be opened or read.
  public func encodingAndSize() throws(OSMInputError) -> (encoding: OSMEncoding, bytes: Int)? {
    guard case .file(let path) = self, OpenFile.isRegular(path) else { return nil }
    var file = try FileSource(self)
    guard let bytes = file.sourceLength,
      case .encoding(let encoding) = OSMEncoding.detect(try file.peek(OSMEncoding.detectionLength))
    else { return nil }
    return (encoding, bytes)
  }
}
