import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel

/// Finds the edges where one arrives at points of interest and settlements: from the file, once it has its tiles.
enum PlaceEdges {
  /// The largest distance of a road from a place, in metres.
  private static let reach = 500.0

  /// Completes places with the edges where one arrives.
  ///
  /// - Parameters:
  ///   - file: The map without its places.
  ///   - places: The places; those that have an edge keep it.
  ///   - streets: By place, the name of the street that its address states; 0 for none.
  ///   - threads: The number of threads; the result does not depend on it.
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
          let part = try (start..<end).map { try arrival(map, places[$0], street: streets[$0]) }
          return (start, part)
        }
      }
      var parts: [Part] = []
      while let part = try await group.next() { parts.append(part) }
      return parts.sorted { $0.start < $1.start }.flatMap(\.places)
    }
  }

  private static func arrival(
    _ map: NavMap, _ place: PlacesContents.Place, street: UInt32
  ) throws(NavError) -> PlacesContents.Place {
    guard place.edge == nil, map.tileCount > 0 else { return place }
    let modes: [Mode] = [.car, .foot]
    var lists = [
      NearestRoads(within: reach, .count(1)), NearestRoads(within: reach, .count(1)),
      NearestRoads(within: reach / 2, .count(1)),
    ]
    try map.findNearest(to: place.position, &lists) { tile, segment in
      let way = tile.way(segment)
      let road = tile.attributes(row: tile.attributeRow(way))
      var bits: UInt8 = 0
      for (index, mode) in modes.enumerated()
      where road.forwardAccess[mode].isUsable || road.backwardAccess[mode].isUsable {
        bits |= 1 << UInt8(index)
      }
      if bits & 1 != 0, street != 0, tile.nameOffset(way) == street { bits |= 4 }
      return bits
    }
    guard let point = lists[2].points.first ?? lists[0].points.first ?? lists[1].points.first
    else { return place }
    var result = place
    let tile = try map.tile(point.tile)
    result.edge = map.number(of: EdgeIndex(point.segment, .forward), in: tile.layout)
    let length = max(tile.length(point.segment), 1)
    result.share = UInt8(min(255 * UInt64(point.offset) / UInt64(length), 255))
    return result
  }
}

extension AssembledPlaces {
  /// The places, streets with the edge in their middle.
  ///
  /// - Parameter ids: The id of every edge, as in ``TileVias/edgeIDs(_:_:)``.
  func withStreetEdges(_ ids: [UInt32]) -> PlacesContents {
    var result = contents
    for (place, segment) in segments.enumerated() {
      guard let segment else { continue }
      result.places[place].edge = ids[2 * segment]
      result.places[place].share = 127
    }
    return result
  }
}

extension PlacesContents {
  /// By place, the street that its address states; 0 for none.
  func statedStreets() -> [UInt32] {
    var result = [UInt32](repeating: 0, count: places.count)
    for detail in details where detail.kind == .street { result[detail.place] = detail.text }
    return result
  }
}
