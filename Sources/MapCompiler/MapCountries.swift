import Geo
import RoadCosts

/// The country of a map, and of those of its tiles that lie in another.
struct MapCountries: Sendable {
  /// Of the map; nil when it is not known.
  let map: String?
  /// Of every tile; empty where it is the map's, or not known.
  let tiles: [String]

  /// - Parameters:
  ///   - borders: The borders in the input.
  ///   - graph: The network.
  ///   - partition: Its tiles.
  ///   - option: The country that the whole input is said to lie in; then borders do not count.
  init(_ borders: CountryFinder, _ graph: RoadGraph, _ partition: Partition, option: String?) {
    let none = Array(repeating: "", count: partition.tileJunctions.count)
    guard option == nil, !borders.isEmpty else {
      map = option
      tiles = none
      return
    }
    let map = borders.majority(of: graph.positions)
    self.map = map
    tiles = partition.tileJunctions.map { junctions in
      let own = borders.majority(of: junctions.lazy.map { graph.positions[Int($0)] })
      return own == map ? "" : own ?? ""
    }
  }
}
