public import Geo
public import MapCompiler

/// A folder of SRTM files with invented hills, for maps of ``AsciiMap`` and ``StreetGrid``.
///
/// Both lie around 47 degrees north and 8 degrees east, so there are two files.
public struct HeightFolder: Sendable {
  /// The points along a side of a file.
  public static let side = 1_201
  /// The value of a point without a height.
  public static let void: Int16 = -32_768

  private let folder: TemporaryFolder
  /// Its path.
  public var path: String { folder.path }

  /// Writes both files.
  ///
  /// - Parameter metres: The height of a place, from metres to the north and to the east of 47 N, 8 E.
  /// - Throws: An error of the file system.
  public init(_ metres: (_ north: Double, _ east: Double) -> Int16) throws {
    folder = try TemporaryFolder()
    for latitude in [46, 47] {
      _ = try folder.write(
        Self.file(latitude: latitude, longitude: 8, metres), "N\(latitude)E008.hgt")
    }
  }

  /// The bytes of a file.
  public static func file(
    latitude: Int, longitude: Int, _ metres: (_ north: Double, _ east: Double) -> Int16
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(2 * side * side)
    for row in 0..<side {
      let north = place(Double(latitude + 1) - Double(row) / 1_200, 8).north
      for column in 0..<side {
        let east = place(47, Double(longitude) + Double(column) / 1_200).east
        let value = UInt16(bitPattern: metres(north, east))
        bytes.append(UInt8(value >> 8))
        bytes.append(UInt8(value & 0xFF))
      }
    }
    return bytes
  }

  /// Where a place is, as the function of heights has it.
  public static func place(_ place: Coordinate) -> (north: Double, east: Double) {
    Self.place(place.latitude, place.longitude)
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> (
    north: Double, east: Double
  ) {
    let metres = Distance.metresPerUnit * Coordinate.unitsPerDegree
    let cosine = Trigonometry.cosine(units: 470_000_000)
    return ((latitude - 47) * metres, (longitude - 8) * metres * cosine)
  }
}

extension MapCompiler.Options {
  /// The roads have the elevation of these hills.
  public static func withElevation(_ hills: HeightFolder) -> MapCompiler.Options {
    var options = MapCompiler.Options()
    options.elevation = hills.path
    return options
  }
}
