/// What a reader found in its input: counts, and what the file says about itself.
public struct OSMSummary: Sendable, Equatable {
  /// Nodes delivered to the visitor.
  public var nodes = 0
  /// Ways delivered to the visitor.
  public var ways = 0
  /// Relations delivered to the visitor.
  public var relations = 0
  /// Elements skipped because the file says that they are deleted: `visible="false"`,
  /// `action="delete"`, or inside `<delete>`.
  public var deleted = 0
  /// Nodes delivered without a position: coordinates missing, not numbers, or not on earth.
  public var badCoordinates = 0
  /// Elements skipped because their id, or one that they refer to, is missing, not a number, or
  /// beyond 64 bits, or because a member's type is not known.
  public var badElements = 0
  /// Bytes of the source that were read, before any decompression.
  public var bytesRead = 0
  /// The encoding, as recognised by content.
  public var encoding: OSMEncoding
  /// When the data was current, in seconds since 1970: the replication timestamp of the PBF header,
  /// or the attribute of the XML root (`osmosis_replication_timestamp`, else `timestamp`, else
  /// `osm_base` of Overpass); `nil` when the file does not say.
  public var snapshot: Int64?
  /// The program that wrote the file, as it names itself; `nil` when the file does not say.
  public var generator: String?

  /// A summary in which nothing has been counted yet.
  public init(encoding: OSMEncoding) {
    self.encoding = encoding
  }
}
