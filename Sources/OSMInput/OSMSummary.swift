/// The counts of a reader, and the metadata of the file.
public struct OSMSummary: Sendable, Equatable {
  /// Nodes delivered to the visitor.
  public var nodes = 0
  /// Ways delivered to the visitor.
  public var ways = 0
  /// Relations delivered to the visitor.
  public var relations = 0
  /// Elements skipped because the file marks them as deleted: `visible="false"`, `action="delete"`, or inside
  /// `<delete>`.
  public var deleted = 0
  /// Nodes delivered without a position: coordinates missing, not numbers, or out of range.
  public var badCoordinates = 0
  /// Elements skipped because their id, or one that they refer to, is missing, not a number, or
  /// beyond 64 bits, or because a member's type is not known.
  public var badElements = 0
  /// The number of bytes read from the source, before decompression.
  public var bytesRead = 0
  /// The encoding, as recognised by content.
  public var encoding: OSMEncoding
  /// The time of the data in seconds since 1970: the replication timestamp of the PBF header, or the attribute of the
  /// XML root (`osmosis_replication_timestamp`, else `timestamp`, else `osm_base` of Overpass); `nil` if the file does
  /// not state it.
  public var snapshot: Int64?
  /// The program that wrote the file, by its own name; `nil` if the file does not state it.
  public var generator: String?

  /// A summary with all counts 0.
  public init(encoding: OSMEncoding) {
    self.encoding = encoding
  }
}
