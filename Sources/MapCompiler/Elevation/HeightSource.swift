import Bytes
import Geo
import GeoTIFF

/// The heights of a folder of SRTM and GeoTIFF files, which are read when they are needed.
///
/// SRTM files may also lie in folders for each degree of latitude in it.
///
/// A degree has the heights of its SRTM file, or of the GeoTIFF files in it: at each place those of the finest file
/// that has one.
///
/// The most recently used grids are kept, up to ``memory`` bytes. Many tasks may request heights;
/// while one reads a file, the others wait. The heights do not depend on the order of requests.
final class HeightSource: Sendable {
  /// The maximum bytes of grids in memory: 93 grids of 3 arc seconds, or ten of one.
  static let memory = 270_000_000

  private struct Entry {
    /// The grids, the finest first; empty if the folder has no file of this degree.
    var grids: [HeightGrid]
    var lastUse: Int
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var uses = 0
    var byteCount = 0
    var failure: ElevationError?
    var read: Set<Int> = []
    var missing: Set<Int> = []
  }

  private let folder: String
  /// The names in the folder by their lower-case forms; the first of several.
  private let names: [String: String]
  /// The GeoTIFF files by name, with their grids.
  private let rasters: [(path: String, grid: GeoTIFFGrid)]
  private let state = Guarded(State())

  /// The heights of a folder.
  ///
  /// - Throws: ``ElevationError`` if the folder does not exist, or a GeoTIFF file in it can't be
  ///   read.
  init(folder: String) throws(ElevationError) {
    guard Folder.exists(folder) else {
      throw ElevationError(
        path: folder, reason: "no such folder of .hgt or .tif files", isMissing: true)
    }
    self.folder = folder
    let found = Folder.names(in: folder)
    names = Dictionary(found.map { ($0.lowercased(), $0) }) { first, _ in first }
    var rasters: [(path: String, grid: GeoTIFFGrid)] = []
    for name in found where Self.isRaster(name) {
      let path = folder + "/" + name
      do throws(GeoTIFFError) { rasters.append((path, try GeoTIFFFile(path: path).grid)) } catch {
        throw ElevationError(path: path, reason: error.reason)
      }
    }
    self.rasters = rasters
  }

  /// The error of the first file that could not be read, whose heights are missing.
  var failure: ElevationError? { state.withLock { $0.failure } }

  /// The names of the degrees that were read, ascending.
  var readNames: [String] { state.withLock { $0.read }.map(Self.name).sorted() }

  /// The names of the needed degrees without a file, ascending.
  var missingNames: [String] { state.withLock { $0.missing }.map(Self.name).sorted() }

  /// The grids of a degree, the finest first; empty if the folder has none.
  ///
  /// - Parameters:
  ///   - degree: See ``degree(of:)``.
  ///   - isNeeded: Whether a place lies in the degree, so that its file is missing if there is none.
  /// - Returns: The grids.
  func grids(_ degree: Int, isNeeded: Bool) -> [HeightGrid] {
    state.withLock { state in
      let grids = known(degree, &state)
      if isNeeded, grids.isEmpty { state.missing.insert(degree) }
      return grids
    }
  }

  private func known(_ degree: Int, _ state: inout State) -> [HeightGrid] {
    state.uses += 1
    if let entry = state.entries[degree] {
      state.entries[degree]?.lastUse = state.uses
      return entry.grids
    }
    let grids = read(degree, &state)
    if !grids.isEmpty { state.read.insert(degree) }
    state.entries[degree] = Entry(grids: grids, lastUse: state.uses)
    state.byteCount += grids.byteCount
    Self.shrink(&state)
    return grids
  }

