package import RoadModel

extension RoadRules {
  /// The words of a way: lanes, signs, exits, further numbers, names in other languages.
  ///
  /// A tag of lanes or signs without a direction applies only to one-way roads; on other roads it
  /// is reported and ignored, unless it names an exit.
  func words(
    _ tags: RoadTags, name: String?, oneway: Direction?, lanes: Int, _ log: inout ProblemLog
  ) -> [RoadWord] {
    let found = WordTags(tags)
    var words = names(tags, name: name)
    guard !found.entries.isEmpty else { return words }
    for direction in Direction.allCases {
      let directions = DirectionSet(direction)
      let lanes = LaneTags(found, direction, oneway: oneway, total: lanes, &log)
      for (kind, text) in lanes.words { words.add(RoadWord(kind, text, directions: directions)) }
      for (kind, text) in translations(found, direction, oneway: oneway, &log) {
        words.add(RoadWord(kind, text, directions: directions))
      }
    }
    for entry in found.entries {
      switch entry.meaning.stem {
      case .fact(let kind):
        if let text = WordText.text(kind, entry.value) { words.add(RoadWord(kind, text)) }
      case .sign(let kind):
        for direction in Direction.allCases
        where found.entry(entry.meaning.stem, direction, oneway: oneway)?.key == entry.key {
          guard let text = Self.sign(kind, entry, &log) else { continue }
          words.add(RoadWord(kind, text, directions: DirectionSet(direction)))
        }
      case .laneCount, .turnLanes, .laneAccess, .translated: break
      }
      if oneway == nil, entry.meaning.part == .whole, entry.meaning.stem.hasDirection {
        log.note(entry.key, entry.value, .notApplied)
      }
    }
    return words.sorted {
      ($0.kind.rawValue, $0.directions.rawValue) < ($1.kind.rawValue, $1.directions.rawValue)
    }
  }

  /// The text of a sign; nil if it is empty or refused.
  private static func sign(
    _ kind: RoadWordKind, _ entry: WordTags.Entry, _ log: inout ProblemLog
  ) -> String? {
    guard kind.form == .laneLists else { return WordText.text(kind, entry.value) }
    let lanes = WordText.lanes(entry.value)
    guard lanes.count <= RoadWordKind.maximumLanes else {
      log.note(entry.key, entry.value, .outOfRange)
      return nil
    }
    return WordText.laneLists(lanes)
  }

  /// The texts in other languages that differ from the local ones: signs in all languages, names in those of the map.
  private func translations(
    _ tags: WordTags, _ direction: Direction, oneway: Direction?, _ log: inout ProblemLog
  ) -> [(kind: RoadWordKind, text: String)] {
    var lists: [RoadWordKind: [String: String]] = [:]
    for entry in tags.entries {
      guard case .translated(let stem, let language) = entry.meaning.stem,
        let kind = stem.kind?.translated, !stem.isName || languages.contains(language),
        tags.text(entry.meaning.stem, direction, oneway: oneway)?.key == entry.key,
        let list = WordText.list(entry.value[...])
      else { continue }
      let local = tags.text(stem, direction, oneway: oneway)
      if list == local.flatMap({ WordText.list($0.value[...]) }) { continue }
      guard !list.utf8.contains(UInt8(ascii: "|")) else {
        log.note(entry.key, entry.value, .unparsable)
        continue
      }
      lists[kind, default: [:]][language] = list
    }
    return lists.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap { kind, lists in
      LanguageTexts.text(lists).map { (kind, $0) }
    }
  }

  /// The names in the languages of the map that differ from the name.
  private func names(_ tags: RoadTags, name: String?) -> [RoadWord] {
    languages.enumerated().compactMap { index, language in
      guard let value = tags["name:\(language)"]?.trimmed(), !value.isEmpty, value != name ?? ""
      else { return nil }
      return RoadWord(.name(inLanguage: index), String(value))
    }
  }

  /// The words of a node: number and name of an exit.
  func words(ofNode tags: RoadTags) -> [RoadWord] {
    let isExit = tags["highway"] == "motorway_junction"
    var words: [RoadWord] = []
    func add(_ kind: RoadWordKind, _ keys: String...) {
      let text = keys.lazy.compactMap { tags[$0] }.compactMap { WordText.text(kind, $0) }.first
      if let text { words.append(RoadWord(kind, text)) }
    }
    guard isExit || tags["junction:ref"] != nil || tags["junction:name"] != nil else { return [] }
    // An old key for the destination of an exit.
    if isExit { add(.destination, "exit_to") }
    add(.exitNumber, isExit ? "ref" : "junction:ref", "junction:ref")
    add(.exitName, isExit ? "name" : "junction:name", "junction:name")
    return words + (isExit ? names(tags, name: tags["name"].map { String($0.trimmed()) }) : [])
  }

  /// The words of a `destination_sign` relation, for the way to which it points.
  ///
  /// They are empty if the relation is of another kind or has no text.
  package func destinationSign(_ tags: RoadTags) -> [RoadWord] {
    guard tags["type"] == "destination_sign" else { return [] }
    let kinds: [(String, RoadWordKind)] = [
      ("destination", .destination), ("destination:ref", .destinationRef),
      ("destination:street", .destinationStreet), ("destination:symbol", .destinationSymbol),
      ("destination:ref:to", .destinationRefTo), ("destination:to", .destinationTo),
    ]
    return kinds.compactMap { key, kind in
      tags[key].flatMap { WordText.text(kind, $0) }.map { RoadWord(kind, $0) }
    }
  }
}

extension WordKey.Stem {
  /// Whether a tag of this stem must state its direction on a road with two.
  fileprivate var hasDirection: Bool {
    switch self {
    case .turnLanes: true
    case .sign: !isExit
    case .translated(let stem, language: _): stem.hasDirection
    case .laneCount, .laneAccess, .fact: false
    }
  }

  /// The kind of its words; nil if it is about lanes or in another language.
  fileprivate var kind: RoadWordKind? {
    switch self {
    case .sign(let kind), .fact(let kind): kind
    case .laneCount, .turnLanes, .laneAccess, .translated: nil
    }
  }

  /// Whether it is a name rather than the content of a sign.
  fileprivate var isName: Bool { isFact || isExit }
}

extension [RoadWord] {
  /// Adds a word; an equal word in the other direction receives both directions.
  fileprivate mutating func add(_ word: RoadWord) {
    if let same = firstIndex(where: { $0.kind == word.kind && $0.text == word.text }) {
      self[same].directions.formUnion(word.directions)
    } else {
      append(word)
    }
  }
}

extension DirectionSet {
  /// The set with one direction.
  init(_ direction: Direction) { self = direction == .forward ? .forward : .backward }
}
