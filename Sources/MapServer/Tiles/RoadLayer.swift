import MapReader
import NavFormat
import RoadModel

/// The layer `roads`: roads for a map, joined to long lines; important ones appear at lower zooms.
struct RoadLayer {
  private enum Key: Int { case kind, name, ref, flags, oneway, open, way }

  /// The properties of a road that a map shows.
  private struct Look: Hashable, Comparable {
    var rank: Int
    var roadClass: RoadClass
    var flags: UInt16
    var name: UInt32
    var ref: UInt32
    var isOneway: Bool
    var isOpen: Bool
    var way: Int64

    private var order: (Int, UInt16, UInt32, UInt32, Int64, Int) {
      (rank, flags, name, ref, way, (isOneway ? 2 : 0) + (isOpen ? 1 : 0))
    }

    static func < (a: Look, b: Look) -> Bool { a.order < b.order }
  }

  /// The flags that are drawn or shown.
  private static let shownFlags: RoadFlags = [.toll, .tunnel, .bridge, .ferry, .link]
  /// The zoom from which lines are complete.
  private static let wholeZoom: UInt32 = 14
  /// Below this zoom, coincident roads are drawn once, and only main roads have names.
  ///
  /// There is no room for other names. The densest tile of Porto thus has 60 kB instead of 130.
  private static let coarseZoom: UInt32 = 13
  /// The zoom from which roads can be distinguished by their ways.
  private static let wayZoom: UInt32 = 15

  private let area: TileArea
  private let map: NavMap
  private let zoom: UInt32
  private var lines: [Look: [[TilePoint]]] = [:]

  init(_ area: TileArea, _ map: NavMap) {
    self.area = area
    self.map = map
    // A map with few roads shows minor ones at lower zooms.
    zoom = area.zoom + Self.denser(map)
  }

  /// The number of zoom levels by which roads are shown earlier on a map with few roads.
  static func denser(_ map: NavMap) -> UInt32 {
    switch map.header.segmentCount {
    case ..<5_000: 3
    case ..<20_000: 2
    case ..<80_000: 1
    default: 0
    }
  }

  /// Adds a segment.
  mutating func add(_ tile: borrowing TileView, _ segment: SegmentIndex) {
    let way = tile.way(segment)
    let road = tile.attributes(row: tile.attributeRow(way))
    guard road.roadClass.firstZoom(isMinor: road.flags.contains(.minorService)) <= zoom else {
      return
    }
    var pieces = area.pieces(
      tile, segment, step: area.zoom < Self.coarseZoom ? CoarseGrid.step / 2 : 0)
    if pieces.isEmpty { return }
    let (ahead, back) = (
      area.isOpen(tile, segment, .forward), area.isOpen(tile, segment, .backward)
    )
    if back && !ahead { pieces = pieces.reversed().map { $0.reversed() } }
    let isNamed = area.zoom >= Self.coarseZoom || road.roadClass.isMain
    let look = Look(
      rank: road.roadClass.rank, roadClass: road.roadClass,
      flags: road.flags.intersection(Self.shownFlags).rawValue,
      name: isNamed ? tile.nameOffset(way) : 0, ref: isNamed ? tile.refOffset(way) : 0,
      isOneway: ahead != back && area.zoom >= Self.wholeZoom, isOpen: ahead || back,
      way: area.zoom >= Self.wayZoom ? tile.wayOSMID(way) : 0)
    lines[look, default: []] += pieces
  }

  /// The layer, the largest roads first.
  func finished() -> VectorTileLayer {
    var layer = VectorTileLayer(
      "roads", keys: ["class", "name", "ref", "flags", "oneway", "open", "way"])
    var grid = CoarseGrid()
    for look in lines.keys.sorted(by: >) {
      var found = lines[look] ?? []
      if area.zoom < Self.coarseZoom { found = grid.fresh(found) }
      found = LineJoin(isDirected: look.isOneway).joined(found)
      if area.zoom < Self.wholeZoom {
        found = found.map { Simplification.reduced($0, steps: CoarseGrid.step / 2) }
      }
      if found.isEmpty { continue }
      tag(look, &layer)
      layer.addLines(found, id: nil)
    }
    return layer
  }

