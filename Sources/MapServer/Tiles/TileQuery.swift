/// A request to the tile service: a tile, as in `tile(8528,5975,14).mvt`, and its layers.
struct TileQuery: Hashable {
  /// A layer of a tile.
  enum Layer: String, CaseIterable {
    case speeds, turns, osmnodes, limits, roads
  }

  var tile: TileAddress
  /// The requested layers; nil for those of OSRM and the limits.
  var layers: Set<Layer>?

  /// The minimum zoom, as in OSRM.
  private static let zoomStart: UInt32 = 12

  /// Parses the part of the URL behind the profile.
  init(_ url: ServiceURL) throws(ServiceError) {
    var scanner = Scanner(url.text, from: url.queryStart)
    guard scanner.take("tile(") else { throw scanner.malformed() }
    let x = try Self.number(&scanner)
    try scanner.expect(",")
    let y = try Self.number(&scanner)
    try scanner.expect(",")
    tile = TileAddress(x: x, y: y, z: try Self.number(&scanner))
    guard scanner.take(").mvt") else { throw scanner.malformed() }
    if !scanner.isAtEnd {
      let separator = scanner.position
      guard scanner.take("?layers=") else { throw scanner.malformed(at: separator) }
      layers = Set(
        try scanner.list(",") { scanner throws(ServiceError) in
          try scanner.choice(Layer.allCases.map { ($0.rawValue, $0) })
        })
    }
    guard scanner.isAtEnd else { throw scanner.malformed() }
    guard tile.exists, layers != nil || tile.z >= Self.zoomStart else {
      throw ServiceError(
        .invalidOptions, "Invalid coodinates. Only zoomlevel 12+ is supported")
    }
  }

  private static func number(_ scanner: inout Scanner) throws(ServiceError) -> UInt32 {
    let start = scanner.position
    let digits = scanner.takeWhile { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let value = UInt32(String(decoding: digits, as: UTF8.self)) else {
      throw scanner.malformed(at: start)
    }
    return value
  }

  /// Whether a layer is requested.
  func wants(_ layer: Layer) -> Bool { layers?.contains(layer) ?? (layer != .roads) }

  /// The requested layers as a canonical text.
  var name: String {
    Layer.allCases.filter(wants).map(\.rawValue).joined(separator: ",")
  }
}
