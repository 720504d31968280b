import Guidance
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// The words along a way in a direction, for travellers of a mode with a preferred language.
final class WayWords: Sendable {
  /// Lanes, signs and the like; nil if it has none.
  let words: EdgeWords?
  /// Its name in the preferred language; nil if the map does not have it.
  let name: String?

  init(_ words: EdgeWords?, name: String? = nil) {
    self.words = words
    self.name = name
  }

  /// Most ways have none.
  static let none = WayWords(nil)

  /// The way with its name in the preferred language; nil if it has that already, or the map does not have it.
  func renamed(_ way: RouteWay) -> RouteWay? {
    name.flatMap { $0 == way.name ? nil : RouteWay(way, named: $0) }
  }
}

/// Reads the lanes and signs along paths from the map.
struct WordReader {
  private let map: NavMap
  private let mode: Mode
  private let language: String?
  /// The kind of the names in the preferred language; nil if the map does not have it.
  let names: RoadWordKind?

  init(map: NavMap, mode: Mode, language: String?) {
    self.map = map
    self.mode = mode
    self.language = language
    names = language.flatMap { LanguageCode.index(of: $0, in: map.languages) }
      .map { RoadWordKind.name(inLanguage: $0) }
  }

  /// The words along a path: the indices of the edges with which it comes to another way or turns round on one, and the
  /// words from there on.
  ///
  /// - Parameter edges: The edges of the path, in order.
  /// - Returns: The words, ascending by edge.
  /// - Throws: `NavError` if the map is damaged there.
  func words(along edges: [RouteEdge]) throws(NavError) -> [(edge: Int, words: WayWords)] {
    let starts = edges.indices.filter {
      $0 == 0 || edges[$0].way !== edges[$0 - 1].way
        || edges[$0].isForward != edges[$0 - 1].isForward
    }
    let keys = starts.map { key(edges[$0].id) }
    var all: [(edge: Int, words: WayWords)] = []
    all.reserveCapacity(starts.count)
    var unknown: [Int] = []
    map.wordsOfEdges.find(keys) {
      let known = $0 as? WayWords
      if known == nil { unknown.append(all.count) }
      all.append((starts[all.count], known ?? WayWords.none))
    }
    var found: [(key: PassageKey, finding: PassageMemory.Finding)] = []
    var tile: TileNumber?
    for index in unknown {
      let start = starts[index]
      let place = try map.place(ofEdge: edges[start].id, near: tile)
      tile = place?.tile
      let last = start > 0 ? edges[start - 1].wayID : nil
      let (words, isForAll) = try read(edges[start].way, at: place, from: last)
      all[index].words = words
      if isForAll, let key = keys[index] { found.append((key, words)) }
    }
    map.wordsOfEdges.keep(found)
    return all
  }

  /// The key under which the map remembers the words of an edge; nil for edges of another map.
  private func key(_ edge: EdgeID) -> PassageKey? {
    guard edge.map == map.id else { return nil }
    let language = names.map { $0.rawValue - RoadWordKind.names.lowerBound + 1 } ?? 0
    return PassageKey(edge.number, edge.number, mode, details: language)
  }

  /// Reads the words of a way.
  ///
  /// - Parameters:
  ///   - way: The way.
  ///   - place: One of its edges, in the direction of the path; nil if the map does not have it.
  ///   - last: The id of the way from which the path comes; nil if unknown.
  /// - Returns: The words, and whether they are the same for paths from all ways, and in all languages with the same
  ///   names.
  /// - Throws: `NavError` if the map is damaged there.
  private func read(
    _ way: RouteWay, at place: EdgePlace?, from last: Int64?
  ) throws(NavError) -> (words: WayWords, isForAll: Bool) {
    guard let place else { return (.none, false) }
    let map = self.map
    let tile = try map.tile(place.tile)
    let row = tile.way(place.segment)
    let rows = tile.words(ofWay: row)
    guard !rows.isEmpty else { return (.none, true) }
    let hasVariants = tile.hasWord(of: RoadWordKind.variants, among: rows)
    let reader = WordRows(
      map: map, rows: rows, direction: place.direction, language: hasVariants ? language : nil,
      last: hasVariants ? last : nil, tile)
    let name = names.flatMap { map.name(tile.wordOffset($0, place.direction, among: rows)) }
    let hasLocalName = name == nil || name == map.name(tile.nameOffset(row))
    let words = edgeWords(
      reader, tile, isRamp: way.road.flags.contains(.link), hasLocalName: hasLocalName)
    let isNone = words == nil && name == nil
    return (isNone ? .none : WayWords(words, name: name), !hasVariants)
  }

