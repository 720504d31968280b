/// Writes small PBF files, right ones and wrong ones.
enum PBFWriter {
  /// How the contents of a blob are stored.
  enum Compression: CaseIterable {
    case raw, zlib
  }

  /// A blob with its header, as files have them one after the other.
  static func blob(
    _ kind: String, _ contents: [UInt8], _ compression: Compression = .raw
  ) -> [UInt8] {
    var blob = ProtobufWriter()
    switch compression {
    case .raw: blob.bytes(1, contents)
    case .zlib:
      blob.number(2, Int64(contents.count))
      blob.bytes(3, Compressors.zlib(contents))
    }
    return framed(kind, blob.bytes)
  }

  /// A blob header and the bytes of a blob.
  static func framed(_ kind: String, _ blob: [UInt8]) -> [UInt8] {
    var header = ProtobufWriter()
    header.text(1, kind)
    header.number(3, Int64(blob.count))
    return length(header.bytes.count) + header.bytes + blob
  }

  /// Four bytes, most significant first.
  static func length(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// An `OSMHeader` blob.
  static func header(
    features: [String] = ["OsmSchema-V0.6", "DenseNodes"], generator: String? = nil,
    timestamp: Int64? = nil, _ compression: Compression = .raw
  ) -> [UInt8] {
    var block = ProtobufWriter()
    for feature in features { block.text(4, feature) }
    block.text(5, "Sort.Type_then_ID")
    if let generator { block.text(16, generator) }
    if let timestamp { block.number(32, timestamp) }
    return blob("OSMHeader", block.bytes, compression)
  }

  /// The contents of an `OSMData` blob with one group.
  static func block(
    strings: [String] = [], granularity: Int64? = nil, offsets: (Int64, Int64)? = nil,
    _ group: (inout ProtobufWriter) -> Void
  ) -> [UInt8] {
    var block = ProtobufWriter()
    block.message(1) { table in
      table.text(1, "")
      for string in strings { table.text(1, string) }
    }
    block.message(2, group)
    if let granularity { block.number(17, granularity) }
    if let offsets {
      block.number(19, offsets.0)
      block.number(20, offsets.1)
    }
    return block.bytes
  }

  /// A whole file with one block.
  static func file(
    strings: [String] = [], _ compression: Compression = .raw,
    _ group: (inout ProtobufWriter) -> Void
  ) -> [UInt8] {
    header(compression) + blob("OSMData", block(strings: strings, group), compression)
  }

  private static func header(_ compression: Compression) -> [UInt8] {
    header(generator: "tests", timestamp: 1_700_000_000, compression)
  }
}
