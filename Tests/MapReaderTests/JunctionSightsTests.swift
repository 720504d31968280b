import NavFormat
import RoadModel
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
    let before = sights.known
    var learned = LearnedJunctions()
    learned.keep(Self.roads(90), tile, junction, .car)
    sights.add(learned)
    #expect(before.roads(tile, junction, .car) == nil)
    let known = sights.known.roads(tile, junction, .car)
    #expect(known?.map(\.heading) == [90, 0])
    #expect(known?.map(\.first) == [91, 2])
    #expect(known?.map(\.partner) == [nil, 0])
    #expect(sights.known.roads(tile, junction, .bicycle) == nil)
    #expect(sights.known.roads(TileNumber(7), JunctionIndex(3), .car) == nil)
  }

  @Test("of more junctions than it has places for, each is known as it is or not at all")
  func replacement() {
    let sights = JunctionSights()
    var learned = LearnedJunctions()
    for number in 0..<40_000 {
      learned.keep(
        Self.roads(Double(number)), TileNumber(number / 100), JunctionIndex(number % 100), .car)
    }
    sights.add(learned)
    let known = sights.known
    var count = 0
    for number in 0..<40_000 {
      let tile = TileNumber(number / 100)
      guard let roads = known.roads(tile, JunctionIndex(number % 100), .car) else { continue }
      count += 1
      #expect(roads.first?.heading == Double(number))
    }
    #expect(8192...16384 ~= count)
  }
}
