internal import MapReader

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
}
