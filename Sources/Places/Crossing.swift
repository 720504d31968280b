internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

/// Finds the junction of two streets.
struct Crossing {
  typealias Junction = (position: Coordinate, edge: EdgeID, share: Double)

  /// The maximum number of segments to walk.
  private static let maximumSegments = 4_000
  /// The radius in metres and maximum number of a street's other pieces.
  ///
  /// They are searched around the street's middle.
  private static let (reach, maximumPieces) = (2_000.0, 200)

  let map: NavMap
  /// Whether pieces of streets that are not connected are looked for, too.
  var looksAround = true
  /// Where streets meet others of a name, which is an offset of a text: connected, and around their middles.
  ///
  /// The streets of one name have that in common, however many there are.
  private var walked: [StreetAndName: Junction?] = [:]
  private var around: [StreetAndName: Junction?] = [:]

  /// A street and the name of others.
  private struct StreetAndName: Hashable {
    var street: Int
    var name: UInt32
  }

  init(_ map: NavMap) { self.map = map }

  /// A junction of two streets: on the pieces of road in their middles, otherwise on any of their pieces.
  mutating func junction(of a: FoundPlace, _ b: FoundPlace) throws(NavError) -> Junction? {
    if let found = try walk(along: a, to: b) { return found }
    if let found = try walk(along: b, to: a) { return found }
    guard looksAround, let place = a.place, let other = b.place else { return nil }
    let key = StreetAndName(street: place, name: try map.places().nameOffset(other))
    if let known = around[key] { return known }
    let found = try among(a, b)
    around[key] = .some(found)
    return found
  }

  /// Walks along the connected pieces of a street until it meets another.
  private mutating func walk(along a: FoundPlace, to b: FoundPlace) throws(NavError) -> Junction? {
    guard let place = a.place, let other = b.place else { return nil }
    let wanted = try map.places().nameOffset(other)
    let key = StreetAndName(street: place, name: wanted)
    if let known = walked[key] { return known }
    let found = try walk(along: a) { name, ref in name == wanted || name == 0 && ref == wanted }
    walked[key] = .some(found)
    return found
  }

  /// Walks along the connected pieces of a street until it meets a road whose name and number, as offsets of texts, are
  /// wanted.
  func walk(
    along a: FoundPlace, until isWanted: (_ name: UInt32, _ ref: UInt32) -> Bool
  ) throws(NavError) -> Junction? {
    guard let edge = a.edge, let place = a.place else { return nil }
    return try walk(from: [edge], name: try map.places().nameOffset(place), until: isWanted)
  }

  /// Walks along all pieces of a street around its middle, connected or not.
  func walkAround(
    _ a: FoundPlace, until isWanted: (_ name: UInt32, _ ref: UInt32) -> Bool
  ) throws(NavError) -> Junction? {
    guard let place = a.place else { return nil }
    let map = self.map
    let name = try map.places().nameOffset(place)
    var lists = [NearestRoads(within: Self.reach, .count(Self.maximumPieces))]
    try map.findNearest(to: a.position, &lists) { tile, segment in
      RoadsAround.name(of: segment, tile) == name ? 1 : 0
    }
    var edges: [EdgeID] = []
    for point in lists[0].points {
      let tile = try map.tile(point.tile)
      let number = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
      edges.append(map.edgeID(number))
    }
    return try walk(from: edges, name: name, until: isWanted)
  }

  /// Walks from pieces of a street along all that are connected with them.
  private func walk(
    from edges: [EdgeID], name: UInt32, until isWanted: (_ name: UInt32, _ ref: UInt32) -> Bool
  ) throws(NavError) -> Junction? {
    let map = self.map
    var queue: [JunctionPlace] = []
    for edge in edges {
      guard let start = try map.place(ofEdge: edge) else { continue }
      let tile = try map.tile(start.tile)
      for end in [tile.from(start.segment), tile.to(start.segment)] where tile.layout.isOwn(end) {
        queue.append(JunctionPlace(tile: start.tile, junction: end))
      }
      for edge in [start.edge, start.edge.reversed] {
        let end = try map.arrival(of: edge, in: tile.layout)
        queue.append(JunctionPlace(tile: end.tile, junction: end.junction))
      }
    }
    var seen = Set(queue)
    var next = 0
    while next < queue.count, next < Self.maximumSegments {
      let stop = queue[next]
      next += 1
      let here = try map.tile(stop.tile)
      for index in here.outRange(stop.junction) {
        let edge = here.out(index)
        let way = here.way(edge.segment)
        let names = (here.nameOffset(way), here.refOffset(way))
        if isWanted(names.0, names.1) {
          let home = try map.home(of: edge, in: here.layout)
          let tile = try map.tile(home.tile)
          let number = map.number(
            of: EdgeIndex(home.edge.segment, .forward), in: tile.layout)
          let isForward = home.edge.direction == .forward
          return (here.position(stop.junction), map.edgeID(number), isForward ? 0 : 1)
        }
        guard names.0 == name || names.0 == 0 && names.1 == name else { continue }
        let end = try map.arrival(of: edge, in: here.layout)
        let stop = JunctionPlace(tile: end.tile, junction: end.junction)
        if seen.insert(stop).inserted { queue.append(stop) }
      }
    }
    return nil
  }

  /// Compares the ends of all pieces of two streets around the middle of the first.
  private func among(_ a: FoundPlace, _ b: FoundPlace) throws(NavError) -> Junction? {
    guard let place = a.place, let other = b.place else { return nil }
    let map = self.map
    let places = try map.places()
    let (name, wanted) = (places.nameOffset(place), places.nameOffset(other))
    var lists = [NearestRoads(within: Self.reach, .count(Self.maximumPieces))]
    lists.append(lists[0])
    try map.findNearest(to: a.position, &lists) { tile, segment in
      let text = RoadsAround.name(of: segment, tile)
      return text == name ? 1 : text == wanted ? 2 : 0
    }
    var ends: Set<Coordinate> = []
    for point in lists[0].points {
      let tile = try map.tile(point.tile)
      let shape = tile.shape(point.segment)
      if let first = shape.first, let last = shape.last { ends.formUnion([first, last]) }
    }
    var best: (metres: Double, junction: Junction)?
    for point in lists[1].points {
      let tile = try map.tile(point.tile)
      let shape = tile.shape(point.segment)
      for (end, share) in [(shape.first, 0.0), (shape.last, 1)] {
        guard let end, ends.contains(end) else { continue }
        let metres = Distance.metres(a.position, end)
        guard metres < best?.metres ?? .infinity else { continue }
        let number = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
        best = (metres, (end, map.edgeID(number), share))
      }
    }
    return best?.junction
  }
}
