import RoadModel

/// The grades of `smoothness` in rules.
enum Smoothness {
  static let impassable: UInt8 = 8
}

extension RoadAttributes {
  /// Reads the surface of the road, its condition and its width in lanes.
  mutating func readSurface(_ tags: RoadTags, _ log: inout ProblemLog) {
    if let value = tags["surface"] {
      if let known = Self.surface(value) {
        surface = known
      } else {
        log.note("surface", value, .unknownValue)
      }
    }
    if let value = tags["smoothness"] {
      smoothness = UInt8((Self.smoothnessGrades.firstIndex(of: value) ?? -1) + 1)
      if smoothness == 0 { log.note("smoothness", value, .unknownValue) }
    }
    if let value = tags["tracktype"] {
      trackGrade = Self.worst(value, Self.trackGrade)
      if trackGrade == 0 { log.note("tracktype", value, .unknownValue) }
    }
    if let value = tags["lanes"] {
      lanes = value.split(separator: ";").compactMap { UInt8($0.trimmed()) }.min() ?? 0
      if lanes == 0 { log.note("lanes", value, .unparsable) }
    }
  }

  /// The softest part of a list such as `asphalt;gravel`; nil if a part is unknown.
  private static func surface(_ value: String) -> Surface? {
    if let known = surfaces[value] { return known }
    var worst = Surface.unknown
    for part in value.split(separator: ";") {
      // `concrete:plates` counts as concrete.
      let word = part.trimmed().lowercased()
      let stem = word.split(separator: ":").first.map(String.init) ?? word
      guard let known = surfaces[word] ?? surfaces[stem] else { return nil }
      if known.rawValue > worst.rawValue { worst = known }
    }
    return worst == .unknown ? nil : worst
  }

  private static func worst(_ value: String, _ grade: (Substring) -> UInt8) -> UInt8 {
    value.split(separator: ";").map { grade($0.trimmed()) }.max() ?? 0
  }

  private static func trackGrade(_ value: Substring) -> UInt8 {
    guard value.hasPrefix("grade"), let grade = UInt8(value.dropFirst(5)), (1...5).contains(grade)
    else { return 0 }
    return grade
  }

  private static let smoothnessGrades = [
    "excellent", "good", "intermediate", "bad", "very_bad", "horrible", "very_horrible",
    "impassable",
  ]

  private static let surfaces: [String: Surface] = {
    var surfaces: [String: Surface] = [:]
    func add(_ surface: Surface, _ values: String...) {
      for value in values { surfaces[value] = surface }
    }
    add(
      .paved, "paved", "asphalt", "concrete", "chipseal", "tar", "tarmac", "bitumen", "cement",
      "rubber", "tartan", "acrylic", "plastic", "artificial_turf", "painted_concrete", "linoleum",
      "tile", "tiles", "carpet", "yes")
    add(
      .stones, "paving_stones", "paving_slabs", "sett", "cobblestone", "unhewn_cobblestone",
      "bricks", "brick", "wood", "metal", "metal_grid", "deck", "stone", "grass_paver",
      "stepping_stones")
    add(.compacted, "compacted", "fine_gravel", "salt")
    add(
      .gravel, "gravel", "unpaved", "pebblestone", "pebbles", "shells", "rock", "rocky", "laterite",
      "woodchips", "scree")
    add(.earth, "dirt", "earth", "ground", "grass", "soil", "clay", "terra", "leaves", "mulch")
    add(.soft, "mud", "sand", "snow", "ice", "water")
    return surfaces
  }()
}
