import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// OSRM's layer `speeds`: a line for each edge that the profile may use, in its direction.
///
/// OSRM has a feature for every two nodes of a shape; this has one for the whole edge between
/// junctions.
struct SpeedLayer {
  private enum Key: Int {
    case speed, isSmall, datasource, weight, duration, name, rate, isStartpoint
  }

  private(set) var layer = VectorTileLayer(
    "speeds",
    keys: [
      "speed", "is_small", "datasource", "weight", "duration", "name", "rate", "is_startpoint",
    ])
  private let area: TileArea
  private let map: NavMap
  private var count: UInt64 = 0
  /// The positions of the names so far.
  private var names: [UInt32: Int] = [:]

  init(_ area: TileArea, _ map: NavMap) {
    self.area = area
    self.map = map
  }

  /// Adds both directions of a segment.
  mutating func add(_ tile: borrowing TileView, _ segment: SegmentIndex) {
    let (ahead, back) = (
      area.isOpen(tile, segment, .forward), area.isOpen(tile, segment, .backward)
    )
    guard ahead || back else { return }
    let lines = area.pieces(tile, segment)
    if lines.isEmpty { return }
    if ahead { add(tile, segment, .forward, lines) }
    if back {
      add(tile, segment, .backward, lines.reversed().map { $0.reversed() })
    }
  }

  private mutating func add(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction,
    _ lines: [[TilePoint]]
  ) {
    let length = tile.length(segment)
    let road = area.rules.road(tile, segment, direction, at: 0)
    let time = area.rules.time(tile.layout, centimetres: length, road, direction)
    // OSRM's unit is a tenth of a second.
    let tenths = max((Double(time) / 10).rounded(), 1)
    let metres = Double(length) / 100
    let reach = tile.reach(segment, area.mode)
    tag(.speed, .uint(UInt64(min((Double(length) * 3.6 / Double(time)).rounded(), 127))))
    tag(.isSmall, .bool(!reach.isSuperset(of: [.leaves, .enters])))
    tag(.datasource, .string("map"))
    tag(.weight, .double(tenths / 10))
    tag(.duration, .double(tenths / 10))
    layer.tag(Key.name.rawValue, at: name(tile, segment))
    tag(.rate, .double((metres / tenths * 10).rounded() / 10))
    tag(.isStartpoint, .bool(!road.flags.contains(.ferry)))
    count += 1
    layer.addLines(lines, id: count)
  }

  private mutating func tag(_ key: Key, _ value: VectorTileLayer.Value) {
    layer.tag(key.rawValue, value)
  }

  private mutating func name(_ tile: borrowing TileView, _ segment: SegmentIndex) -> Int {
    let offset = tile.nameOffset(tile.way(segment))
    if let known = names[offset] { return known }
    let place = layer.place(of: .string(map.name(offset) ?? ""))
    names[offset] = place
    return place
  }
}
