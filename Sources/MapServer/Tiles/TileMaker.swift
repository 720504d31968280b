import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

extension MapAnswers {
  /// `/tile/v1`: the bytes of a vector tile, which are cached.
  func tile(_ profile: Profile, _ query: TileQuery) throws(ServiceError) -> [UInt8] {
    do throws(NavError) {
      let bytes = try TileMaker(map, profile, query).bytes()
      tiles.keep(bytes, tileTag(profile, query))
      return bytes
    } catch { throw ServiceError(error) }
  }

  /// The tag of a tile; tiles with equal tags have equal bytes.
  func tileTag(_ profile: Profile, _ query: TileQuery) -> String {
    let build = String(map.header.buildID, radix: 16)
    let tile = query.tile
    return "\"\(TileMaker.version)-\(build)-\(profile.rawValue)-\(tile.z)-\(tile.x)-\(tile.y)-"
      + "\(query.name)\""
  }
}

/// Makes a vector tile of the roads in an area, in one pass over them.
struct TileMaker {
  /// The version of tiles, which increases when the same map gives other bytes.
  static let version = 3
  /// The zoom from which single turns can be distinguished; OSRM's.
  private static let turnZoom: UInt32 = 15
  /// The minimum zoom for signs; below there would be too many.
  private static let limitZoom: UInt32 = 10

  private let map: NavMap
  private let query: TileQuery
  private let box: Box
  private let projection: TileProjection
  private let mode: Mode
  private let rules: QueryRules

  init(_ map: NavMap, _ profile: Profile, _ query: TileQuery) {
    self.map = map
    self.query = query
    box = query.tile.box
    projection = TileProjection(query.tile)
    mode = profile.mode
    rules = QueryRules(
      Vehicle(mode), options: RouteRequest.Options(),
      place: MapPlace(
        country: map.header.country, drivesOnLeft: map.header.drivingSide == .left, zone: nil))
  }

  /// The tile; no bytes if it is empty.
  func bytes() throws(NavError) -> [UInt8] {
    let area = TileArea(projection: projection, zoom: query.tile.z, mode: mode, rules: rules)
    var roads = query.wants(.roads) ? RoadLayer(area, map) : nil
    var speeds = query.wants(.speeds) ? SpeedLayer(area, map) : nil
    var limits =
      query.wants(.limits) && query.tile.z >= Self.limitZoom ? LimitLayer(area, map) : nil
    var tiles: [TileNumber] = []
    try map.forEachSegment(in: box) { tile, number, segment in
      if tiles.last != number { tiles.append(number) }
      roads?.add(tile, segment)
      speeds?.add(tile, segment)
      limits?.addBan(tile, segment)
    }
    var turns = query.wants(.turns) && query.tile.z >= Self.turnZoom ? TurnLayer(area) : nil
    var nodes = query.wants(.osmnodes) ? NodeLayer(area) : nil
    if turns != nil || nodes != nil || limits != nil {
      let map = self.map
      for number in Set(tiles).sorted() {
        let tile = try map.tile(number)
        turns?.add(tile)
        nodes?.add(tile)
        limits?.add(tile)
      }
    }
    var writer = ProtobufWriter()
    // OSRM's order, then the other layers.
    speeds?.layer.write(to: &writer)
    turns?.layer.write(to: &writer)
    nodes?.layer.write(to: &writer)
    limits?.finished().write(to: &writer)
    roads?.finished().write(to: &writer)
    return writer.bytes
  }
}

/// The shared data of all layers of a tile.
struct TileArea {
  let projection: TileProjection
  let zoom: UInt32
  let mode: Mode
  /// The rules of a vehicle of the mode without limits and without a time.
  let rules: QueryRules
  let clip = LineClip()

  /// The pieces of a segment's shape in the tile.
  ///
  /// - Parameters:
  ///   - tile: The tile of the map.
  ///   - segment: Its segment.
  ///   - step: The minimum distance between inner points; nearer ones are left out.
  /// - Returns: Lines of at least two points.
  func pieces(
    _ tile: borrowing TileView, _ segment: SegmentIndex, step: Double = 0
  ) -> [[TilePoint]] {
    var last = projection.place(tile.position(tile.from(segment)))
    var line = [last]
    var inner = tile.innerPoints(segment)
    while let point = inner.next() {
      let place = projection.place(point, near: last)
      if abs(place.x - last.x) < step && abs(place.y - last.y) < step { continue }
      line.append(place)
      last = place
    }
    line.append(projection.place(tile.position(tile.to(segment)), near: last))
    let pieces = clip.pieces(line)
    guard let copy = projection.copy(of: line) else { return pieces }
    return pieces + clip.pieces(copy)
  }

  /// Whether the vehicle may be on an edge at all.
  func isOpen(_ tile: borrowing TileView, _ segment: SegmentIndex, _ direction: Direction) -> Bool {
    rules.use(tile, segment, direction, at: 0).ends
  }
}
