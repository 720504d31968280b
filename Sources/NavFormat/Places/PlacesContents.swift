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
  /// The folded words and the indices of the places that have them, ascending.
  package var words: [(word: [UInt8], places: [UInt32])] = []

  /// No places.
  package init() {}

  /// Units of 1e-7 degrees in a step of an address's coordinate.
  static let step: Int32 = 32
  /// The maximum number of details of a place.
  package static let maximumDetails = 255

  /// Encodes the section.
  ///
  /// - Returns: Its bytes.
  package func encoded() -> [UInt8] {
    let groups = grouped()
    let widths = widths()
    let details = keptDetails()
    let numbers = Set(addresses.map(\.text)).sorted()
    let packed = packed(groups, numbers)
    let (blocks, dictionary, postings) = encodedWords()
    var writer = ByteWriter()
    for count in [
      places.count, details.count, groups.count, packed.bytes.count, words.count,
      dictionary.count, postings.count, numbers.count,
    ] { writer.u32(UInt32(count)) }
    for width in [widths.place, widths.text, widths.edge, widths.coordinate] {
      writer.u8(UInt8(width))
    }
    writer.i32(widths.origin.latitude)
    writer.i32(widths.origin.longitude)
    writer.u32(PlacesLayout.version)
    func column(_ body: (inout ByteWriter) -> Void) {
      writer.align(8)
      body(&writer)
    }
    encodePlaces(widths, column)
    encode(details, widths, column)
    encode(groups, numbers, packed, widths, column)
    column { for block in blocks { $0.u32(block.text) } }
    column { for block in blocks { $0.u32(block.postings) } }
    column { $0.raw(dictionary) }
    column { $0.raw(postings) }
    return writer.bytes
  }

  /// Encodes the columns of places, and the boxes around them.
  private func encodePlaces(_ widths: Widths, _ column: ((inout ByteWriter) -> Void) -> Void) {
    column { writer in
      for place in places {
        widths.write(place.position.latitudeUnits, from: widths.origin.latitude, to: &writer)
      }
    }
    column { writer in
      for place in places {
        widths.write(place.position.longitudeUnits, from: widths.origin.longitude, to: &writer)
      }
    }
    column { for place in places { $0.number(place.name, widths.text) } }
    column { writer in
      for place in places {
        writer.number(place.parent.map { UInt32($0) } ?? .max, widths.place)
      }
    }
    column { for place in places { $0.number(place.edge?.rawValue ?? .max, widths.edge) } }
    column { for place in places { $0.u8(place.category.rawValue) } }
    column { for place in places { $0.u8(place.importance) } }
    column { for place in places { $0.u8(place.share) } }
    column { writer in
      let boxes = places.map { place in
        var box = Box.empty
        box.add(place.position)
        return box
      }
      for box in BoxTree(itemCount: boxes.count).boxes(of: boxes) { box.write(to: &writer) }
    }
  }

  /// Encodes the columns of details.
  private func encode(
    _ details: [Detail], _ widths: Widths, _ column: ((inout ByteWriter) -> Void) -> Void
  ) {
    var counts = [UInt8](repeating: 0, count: places.count)
    for detail in details { counts[detail.place] += 1 }
    column { writer in
      var start = 0
      for (place, count) in counts.enumerated() {
        if place % PlacesLayout.detailBlock == 0 { writer.u32(UInt32(start)) }
        start += Int(count)
      }
      writer.u32(UInt32(start))
    }
    column { $0.raw(counts) }
    column { for detail in details { $0.number(detail.text, widths.text) } }
    column { for detail in details { $0.u8(detail.kind.rawValue) } }
  }

  // MARK: Widths

  /// The widths of columns in bytes, and the origin of coordinates.
  struct Widths {
    var place: Int
    var text: Int
    var edge: Int
    var coordinate: Int
    var origin: (latitude: Int32, longitude: Int32)

    /// Writes a coordinate as its distance from the origin.
    func write(_ units: Int32, from origin: Int32, to writer: inout ByteWriter) {
      writer.number(UInt32(bitPattern: units &- origin), coordinate)
    }
  }

  /// The minimum widths for all numbers; all bits set is reserved for none.
  private func widths() -> Widths {
    func width(_ most: UInt32) -> Int { most < 0xFFFF ? 2 : most < 0xFF_FFFF ? 3 : 4 }
    var text: UInt32 = 0
    var edge: UInt32 = 0
    var box = Box.empty
    for place in places {
      text = max(text, place.name)
      edge = max(edge, place.edge?.rawValue ?? 0)
      box.add(place.position)
    }
    for detail in details { text = max(text, detail.text) }
    for address in addresses {
      text = max(text, address.text)
      box.add(address.position)
    }
    let isSmall =
      !box.isEmpty && Int64(box.maxLatitude) - Int64(box.minLatitude) <= 0xFF_FFFF
      && Int64(box.maxLongitude) - Int64(box.minLongitude) <= 0xFF_FFFF
    return Widths(
      place: width(UInt32(places.count)), text: width(text), edge: width(edge),
      coordinate: isSmall ? 3 : 4,
      origin: isSmall ? (box.minLatitude, box.minLongitude) : (0, 0))
  }

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

extension ByteWriter {
  /// Appends the lowest bytes of a number.
  mutating func number(_ value: UInt32, _ width: Int) {
    switch width {
    case 2: u16(UInt16(truncatingIfNeeded: value))
    case 3:
      u16(UInt16(truncatingIfNeeded: value))
      u8(UInt8(truncatingIfNeeded: value >> 16))
    default: u32(value)
    }
  }
}
