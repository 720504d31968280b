extension OSMEncoding {
  /// The number of bytes that ``detect(_:)`` needs, or fewer if the file is shorter.
  static let detectionLength = 64

  /// The result of detection from the first bytes of a file.
  enum Detection: Equatable {
    case encoding(OSMEncoding)
    /// A known format that is not supported, but can be converted to one that is.
    case refused(feature: String, advice: String)
    case unknown
  }

  /// Recognises a file by its first bytes, not by its name.
  static func detect(_ bytes: [UInt8]) -> Detection {
    if bytes.starts(with: [0x1F, 0x8B]) { return .encoding(.xmlGzip) }
    if bytes.count >= 4, bytes.starts(with: Array("BZh".utf8)),
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[3])
    {
      return .encoding(.xmlBzip2)
    }
    if looksLikePBF(bytes) { return .encoding(.pbf) }
    for format in refusedFormats where bytes.starts(with: format.magic) {
      return .refused(feature: format.name, advice: format.advice)
    }
    return looksLikeXML(bytes) ? .encoding(.xml) : .unknown
  }

  /// Whether the file begins with the length of a blob header and the key of its first field.
  private static func looksLikePBF(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 4 else { return false }
    let length = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    // 0x0A is `type`, 0x12 `indexdata`, 0x18 `datasize`: all fields of a blob header.
    return (1...PBFLimits.blobHeader).contains(length) && [0x0A, 0x12, 0x18].contains(bytes[4])
  }

  /// Whether the first byte after a byte-order mark and white space opens a tag.
  private static func looksLikeXML(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: XMLPrologue.byteOrderMark) { rest = rest.dropFirst(3) }
    rest = rest.drop(while: XMLPrologue.isSpace)
    // If all bytes here are white space, expat decides.
    return rest.first.map { $0 == UInt8(ascii: "<") } ?? (bytes.count == detectionLength)
  }

  private struct RefusedFormat {
    var magic: [UInt8]
    var name: String
    var advice: String
  }

  private static let unpack = "unpack it first, or pipe it in unpacked"
  private static let refusedFormats: [RefusedFormat] = [
    RefusedFormat(
      magic: [0xFF, 0xE0, 0x04] + Array("o5m2".utf8), name: "o5m format",
      advice: "convert it with 'osmium cat FILE -o FILE.osm.pbf'"),
    RefusedFormat(
      magic: [0xFF, 0xE0, 0x04] + Array("o5c2".utf8), name: "o5c format",
      advice: OSMInputError.adviceOnChanges),
    RefusedFormat(magic: [0xFD] + Array("7zXZ".utf8), name: "xz compression", advice: unpack),
    RefusedFormat(magic: [0x28, 0xB5, 0x2F, 0xFD], name: "zstd compression", advice: unpack),
    RefusedFormat(magic: [0x04, 0x22, 0x4D, 0x18], name: "lz4 compression", advice: unpack),
    RefusedFormat(magic: Array("PK".utf8) + [3, 4], name: "zip archive", advice: unpack),
    RefusedFormat(magic: Array("7z".utf8) + [0xBC, 0xAF], name: "7z archive", advice: unpack),
    RefusedFormat(
      magic: [0xFF, 0xFE], name: "UTF-16 text", advice: "convert it to UTF-8"),
    RefusedFormat(
      magic: [0xFE, 0xFF], name: "UTF-16 text", advice: "convert it to UTF-8"),
    RefusedFormat(
      magic: Array("{".utf8), name: "JSON",
      advice: "ask Overpass for '[out:xml]', or convert it to OSM XML"),
  ]
}