  private func read(_ degree: Int, _ state: inout State) -> [HeightGrid] {
    let (latitude, longitude) = Self.corner(degree)
    let files = HeightFile.names(latitude: latitude, longitude: longitude)
    // NASADEM has names in lower case. The Terrain Tiles of AWS have a folder for each degree of
    // latitude, such as `N42`.
    let band = HeightFile.name(latitude: latitude, longitude: longitude).prefix(3)
    let inBand = files.map { "\(band)/\($0)" }
    for name in files.compactMap({ names[$0.lowercased()] }) + inBand {
      do throws(ElevationError) {
        if let grid = try HeightFile.grid(folder + "/" + name) { return [grid] }
      } catch {
        state.failure = state.failure ?? error
        return []
      }
    }
    var grids: [HeightGrid] = []
    for (path, turn) in rasterParts(latitude, longitude) where grids.byteCount < Self.memory {
      do throws(GeoTIFFError) {
        grids.append(
          try HeightGrid(
            try GeoTIFFFile(path: path), latitude: latitude, longitude: longitude - turn))
      } catch {
        state.failure = state.failure ?? ElevationError(path: path, reason: error.reason)
        return []
      }
    }
    return grids
  }

  private static func isRaster(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".tif") || name.hasSuffix(".tiff")
  }

  /// The GeoTIFF files with a part of a degree, the finest first, then the one with the largest part.
  ///
  /// Files that begin or end within a step of the degree follow: the heights between the last point of one file and the
  /// first of the next lie between both.
  ///
  /// Longitudes of files may be 0 to 360 or lie beyond the 180th meridian, at which files adjoin as well. So each comes
  /// with the degrees to add to its longitudes: none, or a turn.
  private func rasterParts(_ latitude: Int, _ longitude: Int) -> [(path: String, turn: Int)] {
    var found: [(path: String, turn: Int, step: Double, area: Double)] = []
    for (path, grid) in rasters {
      let south = grid.north - Double(grid.rows - 1) * grid.rowStep
      let height = min(grid.north, Double(latitude + 1)) - max(south, Double(latitude))
      guard height > -0.99 * grid.rowStep else { continue }
      for turn in [0, -360, 360] {
        let west = grid.west + Double(turn)
        let east = west + Double(grid.columns - 1) * grid.columnStep
        let width = min(east, Double(longitude + 1)) - max(west, Double(longitude))
        guard width > -0.99 * grid.columnStep else { continue }
        found.append((path, turn, grid.rowStep, max(height, 0) * max(width, 0)))
      }
    }
    guard found.contains(where: { $0.area > 0 }) else { return [] }
    found.sort { ($0.step, -$0.area, $0.path, $0.turn) < ($1.step, -$1.area, $1.path, $1.turn) }
    return found.map { ($0.path, $0.turn) }
  }

  /// Removes the least recently used grids.
  private static func shrink(_ state: inout State) {
    while state.byteCount > memory {
      let known = state.entries.filter { !$0.value.grids.isEmpty && $0.value.lastUse < state.uses }
      guard let oldest = known.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      state.byteCount -= oldest.value.grids.byteCount
      state.entries[oldest.key] = nil
    }
  }

  /// The number of a place's degree, in rows from south to north, each from west to east.
  static func degree(of place: Coordinate) -> Int {
    let unit = Int64(Coordinate.unitsPerDegree)
    // The north pole and the 180th meridian belong to the degrees before them.
    let row = min((Int64(place.latitudeUnits) + 90 * unit) / unit, 179)
    let column = min((Int64(place.longitudeUnits) + 180 * unit) / unit, 359)
    return Int(360 * row + column)
  }

  /// The southern and western borders of a degree.
  static func corner(_ degree: Int) -> (latitude: Int, longitude: Int) {
    (degree / 360 - 90, degree % 360 - 180)
  }

  private static func name(_ degree: Int) -> String {
    let (latitude, longitude) = corner(degree)
    return HeightFile.name(latitude: latitude, longitude: longitude)
  }
}

/// Requests many heights near each other from a ``HeightSource``.
struct HeightSampler {
  private let source: HeightSource
  private var last: (degree: Int, grids: [HeightGrid])?
  /// The numbers of places whose height came from around a void, and without a height.
  private(set) var filled = 0
  private(set) var unknown = 0

