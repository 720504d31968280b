internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

extension PlaceSearch {
  /// Words for "and" and "corner" between the names of two crossing streets, in several languages.
  private static let words = [
    "and", "und", "et", "e", "y", "i", "og", "och", "en", "u", "a", "ja", "oraz", "és", "ve", "și",
    "και", "и", "і", "й", "x", "at", "corner", "ecke", "angle", "esquina",
    "esquina com", "esquina con", "com", "con", "mit", "hoek", "angolo", "róg", "угол",
    "an der ecke", "kreuzung", "cnr", "crossing", "intersection", "coin", "cruce", "cruce con",
    "u.", "einmündung", "à l'angle", "a l'angle", "au coin", "hjørne", "hörnet", "-", "–",
  ].map { " \($0) " }
  /// Those that are single words, folded.
  static let foldedWords = Set(
    words.map { PlaceFolding.words($0) }.filter { $0.count == 1 }.map { $0[0] })
  private static let signs = [" & ", " / ", "//", " @ ", " + "]
  /// The same without spaces; house numbers and names have them, too.
  private static let closeSigns = ["/", "&"]
  /// What may stand before the names of two crossing streets.
  static let beginnings = [
    "corner of ", "intersection of ", "junction of ", "crossing of ", "ecke ", "kreuzung ",
    "kreuzung von ", "einmündung ", "angle de ", "coin de ", "croisement de ", "carrefour de ",
    "intersection de ", "esquina de ", "esquina da ", "esquina do ", "esquina ", "cruce de ",
    "intersección de ", "cruzamento da ", "cruzamento do ", "cruzamento de ", "interseção da ",
    "interseção do ", "interseção de ", "angle ", "coin ", "croisement ", "carrefour ",
    "intersection ", "cruce ", "cruzamento ", "at the corner of ", "on the corner of ", "cnr ",
    "cnr of ", "at the intersection of ", "an der ecke ", "an der ecke von ", "ecke von ",
    "an der kreuzung ", "an der kreuzung von ", "à l'angle ", "à l'angle de ", "au coin de ",
    "au croisement de ", "à l'intersection de ", "au carrefour de ", "en la esquina de ",
    "en el cruce de ", "na esquina de ", "na esquina da ", "na esquina do ", "no cruzamento de ",
    "no cruzamento da ", "no cruzamento do ", "hjørnet af ", "på hjørnet af ", "krydset ",
    "krydset mellem ", "hörnet av ", "korsningen ", "hjørnet av ", "krysset ", "hoek ", "hoek van ",
    "kruising ", "kruising van ", "junction between ", "intersection between ", "crossing between ",
    "kreuzung zwischen ", "croisement entre ", "carrefour entre ", "intersection entre ",
    "cruce entre ", "intersección entre ", "cruzamento entre ", "interseção entre ",
  ].sorted { $0.utf8.count > $1.utf8.count }
  /// The articles before the names of streets in sentences, such as `a` in `esquina da Rua Alta com a Rua Nova`, and
  /// what `de` and others become with them.
  static let articles = [
    "the ", "der ", "dem ", "den ", "de la ", "de l'", "du ", "de ", "la ", "le ", "l'", "del ",
    "el ", "da ", "do ", "a ", "o ",
  ]
  /// The maximum number of times that a text is divided at one separator.
  ///
  /// A name may contain it, too, such as that of `Peter and Paul Street`.
  private static let maximumHalves = 3

