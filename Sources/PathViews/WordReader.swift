import Guidance
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Reads the lanes and signs along a path from the map.
///
/// Most ways have no words, and a way has many edges, so the words of the last way are cached.
struct WordReader {
  private let map: NavMap
  private let mode: Mode
  /// The kind of the names in the preferred language; nil if the map does not have it.
  let names: RoadWordKind?
  private var way: RouteWay?
  private var isForward = true
  /// The words along the last edge that was read; nil if it has none.
  private(set) var words: EdgeWords?
  /// Its way with the name in the preferred language; nil if the map does not have it, or the way has it already.
  private(set) var renamed: RouteWay?

  init(map: NavMap, mode: Mode, language: String?) {
    self.map = map
    self.mode = mode
    names = language.flatMap { Self.index(of: $0, in: map.languages) }
      .map { RoadWordKind.name(inLanguage: $0) }
  }

  /// The language of a map that matches a tag: the same, else one with the same primary language.
  private static func index(of tag: String, in languages: [String]) -> Int? {
    func primary(_ tag: String) -> Substring { tag.prefix { $0 != "-" && $0 != "_" } }
    return languages.firstIndex(of: tag)
      ?? languages.firstIndex { primary($0).lowercased() == primary(tag).lowercased() }
  }

  /// Reads the words along an edge of a way, and its name.
  mutating func read(
    _ way: RouteWay, isForward: Bool, at place: EdgePlace?
  ) throws(NavError) {
    if self.way === way, self.isForward == isForward { return }
    (self.way, self.isForward, words, renamed) = (way, isForward, nil, nil)
    guard let place else { return }
    let map = self.map
    let tile = try map.tile(place.tile)
    let row = tile.way(place.segment)
    let rows = tile.words(ofWay: row)
    guard !rows.isEmpty else { return }
    words = edgeWords(rows, place.direction, tile, isRamp: way.road.flags.contains(.link))
    if let names, let name = map.name(tile.wordOffset(names, place.direction, among: rows)),
      name != way.name
    {
      renamed = RouteWay(way, named: name)
    }
  }

  private func edgeWords(
    _ rows: Range<Int>, _ direction: Direction, _ tile: borrowing TileView, isRamp: Bool
  ) -> EdgeWords? {
    func word(_ kind: RoadWordKind, _ tile: borrowing TileView) -> String? {
      map.name(tile.wordOffset(kind, direction, among: rows))
    }
    var made = EdgeWords(
      pronunciation: word(.pronunciation, tile), tunnelName: word(.tunnelName, tile))
    // Arrows on the carriageway are not for people on foot.
    if mode != .foot, let arrows = word(.turnLanes, tile) {
      let closed = word(.laneAccess, tile).map { LaneAccess.lanes($0) } ?? []
      func signed(_ kind: RoadWordKind, _ tile: borrowing TileView) -> [Substring] {
        (word(kind, tile) ?? "").split(separator: "|", omittingEmptySubsequences: false)
      }
      let towards = signed(.destinationLanes, tile)
      let numbers = signed(.destinationRefLanes, tile)
      for (index, indications) in LaneIndications.lanes(arrows).enumerated() {
        made.lanes.append(
          EdgeWords.Lane(
            indications: indications,
            isOpen: index >= closed.count || !closed[index].contains(mode),
            towards: index < towards.count ? Self.list(String(towards[index])) : [],
            roadNumbers: index < numbers.count ? Self.list(String(numbers[index])) : []))
      }
    }
    var sign = RoadSign(
      exitNumber: word(.exitNumber, tile), exitName: word(.exitName, tile),
      roadNumbers: Self.list(word(.destinationRef, tile) ?? word(.destinationRefTo, tile)),
      streets: Self.list(word(.destinationStreet, tile)),
      towards: Self.list(word(.destination, tile) ?? word(.destinationTo, tile)),
      symbols: Self.list(word(.destinationSymbol, tile)))
    // Without arrows it is not known where each lane leads, but the ramp leads to all of it.
    if isRamp, made.lanes.isEmpty {
      if sign.towards.isEmpty { sign.towards = Self.merged(word(.destinationLanes, tile)) }
      if sign.roadNumbers.isEmpty {
        sign.roadNumbers = Self.merged(word(.destinationRefLanes, tile))
      }
    }
    if !sign.isEmpty { made.sign = sign }
    return made == EdgeWords() ? nil : made
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
