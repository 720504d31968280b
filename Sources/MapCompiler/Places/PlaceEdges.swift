import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel

/// Finds the edges of arrival at points of interest and settlements, from a file with tiles.
enum PlaceEdges {
  /// The maximum distance of a road from a place, in metres.
  private static let reach = 500.0
  /// The maximum number of consecutive places whose close roads are found together, for memory.
  private static let largestChunk = 1 << 16

  /// Adds the edges of arrival to places.
  ///
  /// - Parameters:
  ///   - file: The map without its places.
  ///   - places: The places; those with an edge keep it.
  ///   - streets: The street's name in each place's address; 0 for none.
  ///   - threads: The number of threads; the result does not depend on it.
  /// - Returns: The places in the same order.
  /// - Throws: ``NavError`` if the file is damaged, `CancellationError`.
  static func find(
    _ file: MappedFile, _ places: [PlacesContents.Place], streets: [UInt32], threads: Int
  ) async throws -> [PlacesContents.Place] {
    let map = try NavMap(file)
    // Several chunks for each of several threads, so that none waits long for the last.
    let parts = threads > 1 ? 4 * threads : 1
    let chunk = min(max(places.count / parts, 1), largestChunk)
    typealias Part = (start: Int, places: [PlacesContents.Place])
    return try await withThrowingTaskGroup(of: Part.self) { group in
      for start in stride(from: 0, to: places.count, by: chunk) {
        let end = min(start + chunk, places.count)
        group.addTask {
          try Task.checkCancellation()
          return (start, try arrivals(map, places[start..<end], streets: streets[start..<end]))
        }
      }
      var parts: [Part] = []
      while let part = try await group.next() { parts.append(part) }
      return parts.sorted { $0.start < $1.start }.flatMap(\.places)
    }
  }

  /// Finds the edges of consecutive places, of which most are near the one before.
  private static func arrivals(
    _ map: NavMap, _ places: ArraySlice<PlacesContents.Place>, streets: ArraySlice<UInt32>
  ) throws(NavError) -> [PlacesContents.Place] {
    guard map.tileCount > 0 else { return Array(places) }
    let unknown = places.indices.filter { places[$0].edge == nil }
    let close = try CloseRoads(
      map,
      unknown.map { index in
        // An entrance decides the road, even if the address is on another.
        let entrance = places[index].entrance
        return CloseRoads.Target(
          position: entrance ?? places[index].position,
          street: entrance == nil ? streets[index] : 0)
      })
    var result = Array(places)
    var last: Coordinate?
    for (target, index) in unknown.enumerated() {
      guard let point = try arrival(map, close, target, &last) else { continue }
      result[index - places.startIndex] = try at(point, map, places[index])
    }
    return result
  }

  /// The point of arrival at a place; the point on a road for cars at the one before, which is often near, shortens the
  /// search.
  private static func arrival(
    _ map: NavMap, _ close: CloseRoads, _ index: Int, _ last: inout Coordinate?
  ) throws(NavError) -> RoadPoint? {
    let (target, street) = (close.targets[index].position, close.targets[index].street)
    if street != 0 {
      var named: RoadPoint?
      if let road = close.namedRoad(ofTarget: index) {
        named = try map.point(on: road.segment, ofTile: road.tile, nearest: target)
      } else {
        named = try nearest(map, target, within: 120) { tile, segment in
          tile.nameOffset(tile.way(segment)) == street && isUsable(tile, segment, .car)
        }
      }
      if let named {
        last = named.position
        return named
      }
    }
    if let road = close.road(ofTarget: index) {
      let point = try map.point(on: road.segment, ofTile: road.tile, nearest: target)
      last = point.position
      return point
    }
    // The road at the last place is not farther, with a margin for rounding.
    let within = last.map { min(1.01 * Distance.metres(target, $0) + 1, reach) } ?? reach
    if let point = try nearest(map, target, within: within, { isUsable($0, $1, .car) }) {
      last = point.position
      return point
    }
    return try nearest(map, target, within: reach) { isUsable($0, $1, .foot) }
  }

  static func isUsable(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ mode: Mode
  ) -> Bool {
    let row = tile.attributeRow(tile.way(segment))
    return tile.access(row: row, .forward)[mode].isUsable
      || tile.access(row: row, .backward)[mode].isUsable
  }

  private static func nearest(
    _ map: NavMap, _ place: Coordinate, within metres: Double,
    _ isWanted: (borrowing TileView, SegmentIndex) -> Bool
  ) throws(NavError) -> RoadPoint? {
    try map.nearest(to: place, within: metres, count: 1, where: isWanted).first
  }

  private static func at(
    _ point: RoadPoint, _ map: NavMap, _ place: PlacesContents.Place
  ) throws(NavError) -> PlacesContents.Place {
    var result = place
    let tile = try map.tile(point.tile)
    result.edge = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
    let length = max(tile.length(point.segment), 1)
    result.share = UInt8(min(255 * UInt64(point.offset) / UInt64(length), 255))
    return result
  }
}

extension AssembledPlaces {
  /// The places, with the edges in the middles of streets.
  ///
  /// - Parameter numbers: The number of each edge, as in ``TileVias/edgeNumbers(_:_:)``.
  /// - Returns: The places.
  func withStreetEdges(_ numbers: [EdgeNumber]) -> PlacesContents {
    var result = contents
    for (place, segment) in segments.enumerated() {
      guard let segment else { continue }
      result.places[place].edge = numbers[RoadEdge(segment, .forward)]
      result.places[place].share = 127
    }
    return result
  }
}

extension PlacesContents {
  /// Removes streets and house numbers of points of interest if addresses also have them.
  ///
  /// A street without a number is not an address, so it is kept.
  mutating func dropStatedAddresses() {
    guard !addresses.isEmpty else { return }
    let numbered = Set(details.lazy.filter { $0.kind == .houseNumber }.map(\.place))
    details.removeAll {
      $0.kind == .houseNumber || $0.kind == .street && numbered.contains($0.place)
    }
  }

  /// The street in each place's address; 0 for none.
  func statedStreets() -> [UInt32] {
    var result = [UInt32](repeating: 0, count: places.count)
    for detail in details where detail.kind == .street { result[detail.place] = detail.text }
    return result
  }
}
