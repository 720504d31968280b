/// The reason why OSM data could not be read.
///
/// Every case begins with the source as given; ``description`` is one line.
public enum OSMInputError: Error, Sendable, Equatable {
  /// A system call that opens the source failed: its name, the error number and its meaning.
  case cannotOpen(source: String, call: String, errno: Int32, message: String)
  /// A system call failed at this offset, after the source had been opened.
  case readFailed(source: String, byteOffset: Int, call: String, errno: Int32, message: String)
  /// The source is empty.
  case empty(source: String)
  /// The first bytes match no known format.
  case unknownFormat(source: String, firstBytes: [UInt8])
  /// The data violates a rule of its format.
  ///
  /// The offset is in the source, except that with a `line` it is in the XML text, which equals the source if that is
  /// not compressed.
  case corrupt(
    source: String, encoding: OSMEncoding, byteOffset: Int, line: Int?, reason: String)
  /// The data ends too early; offset and line as in ``corrupt(source:encoding:byteOffset:line:reason:)``.
  case truncated(
    source: String, encoding: OSMEncoding, byteOffset: Int, line: Int?, reason: String)
  /// The data needs an unsupported feature; `advice` states what to do. For XML, the offset is in its text.
  case unsupported(source: String, feature: String, byteOffset: Int, advice: String)
  /// The progress callback cancelled reading.
  case cancelled(source: String)
}

extension OSMInputError {
  /// The kinds of failure that a caller treats differently, such as by exit status.
  public enum Kind: Sendable, Hashable {
    /// The source does not exist (exit status 66).
    case notFound
    /// The system did not open or read it (exit status 74).
    case unreadable
    /// The user may not read it (exit status 77).
    case notPermitted
    /// It was read, but is not valid (exit status 65).
    case badData
    /// The caller stopped it.
    case cancelled
  }

  /// The advice for data with changes to an extract.
  static let adviceOnChanges =
    "changes are not an extract: apply them to one, as with 'osmium apply-changes'"

  /// The kind of the failure.
  public var kind: Kind {
    switch self {
    case .cannotOpen(_, _, let number, _):
      if SystemError.isNotFound(number) {
        .notFound
      } else {
        SystemError.isNotPermitted(number) ? .notPermitted : .unreadable
      }
    case .readFailed: .unreadable
    case .empty, .unknownFormat, .corrupt, .truncated, .unsupported: .badData
    case .cancelled: .cancelled
    }
  }
}

extension OSMInputError: CustomStringConvertible {
  /// One line that states the flaw and its place: `region.osm.bz2: corrupt bzip2 data at byte 1234: …`.
  public var description: String {
    switch self {
    case .cannotOpen(let source, _, let number, let message):
      "\(source.isEmpty ? "''" : source): cannot open: \(message)"
        + (SystemError.isFolder(number) ? "; give an extract such as region.osm.pbf" : "")
    case .readFailed(let source, let byteOffset, _, _, let message):
      "\(source): cannot read at byte \(byteOffset): \(message)"
    case .empty(let source):
      "\(source): is empty; give an extract such as region.osm.pbf"
    case .unknownFormat(let source, let firstBytes):
      "\(source): not OSM XML, gzip, bzip2 or PBF: begins with \(Self.hex(firstBytes)); give an "
        + "extract such as region.osm.pbf"
    case .corrupt(let source, let encoding, let byteOffset, let line, let reason):
      "\(source): corrupt \(Self.layer(encoding, line)) at \(Self.place(byteOffset, line)): \(reason)"
    case .truncated(let source, let encoding, let byteOffset, let line, let reason):
      "\(source): truncated \(Self.layer(encoding, line)) at \(Self.place(byteOffset, line)): \(reason)"
    case .unsupported(let source, let feature, let byteOffset, let advice):
      "\(source): \(feature) at byte \(byteOffset) is not supported; \(advice)"
    case .cancelled(let source):
      "\(source): reading was cancelled"
    }
  }

  /// The damaged layer: with a line it is the XML text, else the container.
  private static func layer(_ encoding: OSMEncoding, _ line: Int?) -> String {
    line == nil ? encoding.layerName : OSMEncoding.xml.layerName
  }

  private static func place(_ byteOffset: Int, _ line: Int?) -> String {
    line.map { "line \($0), byte \(byteOffset)" } ?? "byte \(byteOffset)"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return digits.isEmpty ? "nothing" : digits.joined(separator: " ")
  }
}