  init(_ source: HeightSource) { self.source = source }

  /// The height of a place by the grid.
  ///
  /// - Returns: Centimetres above sea level; nil if unknown.
  mutating func centimetres(_ place: Coordinate) -> Int32? {
    let degree = HeightSource.degree(of: place)
    let grids: [HeightGrid]
    if let last, last.degree == degree {
      grids = last.grids
    } else {
      grids = source.grids(degree, isNeeded: true)
      last = (degree, grids)
    }
    guard let height = Self.height(place, degree, grids) ?? heightBeyond(place, degree) else {
      unknown += 1
      return nil
    }
    if height.isFilled { filled += 1 }
    return height.height
  }

  /// The height of a place on the southern or western border of its degree by the files of the degrees beyond, which
  /// have it as well.
  private func heightBeyond(
    _ place: Coordinate, _ degree: Int
  ) -> (height: Int32, isFilled: Bool)? {
    let unit = Int32(Coordinate.unitsPerDegree)
    let isSouthern = place.latitudeUnits % unit == 0 && degree >= 360
    let isWestern = place.longitudeUnits % unit == 0 && degree % 360 > 0
    guard isSouthern || isWestern else { return nil }
    for (step, isBeyond) in [(360, isSouthern), (1, isWestern), (361, isSouthern && isWestern)]
    where isBeyond {
      let grids = source.grids(degree - step, isNeeded: false)
      if let height = Self.height(place, degree - step, grids) { return height }
    }
    return nil
  }

  private static func height(
    _ place: Coordinate, _ degree: Int, _ grids: [HeightGrid]
  ) -> (height: Int32, isFilled: Bool)? {
    let (latitude, longitude) = HeightSource.corner(degree)
    let unit = Int64(Coordinate.unitsPerDegree)
    let north = Int64(place.latitudeUnits) - Int64(latitude) * unit
    let east = Int64(place.longitudeUnits) - Int64(longitude) * unit
    var others = OtherHeights()
    for grid in grids {
      if let finest = others.rowsPerDegree, grid.rowsPerDegree < 0.99 * finest { break }
      guard let found = grid.centimetres(north: north, east: east) else { continue }
      if !found.isFilled, found.outside == .zero { return (found.height, false) }
      others.add(found, grid)
    }
    return others.mean
  }
}

/// The heights of a place in grids of one fineness that have it in a void, or beyond their border.
private struct OtherHeights {
  /// The fineness of the first grid.
  private(set) var rowsPerDegree: Double?
  private var filled: Int32?
  /// In how many directions the place lies outside the grids that count: the fewest.
  private var directions = 3
  private var (sum, weights) = (0.0, 0.0)
  private var isFilled = false

  mutating func add(
    _ found: (height: Int32, isFilled: Bool, outside: SIMD2<Double>), _ grid: HeightGrid
  ) {
    rowsPerDegree = rowsPerDegree ?? grid.rowsPerDegree
    let outside = found.outside
    let directions = (outside.x > 0 ? 1 : 0) + (outside.y > 0 ? 1 : 0)
    if directions == 0 {
      filled = filled ?? found.height
      return
    }
    if directions > self.directions { return }
    if directions < self.directions {
      (sum, weights, isFilled) = (0, 0, false)
      self.directions = directions
    }
    // Between two grids, and at the corner of four, this interpolates linearly in each direction.
    let weight = max((1 - outside.x) * (1 - outside.y), 1e-6)
    sum += Double(found.height) * weight
    weights += weight
    isFilled = isFilled || found.isFilled
  }

  /// The height inside a grid, or between all of them; nil if there is none.
  var mean: (height: Int32, isFilled: Bool)? {
    if let filled { return (filled, true) }
    return weights > 0 ? (Int32((sum / weights).rounded()), isFilled) : nil
  }
}

extension [HeightGrid] {
  /// The number of bytes of memory of all grids.
  fileprivate var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}
