import Geo

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A tile of the world map in Web Mercator.
///
/// At zoom `z` there are 2^z columns from the 180th meridian to the east, and as many rows from
/// north to south (https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames).
struct TileAddress: Hashable {
  var x: UInt32
  var y: UInt32
  var z: UInt32

  /// The zoom from which there are no tiles, as in OSRM.
  static let zoomEnd: UInt32 = 20

  /// Whether the tile exists.
  var exists: Bool { z < Self.zoomEnd && x < 1 << z && y < 1 << z }

  /// The tile that contains a place.
  init(_ place: Coordinate, z: UInt32) {
    let (x, y) = Self.world(place)
    let count = Double(UInt32(1) << z)
    func index(_ share: Double) -> UInt32 { UInt32(min(max(share * count, 0), count - 1)) }
    self.init(x: index(x), y: index(y), z: z)
  }

  init(x: UInt32, y: UInt32, z: UInt32) { (self.x, self.y, self.z) = (x, y, z) }

  /// The box of the tile, including the steps beyond its edges.
  var box: Box {
    let count = Double(UInt32(1) << z)
    let beyond = Double(VectorTileLayer.buffer) / Double(VectorTileLayer.extent)
    let (west, east) = ((Double(x) - beyond) / count, (Double(x) + 1 + beyond) / count)
    let (north, south) = ((Double(y) - beyond) / count, (Double(y) + 1 + beyond) / count)
    return Box(
      minLatitude: Self.latitude(south), minLongitude: Self.longitude(west),
      maxLatitude: Self.latitude(north), maxLongitude: Self.longitude(east))
  }

  private static func longitude(_ x: Double) -> Int32 {
    Int32((min(max(x, 0), 1) * 360 - 180) * Coordinate.unitsPerDegree)
  }

  private static func latitude(_ y: Double) -> Int32 {
    // The rows end at 85 degrees; the area beyond belongs to the last row.
    if y <= 0 { return 900_000_000 }
    if y >= 1 { return -900_000_000 }
    return Int32(atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi * Coordinate.unitsPerDegree)
  }

  /// A place on a map of width and height 1.
  static func world(_ place: Coordinate) -> (x: Double, y: Double) {
    let sine = sin(place.latitude * .pi / 180)
    // The map is infinite towards the poles.
    let bounded = min(max(sine, -0.99999), 0.99999)
    return ((place.longitude + 180) / 360, 0.5 - atanh(bounded) / (2 * .pi))
  }
}

/// Projects places on earth to steps in a tile.
struct TileProjection {
  /// A place in the tile, before rounding to a step.
  struct Place: Hashable {
    var x: Double
    var y: Double
  }

  /// The steps around the earth.
  private let scale: Double
  private let west: Double
  private let north: Double

  init(_ tile: TileAddress) {
    let extent = Double(VectorTileLayer.extent)
    scale = Double(UInt32(1) << tile.z) * extent
    west = Double(tile.x) * extent
    north = Double(tile.y) * extent
  }

  func place(_ coordinate: Coordinate) -> Place {
    let (x, y) = TileAddress.world(coordinate)
    return Place(x: x * scale - west, y: y * scale - north)
  }

  /// The place of a coordinate, or of its copy to the east or west if that is nearer to another place.
  func place(_ coordinate: Coordinate, near other: Place) -> Place {
    var place = place(coordinate)
    if abs(place.x - other.x) > scale / 2 { place.x += place.x < other.x ? scale : -scale }
    return place
  }

  /// The copy of a line over the 180th meridian at the other edge of the world; nil for others.
  func copy(of line: [Place]) -> [Place]? {
    let isEast = line.contains { $0.x + west > scale }
    guard isEast || line.contains(where: { $0.x + west < 0 }) else { return nil }
    return line.map { Place(x: $0.x + (isEast ? -scale : scale), y: $0.y) }
  }

  /// The step at a place; nil outside the tile and the steps around it.
  func point(_ coordinate: Coordinate) -> TilePoint? {
    let place = place(coordinate)
    let (low, high) = (
      -Double(VectorTileLayer.buffer), Double(VectorTileLayer.extent + VectorTileLayer.buffer)
    )
    guard place.x >= low, place.y >= low, place.x <= high, place.y <= high else { return nil }
    return TilePoint(x: Int32(place.x.rounded()), y: Int32(place.y.rounded()))
  }
}
