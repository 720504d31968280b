public import MapReader
internal import NavFormat
internal import RoadModel

extension PlaceSearch {
  /// A result with its names in a language: its own, and those of the settlements that contain it.
  ///
  /// - Parameters:
  ///   - place: A result of this search, or of another one in the same map.
  ///   - languages: The languages such as `de` or `en-GB`; the first that the map has counts.
  /// - Returns: The result; names that the map does not have in the language stay.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  public func localized(
    _ place: FoundPlace, in languages: [String]
  ) throws(NavError) -> FoundPlace {
    guard let number = place.place, let language = known(languages) else { return place }
    let map = self.map
    let places = try map.places()
    var result = place
    if let name = name(of: number, language, places) { result.name = name }
    var next = places.parent(number)
    while let settlement = next {
      next = places.parent(settlement)
      guard let name = name(of: settlement, language, places) else { continue }
      let local = map.name(places.nameOffset(settlement))
      for index in result.surroundings.indices where result.surroundings[index].name == local {
        result.surroundings[index].name = name
      }
    }
    return result
  }

  /// The number of the first language that the map has; nil if it has none of them.
  private func known(_ languages: [String]) -> Int? {
    let known = map.languages.map { $0.lowercased() }
    for language in languages {
      let word = language.lowercased()
      let found =
        known.firstIndex(of: word)
        ?? known.firstIndex { word.hasPrefix($0 + "-") }
      if let found { return found }
    }
    return nil
  }

  private func name(
    of place: Int, _ language: Int, _ places: borrowing PlacesView
  ) -> String? {
    let kind = PlaceDetail.name(language: language)
    for row in places.details(of: place) where places.detailKind(row) == kind {
      return map.name(places.detailText(row)).map { NameList.first($0) }
    }
    return nil
  }
}
