internal import Bytes
package import Geo
package import RoadModel

/// The places of a map in memory, to be encoded as the section that ``PlacesView`` reads.
package struct PlacesContents: Sendable {
  /// A settlement, street, postcode or point of interest.
  package struct Place: Sendable, Hashable {
    /// The category.
    package var category: PlaceCategory
    /// The position.
    package var position: Coordinate
    /// Its name in the names section; 0 if it has none.
    package var name: UInt32
    /// The index of the settlement that it lies in; nil if unknown.
    package var parent: Int?
    /// The importance, 0 to 255; higher is better known.
    package var importance: UInt8
    /// The number of the edge of arrival; nil if there is no road near.
    package var edge: EdgeNumber?
    /// The point of arrival along the edge, in 255ths of its length.
    package var share: UInt8
    /// The entrance, to find the edge of arrival; the file does not have it.
    package var entrance: Coordinate?

    /// A place from its parts.
    package init(
      category: PlaceCategory, position: Coordinate, name: UInt32, parent: Int? = nil,
      importance: UInt8 = 0, edge: EdgeNumber? = nil, share: UInt8 = 0,
      entrance: Coordinate? = nil
    ) {
      self.category = category
      self.position = position
      self.name = name
      self.parent = parent
      self.importance = importance
      self.edge = edge
      self.share = share
      self.entrance = entrance
    }
  }

  /// Another fact about a place.
  package struct Detail: Sendable, Hashable {
    /// The index of the place.
    package var place: Int
    /// The kind of text.
    package var kind: PlaceDetail
    /// The text in the names section.
    package var text: UInt32

    /// A detail from its parts.
    package init(place: Int, kind: PlaceDetail, text: UInt32) {
      self.place = place
      self.kind = kind
      self.text = text
    }
  }

  /// An address: a number on a street, or in a settlement without streets.
  package struct Address: Sendable, Hashable {
    /// The index of the street.
    package var place: Int
    /// The index of the settlement of the postal address; nil if it has none.
    package var city: Int?
    /// The index of the postcode; nil if it has none.
    package var postcode: Int?
    /// The house number in the names section.
    package var text: UInt32
    /// The position.
    package var position: Coordinate
    /// Whether it follows from an interpolation line.
    package var isInterpolated: Bool

    /// An address from its parts.
    package init(
      place: Int, city: Int?, postcode: Int?, text: UInt32, position: Coordinate,
      isInterpolated: Bool
    ) {
      self.place = place
      self.city = city
      self.postcode = postcode
      self.text = text
      self.position = position
      self.isInterpolated = isInterpolated
    }
  }

  /// The places, along a Hilbert curve.
  package var places: [Place] = []
  /// Ascending by place and kind.
  package var details: [Detail] = []
  /// Ascending by place; their order within a place is that of the compiler.
  package var addresses: [Address] = []
  /// The texts of house numbers in an order that keeps those of a street together, to store their differences.
  package var numbers: [UInt32] = []
  /// The folded words and the indices of the places that have them, ascending.
  package var words: [(word: [UInt8], places: [UInt32])] = []

  /// No places.
  package init() {}

  /// Units of 1e-7 degrees in a step of a coordinate.
  static let step: Int32 = 32
  /// The maximum number of details of a place.
  package static let maximumDetails = 255

  /// Encodes the section.
  ///
  /// - Returns: Its bytes.
  package func encoded() -> [UInt8] {
    let grid = Grid(self)
    let details = DistinctDetails(keptDetails())
    let (places, parents, kinds) = placeRows(grid, details)
    let groups = PackedGroups(self, grid)
    let words = encodedWords()
    let text = Self.width((details.distinct.map(\.text) + groups.numbers).max() ?? 0)
    let place = Self.width(UInt32(self.places.count))
    var writer = ByteWriter()
    for count in [
      self.places.count, details.indices.count, groups.rows.count, groups.addressBits,
      self.words.count, words.dictionary.count, words.postings.count, groups.numbers.count,
    ] { writer.u32(UInt32(count)) }
    for width in [place, text, 0, 0] { writer.u8(UInt8(width)) }
    writer.i32(grid.origin.latitude)
    writer.i32(grid.origin.longitude)
    writer.u32(PlacesLayout.version)
    let tables = (places: BlockTable.encoded(places), groups: BlockTable.encoded(groups.rows))
    for count in [
      parents.count, kinds.count, details.distinct.count, groups.regions.count,
      tables.places.rows.count, tables.groups.rows.count,
    ] { writer.u32(UInt32(count)) }
    writer.columns(tables.places)
    writer.column(parents) { $0.number(UInt32($1), place) }
    writer.column(kinds) { $0.u8($1.category.rawValue) }
    writer.column(kinds) { $0.u8($1.importance) }
    writer.boxes(self.places.map { grid.box($0.position) })
    details.write(to: &writer, placeCount: self.places.count, textWidth: text)
    writer.columns(tables.groups)
    groups.write(to: &writer, placeWidth: place, textWidth: text)
    writer.column(words.blocks) { $0.u32($1.text) }
    writer.column(words.blocks) { $0.u32($1.postings) }
    writer.column(words.dictionary)
    writer.column(words.postings)
    return writer.bytes
  }

  /// A category and an importance.
  private struct Kind: Hashable {
    var category: PlaceCategory
    var importance: UInt8
  }

  /// The rows of places, the places in which others lie, and the kinds, both in the order in which they occur first.
  private func placeRows(
    _ grid: Grid, _ details: DistinctDetails
  ) -> (rows: [BlockTable.Row], parents: [Int], kinds: [Kind]) {
    var parents = FirstOccurrences<Int>()
    var kinds = FirstOccurrences<Kind>()
    var counts = [UInt32](repeating: 0, count: places.count)
    for place in details.places { counts[place] += 1 }
    let rows = places.enumerated().map { index, place in
      let steps = grid.steps(place.position)
      return BlockTable.Row(
        kinds.index(Kind(category: place.category, importance: place.importance)),
        steps.latitude, steps.longitude, place.name,
        place.parent.map { parents.index($0) + 1 } ?? 0, place.edge.map { $0.rawValue + 1 } ?? 0,
        UInt32(place.share), counts[index])
    }
    return (rows, parents.values, kinds.values)
  }

  /// The bytes of numbers up to `most`; the number with all bits set is reserved for none.
  private static func width(_ most: UInt32) -> Int { most < 0xFFFF ? 2 : most < 0xFF_FFFF ? 3 : 4 }

  /// The details, without those beyond the maximum of a place.
  private func keptDetails() -> [Detail] {
    var place = -1
    var count = 0
    return details.filter { detail in
      if detail.place != place { (place, count) = (detail.place, 0) }
      count += 1
      return count <= Self.maximumDetails
    }
  }

  // MARK: Words

  private func encodedWords() -> (
    blocks: [(text: UInt32, postings: UInt32)], dictionary: [UInt8], postings: [UInt8]
  ) {
    var blocks: [(text: UInt32, postings: UInt32)] = []
    var dictionary: [UInt8] = []
    var postings: [UInt8] = []
    var previous: [UInt8] = []
    for (index, entry) in words.enumerated() {
      if index % PlacesLayout.blockLength == 0 {
        blocks.append((UInt32(dictionary.count), UInt32(postings.count)))
        previous = []
      }
      let shared = zip(previous.prefix(15), entry.word).prefix { $0 == $1 }.count
      let count = entry.word.count - shared
      dictionary.append(UInt8(shared | min(count, 15) << 4))
      if count >= 15 { Varint.append(UInt64(count - 15), to: &dictionary) }
      dictionary += entry.word[shared...]
      previous = entry.word
      if entry.places.count == 1 {
        Varint.append(UInt64(entry.places[0]) << 1 | 1, to: &dictionary)
        continue
      }
      let start = postings.count
      var last: UInt32 = 0
      for place in entry.places {
        Varint.append(UInt64(place - last), to: &postings)
        last = place
      }
      Varint.append(UInt64(postings.count - start) << 1, to: &dictionary)
    }
    blocks.append((UInt32(dictionary.count), UInt32(postings.count)))
    return (blocks, dictionary, postings)
  }
}
