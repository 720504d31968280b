import Bytes
import Geo

/// The heights of a folder of SRTM files, read as they are needed.
///
/// The grids that were used last stay in memory, up to ``memory`` bytes. Many tasks may ask; while one reads a file the
/// others wait. The heights do not depend on who asks first.
final class HeightSource: Sendable {
  /// The most bytes of grids in memory: 93 grids of 3 arc seconds, ten of one.
  static let memory = 270_000_000

  private struct Entry {
    /// Nil if the folder has no file of this degree.
    var grid: HeightGrid?
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
  private let state = Guarded(State())

  /// The heights of a folder.
  ///
  /// - Throws: ``ElevationError`` if there is no such folder.
  init(folder: String) throws(ElevationError) {
    guard Folder.exists(folder) else {
      throw ElevationError(path: folder, reason: "no such folder of .hgt files", isMissing: true)
    }
    self.folder = folder
  }

  /// The first file that could not be read; heights are missing then.
  var failure: ElevationError? { state.withLock { $0.failure } }

  /// The degrees that were read, by name, ascending.
  var readNames: [String] { state.withLock { $0.read }.map(Self.name).sorted() }

  /// The degrees that were needed and have no file, by name, ascending.
  var missingNames: [String] { state.withLock { $0.missing }.map(Self.name).sorted() }

  /// The grid of a degree, see ``degree(of:)``; nil if the folder has none.
  func grid(_ degree: Int) -> HeightGrid? {
    state.withLock { state in
      state.uses += 1
      if let entry = state.entries[degree] {
        state.entries[degree]?.lastUse = state.uses
        return entry.grid
      }
      let grid = read(degree, &state)
      if grid == nil { state.missing.insert(degree) } else { state.read.insert(degree) }
      state.entries[degree] = Entry(grid: grid, lastUse: state.uses)
      state.byteCount += grid?.byteCount ?? 0
      Self.shrink(&state)
      return grid
    }
  }

  private func read(_ degree: Int, _ state: inout State) -> HeightGrid? {
    let (latitude, longitude) = Self.corner(degree)
    for name in HeightFile.names(latitude: latitude, longitude: longitude) {
      do throws(ElevationError) {
        if let grid = try HeightFile.grid(folder + "/" + name) { return grid }
      } catch {
        state.failure = state.failure ?? error
        return nil
      }
    }
    return nil
  }

  /// Lets go of grids that were not used for longest.
  private static func shrink(_ state: inout State) {
    while state.byteCount > memory {
      let grids = state.entries.filter { $0.value.grid != nil && $0.value.lastUse < state.uses }
      guard let oldest = grids.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return }
      state.byteCount -= oldest.value.grid?.byteCount ?? 0
      state.entries[oldest.key] = nil
    }
  }

  /// The number of the degree in which a place lies: rows from south to north, each from west to east.
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

/// Asks a ``HeightSource`` for many heights near each other.
struct HeightSampler {
  private let source: HeightSource
  private var last: (degree: Int, grid: HeightGrid?)?

  init(_ source: HeightSource) { self.source = source }

  /// The height of a place as the grid has it.
  ///
  /// - Returns: Centimetres above sea level; nil if unknown.
  mutating func centimetres(_ place: Coordinate) -> Int32? {
    let degree = HeightSource.degree(of: place)
    if last?.degree != degree { last = (degree, source.grid(degree)) }
    guard let grid = last?.grid else { return nil }
    let (latitude, longitude) = HeightSource.corner(degree)
    let unit = Int64(Coordinate.unitsPerDegree)
    return grid.centimetres(
      north: Int64(place.latitudeUnits) - Int64(latitude) * unit,
      east: Int64(place.longitudeUnits) - Int64(longitude) * unit)
  }
}
