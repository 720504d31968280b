import RoadModel

/// The keys of tags that become ``RoadWord``s, with their parts of the road.
struct WordKey: Sendable {
  /// The subject of a key, without its direction.
  enum Stem: Hashable, Sendable {
    /// `lanes`.
    case laneCount
    /// `turn:lanes`.
    case turnLanes
    /// `access:lanes`, `bus:lanes` and the like.
    case laneAccess(AccessKey)
    /// The content of a sign in a direction, for each lane or for all.
    case sign(RoadWordKind)
    /// A fact about the road, in both directions.
    case fact(RoadWordKind)
    /// Either of these in another language.
    indirect case translated(Stem, language: String)

    /// Whether it is the number or the name of an exit, which a road with two directions has in both.
    var isExit: Bool {
      switch self {
      case .sign(let kind): kind == .exitNumber || kind == .exitName
      case .translated(let stem, language: _): stem.isExit
      case .laneCount, .turnLanes, .laneAccess, .fact: false
      }
    }

    /// Whether it is a fact about the road, in any language.
    var isFact: Bool {
      switch self {
      case .fact: true
      case .translated(let stem, language: _): stem.isFact
      case .laneCount, .turnLanes, .laneAccess, .sign: false
      }
    }
  }

  /// The part of the road of a key, by its suffix.
  enum Part: String, CaseIterable, Sendable {
    case whole = ""
    case forward = ":forward"
    case backward = ":backward"
    case bothWays = ":both_ways"

    /// The part of a direction.
    init(_ direction: Direction) { self = direction == .forward ? .forward : .backward }
  }

  let stem: Stem
  let part: Part

  /// The meaning of a key; nil if it does not become a word.
  static func of(_ key: String) -> WordKey? {
    // Most keys of roads have no colon, and checking that is cheaper than a look-up.
    guard key.utf8.contains(UInt8(ascii: ":")) || plainKeys.contains(key) else { return nil }
    return table[key] ?? translated(key)
  }

  /// The beginnings of keys with a language, longer ones before their beginnings.
  private static let translatable: [(beginning: String, stem: Stem)] = [
    ("destination:street:", .sign(.destinationStreet)), ("destination:to:", .sign(.destinationTo)),
    ("destination:", .sign(.destination)), ("junction:name:", .sign(.exitName)),
    ("bridge:name:", .fact(.bridgeName)), ("tunnel:name:", .fact(.tunnelName)),
  ]

  /// The meaning of a key with a language, such as `destination:lang:fr` or `destination:fr:forward`.
  private static func translated(_ key: String) -> WordKey? {
    let found = translatable.first { key.utf8.starts(with: $0.beginning.utf8) }
    guard let (beginning, stem) = found else { return nil }
    var words = key.utf8.dropFirst(beginning.utf8.count)
      .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    var part = Part.whole
    if let index = words.firstIndex(where: { $0 == "forward" || $0 == "backward" }) {
      part = words.remove(at: index) == "forward" ? .forward : .backward
    }
    let isMarked = words.first == "lang"
    if isMarked { words.removeFirst() }
    guard words.count == 1, let language = words.first.flatMap({ LanguageCode.canonical($0) })
    else { return nil }
    if case .fact = stem, part != .whole { return nil }
    // Without `lang`, three letters are rather a word such as `ref`, and so is `to`.
    let isCode = isMarked || language != "to" && language.prefix { $0 != "-" }.utf8.count == 2
    if case .sign = stem, !isCode { return nil }
    return WordKey(stem: .translated(stem, language: language), part: part)
  }

  /// The keys without a colon.
  private static let plainKeys = stems.map(\.key).filter { !$0.contains(":") }

  /// The key of a stem without a suffix.
  private static let stems: [(key: String, stem: Stem)] =
    [
      ("lanes", .laneCount), ("turn:lanes", .turnLanes),
      ("destination", .sign(.destination)), ("destination:ref", .sign(.destinationRef)),
      ("destination:street", .sign(.destinationStreet)),
      ("destination:symbol", .sign(.destinationSymbol)),
      ("destination:ref:to", .sign(.destinationRefTo)),
      ("destination:to", .sign(.destinationTo)),
      ("destination:lanes", .sign(.destinationLanes)),
      ("destination:ref:lanes", .sign(.destinationRefLanes)),
      ("junction:ref", .sign(.exitNumber)), ("junction:name", .sign(.exitName)),
      ("int_ref", .fact(.internationalRef)), ("nat_ref", .fact(.nationalRef)),
      ("bridge:name", .fact(.bridgeName)), ("tunnel:name", .fact(.tunnelName)),
      ("name:pronunciation", .fact(.pronunciation)),
    ]
    + AccessKey.allCases.map { ("\($0.rawValue):lanes", .laneAccess($0)) }

  private static let table: [String: WordKey] = {
    var table: [String: WordKey] = [:]
    for (key, stem) in stems {
      if case .fact = stem {
        table[key] = WordKey(stem: stem, part: .whole)
        continue
      }
      for part in Part.allCases { table[key + part.rawValue] = WordKey(stem: stem, part: part) }
    }
    return table
  }()
}

/// The tags of a way that may become words, by stem and part.
struct WordTags {
  /// A tag.
  struct Entry {
    let key: String
    let value: String
    let meaning: WordKey
  }

  /// The maximum number of tags, which are compared with each other; real ways have a few in other languages.
  private static let maximumEntries = 512

  private(set) var entries: [Entry] = []

  init(_ tags: RoadTags) {
    for (key, value) in tags.pairs where entries.count < Self.maximumEntries {
      guard let meaning = WordKey.of(key), !entries.contains(where: { $0.key == key }) else {
        continue
      }
      entries.append(Entry(key: key, value: value, meaning: meaning))
    }
  }

  /// The tag with a stem for a part of the road.
  func entry(_ stem: WordKey.Stem, _ part: WordKey.Part) -> Entry? {
    entries.first { $0.meaning.part == part && $0.meaning.stem == stem }
  }

  /// The tag with a stem for a direction, with a suffix, or without one on a one-way road or for an exit.
  ///
  /// - Parameters:
  ///   - stem: The subject of the tag.
  ///   - direction: The direction.
  ///   - oneway: The only direction of the road; nil if it has two.
  /// - Returns: The tag; nil if there is none.
  func entry(_ stem: WordKey.Stem, _ direction: Direction, oneway: Direction?) -> Entry? {
    if let own = entry(stem, WordKey.Part(direction)) { return own }
    return oneway == direction || oneway == nil && stem.isExit ? entry(stem, .whole) : nil
  }

  /// The tag of a sign for a direction, or of a fact about the road.
  func text(_ stem: WordKey.Stem, _ direction: Direction, oneway: Direction?) -> Entry? {
    stem.isFact ? entry(stem, .whole) : entry(stem, direction, oneway: oneway)
  }
}
