import Geo
import TestSupport
import Testing

@Suite struct BoxTests {
  static let box = Box(minLatitude: -10, minLongitude: 20, maxLatitude: 30, maxLongitude: 40)

  private static func place(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
    Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
  }

  @Test("an empty box holds nothing, touches nothing, and becomes the first thing added")
  func empty() {
    var box = Box.empty
    #expect(box.isEmpty && !Self.box.isEmpty)
    #expect(!box.contains(Self.place(0, 0)))
    #expect(!box.intersects(Self.box) && !Self.box.intersects(box))
    box.add(Box.empty)
    #expect(box.isEmpty)
    box.add(Self.place(3, -4))
    #expect(box == Box(minLatitude: 3, minLongitude: -4, maxLatitude: 3, maxLongitude: -4))
    #expect(!box.isEmpty)
    var other = Box.empty
    other.add(Self.box)
    #expect(other == Self.box)
  }

  @Test("a margin across the 180th meridian makes a second box on its other side")
  func margin() {
    let metres = 1_000 * Distance.metresPerUnit
    for side in [1, -1] as [Int32] {
      let (low, high) = (side * 1_799_999_500, side * 1_799_999_900)
      let grown = Box(
        minLatitude: 0, minLongitude: min(low, high), maxLatitude: 0, maxLongitude: max(low, high)
      ).grown(metres: metres)
      func holds(_ latitude: Int32, _ longitude: Int32) -> Bool {
        grown.contains { $0.contains(Self.place(latitude, side * longitude)) }
      }
      #expect(grown.count == 2)
      #expect(holds(900, 1_799_998_600) && !holds(1_100, 1_799_998_600))
      #expect(!holds(0, 1_799_998_400))
      #expect(holds(0, -1_799_999_200) && !holds(0, -1_799_999_000))
    }
    #expect(Self.box.grown(metres: metres).count == 1)
  }

  static let places: [(Int32, Int32, Bool)] = [
    (0, 30, true), (-10, 20, true), (30, 40, true), (-10, 40, true), (-11, 30, false),
    (31, 30, false), (0, 19, false), (0, 41, false),
  ]

  @Test("a place on the edge is inside", arguments: places)
  func contains(_ latitude: Int32, _ longitude: Int32, _ expected: Bool) {
    #expect(Self.box.contains(Self.place(latitude, longitude)) == expected)
  }

  static let others: [(Box, Bool)] = [
    (Box(minLatitude: 30, minLongitude: 40, maxLatitude: 50, maxLongitude: 60), true),
    (Box(minLatitude: 31, minLongitude: 40, maxLatitude: 50, maxLongitude: 60), false),
    (Box(minLatitude: 30, minLongitude: 41, maxLatitude: 50, maxLongitude: 60), false),
    (Box(minLatitude: -50, minLongitude: -60, maxLatitude: -10, maxLongitude: 20), true),
    (Box(minLatitude: -50, minLongitude: -60, maxLatitude: -11, maxLongitude: 20), false),
    (Box(minLatitude: 0, minLongitude: 25, maxLatitude: 1, maxLongitude: 26), true),
    (Box(minLatitude: -100, minLongitude: 25, maxLatitude: 100, maxLongitude: 26), true),
  ]

  @Test("boxes that share an edge or a corner touch, either way round", arguments: others)
  func intersects(_ other: Box, _ expected: Bool) {
    #expect(Self.box.intersects(other) == expected)
    #expect(other.intersects(Self.box) == expected)
  }

  @Test("the middle is between the edges, also at the ends of the range")
  func centre() {
    #expect(Self.box.centre == Self.place(10, 30))
    let odd = Box(minLatitude: -3, minLongitude: 0, maxLatitude: 0, maxLongitude: 3)
    #expect(odd.centre == Self.place(-2, 1), "rounded down")
    let whole = Box(
      minLatitude: .min, minLongitude: .max, maxLatitude: .max, maxLongitude: .max)
    #expect(whole.centre == Self.place(-1, .max))
  }

  @Test("a box grown by places is their extent")
  func random() {
    var generator = SeededGenerator(seed: 8)
    let places = (0..<100).map { _ in
      Self.place(
        .random(in: -900_000_000...900_000_000, using: &generator),
        .random(in: -1_800_000_000...1_800_000_000, using: &generator))
    }
    let box = places.reduce(into: Box.empty) { $0.add($1) }
    #expect(box.minLatitude == places.map(\.latitudeUnits).min())
    #expect(box.maxLatitude == places.map(\.latitudeUnits).max())
    #expect(box.minLongitude == places.map(\.longitudeUnits).min())
    #expect(box.maxLongitude == places.map(\.longitudeUnits).max())
    #expect(places.allSatisfy { box.contains($0) })
  }
}
