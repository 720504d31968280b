import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel

/// Finds the edges of arrival at points of interest and settlements, from a file with tiles.
enum PlaceEdges {
  /// The maximum distance of a road from a place, in metres.
  private static let reach = 500.0

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
    let chunk = max((places.count + 4 * max(threads, 1) - 1) / (4 * max(threads, 1)), 1)
    typealias Part = (start: Int, places: [PlacesContents.Place])
    return try await withThrowingTaskGroup(of: Part.self) { group in
      for start in stride(from: 0, to: places.count, by: chunk) {
        let end = min(start + chunk, places.count)
        group.addTask {
          try Task.checkCancellation()
          var last: Coordinate?
          let part = try (start..<end).map {
            try arrival(map, places[$0], street: streets[$0], &last)
          }
          return (start, part)
        }
      }
      var parts: [Part] = []
      while let part = try await group.next() { parts.append(part) }
      return parts.sorted { $0.start < $1.start }.flatMap(\.places)
    }
  }

  /// Finds the edge of a place; the point on a road for cars at the one before, which is often near, shortens the
  /// search.
  private static func arrival(
    _ map: NavMap, _ place: PlacesContents.Place, street: UInt32, _ last: inout Coordinate?
  ) throws(NavError) -> PlacesContents.Place {
    guard place.edge == nil, map.tileCount > 0 else { return place }
    // An entrance decides the road, even if the address is on another.
    let target = place.entrance ?? place.position
    if street != 0, place.entrance == nil {
      let named = try nearest(map, target, within: 120) { tile, segment in
        tile.nameOffset(tile.way(segment)) == street && isUsable(tile, segment, .car)
      }
      if let named {
        last = named.position
        return try at(named, map, place)
      }
    }
    // The road at the last place is not farther, with a margin for rounding.
    let within = last.map { min(1.01 * Distance.metres(target, $0) + 1, reach) } ?? reach
    if let point = try nearest(map, target, within: within, { isUsable($0, $1, .car) }) {
      last = point.position
      return try at(point, map, place)
    }
    let path = try nearest(map, target, within: reach) { isUsable($0, $1, .foot) }
    return try path.map { point throws(NavError) in try at(point, map, place) } ?? place
  }

  private static func isUsable(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ mode: Mode
  ) -> Bool {
    let road = tile.attributes(row: tile.attributeRow(tile.way(segment)))
    return road.forwardAccess[mode].isUsable || road.backwardAccess[mode].isUsable
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
