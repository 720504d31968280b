import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

/// The order in which the segments of cells are eliminated.
@Suite struct CellOrdersTests {
  @Test("the order of a cell is one of its segments, and gives the same metric as that of the file")
  func orders() async throws {
    let built = try await BuiltMap(file: TestData.package + "/Samples/saelmund.osm.bz2")
    let map = built.map
    let orders = try CellOrders(map).orders()
    #expect(orders.count == map.tileCount)
    var moved = 0
    for number in map.tiles {
      let tile = try map.tile(number)
      for cell in tile.layout.cells {
        let segments = tile.cellSegments(cell)
        let own = segments.map { Int($0.rawValue) }
        let places = own.map { Int(orders[number.rawValue][$0]) }
        #expect(places.sorted() == own)
        moved += zip(own, places).count { $0 != $1 }
      }
    }
    #expect(moved > 0)
    for mode in [Mode.car, .foot] {
      let rules = StandardMetric.rules(MetricProfile(mode), map.place)
      let plain = try StandardMetric.metric(rules, map)
      #expect(try StandardMetric.metric(rules, map, orders: orders) == plain)
    }
  }
}