  private func edgeWords(
    _ rows: WordRows, _ tile: borrowing TileView, isRamp: Bool, hasLocalName: Bool
  ) -> EdgeWords? {
    var lanes: [EdgeWords.Lane] = []
    // Arrows on the carriageway are not for people on foot.
    if mode != .foot, let arrows = rows.text(.turnLanes, tile) {
      lanes = self.lanes(
        arrows, closed: rows.text(.laneAccess, tile), towards: rows.text(.destinationLanes, tile),
        numbers: rows.text(.destinationRefLanes, tile))
    }
    var sign: RoadSign?
    if rows.haveSign {
      // Without arrows it is not known where each lane leads, but the ramp leads to all of it.
      let found = self.sign(rows, tile, ofAllLanes: isRamp && lanes.isEmpty)
      if !found.isEmpty { sign = found }
    }
    let made = EdgeWords(
      lanes: lanes, sign: sign,
      // It tells how the local name is said, which a route in another language does not have.
      pronunciation: hasLocalName ? rows.text(.pronunciation, tile) : nil,
      tunnelName: rows.translated(.tunnelName, tile) ?? rows.text(.tunnelName, tile))
    return made.isEmpty ? nil : made
  }

  private func sign(
    _ rows: WordRows, _ tile: borrowing TileView, ofAllLanes: Bool
  ) -> RoadSign {
    var sign = RoadSign(
      exitNumber: rows.text(.exitNumber, tile),
      exitName: rows.translated(.exitName, tile) ?? rows.text(.exitName, tile),
      roadNumbers: rows.signed(.destinationRef, tile),
      streets: rows.places(.destinationStreet, tile), towards: rows.places(.destination, tile),
      symbols: rows.signed(.destinationSymbol, tile))
    if sign.roadNumbers.isEmpty { sign.roadNumbers = rows.signed(.destinationRefTo, tile) }
    if sign.towards.isEmpty { sign.towards = rows.places(.destinationTo, tile) }
    guard ofAllLanes else { return sign }
    if sign.towards.isEmpty { sign.towards = Self.merged(rows.text(.destinationLanes, tile)) }
    if sign.roadNumbers.isEmpty {
      sign.roadNumbers = Self.merged(rows.text(.destinationRefLanes, tile))
    }
    return sign
  }

  /// The lanes with their signs, from the texts of the map.
  private func lanes(
    _ arrows: String, closed: String?, towards: String?, numbers: String?
  ) -> [EdgeWords.Lane] {
    func signed(_ text: String?) -> [Substring] {
      text?.split(separator: "|", omittingEmptySubsequences: false) ?? []
    }
    let closed = closed.map { LaneAccess.lanes($0) } ?? []
    let (towards, numbers) = (signed(towards), signed(numbers))
    return LaneIndications.lanes(arrows).enumerated().map { index, indications in
      EdgeWords.Lane(
        indications: indications,
        isOpen: index >= closed.count || !closed[index].contains(mode),
        towards: index < towards.count ? Self.list(String(towards[index])) : [],
        roadNumbers: index < numbers.count ? Self.list(String(numbers[index])) : [])
    }
  }

