/// The header of a blob: its kind and size.
struct PBFBlobHeader {
  /// The kinds of blobs; readers skip unknown ones.
  enum Kind {
    case header, data, other
  }
  let kind: Kind
  /// The number of stored bytes of the blob, at most ``PBFLimits/blob``.
  let size: Int

  /// Decodes the first `length` bytes.
  init(_ bytes: Span<UInt8>, length: Int) throws(PBFFlaw) {
    var cursor = ProtobufCursor(0..<length)
    var kind: Kind?
    var size: UInt64?
    while let field = try cursor.field(bytes) {
      switch field {
      case .bytes(1):
        let name = bytes.extracting(try cursor.contents(bytes))
        kind = name.equals("OSMHeader") ? .header : name.equals("OSMData") ? .data : .other
      case .number(3): size = try cursor.varint(bytes)
      default: try cursor.skip(field, known: [1, 3], bytes)
      }
    }
    guard let kind else { throw .corrupt("a blob header without type") }
    guard let size else { throw .corrupt("a blob header without size") }
    guard size <= UInt64(PBFLimits.blob) else {
      throw .corrupt("a blob of \(size) bytes; at most \(PBFLimits.blob) are allowed")
    }
    self.kind = kind
    self.size = Int(size)
  }
}

/// The range of a blob's contents, and their compression.
enum PBFBlob {
  case raw(Range<Int>)
  /// Compressed with zlib to exactly `size` bytes.
  case zlib(Range<Int>, size: Int)

  /// Decodes the first `length` bytes.
  init(_ bytes: Span<UInt8>, length: Int) throws(PBFFlaw) {
    var cursor = ProtobufCursor(0..<length)
    var raw: Range<Int>?
    var zlib: Range<Int>?
    var size: UInt64?
    while let field = try cursor.field(bytes) {
      switch field {
      case .bytes(1): raw = try cursor.contents(bytes)
      case .number(2): size = try cursor.varint(bytes)
      case .bytes(3): zlib = try cursor.contents(bytes)
      case .bytes(4): throw Self.unsupported("lzma")
      case .bytes(5): throw Self.unsupported("bzip2")
      case .bytes(6): throw Self.unsupported("LZ4")
      case .bytes(7): throw Self.unsupported("zstd")
      default: try cursor.skip(field, known: [1, 2, 3], bytes)
      }
    }
    switch (raw, zlib) {
    case (let raw?, nil):
      self = .raw(raw)
    case (nil, let zlib?):
      guard let size, size > 0, size <= UInt64(PBFLimits.blob) else {
        let stated = size.map { "\($0) bytes" } ?? "an unknown size"
        throw .corrupt("a blob that unpacks to \(stated); 1 to \(PBFLimits.blob) are allowed")
      }
      self = .zlib(zlib, size: Int(size))
    case (nil, nil): throw .corrupt("a blob without data")
    case (_?, _?): throw .corrupt("a blob with both raw and compressed data")
    }
  }

  /// Writes the contents to the beginning of `block`, which grows if necessary.
  ///
  /// - Parameters:
  ///   - stored: The bytes that this value was decoded from.
  ///   - inflater: A decoder of zlib streams, in any state.
  ///   - block: Receives the contents; it may be longer.
  /// - Returns: The length of the contents.
  /// - Throws: ``PBFFlaw`` if the data is damaged.
  func unpack(
    from stored: [UInt8], with inflater: inout ZlibDecoder, into block: inout [UInt8]
  ) throws(PBFFlaw) -> Int {
    switch self {
    case .raw(let range):
      block.removeAll(keepingCapacity: true)
      block.append(contentsOf: stored[range])
      return range.count
    case .zlib(let range, let size):
      if block.count < size {
        block.append(contentsOf: repeatElement(0, count: size - block.count))
      }
      inflater.restart()
      let step: DecoderProgress
      do {
        var target = block.mutableSpan
        step = try inflater.decode(stored.span.extracting(range), into: &target, limit: size)
      } catch {
        throw .corrupt("zlib data of a blob: \(error.reason)")
      }
      guard step == DecoderProgress(consumed: range.count, produced: size, isFinished: true) else {
        throw .corrupt(
          "zlib data of \(range.count) bytes does not decompress to exactly \(size) bytes")
      }
      return size
    }
  }

  private static func unsupported(_ compression: String) -> PBFFlaw {
    .unsupported(
      feature: "PBF blob compressed with \(compression)",
      advice: "rewrite the file with 'osmium cat FILE -o NEW.osm.pbf -f pbf,pbf_compression=zlib'")
  }
}