  private func tag(_ look: Look, _ layer: inout VectorTileLayer) {
    layer.tag(Key.kind.rawValue, .string(look.roadClass.tagValue))
    if let name = map.name(look.name) { layer.tag(Key.name.rawValue, .string(name)) }
    if let ref = map.name(look.ref) { layer.tag(Key.ref.rawValue, .string(ref)) }
    let flags = RoadFlags(rawValue: look.flags).words
    if !flags.isEmpty { layer.tag(Key.flags.rawValue, .string(flags)) }
    if look.isOneway { layer.tag(Key.oneway.rawValue, .bool(true)) }
    layer.tag(Key.open.rawValue, .bool(look.isOpen))
    if look.way > 0 { layer.tag(Key.way.rawValue, .uint(UInt64(look.way))) }
  }
}

/// Merges points closer than a screen can show, and skips stretches that are already drawn.
///
/// So a tile of a whole country is no larger than one of a town.
private struct CoarseGrid {
  /// Steps of a tile per square of the grid: a pixel of a tile shown 512 pixels wide.
  static let step = 8.0

  /// The number of squares along a side of the area that a tile covers.
  private static let side =
    Int(VectorTileLayer.extent + 2 * VectorTileLayer.buffer) / Int(step) + 1

  /// The drawn stretches from square to square, the lower number first.
  private var drawn: Set<UInt64> = []
  /// The first line end in each square, which replaces all ends in it, so that lines still meet.
  ///
  /// It is allocated on first use.
  private var ends: [TilePoint?] = []

  /// The parts of lines that are not drawn yet.
  mutating func fresh(_ lines: [[TilePoint]]) -> [[TilePoint]] {
    if ends.isEmpty { ends = Array(repeating: nil, count: Self.side * Self.side) }
    var result: [[TilePoint]] = []
    var part: [TilePoint] = []
    for line in lines {
      var last = -1
      for (index, point) in line.enumerated() {
        let isEnd = index == 0 || index == line.count - 1
        let square = Self.square(point)
        if square == last {
          if isEnd && !part.isEmpty { part[part.count - 1] = end(point, square) }
          continue
        }
        if last >= 0, !drawn.insert(Self.stretch(last, square)).inserted {
          if part.count > 1 { result.append(part) }
          part.removeAll(keepingCapacity: true)
        }
        part.append(isEnd ? end(point, square) : point)
        last = square
      }
      if part.count > 1 { result.append(part) }
      part.removeAll(keepingCapacity: true)
    }
    return result
  }

  private mutating func end(_ point: TilePoint, _ square: Int) -> TilePoint {
    if let known = ends[square] { return known }
    ends[square] = point
    return point
  }

  private static func square(_ point: TilePoint) -> Int {
    let (x, y) = (point.x + VectorTileLayer.buffer, point.y + VectorTileLayer.buffer)
    return Int(y) / Int(step) * side + Int(x) / Int(step)
  }

  private static func stretch(_ a: Int, _ b: Int) -> UInt64 {
    UInt64(min(a, b)) << 32 | UInt64(max(a, b))
  }
}

extension RoadFlags {
  /// The flags that a map shows, as words.
  fileprivate var words: String {
    let named: [(RoadFlags, String)] = [
      (.toll, "toll"), (.tunnel, "tunnel"), (.bridge, "bridge"), (.ferry, "ferry"),
      (.link, "link"),
    ]
    return named.filter { contains($0.0) }.map(\.1).joined(separator: ",")
  }
}

extension RoadClass {
  /// The classes from the largest to the smallest.
  private static let ranks: [RoadClass] = [
    .motorway, .trunk, .primary, .secondary, .tertiary, .carTrain, .ferry, .unclassified,
    .residential, .road, .livingStreet, .pedestrian, .busway, .unknown, .service, .track,
    .cycleway, .path, .bridleway, .footway, .steps,
  ]

  /// The importance of the class; higher is more important.
  fileprivate var rank: Int { Self.ranks.count - (Self.ranks.firstIndex(of: self) ?? 0) }

  /// Whether the road has a name on the map of a region.
  fileprivate var isMain: Bool {
    switch self {
    case .motorway, .trunk, .primary, .secondary, .ferry, .carTrain: true
    default: false
    }
  }

  /// The first zoom whose tiles show the class.
  fileprivate func firstZoom(isMinor: Bool) -> UInt32 {
    switch self {
    case .motorway, .trunk, .ferry, .carTrain: 0
    case .primary: 6
    case .secondary: 8
    case .tertiary: 9
    case .unclassified: 10
    case .residential, .road: 11
    case .livingStreet, .pedestrian, .busway, .unknown: 12
    case .service: isMinor ? 14 : 13
    case .track, .cycleway: 13
    case .path, .bridleway, .footway, .steps: 14
    }
  }
}
