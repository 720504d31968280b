/// What is asked of the tile service: `tile(8528,5975,14).mvt`, and which layers.
struct TileQuery: Hashable {
  /// The layers that there are.
  enum Layer: String, CaseIterable {
    case speeds, turns, osmnodes, limits, roads
  }

  var tile: TileAddress
  /// Nil for those that OSRM has, and the limits.
  var layers: Set<Layer>?

  /// OSRM has no tiles of larger areas.
  private static let zoomStart: UInt32 = 12

  /// Reads what comes behind the profile.
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

  /// Whether a layer is wanted.
  func wants(_ layer: Layer) -> Bool { layers?.contains(layer) ?? (layer != .roads) }

  /// The wanted layers as text, the same for the same.
  var name: String {
    Layer.allCases.filter(wants).map(\.rawValue).joined(separator: ",")
  }
}
