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

  /// The places that have what may be the code of a country before a postcode in their names or house numbers:
  /// `14 Avenue B 10009`, `Hauptstraße 5 a, 69117 Heidelberg`.
  func placesWithCountry(
    _ typed: TypedWords, _ query: PlaceQuery, limit: Int
  ) throws(NavError) -> [FoundPlace] {
    // The code of `Hauptstraße 5, A-1010 Wien` is one.
    if TypedWords.hasCountryAndHyphen(query.text) { return [] }
    return try CandidateSearch(map, typed, query).results(limit: limit, allowsLacking: false)
      .filter { $0.isComplete && typed.hasCountry(in: $0) }
  }

  /// A text without the name of its country, which the map need not have, and the search in that country; nil without
  /// such a name, or if places in that country are not wanted.
  ///
  /// `Valletta, Germany` is not the one in Malta.
  func withoutCountryName(
    _ typed: TypedWords, _ query: PlaceQuery
  ) -> (typed: TypedWords, query: PlaceQuery)? {
    guard let (rest, codes) = typed.withoutCountryName else { return nil }
    let wanted = query.filter.countries
    var query = query
    query.filter.countries = wanted.isEmpty ? codes : codes.intersection(wanted)
    return query.filter.countries.isEmpty ? nil : (rest, query)
  }

  /// The maximum number of parts of an address with a state.
  private static let mostParts = 6

  /// The places for an address that ends with a state that the map lacks, as in `Owings Mills, Maryland, USA`,
  /// `Campinas - SP, 13010-111` and `Alcalá de Henares (Madrid)`.
  ///
  /// A street must also have its town, or its postcode: `Broadway, New York` is not the Broadway of another town, and
  /// `Calle Mayor, 5, Madrid` is not the one of Zaragoza.
  ///
  /// - Parameters:
  ///   - text: The text, for which the map has no place with all words.
  ///   - query: The search.
  /// - Returns: The places; nil if the text has no such end, or no place there has all words before it.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  func placesInState(_ text: String, _ query: PlaceQuery) throws(NavError) -> [FoundPlace]? {
    guard let (parts, countries) = Self.partsBeforeState(text) else { return nil }
    var query = query
    let wanted = query.filter.countries
    query.filter.countries = wanted.isEmpty ? countries : countries.intersection(wanted)
    if query.filter.countries.isEmpty { return nil }
    query.text = parts.joined(separator: ",")
    query.isUnfinished = false
    let found = try places(for: query)
    guard let best = found.first, best.isComplete else { return nil }
    let postcode = PlaceFolding.words(best.postcode ?? "")
    let places = parts.map { TypedWords($0).withoutAnnouncement }
      .filter { $0 == postcode || !$0.allSatisfy { TypedWords.isNumber($0) } }
    return places.count > 1 || best.category?.isSettlement == true ? found : nil
  }

  /// The parts of an address before its state, with the postcode behind it, and the countries that have such a state;
  /// nil without one.
  private static func partsBeforeState(
    _ text: String
  ) -> (parts: [String], countries: Set<String>)? {
    var parts = text.split(separator: ",").map { PlaceText.trimmed(String($0)) }
    guard parts.count <= mostParts else { return nil }
    if let last = parts.last, CountryNames.contains(PlaceFolding.words(last)) { parts.removeLast() }
    var postcode: String?
    if parts.count > 1, let last = parts.last, last.contains(where: \.isNumber),
      !last.contains(where: \.isLetter)
    {
      postcode = parts.removeLast()
    }
    guard let last = parts.popLast() else { return nil }
    let state: (countries: Set<String>, rest: String)
    if let (town, end) = townAndState(last), let found = StateNames.beginning(of: end) {
      parts.append(town)
      state = found
    } else if let found = StateNames.beginning(of: last), !parts.isEmpty {
      state = found
    } else {
      return nil
    }
    // The postcode in `MD 21117`
    if !state.rest.isEmpty { parts.append(state.rest) }
    if let postcode { parts.append(postcode) }
    return (parts, state.countries)
  }

  /// The two parts of `Campinas - SP`, `Campinas/SP` and `Alcalá de Henares (Madrid)`; nil for others.
  private static func townAndState(_ part: String) -> (town: String, state: String)? {
    guard let sign = part.lastIndex(where: { "-–/(".contains($0) }) else { return nil }
    let town = PlaceText.trimmed(String(part[..<sign]))
    var state = part[part.index(after: sign)...]
    if part[sign] == "(" {
      guard state.last == ")" else { return nil }
      state = state.dropLast()
    }
    // The hyphen of Baden-Württemberg has no spaces.
    let isHyphen = part[sign] == "-" && !(part[..<sign].last?.isWhitespace ?? true)
    return town.isEmpty || isHyphen ? nil : (town, PlaceText.trimmed(String(state)))
  }
}
