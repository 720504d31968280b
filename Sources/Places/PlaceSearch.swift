public import Geo
public import MapReader
internal import NavFormat
public import RoadModel

/// Finds places of a map by name, offline.
///
///     let search = PlaceSearch(map)
///     for place in try search.places(for: PlaceQuery("rua do almada 12, porto")) {
///       print(place.label, place.position)
///     }
///
/// A value can be shared by threads. A search takes four bytes of memory for each place of the map.
public struct PlaceSearch: Sendable {
  /// The map.
  public let map: NavMap

  /// A search in a map.
  ///
  /// - Parameter map: A map; without places (``NavMap/hasPlaces``) only coordinates and plus codes are found.
  public init(_ map: NavMap) { self.map = map }

  /// The places that match a text, best first.
  ///
  /// - Parameter query: The search. Any text is allowed; one that can't match gives no results.
  /// - Returns: At most ``PlaceQuery/limit`` places.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  /// - Complexity: O(places that have one of the words).
  public func places(for query: PlaceQuery) throws(NavError) -> [FoundPlace] {
    var query = query
    query.limit = min(max(query.limit, 1), PlaceQuery.maximumLimit)
    let limit = query.limit
    let text = String(decoding: query.text.utf8.prefix(PlaceQuery.maximumTextBytes), as: UTF8.self)
    if let (link, rest) = PlaceLink.apart(text) {
      query.text = PlaceLink.coordinate(link) == nil ? rest : link
      query.isUnfinished = false
      return try places(for: query)
    }
    if let position = PlaceText.coordinate(text, near: query.near) ?? coordinate(withO: text) {
      return [coordinate(position, text, near: query.near)]
    }
    if let name = PlaceLink.name(text) {
      query.text = name
      query.isUnfinished = false
      return PlaceLink.name(name) == nil ? try places(for: query) : []
    }
    // The words of other links, such as those that only a server can follow, name no place.
    if PlaceLink.isLink(text) { return [] }
    let repaired = try placesRepaired(text, query)
    if let repaired, repaired.first?.isComplete == true { return repaired }
    guard map.hasPlaces else { return [] }
    if let found = try codeWithTown(text, near: query.near) { return [found] }
    if let found = try placesInCountry(text, query) { return found }
    let typed = TypedWords(text)
    if typed.words.isEmpty {
      guard !query.categories.isEmpty, let near = query.near else { return [] }
      return try nearest(to: near, query.filter, limit: limit)
    }
    var matches = try matchesOrKinds(typed, aroundTown(typed, query), limit: limit)
    // The distance from a town is not that from the searcher.
    if query.near == nil {
      for index in matches.indices { matches[index].distanceMetres = nil }
    }
    let best = matches.first.flatMap { $0.isComplete ? $0 : nil }
    // "Peter and Paul Street" is a street, or with a number an address, not a junction. A place at a junction has the
    // words in its address, and the one between them perhaps in its name.
    let isName = best.map { typed.areAll(in: $0) } ?? false
    let isAtJunction = best.map { $0.category?.isPointOfInterest == true && !isName }
    let crossings = try crossings(text, query, hasWords: isAtJunction ?? true, isName: isName)
    var found = best?.houseNumber != nil ? matches + crossings : crossings + matches
    if best == nil, crossings.isEmpty {
      if let repaired, !repaired.isEmpty { return repaired }
      if let found = try placesInState(text, query) { return found }
      let ofKind = try placesOfKindNearPlace(typed, query)
      let known = Set(ofKind.map(\.place))
      // Places that lack a word are no better.
      found = ofKind + found.filter { !known.contains($0.place) }
    }
    // A hotel near something that the map lacks is none of its hotels.
    if found.isEmpty, typed.kindNearPlace == nil { found = try placesApart(text, query) }
    return found.isEmpty ? try withoutLastPart(text, query) : Array(found.prefix(limit))
  }

  /// The places for an address whose last parts the map lacks, such as the state and country of
  /// `Hauptstraße, Heidelberg, Baden-Württemberg, Germany`.
  private func withoutLastPart(
    _ text: String, _ query: PlaceQuery
  ) throws(NavError) -> [FoundPlace] {
    let parts = text.split(separator: ",")
    guard 2...Self.maximumParts ~= parts.count else { return [] }
    var query = query
    query.text = parts.dropLast().joined(separator: ",")
    query.isUnfinished = false
    return try places(for: query).map { place in
      var place = place
      place.isComplete = false
      return place
    }
  }

