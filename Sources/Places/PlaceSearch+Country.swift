internal import MapReader
internal import NavFormat
internal import RoadModel

extension PlaceSearch {
  /// The places for a text that ends with the code of their country, as in `Porto, PT`.
  ///
  /// `Springfield, IL` has no place in Israel, so its last word is searched like others.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - query: The search.
  /// - Returns: The places; nil if the text has no such end, or no place there has all words before it.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func placesInCountry(
    _ text: String, _ query: PlaceQuery
  ) throws(NavError) -> [FoundPlace]? {
    guard query.filter.countries.isEmpty, let comma = text.lastIndex(of: ",") else { return nil }
    let code = PlaceText.trimmed(String(text[comma...].dropFirst()))
    // Where all letters are capital, the code may be the beginning of a word.
    guard code.utf8.count == 2, code.utf8.allSatisfy({ 0x41...0x5A ~= $0 }),
      text[..<comma].contains(where: \.isLowercase)
    else { return nil }
    var query = query
    query.text = String(text[..<comma])
    query.isUnfinished = false
    query.filter.countries = [code]
    let found = try places(for: query)
    return found.first?.isComplete == true ? found : nil
  }
  /// The maximum number of parts of an address with a state.
  private static let mostParts = 6

  /// The places for an address that ends with a state that the map lacks, as in `Owings Mills, Maryland, USA`.
  ///
  /// A street must also have its town, or its postcode: `Broadway, New York` is not the Broadway of another town.
  ///
  /// - Parameters:
  ///   - text: The text, for which the map has no place with all words.
  ///   - query: The search.
  /// - Returns: The places; nil if the text has no such end, or no place there has all words before it.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func placesInState(_ text: String, _ query: PlaceQuery) throws(NavError) -> [FoundPlace]? {
    var parts = text.split(separator: ",").map(String.init)
    guard parts.count <= Self.mostParts else { return nil }
    if let last = parts.last, CountryNames.contains(PlaceFolding.words(last)) { parts.removeLast() }
    guard parts.count > 1, let last = parts.popLast(), let state = StateNames.beginning(of: last)
    else { return nil }
    // The postcode in `MD 21117`
    if !state.rest.isEmpty { parts.append(state.rest) }
    var query = query
    let wanted = query.filter.countries
    query.filter.countries = wanted.isEmpty ? state.countries : state.countries.intersection(wanted)
    if query.filter.countries.isEmpty { return nil }
    query.text = parts.joined(separator: ",")
    query.isUnfinished = false
    let found = try places(for: query)
    guard let best = found.first, best.isComplete,
      parts.count > 1 || best.category?.isSettlement == true
    else { return nil }
    return found
  }
}
