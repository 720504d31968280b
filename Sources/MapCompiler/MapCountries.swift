import Geo
import NavFormat
import RoadRules

/// The country and time zone of a map, and of its tiles in other countries.
struct MapCountries: Sendable {
  /// The country of the map; nil if unknown.
  let map: String?
  /// The country of each tile; empty if it is the map's or unknown.
  let tiles: [String]
  /// The POSIX rule of the map's time zone; nil if unknown.
  let timeZone: String?
  /// The rules of the tiles in other countries, if they differ from the map's; empty if unknown.
  let zones: [String]
  /// The zone of each tile in ``zones``, counted from 1; 0 if it is the map's.
  let tileZones: [UInt16]

  /// - Parameters:
  ///   - borders: The borders in the input.
  ///   - graph: The network.
  ///   - partition: Its tiles.
  ///   - option: The given country of the whole input, which overrides borders.
  ///   - timeZone: The given rule of the whole input, which overrides countries.
  init(
    _ borders: CountryFinder, _ graph: RoadGraph, _ partition: Partition, option: String?,
    timeZone: String?
  ) {
    var (map, tiles) = (option, [String](repeating: "", count: partition.tiles.count))
    if option == nil, !borders.isEmpty {
      map = borders.majority(of: graph.positions)
      tiles = partition.tileJunctions.map { junctions in
        let own = borders.majority(of: junctions.lazy.map { graph.positions[$0] })
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
