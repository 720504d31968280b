extension OSMSource {
  /// How a regular file is encoded, and its length in bytes; nil for a pipe, which is left as it is, for standard
  /// input, for what is not OSM data, and when there is no such file.
  ///
  /// - Throws: ``OSMInputError`` when it can't be opened or read.
  public func encodingAndSize() throws(OSMInputError) -> (encoding: OSMEncoding, bytes: Int)? {
    guard case .file(let path) = self, OpenFile.isRegular(path) else { return nil }
    var file = try FileSource(self)
    guard let bytes = file.sourceLength,
      case .encoding(let encoding) = OSMEncoding.detect(try file.peek(OSMEncoding.detectionLength))
    else { return nil }
    return (encoding, bytes)
  }
}
