internal import Bytes

/// The position of a word's places.
package enum PlacePostings: Sendable {
  /// The word has a single place.
  case one(Int)
  /// The word has the places of a range of the postings.
  case several(Range<Int>)

  /// Their length in bytes, a rough measure of the number of places.
  package var length: Int {
    switch self {
    case .one: 1
    case .several(let range): range.count
    }
  }
}

/// A position in the dictionary of folded words, which moves forward word by word.
package struct PlaceWordCursor: Sendable {
  /// The word at the position, folded.
  package private(set) var word: [UInt8] = []
  /// Its index, 0 ..< the number of words.
  package private(set) var index: Int
  /// The number of bytes that it shares with the word before it in its block.
  package private(set) var shared = 0
  /// Its places.
  package private(set) var postings = PlacePostings.several(0..<0)
  /// The beginning of the postings of the words after it.
  fileprivate private(set) var postingsEnd: Int
  private var at = 0

  /// The position before the first word of a block.
  fileprivate init(block: Int, text: Int, postings: Int) {
    index = block * PlacesLayout.blockLength - 1
    at = text
    postingsEnd = postings
  }

  /// Reads the next word of the block.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the section.
  ///   - dictionary: Those of the dictionary.
  ///   - count: The number of bytes of ``word`` with which no word to read begins.
  /// - Returns: Whether the word was read, and not passed because it begins with these; nil if the bytes are not those
  ///   of a word.
  fileprivate mutating func read(
    _ bytes: RawSpan, _ dictionary: Range<Int>, passing count: Int = .max
  ) -> Bool? {
    guard let entry = PlaceWordEntry(bytes, at: &at, end: dictionary.upperBound, &postingsEnd)
    else { return nil }
    index += 1
    // The words passed share at least as much with each other, so ``word`` still has what a later one shares.
    if entry.shared >= count { return false }
    guard entry.shared <= word.count else { return nil }
    shared = entry.shared
    word.removeLast(word.count - shared)
    for at in entry.letters { word.append(bytes.u8(at)) }
    postings = entry.postings
    return true
  }

  /// The beginning of the next word in the section.
  fileprivate var next: Int { at }
}

/// A word of the dictionary as it is stored (Formats/places.md, section 5).
private struct PlaceWordEntry {
  /// The number of bytes that it shares with the word before it.
  var shared: Int
  /// The range of its further bytes.
  var letters: Range<Int>
  var postings: PlacePostings

  /// Reads an entry and moves past it and its postings; nil if the bytes are not those of a word.
  init?(_ bytes: RawSpan, at: inout Int, end: Int, _ postingsEnd: inout Int) {
    guard at < end else { return nil }
    let lengths = Int(bytes.u8(at))
    at += 1
    shared = lengths & 15
    var count = lengths >> 4
    if count == 15 {
      guard let more = Varint.read(bytes, at: &at, end: end),
        more <= UInt64(PlaceFolding.maximumWordBytes)
      else { return nil }
      count += Int(more)
    }
    guard 1...PlaceFolding.maximumWordBytes ~= shared + count, count <= end - at else {
      return nil
    }
    letters = at..<at + count
    at += count
    guard let places = Varint.read(bytes, at: &at, end: end), places >> 1 <= UInt64(UInt32.max)
    else { return nil }
    if places & 1 == 1 {
      postings = .one(Int(places >> 1))
    } else {
      postings = .several(postingsEnd..<postingsEnd + Int(places >> 1))
      postingsEnd += Int(places >> 1)
    }
  }
}

extension PlacesView {
  /// The offsets of a block in the dictionary and in the postings.
  private func start(ofBlock block: Int) -> (text: Int, postings: Int) {
    (Int(u32(layout.blockText, block)), Int(u32(layout.blockPostings, block)))
  }

  private func cursor(block: Int) -> PlaceWordCursor {
    let start = start(ofBlock: block)
    return PlaceWordCursor(
      block: block, text: layout.dictionary.lowerBound + start.text, postings: start.postings)
  }

  /// The first word that is not below a text; nil if there is none.
  ///
  /// - Complexity: O(log words).
  package func firstWord(notBelow text: [UInt8]) -> PlaceWordCursor? {
    var (low, high) = (0, layout.blockCount)
    // The last block whose first word is below the text.
    while low < high {
      let middle = (low + high) / 2
      var cursor = cursor(block: middle)
      guard advanceInBlock(&cursor) else { return nil }
      if cursor.word.lexicographicallyPrecedes(text) { low = middle + 1 } else { high = middle }
    }
    guard layout.blockCount > 0 else { return nil }
    var cursor = cursor(block: max(low - 1, 0))
    guard advanceInBlock(&cursor) else { return nil }
    while cursor.word.lexicographicallyPrecedes(text) {
      guard advance(&cursor) else { return nil }
    }
    return cursor
  }

  /// The indices of the words that begin with some bytes.
  ///
  /// - Complexity: O(log words).
  package func words(beginningWith beginning: [UInt8]) -> Range<Int> {
    let first = firstWord(notBelow: beginning)?.index ?? layout.wordCount
    let end = Self.successor(beginning[...]).flatMap { firstWord(notBelow: $0)?.index }
    return first..<max(end ?? layout.wordCount, first)
  }

  /// The lowest text above all texts that begin with some bytes; nil if there is none.
  package static func successor(_ beginning: ArraySlice<UInt8>) -> [UInt8]? {
    var result = Array(beginning)
    while let last = result.popLast() {
      if last < .max { return result + [last + 1] }
    }
    return nil
  }

