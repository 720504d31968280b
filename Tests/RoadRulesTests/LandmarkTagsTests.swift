import RoadModel
import Testing

@testable import RoadRules

/// Landmarks, which need a name, and stops of trams.
@Suite struct LandmarkTagsTests {
  private static func place(_ pairs: [String: String]) -> PlaceReading? {
    RoadRules().place(RoadTags(pairs.map { (key: $0.key, value: $0.value) }))
  }

  private static func type(_ reading: PlaceReading?) -> String? {
    reading?.details.first { $0.kind == .type }?.text
  }

  @Test(
    "landmarks with a name are places",
    arguments: [
      ("natural", "peak", .attraction), ("natural", "beach", .attraction),
      ("natural", "water", .other), ("natural", "saddle", .other),
      ("waterway", "waterfall", .attraction), ("man_made", "lighthouse", .attraction),
      ("landuse", "cemetery", .other), ("railway", "tram_stop", .station),
      ("leisure", "pitch", .leisure),
    ] as [(String, String, PlaceCategory)])
  func named(_ key: String, _ value: String, _ category: PlaceCategory) {
    let reading = Self.place([key: value, "name": "X"])
    #expect(reading?.category == category)
    #expect(Self.type(reading) == value)
    #expect(Self.place([key: value]) == nil)
  }

  @Test("areas of rivers, of which each has many, are no landmarks, but lakes are")
  func rivers() {
    let water = ["natural": "water", "name": "X"]
    for (value, category) in [("river", nil), ("canal", nil), ("lake", .other), ("pond", .other)]
      as [(String, PlaceCategory?)]
    {
      #expect(Self.place(water.merging(["water": value]) { $1 })?.category == category, "\(value)")
    }
  }

  @Test("an attraction that is a beach is a beach, as important as other attractions")
  func visited() throws {
    let beach = try #require(
      Self.place(["natural": "beach", "tourism": "attraction", "name": "Golden Bay"]))
    let attraction = try #require(Self.place(["tourism": "attraction", "name": "Golden Bay"]))
    #expect(beach.category == .attraction)
    #expect(Self.type(beach) == "beach")
    #expect(beach.importance == attraction.importance)
  }

  @Test(
    "what else the tags say comes first",
    arguments: [
      (["natural": "beach", "leisure": "beach_resort"], .leisure, "beach_resort"),
      (["natural": "water", "tourism": "attraction"], .attraction, "attraction"),
      (["natural": "peak", "historic": "castle"], .attraction, "castle"),
      (["landuse": "cemetery", "amenity": "grave_yard"], .other, "cemetery"),
      (["natural": "spring", "place": "locality"], .locality, nil),
    ] as [([String: String], PlaceCategory, String?)])
  func order(_ tags: [String: String], _ category: PlaceCategory, _ type: String?) {
    let reading = Self.place(tags.merging(["name": "X"]) { first, _ in first })
    #expect(reading?.category == category)
    #expect(Self.type(reading) == type)
  }
}
