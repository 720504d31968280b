/// The encodings of OSM data that can be read.
public enum OSMEncoding: String, Sendable, CaseIterable {
  /// OSM XML, not compressed: `.osm`, and `.osc` change files.
  case xml
  /// OSM XML in gzip, of one or more members: `.osm.gz`.
  case xmlGzip
  /// OSM XML in bzip2, of one or more streams: `.osm.bz2`.
  case xmlBzip2
  /// Protocol buffer binary format: `.osm.pbf`.
  case pbf
}

extension OSMEncoding: CustomStringConvertible {
  /// The encoding in words, as `mapc info` prints it: `OSM XML in bzip2`.
  public var description: String {
    switch self {
    case .xml: "OSM XML"
    case .xmlGzip: "OSM XML in gzip"
    case .xmlBzip2: "OSM XML in bzip2"
    case .pbf: "OSM PBF"
    }
  }

  /// The name of this encoding's outermost layer in error messages about damage.
  var layerName: String {
    switch self {
    case .xml: "XML"
    case .xmlGzip: "gzip data"
    case .xmlBzip2: "bzip2 data"
    case .pbf: "PBF data"
    }
  }
}
