import Bytes
import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel

/// The ends of the ferries and car trains of a map, as far as searches know them.
///
/// They are many times faster than pedestrians and bicycles. If the next one is far, the straight-line distance to the
/// goal at the speed on roads is a bound, and searches settle a fraction of the edges.
final class FerryPlaces: Sendable {
  /// The number of tiles above which a map is not searched for ferries: that would take longer than a short trip.
  private static let mostTiles = 1_024
  /// The number of ends above which looking for the next one would take too long.
  private static let mostEnds = 10_000

  /// The ends; nil if they are unknown.
  private let ends: [Coordinate]?

  /// Finds the ferries of a map.
  init(_ map: NavMap) {
    guard map.tileCount <= Self.mostTiles else {
      ends = nil
      return
    }
    var found: Set<Coordinate> = []
    do throws(NavError) {
      for number in 0..<map.tileCount {
        let tile = try map.tile(TileNumber(number))
        let hasFerries = (0..<tile.layout.attributeCount).contains {
          Self.isFerry(tile.attributes(row: $0))
        }
        guard hasFerries else { continue }
        for index in 0..<tile.layout.ownSegmentCount {
          let segment = SegmentIndex(index)
          guard Self.isFerry(tile.road(segment)) else { continue }
          for direction in Direction.allCases {
            found.insert(tile.headPosition(EdgeIndex(segment, direction)))
          }
        }
      }
    } catch {
      // A search fails only if it needs the damaged tile.
      ends = nil
      return
    }
    ends = found.count <= Self.mostEnds ? Array(found) : nil
  }

  /// Whether a road is a ferry or car train.
  static func isFerry(_ road: RoadAttributes) -> Bool {
    road.flags.contains(.ferry) || road.roadClass == .ferry || road.roadClass == .carTrain
  }

  /// The distance from a place to the next end in metres, which is infinite on a map without ferries; nil if unknown.
  func metres(from place: Coordinate) -> Double? {
    ends?.reduce(.infinity) { min($0, Distance.metres($1, place)) }
  }
}

/// The ferries of a map, found when they are first needed.
final class FerryCache: Sendable {
  private let places = OnceFilled<FerryPlaces>()

  /// The distance from a place to the next ferry in metres; nil if it is unknown or says nothing by some rules.
  func metres(from place: Coordinate, _ map: NavMap, _ rules: QueryRules) -> Double? {
    guard rules.bound(onRoads: 0) != nil else { return nil }
    if let known = places.object { return known.metres(from: place) }
    return places.store(FerryPlaces(map)).metres(from: place)
  }
}