  /// The texts on the signs above lanes, each once: the first of each lane, then the second ones.
  private static func merged(_ text: String?) -> [String] {
    var places: [[String]] = []
    for lane in text?.split(separator: "|") ?? [] {
      for (place, name) in list(String(lane)).enumerated() {
        if place == places.count { places.append([]) }
        places[place].append(name)
      }
    }
    var known: Set<String> = []
    return places.joined().filter { known.insert($0).inserted }
  }

  /// The texts of a list.
  static func list(_ text: String?) -> [String] {
    text.map { $0.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0)) } } ?? []
  }
}

/// The words of a way in a direction, for a traveller.
private struct WordRows {
  let map: NavMap
  let rows: Range<Int>
  let direction: Direction
  /// The preferred language, as a tag; nil for the local texts, or if there are no others.
  let language: String?
  /// The id of the way from which the traveller comes; nil if unknown, or if it does not matter.
  let last: Int64?
  /// The kinds of the words in the direction, by their numbers: few ways have more than one of all that are asked for.
  private let kinds: UInt64

  init(
    map: NavMap, rows: Range<Int>, direction: Direction, language: String?, last: Int64?,
    _ tile: borrowing TileView
  ) {
    (self.map, self.rows, self.direction) = (map, rows, direction)
    (self.language, self.last) = (language, last)
    var kinds: UInt64 = 0
    for row in rows {
      let word = tile.word(row)
      if word.directions.contains(direction) { kinds |= Self.bit(word.kind) }
    }
    self.kinds = kinds
  }

  /// The bit of a kind; 0 for the names in languages.
  private static func bit(_ kind: RoadWordKind) -> UInt64 { 1 << UInt64(kind.rawValue) }

  /// Whether any of the words may be on a sign.
  var haveSign: Bool { kinds & Self.ofSigns != 0 }

  /// The kinds of words on signs.
  private static let ofSigns: UInt64 = {
    let own: [RoadWordKind] = [
      .exitNumber, .exitName, .destinationRef, .destinationStreet, .destination,
      .destinationSymbol, .destinationRefTo, .destinationTo, .destinationLanes,
      .destinationRefLanes,
    ]
    return (own + own.compactMap(\.translated) + own.compactMap(\.fromWay))
      .reduce(0) { $0 | bit($1) }
  }()

  func text(_ kind: RoadWordKind, _ tile: borrowing TileView) -> String? {
    if kinds & Self.bit(kind) == 0 { return nil }
    return map.name(tile.wordOffset(kind, direction, among: rows))
  }

  /// The text in the preferred language; nil if it has none.
  func translated(_ kind: RoadWordKind, _ tile: borrowing TileView) -> String? {
    guard let language, let other = kind.translated, let text = text(other, tile) else {
      return nil
    }
    return LanguageTexts.list(in: language, of: text)
  }

  /// What is on the signs that are seen from the way before, then what is on those for all.
  func signed(_ kind: RoadWordKind, _ tile: borrowing TileView) -> [String] {
    let all = WordReader.list(text(kind, tile))
    guard let last, let other = kind.fromWay, let text = text(other, tile) else { return all }
    let own = WordReader.list(ApproachTexts.list(from: last, of: text))
    return own + all.filter { !own.contains($0) }
  }

  /// What is on the signs, in the preferred language first.
  ///
  /// Local names are left out only where there are no more of them: which of more have a translation is not known. On
  /// signs in two languages, those of the other one are: as many of them are its own.
  func places(_ kind: RoadWordKind, _ tile: borrowing TileView) -> [String] {
    let local = signed(kind, tile)
    guard let language, let other = kind.translated, let text = text(other, tile),
      let list = LanguageTexts.list(in: language, of: text)
    else { return local }
    let own = WordReader.list(list)
    if own.count >= local.count { return own }
    let same = LanguageTexts.lists(of: text).map { WordReader.list($0) }
      .filter { $0.count == own.count }.joined()
    return own + local.filter { !same.contains($0) }
  }
}
