import Geo
import MapReader
import NavFormat
import RoadModel

/// The roads for cars within some metres of many places, found in one pass over the roads around them.
///
/// Most places of a town have such a road, and a search from each place costs more than three times as much
/// (``NavMap/nearest(to:within:count:where:)``).
struct CloseRoads {
  /// A place that is near roads.
  struct Target {
    var position: Coordinate
    /// The street's name in its address; 0 for none.
    var street: UInt32
  }

  struct Road {
    var tile: TileNumber
    var segment: SegmentIndex
  }

  /// The nearest road so far.
  private struct Nearest {
    var squaredMetres: Double
    var road: Road?

    /// Takes a road if it is nearer; at equal distance, the lower tile and segment.
    mutating func add(_ square: Double, _ road: Road) {
      guard square <= squaredMetres else { return }
      if square == squaredMetres {
        guard let known = self.road,
          (road.tile, road.segment) < (known.tile, known.segment)
        else { return }
      }
      (squaredMetres, self.road) = (square, road)
    }
  }

  /// A place in a square in which a road within ``reach`` of it may be.
  private struct Entry {
    var row: Int32
    var column: Int32
    var target: Int32
    /// The next entry with the same hash; -1 for none.
    var next: Int32
  }

  /// The maximum distance of a road, in metres.
  private static let reach = 50.0
  /// The same in units of latitude, rounded up.
  private static let reachUnits = Int32(reach / Distance.metresPerUnit) + 1
  /// The side of squares is 2 to this power in units of 1e-7 degrees: 91 m from south to north.
  private static let shift: Int32 = 13

  let targets: [Target]
  private let planes: [LocalPlane]
  private var any: [Nearest]
  private var named: [Nearest]
  /// The first entry by the hash of its square.
  private var heads: [Int32]
  private var entries: [Entry] = []

  /// Finds the roads close to some places, which should be near each other.
  ///
  /// - Throws: ``NavError`` if the file is damaged.
  init(_ map: NavMap, _ targets: [Target]) throws(NavError) {
    self.targets = targets
    planes = targets.map { LocalPlane(at: $0.position) }
    any = Array(
      repeating: Nearest(squaredMetres: Self.reach * Self.reach, road: nil), count: targets.count)
    named = any
    let bits = Int.bitWidth - (4 * targets.count).leadingZeroBitCount
    heads = Array(repeating: -1, count: 1 << bits)
    var areas = [Box.empty, .empty]
    for (index, target) in targets.enumerated() {
      var place = Box.empty
      place.add(target.position)
      // Across the 180th meridian, each side has a box of its own.
      for (side, area) in place.grown(metres: Self.reach).enumerated() {
        insert(index, area)
        areas[side].add(area)
      }
    }
    for tile in map.tiles where areas.contains(where: { map.entry(tile).box.intersects($0) }) {
      visit(try map.tile(tile), tile, areas)
    }
  }

  /// The nearest road of a place; nil if there is none close to it.
  func road(ofTarget target: Int) -> Road? { any[target].road }

  /// The nearest road with the name of the street in a place's address; nil if there is none close to it.
  func namedRoad(ofTarget target: Int) -> Road? { named[target].road }

  // MARK: Squares

  private mutating func insert(_ target: Int, _ area: Box) {
    for row in area.minLatitude >> Self.shift...area.maxLatitude >> Self.shift {
      for column in area.minLongitude >> Self.shift...area.maxLongitude >> Self.shift {
        let hash = hash(row, column)
        entries.append(
          Entry(row: row, column: column, target: Int32(target), next: heads[hash]))
        heads[hash] = Int32(entries.count - 1)
      }
    }
  }

  private func hash(_ row: Int32, _ column: Int32) -> Int {
    // The constants are odd and random, so that the squares of a town fill the table evenly.
    let mixed = UInt32(bitPattern: row) &* 0x9E37_79B1 ^ UInt32(bitPattern: column) &* 0x85EB_CA77
    return Int(mixed ^ mixed >> 15) & (heads.count - 1)
  }

  // MARK: Roads

  private mutating func visit(_ view: borrowing TileView, _ tile: TileNumber, _ areas: [Box]) {
    var segments: [SegmentIndex] = []
    view.searchSegments { box in
      areas.contains { $0.intersects(box) } ? 0 : .infinity
    } visit: { found in
      segments += found
      return 0
    }
    for segment in segments where PlaceEdges.isUsable(view, segment, .car) {
      let name = view.nameOffset(view.way(segment))
      let end = view.position(view.to(segment))
      var a = view.position(view.from(segment))
      var points = view.innerPoints(segment)
      var isLast = false
      while !isLast {
        let next = points.next()
        isLast = next == nil
        let b = next ?? end
        add(Road(tile: tile, segment: segment), name, (a, b), from: a, to: b)
        a = b
      }
    }
  }

  /// Adds a line of a road to the places near a part of it, which is divided until it touches few squares.
  private mutating func add(
    _ road: Road, _ name: UInt32, _ line: (Coordinate, Coordinate), from a: Coordinate,
    to b: Coordinate, depth: Int = 0
  ) {
    let (south, north) = Self.squares(a.latitudeUnits, b.latitudeUnits)
    let (west, east) = Self.squares(a.longitudeUnits, b.longitudeUnits)
    if (north &- south) &+ (east &- west) > 2 {
      // A line across the 180th meridian seems to touch all columns, however short it is.
      let isPoint = depth == 24
      let middle = a.interpolated(to: b, share: 0.5)
      add(road, name, line, from: a, to: isPoint ? a : middle, depth: depth + 1)
      add(road, name, line, from: isPoint ? b : middle, to: b, depth: depth + 1)
      return
    }
    for row in south...north {
      for column in west...east { add(road, name, line, row, column) }
    }
  }

  private static func squares(_ a: Int32, _ b: Int32) -> (low: Int32, high: Int32) {
    (min(a, b) >> shift, max(a, b) >> shift)
  }

  /// Adds a line of a road to the places of a square.
  private mutating func add(
    _ road: Road, _ name: UInt32, _ line: (Coordinate, Coordinate), _ row: Int32, _ column: Int32
  ) {
    let south = min(line.0.latitudeUnits, line.1.latitudeUnits) - Self.reachUnits
    let north = max(line.0.latitudeUnits, line.1.latitudeUnits) + Self.reachUnits
    var next = heads[hash(row, column)]
    while next >= 0 {
      let entry = entries[Int(next)]
      next = entry.next
      guard entry.row == row, entry.column == column else { continue }
      let target = Int(entry.target)
      let plane = planes[target]
      // Most lie too far north or south already.
      let latitude = plane.origin.latitudeUnits
      guard latitude >= south, latitude <= north else { continue }
      let square = plane.squaredMetres(from: plane.project(line.0), to: plane.project(line.1))
      any[target].add(square, road)
      if name != 0, name == targets[target].street { named[target].add(square, road) }
    }
  }
}
