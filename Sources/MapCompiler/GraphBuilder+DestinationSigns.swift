import NavFormat
import OSMInput
import RoadModel

/// Adds the words of `destination_sign` relations to the ways that they point to, for those who see the signs.
extension GraphBuilder {
  /// The reason why a sign gives no words; its raw value names a count in the report.
  private enum SignRefusal: String, Error {
    case saysNothing = "nothing on it"
    case wayMissing = "way missing"
    case noDirection = "direction unknown"
    case toldByWay = "way has tags of its own"
  }

  /// Adds the words of signs to ways that have no such tags.
  mutating func addDestinationSigns() {
    let signs = collector.destinationSigns
    guard !signs.isEmpty else { return }
    collector.destinationSigns = []
    var rows: [Int64: RoadWay] = [:]
    let wanted = Set(
      signs.flatMap { sign in sign.members.lazy.filter { $0.kind == .way }.map(\.ref) })
    for (row, id) in graph.wayIDs.enumerated() where wanted.contains(id) {
      rows[id] = RoadWay(row)
    }
    var found = SignWords()
    for sign in signs {
      do throws(SignRefusal) {
        let (row, direction) = try target(of: sign, rows)
        let tagged = graph.wordSets[Int(graph.wayWords[row])]
        let words = sign.words.filter { word in
          !tagged.contains { $0.kind == word.kind && $0.directions.contains(direction) }
        }
        guard !words.isEmpty else { throw .toldByWay }
        let approaches = approaches(to: row, direction, sign, rows)
        for word in words { found.add(word, row, direction, from: approaches) }
        collector.report.usedDestinationSigns += 1
      } catch {
        collector.report.refusedDestinationSigns[error.rawValue, default: 0] += 1
      }
    }
    for (row, words) in found.words {
      let set = graph.wordSets[Int(graph.wayWords[row])] + collector.stored(words)
      graph.wayWords[row] = collector.wordSets.index(of: set.sorted())
    }
    graph.wordSets = collector.wordSets.values
  }

  /// The way to which a sign points, and the direction of travel.
  private func target(
    of sign: Collector.DestinationSign, _ rows: [Int64: RoadWay]
  ) throws(SignRefusal) -> (row: RoadWay, direction: Direction) {
    guard !sign.words.isEmpty else { throw .saysNothing }
    func ways(_ role: String) -> [RoadWay] {
      sign.members.filter { $0.kind == .way && $0.role == role }.compactMap { rows[$0.ref] }
    }
    guard let row = ways("to").first else { throw .wayMissing }
    let flags = graph.attributes[Int(graph.wayAttributes[row])].flags
    if flags.contains(.onewayForward) { return (row, .forward) }
    if flags.contains(.onewayBackward) { return (row, .backward) }
    var junctions = sign.members.filter { $0.kind == .node && $0.role == "intersection" }
      .compactMap { junction(ofNode: $0.ref) }
    if junctions.isEmpty {
      junctions = ways("from").flatMap { [ends(of: $0).from, ends(of: $0).to] }
    }
    let (from, to) = ends(of: row)
    switch (junctions.contains(from), junctions.contains(to)) {
    case (true, false): return (row, .forward)
    case (false, true): return (row, .backward)
    default: throw .noDirection
    }
  }

  /// The ids of the ways from which a sign is seen; empty if it is seen from all, or that is not known.
  ///
  /// They are known where they meet the way at its beginning: others come over roads in between.
  private func approaches(
    to row: RoadWay, _ direction: Direction, _ sign: Collector.DestinationSign,
    _ rows: [Int64: RoadWay]
  ) -> [Int64] {
    let (first, last) = ends(of: row)
    let beginning = direction == .forward ? first : last
    return sign.members.filter { $0.kind == .way && $0.role == "from" }.map(\.ref).filter { id in
      guard let from = rows[id], from != row else { return false }
      return graph.segments(of: from).contains {
        graph.from[$0] == beginning || graph.to[$0] == beginning
      }
    }
  }

  /// The first and last junctions of a way.
  private func ends(of row: RoadWay) -> (from: RoadJunction, to: RoadJunction) {
    let segments = graph.segments(of: row)
    return (graph.from[segments.lowerBound], graph.to[segments.last ?? segments.lowerBound])
  }
}

/// The words of signs by way; all signs to a way count.
private struct SignWords {
  private struct Sign: Hashable {
    let kind: RoadWordKind
    let direction: Direction
  }

  /// What is on the signs to a way: the lists by the ids of the ways from which they are seen, nil for all.
  private var lists: [RoadWay: [Sign: [Int64?: String]]] = [:]

  mutating func add(_ word: RoadWord, _ row: RoadWay, _ direction: Direction, from ways: [Int64]) {
    let sign = Sign(kind: word.kind, direction: direction)
    let isSplit = word.kind.fromWay != nil && !word.text.utf8.contains(UInt8(ascii: "|"))
    let ways: [Int64?] = isSplit && !ways.isEmpty ? ways : [nil]
    for way in ways {
      let known = lists[row]?[sign]?[way].map { $0.split(separator: ";") } ?? []
      let new = word.text.split(separator: ";").filter { !known.contains($0) }
      lists[row, default: [:]][sign, default: [:]][way] = (known + new).joined(separator: ";")
    }
  }

  /// The words of each way, in the order of the file.
  var words: [(row: RoadWay, words: [RoadWord])] {
    lists.sorted { $0.key < $1.key }.map { row, signs in
      let words = signs.flatMap { sign, lists in Self.words(sign, lists) }
      return (
        row,
        words.sorted {
          ($0.kind.rawValue, $0.directions.rawValue) < ($1.kind.rawValue, $1.directions.rawValue)
        }
      )
    }
  }

  /// What all see, and what is seen from some ways only.
  private static func words(_ sign: Sign, _ lists: [Int64?: String]) -> [RoadWord] {
    let directions: DirectionSet = sign.direction == .forward ? .forward : .backward
    var words: [RoadWord] = []
    var approaches: [Int64: String] = [:]
    for (way, list) in lists {
      if let way {
        approaches[way] = list
      } else {
        words.append(RoadWord(sign.kind, list, directions: directions))
      }
    }
    if let kind = sign.kind.fromWay, let text = ApproachTexts.text(approaches) {
      words.append(RoadWord(kind, text, directions: directions))
    }
    return words
  }
}

extension [TileContents.Word] {
  /// The words in the order of the file.
  fileprivate func sorted() -> [TileContents.Word] {
    sorted {
      ($0.kind.rawValue, $0.directions.rawValue) < ($1.kind.rawValue, $1.directions.rawValue)
    }
  }
}
