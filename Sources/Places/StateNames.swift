internal import NavFormat

/// States that people write behind a town, although the map of a region need not have the state.
enum StateNames {
  /// The codes that people write for states, and their names, by country.
  private static let coded: [(country: String, states: String)] = [
    (
      "US",
      """
      AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,
      DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,
      KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,
      MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,
      NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,
      SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,
      WV West Virginia,WI Wisconsin,WY Wyoming,PR Puerto Rico
      """
    ),
    (
      "CA",
      """
      AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,
      NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Québec,SK Saskatchewan,YT Yukon
      """
    ),
    (
      "AU",
      """
      ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,
      TAS Tasmania,VIC Victoria,WA Western Australia
      """
    ),
  ]
  /// The names of states whose codes nobody writes, by country.
  private static let plain: [(country: String, states: String)] = [
    (
      "DE",
      """
      Baden-Württemberg,Bayern,Bavaria,Berlin,Brandenburg,Bremen,Hamburg,Hessen,Mecklenburg-Vorpommern,Niedersachsen,
      Lower Saxony,Nordrhein-Westfalen,North Rhine-Westphalia,NRW,Rheinland-Pfalz,Rhineland-Palatinate,Saarland,
      Sachsen,Saxony,Sachsen-Anhalt,Saxony-Anhalt,Schleswig-Holstein,Thüringen,Thuringia
      """
    ),
    (
      "AT",
      """
      Burgenland,Kärnten,Carinthia,Niederösterreich,Lower Austria,Oberösterreich,Upper Austria,Salzburg,Steiermark,
      Styria,Tirol,Tyrol,Vorarlberg,Wien
      """
    ),
  ]

  /// The countries that have a state, by its folded words and by its code in capital letters.
  private static let (names, codes): ([[[UInt8]]: Set<String>], [String: Set<String>]) = {
    var names: [[[UInt8]]: Set<String>] = [:]
    var codes: [String: Set<String>] = [:]
    for (country, states) in plain {
      for name in states.split(separator: ",") {
        names[PlaceFolding.words(String(name)), default: []].insert(country)
      }
    }
    for (country, states) in coded {
      for state in states.split(separator: ",") {
        let parts = state.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard let code = parts.first, let name = parts.last else { continue }
        codes[String(code), default: []].insert(country)
        names[PlaceFolding.words(String(name)), default: []].insert(country)
      }
    }
    return (names, codes)
  }()
  private static let mostWords = 4

  /// The state with which a part of an address begins: the countries that have one of that name, and the rest, such as
  /// `21117` of `MD 21117`; nil for other texts.
  static func beginning(of part: String) -> (countries: Set<String>, rest: String)? {
    let words = part.split(whereSeparator: \.isWhitespace)
    for count in stride(from: min(words.count, mostWords), to: 0, by: -1) {
      let name = words.prefix(count).joined(separator: " ")
      let rest = words.dropFirst(count).joined(separator: " ")
      guard rest.isEmpty || rest.contains(where: \.isNumber),
        let countries = codes[name] ?? names[PlaceFolding.words(name)]
      else { continue }
      return (countries, rest)
    }
    return nil
  }
}