  /// The junctions of two streets, for a text such as `A and B`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - query: The search.
  ///   - hasWords: Whether a word may separate the names; otherwise only a sign.
  ///   - isName: Whether the text is the name of a place, which may have a sign without spaces.
  /// - Returns: At most three junctions.
  /// - Throws: ``NavError`` if the map is damaged.
  func crossings(
    _ text: String, _ query: PlaceQuery, hasWords: Bool, isName: Bool
  ) throws(NavError) -> [FoundPlace] {
    guard query.categories.isEmpty else { return [] }
    let lower = String(PlaceText.trimmed(text).lowercased().map { $0 == "’" ? "'" : $0 })
    let halves = Self.halves(of: lower, hasWords: hasWords, isName: isName)
    var crossing = Crossing(map)
    var common: [Halves] = []
    for halves in halves + halves.compactMap(\.withoutArticles) {
      var options = Self.streetQuery(query, most: Self.fewStreets)
      options.text = halves.first
      let left = try streets(options, areWhole: halves.areWhole)
      if left.isEmpty { continue }
      options.text = halves.second
      options.isUnfinished = query.isUnfinished
      let right = try streets(options, areWhole: halves.areWhole)
      var junctions = try crossings(left, right, &crossing, near: query.near)
      if junctions.isEmpty, !halves.areWhole {
        junctions = try crossingsOfRoads(left, halves.first, right, halves.second, near: query.near)
      }
      let found = junctions.filter { query.filter.contains($0.position) }
      if !found.isEmpty { return Array(found.prefix(3)) }
      if !halves.areWhole, !right.isEmpty, max(left.count, right.count) == options.limit {
        common.append(halves)
      }
    }
    let found = try crossingsOfCommonNames(common, query, &crossing)
    if !found.isEmpty { return found }
    return try crossingsOfSeveral(Self.names(in: lower, hasWords: hasWords), query, &crossing)
  }

  /// The number of streets of each name that are compared at first, and if these do not cross.
  static let (fewStreets, manyStreets) = (6, 80)

  /// The junctions of streets whose names many have, as `Rua da Igreja` and `Rua do Outeiro`.
  ///
  /// These are the whole names.
  ///
  /// - Parameters:
  ///   - common: The names; the first pair of them is compared.
  ///   - query: The search.
  ///   - crossing: What is known of the streets.
  /// - Returns: At most three junctions.
  /// - Throws: ``NavError`` if the map is damaged.
  private func crossingsOfCommonNames(
    _ common: [Halves], _ query: PlaceQuery, _ crossing: inout Crossing
  ) throws(NavError) -> [FoundPlace] {
    guard let halves = common.first else { return [] }
    var options = Self.streetQuery(query, most: Self.manyStreets)
    options.text = halves.first
    let left = try streets(options, areWhole: true)
    options.text = halves.second
    options.isUnfinished = query.isUnfinished
    let right = try streets(options, areWhole: true)
    crossing.looksAround = false
    let found = try crossings(left, right, &crossing, near: query.near)
    return Array(found.filter { query.filter.contains($0.position) }.prefix(3))
  }

  /// A search for streets of a name, as for a junction.
  static func streetQuery(_ query: PlaceQuery, most limit: Int) -> PlaceQuery {
    var options = query
    options.categories = [.street]
    options.isUnfinished = false
    options.limit = limit
    // The junction must lie in the box, and has a tag of its own.
    options.filter.box = nil
    options.filter.tags = PlaceTagRules()
    return options
  }

  /// Two texts that may be the names of streets.
  struct Halves {
    var first: String
    var second: String
    /// Whether they must be whole names: no word stands between them that tells that streets cross.
    var areWhole = false

    /// The same without the articles before the names, as `a Rua da Agra` may be a Rua A in Agra; nil without articles.
    var withoutArticles: Halves? {
      func plain(_ name: String) -> String {
        let article = articles.first { name.hasPrefix($0) }
        return String(name.dropFirst(article?.count ?? 0))
      }
      let (one, other) = (plain(first), plain(second))
      if areWhole || one.isEmpty || other.isEmpty || (one, other) == (first, second) { return nil }
      return Halves(first: one, second: other)
    }
  }

