import Geo
import RoadRules

/// The country and the time zone of a map, and of those of its tiles that lie in another.
struct MapCountries: Sendable {
  /// Of the map; nil when it is not known.
  let map: String?
  /// Of every tile; empty where it is the map's, or not known.
  let tiles: [String]
  /// The POSIX rule of the map's time zone; nil when it is not known.
  let timeZone: String?
  /// The rules of the tiles in other countries, where they are not the map's; empty for one that is not known.
  let zones: [String]
  /// The zone of every tile in ``zones``, counted from one; 0 where it is the map's.
  let tileZones: [UInt16]

  /// - Parameters:
  ///   - borders: The borders in the input.
  ///   - graph: The network.
  ///   - partition: Its tiles.
  ///   - option: The country that the whole input is said to lie in; then borders do not count.
  ///   - timeZone: The rule that is said to hold for the whole input; then countries do not count.
  init(
    _ borders: CountryFinder, _ graph: RoadGraph, _ partition: Partition, option: String?,
    timeZone: String?
  ) {
    var (map, tiles) = (option, [String](repeating: "", count: partition.tileJunctions.count))
    if option == nil, !borders.isEmpty {
      map = borders.majority(of: graph.positions)
      tiles = partition.tileJunctions.map { junctions in
        let own = borders.majority(of: junctions.lazy.map { graph.positions[Int($0)] })
        return own == map ? "" : own ?? ""
      }
    }
    self.map = map
    self.tiles = tiles
    let mapZone = timeZone ?? map.flatMap { CountryFacts.timeZone(of: $0) }
    self.timeZone = mapZone
    let rules = tiles.map { country in
      timeZone != nil || country.isEmpty ? mapZone : CountryFacts.timeZone(of: country)
    }
    zones = Set(rules.filter { $0 != mapZone }.map { $0 ?? "" }).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: zip(zones, (1 as UInt16)...))
    tileZones = rules.map { $0 == mapZone ? 0 : numbers[$0 ?? ""] ?? 0 }
  }
}
