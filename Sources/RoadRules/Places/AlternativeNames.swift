extension RoadRules {
  /// The keys of further names: what people call a place where it is, in its region, in its country, and abroad.
  private static let alternativeNameKeys = [
    "alt_name", "loc_name", "reg_name", "nat_name", "int_name",
  ]

  /// The further names of a place or a road, also those in the languages of the map, as a list; nil if there are none.
  func alternativeNames(_ tags: RoadTags, besides name: String?) -> String? {
    var names: [String] = []
    func add(_ key: String) {
      guard let text = PlaceTags.text(tags[key]), text != name, !names.contains(text) else {
        return
      }
      names.append(text)
    }
    for key in Self.alternativeNameKeys { add(key) }
    for language in languages { add("alt_name:\(language)") }
    return names.isEmpty ? nil : names.joined(separator: ";")
  }
}
