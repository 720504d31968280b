import NavFormat
import RoadModel
import TestSupport
import Testing

@testable import MapReader

/// The memory of what drivers see at junctions.
@Suite struct JunctionSightsTests {
  private static func roads(_ heading: Double) -> [SeenRoad] {
    [
      SeenRoad(heading: heading, first: heading + 1, partner: nil),
      SeenRoad(heading: 0, first: 2, partner: 0),
    ]
  }

  @Test("a junction is known for the mode for which it was looked at")
  func modes() {
    let sights = JunctionSights()
    let (tile, junction) = (TileNumber(3), JunctionIndex(7))
    #expect(sights.roads(tile, junction, .car) == nil)
    sights.keep(Self.roads(90), tile, junction, .car)
    let known = sights.roads(tile, junction, .car)
    #expect(known?.map(\.heading) == [90, 0])
    #expect(known?.map(\.first) == [91, 2])
    #expect(known?.map(\.partner) == [nil, 0])
    #expect(sights.roads(tile, junction, .bicycle) == nil)
    #expect(sights.roads(TileNumber(7), JunctionIndex(3), .car) == nil)
  }

  @Test("of more junctions than it has places for, each is known as it is or not at all")
  func replacement() {
    let sights = JunctionSights()
    for number in 0..<20_000 {
      sights.keep(
        Self.roads(Double(number)), TileNumber(number / 100), JunctionIndex(number % 100), .car)
    }
    var known = 0
    for number in 0..<20_000 {
      let tile = TileNumber(number / 100)
      guard let roads = sights.roads(tile, JunctionIndex(number % 100), .car) else { continue }
      known += 1
      #expect(roads.first?.heading == Double(number))
    }
    #expect(known > 4096)
  }
}
