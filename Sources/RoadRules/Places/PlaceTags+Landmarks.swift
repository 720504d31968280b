import RoadModel

/// What people know by its name and go to although nobody runs it: summits, beaches, lakes, cemeteries.
extension PlaceTags {
  /// A value of a key that makes a landmark.
  typealias Landmark = (value: StaticString, category: PlaceCategory, importance: UInt8)

  /// The landmarks by their keys; each needs a name.
  static let landmarks: [(key: StaticString, values: [Landmark])] = [
    (
      "natural",
      [
        ("peak", .attraction, 42), ("volcano", .attraction, 55), ("beach", .attraction, 45),
        ("bay", .attraction, 38), ("cape", .attraction, 35), ("cave_entrance", .attraction, 35),
        ("saddle", .other, 35), ("water", .other, 38), ("glacier", .other, 38),
        ("spring", .other, 22), ("hot_spring", .other, 30),
      ]
    ),
    ("waterway", [("waterfall", .attraction, 40)]),
    ("man_made", [("lighthouse", .attraction, 40)]),
    ("landuse", [("cemetery", .other, 35), ("reservoir", .other, 35)]),
  ]

  /// ``landmarks`` for lookups by text.
  private static let landmarkTables = landmarks.map { row in
    let entries = row.values.map { ("\($0.value)", ($0.category, $0.importance)) }
    return (key: "\(row.key)", table: Dictionary(uniqueKeysWithValues: entries))
  }

  /// The values of `water` for rivers, which are mapped in many areas of one name.
  private static let flowing: Set<String> = [
    "river", "stream", "canal", "ditch", "drain", "lock", "rapids",
  ]

  /// The landmark that tags with a name describe; nil if they describe none.
  static func landmark(_ tags: RoadTags) -> Found? {
    guard tags["name"] != nil else { return nil }
    for (key, table) in landmarkTables {
      guard let value = tags[key], let (category, importance) = table[value] else { continue }
      if value == "water", let water = tags["water"], flowing.contains(water) { continue }
      return (category, value, importance)
    }
    return nil
  }

  /// A landmark that is an attraction by its other tag, too; nil for others.
  ///
  /// `tourism=attraction` says less than `natural=beach`.
  static func visitedLandmark(_ tags: RoadTags) -> Found? {
    guard tags["tourism"] == "attraction", let (category, value, importance) = landmark(tags),
      category == .attraction, let attraction = tourism["attraction"]
    else { return nil }
    return (category, value, max(importance, attraction.1))
  }

  /// The key of the landmarks of a category with a value; nil if there are none.
  static func landmarkKey(_ category: PlaceCategory, _ value: String) -> String? {
    landmarkTables.first { $0.table[value]?.0 == category }?.key
  }
}
