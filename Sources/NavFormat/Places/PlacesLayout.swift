internal import Bytes

/// The positions of the columns in the section of places (Formats/places.md, section 2).
///
/// ``init(_:at:)`` checks that the columns fit the section's length; ``PlacesView/validate(at:_:)`` checks their
/// contents.
package struct PlacesLayout: Sendable {
  /// The version of the layout.
  package static let version: UInt32 = 3
  /// The length of the section's header in bytes.
  package static let headerLength = 48
  /// The number of places that share a stored beginning of their details.
  package static let detailBlock = 64
  /// The number of words of a block of the dictionary.
  package static let blockLength = 32

  /// Number of places (P).
  package let placeCount: Int
  /// Number of details (D).
  package let detailCount: Int
  /// Number of groups of addresses (G).
  package let groupCount: Int
  /// Length of the addresses in bytes.
  let addressesLength: Int
  /// Number of distinct house numbers (N).
  package let numberCount: Int
  /// Number of words (W).
  package let wordCount: Int
  /// Length of the dictionary in bytes.
  package let dictionaryLength: Int
  /// Length of the postings in bytes.
  package let postingsLength: Int

  /// Bytes of a reference to a place, of the offset of a text, of an edge's number, and of a coordinate.
  let placeWidth: Int
  let textWidth: Int
  let edgeWidth: Int
  let coordinateWidth: Int
  /// The origin of coordinates of three bytes, in units of 1e-7 degrees.
  let origin: (latitude: Int32, longitude: Int32)

  let latitude: Range<Int>
  let longitude: Range<Int>
  let name: Range<Int>
  let parent: Range<Int>
  let edge: Range<Int>
  let category: Range<Int>
  let importance: Range<Int>
  let share: Range<Int>
  let placeBoxes: Range<Int>
  let detailStart: Range<Int>
  let detailCounts: Range<Int>
  let detailText: Range<Int>
  let detailKind: Range<Int>
  let groupPlace: Range<Int>
  let groupCity: Range<Int>
  let groupPostcode: Range<Int>
  let groupLatitude: Range<Int>
  let groupLongitude: Range<Int>
  let groupExtent: Range<Int>
  let groupFlags: Range<Int>
  let groupBegin: Range<Int>
  let groupBoxes: Range<Int>
  let numberText: Range<Int>
  /// Bits of the index of a house number.
  let numberBits: Int
  let addresses: Range<Int>
  let blockText: Range<Int>
  let blockPostings: Range<Int>
  let dictionary: Range<Int>
  let postings: Range<Int>

  /// The number of bits for the numbers up to `most`; 0 unless it is above 0.
  @inline(__always)
  static func bits(_ most: Int) -> Int { Int.bitWidth &- max(most, 0).leadingZeroBitCount }

  /// Number of blocks of the dictionary.
  package var blockCount: Int { (wordCount + Self.blockLength - 1) / Self.blockLength }

  /// The names of the groups of columns and their lengths in bytes, for `mapc info --sizes`.
  package var columns: [(name: String, bytes: Int)] {
    [
      ("places", latitude.lowerBound..<placeBoxes.upperBound),
      ("details", detailStart.lowerBound..<detailKind.upperBound),
      ("groups", groupPlace.lowerBound..<groupBoxes.upperBound),
      ("addresses", numberText.lowerBound..<addresses.upperBound),
      ("words", blockText.lowerBound..<dictionary.upperBound),
      ("postings", postings),
    ].map { ($0.0, $0.1.count) }
  }

  /// Reads the header of the section and locates its columns.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Throws: ``FormatError/truncated(part:needs:has:)``, ``FormatError/otherLayout(part:offset:found:known:)`` or
  ///   ``FormatError/invalid(part:offset:rule:)``.
  package init(_ bytes: RawSpan, at offset: UInt64) throws(FormatError) {
    try Self.checkHeader(bytes, at: offset)
    placeCount = Int(bytes.u32(0))
    detailCount = Int(bytes.u32(4))
    groupCount = Int(bytes.u32(8))
    addressesLength = Int(bytes.u32(12))
    wordCount = Int(bytes.u32(16))
    dictionaryLength = Int(bytes.u32(20))
    postingsLength = Int(bytes.u32(24))
    numberCount = Int(bytes.u32(28))
    numberBits = max(Self.bits(numberCount - 1), 1)
    (placeWidth, textWidth) = (Int(bytes.u8(32)), Int(bytes.u8(33)))
    (edgeWidth, coordinateWidth) = (Int(bytes.u8(34)), Int(bytes.u8(35)))
    origin = (Int32(bitPattern: bytes.u32(36)), Int32(bitPattern: bytes.u32(40)))
    var at = Self.headerLength
    // Counts are below 2^32, so the sums cannot overflow.
    func column(_ count: Int, _ stride: Int) -> Range<Int> {
      let start = (at + 7) & ~7
      at = start + count * stride
      return start..<at
    }
    latitude = column(placeCount, coordinateWidth)
    longitude = column(placeCount, coordinateWidth)
    name = column(placeCount, textWidth)
    parent = column(placeCount, placeWidth)
    edge = column(placeCount, edgeWidth)
    category = column(placeCount, 1)
    importance = column(placeCount, 1)
    share = column(placeCount, 1)
    placeBoxes = column(BoxTree(itemCount: placeCount).boxCount, 16)
    detailStart = column((placeCount + Self.detailBlock - 1) / Self.detailBlock + 1, 4)
    detailCounts = column(placeCount, 1)
    detailText = column(detailCount, textWidth)
    detailKind = column(detailCount, 1)
    groupPlace = column(groupCount, placeWidth)
    groupCity = column(groupCount, placeWidth)
    groupPostcode = column(groupCount, placeWidth)
    groupLatitude = column(groupCount, coordinateWidth)
    groupLongitude = column(groupCount, coordinateWidth)
    groupExtent = column(groupCount, 3)
    groupFlags = column(groupCount, 1)
    groupBegin = column(groupCount + 1, 4)
    groupBoxes = column(BoxTree(itemCount: groupCount).boxCount, 16)
    numberText = column(numberCount, textWidth)
    addresses = column(addressesLength, 1)
    let blocks = (wordCount + Self.blockLength - 1) / Self.blockLength
    blockText = column(blocks + 1, 4)
    blockPostings = column(blocks + 1, 4)
    dictionary = column(dictionaryLength, 1)
    postings = column(postingsLength, 1)
    guard at == bytes.byteCount else {
      throw .truncated(part: Self.part, needs: UInt64(at), has: UInt64(bytes.byteCount))
    }
  }

  /// The name of the section in messages.
  private static let part = "section 'places'"

  /// Checks the version and the widths of columns.
  private static func checkHeader(_ bytes: RawSpan, at offset: UInt64) throws(FormatError) {
    guard bytes.byteCount >= headerLength else {
      throw .truncated(part: part, needs: UInt64(headerLength), has: UInt64(bytes.byteCount))
    }
    guard bytes.u32(44) == version else {
      throw .otherLayout(part: part, offset: offset + 44, found: bytes.u32(44), known: version)
    }
    guard (32..<35).allSatisfy({ 2...4 ~= bytes.u8($0) }), 3...4 ~= bytes.u8(35) else {
      throw .invalid(part: part, offset: offset + 32, rule: "a width is not 2 to 4 bytes")
    }
  }
}