  /// The texts that may be the names of two streets.
  static func halves(of text: String, hasWords: Bool, isName: Bool) -> [Halves] {
    let separators = hasWords ? signs + words : signs
    let halves = separators.flatMap { text.halves(at: $0, most: maximumHalves) }
      .map { Halves(first: $0, second: $1) }
    if isName { return halves }
    // The sign of `5/2` belongs to the number. In `Reusenort/Am Oberbach`, the second may also be what the first lies
    // in, but not in `Main Street/London`, although there is a London Road.
    let close = closeSigns.flatMap { text.halves(at: $0, most: maximumHalves) }
      .filter { $0.last?.isNumber != true && $1.first?.isNumber != true }
      .map { Halves(first: $0, second: $1, areWhole: !hasWords) }
    guard hasWords else { return halves + close }
    return halves + close
      + unmarkedHalves(of: text).map { Halves(first: $0, second: $1, areWhole: true) }
  }

  /// The maximum number of spaces at which two names without a word between them are divided.
  private static let maximumSpaces = 8

  /// The texts of `A, B`, and of `corner of A B` without a word between the names.
  private static func unmarkedHalves(of text: String) -> [(String, String)] {
    let start = beginnings.first { text.hasPrefix($0) }
    let names = String(text.dropFirst(start?.count ?? 0))
    let halves = names.halves(at: ",", most: maximumHalves)
    return start == nil ? halves : halves + names.halves(at: " ", most: maximumSpaces)
  }

  /// The junctions of streets with others, best first.
  func crossings(
    _ left: [FoundPlace], _ right: [FoundPlace], _ crossing: inout Crossing, near: Coordinate?
  ) throws(NavError) -> [FoundPlace] {
    var found: [FoundPlace] = []
    for a in left {
      for b in right where a.place != b.place {
        guard Distance.metres(a.position, b.position) < 20_000 else { continue }
        // The order of typing does not matter.
        let (one, other) = (a.place ?? 0) < (b.place ?? 0) ? (a, b) : (b, a)
        guard let junction = try crossing.junction(of: one, other),
          Self.isNearest(a, among: left, to: junction.position),
          Self.isNearest(b, among: right, to: junction.position)
        else { continue }
        var place = FoundPlace(
          kind: .intersection, name: "\(a.name) / \(b.name)", position: junction.position)
        // One of the streets may be another's namesake in another town.
        let nearest = [a, b].min {
          Distance.metres($0.position, junction.position)
            < Distance.metres($1.position, junction.position)
        }
        place.surroundings = nearest?.surroundings ?? []
        place.countryCode = nearest?.countryCode
        place.edge = junction.edge
        place.share = junction.share
        place.distanceMetres = near.map { Distance.metres($0, place.position) }
        place.score = 1 + (a.score + b.score) / 2
        place.isComplete = a.isComplete && b.isComplete
        if !found.contains(where: { $0.position == place.position }) { found.append(place) }
      }
    }
    return found.sorted { $0.score > $1.score }
  }

  /// Whether no other street of the same name is nearer to a junction, which then is one of that street.
  ///
  /// The pieces of a street are known by its name.
  static func isNearest(
    _ street: FoundPlace, among streets: [FoundPlace], to junction: Coordinate
  ) -> Bool {
    let metres = Distance.metres(street.position, junction)
    return streets.allSatisfy {
      $0.name != street.name || Distance.metres($0.position, junction) >= metres
    }
  }
}

extension String {
  /// The parts before and after the first of a separator, then the second, and so on; none of them is empty.
  fileprivate func halves(at separator: String, most: Int) -> [(String, String)] {
    let (all, wanted) = (Array(utf8), Array(separator.utf8))
    var result: [(String, String)] = []
    guard all.count > wanted.count else { return result }
    for start in 1..<all.count - wanted.count
    where result.count < most && all[start..<start + wanted.count].elementsEqual(wanted) {
      let (first, second) = (all[..<start], all[(start + wanted.count)...])
      result.append(
        (String(decoding: first, as: UTF8.self), String(decoding: second, as: UTF8.self)))
    }
    return result
  }
}
