/// The contents of an `OSMHeader` blob.
struct PBFHeader {
  /// The required features that are supported; files with others are refused.
  static let supportedFeatures = ["OsmSchema-V0.6", "DenseNodes"]
  /// The required feature of histories and changes, which have several versions of an element.
  private static let history = "HistoricalInformation"

  private var generator: String?
  private var snapshot: Int64?

  /// Decodes the first `length` bytes and refuses unknown required features.
  init(_ bytes: Span<UInt8>, length: Int) throws(PBFFlaw) {
    var cursor = ProtobufCursor(0..<length)
    while let field = try cursor.field(bytes) {
      switch field {
      case .bytes(4):
        let feature = String(decoding: bytes.extracting(try cursor.contents(bytes)))
        guard Self.supportedFeatures.contains(feature) else {
          let rewriting = "rewrite the file without it, as with 'osmium cat FILE -o NEW.osm.pbf'"
          let choosing =
            "it stands for several versions of elements: take those of one moment, as with "
            + "'osmium time-filter FILE -o NEW.osm.pbf'; " + OSMInputError.adviceOnChanges
          throw .unsupported(
            feature: "required PBF feature '\(feature)'",
            advice: feature == Self.history ? choosing : rewriting)
        }
      case .bytes(16):
        generator = String(decoding: bytes.extracting(try cursor.contents(bytes)))
      case .number(32):
        snapshot = Int64(bitPattern: try cursor.varint(bytes))
      default: try cursor.skip(field, known: [4, 16, 32], bytes)
      }
    }
  }

  /// Adds the metadata of the file; the first header that has a value applies.
  func note(in summary: inout OSMSummary) {
    summary.generator = summary.generator ?? generator
    summary.snapshot = summary.snapshot ?? snapshot
  }
}
