import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// The layer `limits`: a point for each sign that limits vehicles, once per way and tile.
///
/// Ways that are open to cars and closed to trucks have a point, too.
struct LimitLayer {
  private enum Key: Int { case kind, value, text, tag, way, name }

  /// The identity of a sign.
  private struct Sign: Hashable {
    var subject: Int64
    var isNode: Bool
    var tag: String
  }

  private struct Found {
    var kind: String
    /// The limit; nil if its value is unknown.
    var value: Double?
    var text: String
    var nameOffset: UInt32
    var places: [TilePoint]
  }

  private let area: TileArea
  private let map: NavMap
  private var signs: [Sign: Found] = [:]

  init(_ area: TileArea, _ map: NavMap) {
    self.area = area
    self.map = map
  }

  /// Adds a road that is open to cars and closed to trucks.
  mutating func addBan(_ tile: borrowing TileView, _ segment: SegmentIndex) {
    let (ahead, back) = (tile.access(segment, .forward), tile.access(segment, .backward))
    guard ahead[.car].isOpenToThroughTraffic || back[.car].isOpenToThroughTraffic,
      !ahead[.truck].isUsable, !back[.truck].isUsable
    else { return }
    add(tile, segment, kind: "hgv", value: 0, text: "no", tag: "hgv=no")
  }

  /// Adds the limits among the rules of a tile.
  mutating func add(_ tile: borrowing TileView) {
    for row in 0..<tile.layout.ruleCount {
      let rule = tile.rule(row)
      guard rule.limitKind != nil, case .limit(let kind, let value?)? = rule.effect else {
        continue
      }
      let whole = RoadRule(
        .limit(kind, value), directions: rule.directions,
        condition: tile.condition(Int(rule.condition)))
      let isKnown = whole.condition.terms != [.unknown(RoadRule.unwritten)]
      let figure = isKnown ? kind.figure(value) : nil
      let text = isKnown ? kind.text(of: value) : ""
      switch rule.of {
      case .segment:
        let segment = SegmentIndex(rule.subject)
        guard tile.layout.isOwn(segment) else { continue }
        add(tile, segment, kind: kind.key, value: figure, text: text, tag: whole.tag)
      case .junction:
        let junction = JunctionIndex(rule.subject)
        guard let point = area.projection.point(tile.position(junction)) else { continue }
        let sign = Sign(
          subject: tile.junctionOSMID(junction), isNode: true, tag: whole.tag)
        signs[sign] = Found(
          kind: kind.key, value: figure, text: text, nameOffset: 0, places: [point])
      case .turn: continue
      }
    }
  }

  private mutating func add(
    _ tile: borrowing TileView, _ segment: SegmentIndex, kind: String, value: Double?, text: String,
    tag: String
  ) {
    guard let point = middle(tile, segment) else { return }
    let way = tile.way(segment)
    let sign = Sign(subject: tile.wayOSMID(way), isNode: false, tag: tag)
    let name = tile.nameOffset(way)
    let found = Found(
      kind: kind, value: value, text: text, nameOffset: name == 0 ? tile.refOffset(way) : name,
      places: [])
    signs[sign, default: found].places.append(point)
  }

  /// The middle of the middle stretch of a segment; nil if it is outside the tile.
  private func middle(_ tile: borrowing TileView, _ segment: SegmentIndex) -> TilePoint? {
    let shape = tile.shape(segment)
    let half = shape.count / 2
    return area.projection.point(shape[half - 1].interpolated(to: shape[half], share: 0.5))
  }

  /// The layer, with the signs in the order of their ways.
  func finished() -> VectorTileLayer {
    var layer = VectorTileLayer("limits", keys: ["kind", "value", "text", "tag", "way", "name"])
    let sorted = signs.sorted { ($0.key.subject, $0.key.tag) < ($1.key.subject, $1.key.tag) }
    for (sign, found) in sorted {
      layer.tag(Key.kind.rawValue, .string(found.kind))
      if let value = found.value { layer.tag(Key.value.rawValue, .double(value)) }
      layer.tag(Key.text.rawValue, .string(found.text))
      layer.tag(Key.tag.rawValue, .string(sign.tag))
      if !sign.isNode { layer.tag(Key.way.rawValue, .uint(UInt64(max(sign.subject, 0)))) }
      if let name = map.name(found.nameOffset) { layer.tag(Key.name.rawValue, .string(name)) }
      layer.addPoint(found.places[found.places.count / 2], id: nil)
    }
    return layer
  }
}

extension LimitKind {
  /// A limit in metres or tonnes, or a count.
  fileprivate func figure(_ value: UInt32) -> Double {
    switch self {
    case .height, .width, .length, .weight, .weightRating, .axleLoad, .bogieLoad:
      Double(value) / 1_000
    case .axles, .trailers, .hazmat, .hazmatWater, .tunnelCode: Double(value)
    }
  }
}