  /// The places of categories that are nearest to a coordinate.
  ///
  /// - Parameters:
  ///   - near: The coordinate.
  ///   - categories: The categories; empty for all points of interest.
  ///   - limit: The maximum number of places.
  ///   - metres: The maximum distance.
  /// - Returns: The places, nearest first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  public func nearest(
    to near: Coordinate, categories: Set<PlaceCategory>, limit: Int,
    within metres: Double = 50_000
  ) throws(NavError) -> [FoundPlace] {
    try nearest(to: near, PlaceFilter(categories), limit: limit, within: metres)
  }

  /// The places of a filter that are nearest to a coordinate, by straight line.
  ///
  /// - Parameters:
  ///   - near: The coordinate.
  ///   - filter: The requirements on places.
  ///   - limit: The maximum number of places.
  ///   - metres: The maximum distance.
  /// - Returns: The places, nearest first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  public func nearest(
    to near: Coordinate, _ filter: PlaceFilter, limit: Int, within metres: Double = 50_000
  ) throws(NavError) -> [FoundPlace] {
    guard map.hasPlaces, limit > 0 else { return [] }
    let map = self.map
    let places = try map.places()
    let plane = LocalPlane(at: near)
    var best: [(metres: Double, place: Int)] = []
    var reach = metres
    places.searchPlaces(bound: { plane.metres(to: $0) }) { chunk in
      for place in chunk {
        guard filter.matches(place, places, map) else { continue }
        let distance = Distance.metres(near, places.position(place))
        guard distance <= reach else { continue }
        let at = best.firstIndex { (distance, place) < ($0.metres, $0.place) } ?? best.count
        best.insert((distance, place), at: at)
        if best.count > limit { best.removeLast() }
        if best.count == limit { reach = best[limit - 1].metres }
      }
      return reach
    }
    let reader = PlaceReader(map)
    var result: [FoundPlace] = []
    for item in best {
      var found = try reader.place(item.place)
      found.distanceMetres = item.metres
      found.score = 1 / (1 + item.metres / 1_000)
      result.append(found)
    }
    return result
  }

  /// The coordinate of a text with O for east or west: the one nearer to the map, such as `8° 41′ 39″ O` in Heidelberg.
  private func coordinate(withO text: String) -> Coordinate? {
    let middle = map.header.box.centre
    return PlaceText.coordinates(withO: text).min {
      Distance.metres($0, middle) < Distance.metres($1, middle)
    }
  }

  /// The result for a text that states a coordinate.
  private func coordinate(
    _ position: Coordinate, _ text: String, near: Coordinate?
  ) -> FoundPlace {
    let name = PlaceText.name(text, of: position)
    var found = FoundPlace(kind: .coordinate, name: name, position: position)
    found.distanceMetres = near.map { Distance.metres($0, position) }
    found.score = 2
    return found
  }

  /// The maximum number of parts of an address, and of the name behind a plus code: town, region and country.
  private static let maximumParts = 4

  /// The place of a plus code with the name of a nearby place before or behind it.
  ///
  /// An example is `4CXR+2V Porto, Portugal`. The map need not have the country or region that follows the name.
  private func codeWithTown(
    _ text: String, near origin: Coordinate?
  ) throws(NavError) -> FoundPlace? {
    let separates: (Character) -> Bool = { $0 == "," || $0.isWhitespace }
    let text = PlusCode.joined(text)
    guard let first = text.split(maxSplits: 1, whereSeparator: separates).first,
      let last = text.split(whereSeparator: separates).last, first != last,
      let code = [first, last].first(where: { $0.utf8.contains(UInt8(ascii: "+")) })
    else { return nil }
    if let position = PlusCode.coordinate(String(code), near: nil) {
      return coordinate(position, text, near: origin)
    }
    guard PlusCode.isShort(String(code)) else { return nil }
    var town = code == first ? text[code.endIndex...] : text[..<code.startIndex]
    if town.contains("+") { return nil }
    for _ in 0..<Self.maximumParts where !town.isEmpty {
      let found = try places(for: PlaceQuery(String(town), limit: 1)).first
      if let found, found.isComplete,
        let position = PlusCode.coordinate(String(code), near: found.position)
      {
        return coordinate(position, text, near: origin)
      }
      town = town[..<(town.lastIndex(of: ",") ?? town.startIndex)]
    }
    return nil
  }
}