  /// Moves to the next word; false at the end.
  package func advance(_ cursor: inout PlaceWordCursor) -> Bool {
    let next = cursor.index + 1
    guard next < layout.wordCount else { return false }
    if next % PlacesLayout.blockLength == 0 {
      cursor = self.cursor(block: next / PlacesLayout.blockLength)
    }
    return advanceInBlock(&cursor)
  }

  private func advanceInBlock(_ cursor: inout PlaceWordCursor) -> Bool {
    cursor.read(bytes, layout.dictionary) ?? false
  }

  /// Moves to the next word that does not begin as the word at the position.
  ///
  /// - Parameters:
  ///   - cursor: The position.
  ///   - count: The number of bytes of that beginning; if it exceeds the length of the word, no word is passed.
  /// - Returns: A number of bytes that the two words share; nil at the end.
  package func advance(_ cursor: inout PlaceWordCursor, passing count: Int) -> Int? {
    func common(_ one: [UInt8], _ other: [UInt8]) -> Int {
      zip(one, other).prefix { $0 == $1 }.count
    }
    var hasPassedBlock = false
    while cursor.index + 1 < layout.wordCount {
      let next = cursor.index + 1
      if !next.isMultiple(of: PlacesLayout.blockLength) {
        guard let isRead = cursor.read(bytes, layout.dictionary, passing: count) else { return nil }
        if isRead { return cursor.shared }
        continue
      }
      let word = cursor.word
      cursor = self.cursor(block: next / PlacesLayout.blockLength)
      guard advanceInBlock(&cursor) else { return nil }
      let shared = common(word, cursor.word)
      if shared < count { return shared }
      if hasPassedBlock {
        // Of a beginning that many words have, the end is searched.
        guard let end = Self.successor(word[..<count]), let later = firstWord(notBelow: end)
        else { return nil }
        cursor = later
        return common(word, later.word)
      }
      hasPassedBlock = true
    }
    return nil
  }

  /// Visits the places that have a word, ascending.
  ///
  /// - Returns: False if the postings are damaged.
  @discardableResult
  package func forEachPlace(_ postings: PlacePostings, _ visit: (Int) -> Void) -> Bool {
    let range: Range<Int>
    switch postings {
    case .one(let place):
      guard place < layout.placeCount else { return false }
      visit(place)
      return true
    case .several(let several): range = several
    }
    var at = layout.postings.lowerBound + range.lowerBound
    let end = layout.postings.lowerBound + range.upperBound
    var place: UInt64 = 0
    while at < end {
      guard let step = Varint.read(bytes, at: &at, end: end) else { return false }
      place &+= step
      guard place < UInt64(layout.placeCount) else { return false }
      visit(Int(place))
    }
    return true
  }

  /// Visits the places of consecutive words, word by word, each place once for each of its words.
  ///
  /// - Parameters:
  ///   - words: The indices of the words.
  ///   - visit: Receives the places of each word, ascending.
  /// - Complexity: O(words + places).
  package func forEachPlace(ofWords words: Range<Int>, _ visit: (Int) -> Void) {
    let words = words.clamped(to: 0..<layout.wordCount)
    guard !words.isEmpty else { return }
    let block = words.lowerBound / PlacesLayout.blockLength
    let start = start(ofBlock: block)
    var at = layout.dictionary.lowerBound + start.text
    var first = start.postings
    // Blocks follow each other without gaps, so that only lengths are read.
    for word in block * PlacesLayout.blockLength..<words.upperBound {
      guard let entry = PlaceWordEntry(bytes, at: &at, end: layout.dictionary.upperBound, &first),
        first <= layout.postingsLength
      else { return }
      if word >= words.lowerBound { forEachPlace(entry.postings, visit) }
    }
  }

  /// Checks the dictionary and the postings.
  func validateWords(at offset: UInt64) throws(FormatError) {
    func fault(_ rule: String) -> FormatError {
      .invalid(part: "section 'places'", offset: offset, rule: rule)
    }
    let blocks = layout.blockCount
    var previous: [UInt8] = []
    for block in 0..<blocks {
      var cursor = cursor(block: block)
      let words = min(PlacesLayout.blockLength, layout.wordCount - block * PlacesLayout.blockLength)
      for word in 0..<words {
        guard advanceInBlock(&cursor), word > 0 || cursor.shared == 0 else {
          throw fault("a word of block \(block) is not inside")
        }
        guard previous.lexicographicallyPrecedes(cursor.word) else {
          throw fault("the words of block \(block) are not ascending")
        }
        previous = cursor.word
        guard cursor.postingsEnd <= layout.postingsLength else {
          throw fault("the postings of a word of block \(block) are not inside")
        }
        var last = -1
        var ascends = true
        let isIntact = forEachPlace(cursor.postings) { place in
          ascends = ascends && place > last
          last = place
        }
        guard isIntact, ascends, last >= 0 else {
          throw fault("the postings of a word of block \(block) are not places, ascending")
        }
      }
      let next = start(ofBlock: block + 1)
      guard cursor.next == layout.dictionary.lowerBound + next.text,
        cursor.postingsEnd == next.postings
      else { throw fault("block \(block + 1) does not begin where block \(block) ends") }
    }
    let first = start(ofBlock: 0)
    let last = start(ofBlock: blocks)
    guard first == (0, 0), last == (layout.dictionaryLength, layout.postingsLength) else {
      throw fault("the blocks of words do not fill the dictionary and the postings")
    }
  }
}
