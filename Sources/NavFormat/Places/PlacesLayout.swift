internal import Bytes

/// The positions of the columns in the section of places (Formats/places.md, section 2).
///
/// ``init(_:at:)`` checks that the columns fit the section's length; ``PlacesView/validate(at:_:)`` checks their
/// contents.
package struct PlacesLayout: Sendable {
  /// The version of the layout.
  package static let version: UInt32 = 4
  /// The length of the section's header in bytes.
  package static let headerLength = 72
  /// The number of words of a block of the dictionary.
  package static let blockLength = 32
  /// The maximum number of bits of an address, so that any eight bytes from its first one on contain it.
  static let maximumAddressBits = 57
  /// Boxes lie around chunks of so many rows, so that the lowest ones lie around blocks.
  static let chunk = BlockTable.blockLength / BoxTree.fanOut

  /// Number of places (P).
  package let placeCount: Int
  /// Number of details (D).
  package let detailCount: Int
  /// Number of groups of addresses (G).
  package let groupCount: Int
  /// Number of bits of the addresses.
  let addressBits: Int
  /// Number of distinct house numbers (N).
  package let numberCount: Int
  /// Number of words (W).
  package let wordCount: Int
  /// Length of the dictionary in bytes.
  package let dictionaryLength: Int
  /// Length of the postings in bytes.
  package let postingsLength: Int
  /// Number of places in which others lie (S).
  let parentCount: Int
  /// Number of distinct pairs of category and importance (K).
  let kindCount: Int
  /// Number of distinct details (C).
  let distinctDetailCount: Int
  /// Number of distinct regions of groups (R).
  let regionCount: Int

  /// Bytes of a reference to a place, and of the offset of a text.
  let placeWidth: Int
  let textWidth: Int
  /// The origin of coordinates, in units of 1e-7 degrees.
  let origin: (latitude: Int32, longitude: Int32)

  let places: BlockTable
  let parents: Range<Int>
  let kindCategory: Range<Int>
  let kindImportance: Range<Int>
  let placeBoxes: Range<Int>
  let detailStart: Range<Int>
  let details: Range<Int>
  let detailText: Range<Int>
  let detailKind: Range<Int>
  let groups: BlockTable
  let regionCity: Range<Int>
  let regionPostcode: Range<Int>
  let regionFlags: Range<Int>
  let groupBoxes: Range<Int>
  let numberText: Range<Int>
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
      ("places", places.starts.lowerBound..<placeBoxes.upperBound),
      ("details", detailStart.lowerBound..<detailKind.upperBound),
      ("groups", groups.starts.lowerBound..<groupBoxes.upperBound),
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
    func count(_ at: Int) -> Int { Int(bytes.u32(at)) }
    (placeCount, detailCount, groupCount) = (count(0), count(4), count(8))
    (addressBits, wordCount) = (count(12), count(16))
    (dictionaryLength, postingsLength, numberCount) = (count(20), count(24), count(28))
    (placeWidth, textWidth) = (Int(bytes.u8(32)), Int(bytes.u8(33)))
    origin = (Int32(bitPattern: bytes.u32(36)), Int32(bitPattern: bytes.u32(40)))
    (parentCount, kindCount) = (count(48), count(52))
    (distinctDetailCount, regionCount) = (count(56), count(60))
    var at = Self.headerLength
    // Counts are below 2^32, so the sums cannot overflow.
    func column(_ count: Int, _ stride: Int) -> Range<Int> {
      let start = (at + 7) & ~7
      at = start + count * stride
      return start..<at
    }
    func table(_ rows: Int, length: Int) -> BlockTable {
      let starts = column(BlockTable.blockCount(rows) + 1, 4)
      return BlockTable(count: rows, starts: starts, rows: column(length, 1))
    }
    func boxes(_ rows: Int) -> Range<Int> { column(Self.tree(rows).boxCount, 16) }
    places = table(placeCount, length: count(64))
    parents = column(parentCount, placeWidth)
    kindCategory = column(kindCount, 1)
    kindImportance = column(kindCount, 1)
    placeBoxes = boxes(placeCount)
    detailStart = column(BlockTable.blockCount(placeCount) + 1, 4)
    details = column((detailCount * Self.bits(distinctDetailCount - 1) + 7) / 8, 1)
    detailText = column(distinctDetailCount, textWidth)
    detailKind = column(distinctDetailCount, 1)
    groups = table(groupCount, length: count(68))
    regionCity = column(regionCount, placeWidth)
    regionPostcode = column(regionCount, placeWidth)
    regionFlags = column(regionCount, 1)
    groupBoxes = boxes(groupCount)
    numberText = column(numberCount, textWidth)
    addresses = column((addressBits + 7) / 8, 1)
    let blocks = (wordCount + Self.blockLength - 1) / Self.blockLength
    blockText = column(blocks + 1, 4)
    blockPostings = column(blocks + 1, 4)
    dictionary = column(dictionaryLength, 1)
    postings = column(postingsLength, 1)
    guard at == bytes.byteCount else {
      throw .truncated(part: Self.part, needs: UInt64(at), has: UInt64(bytes.byteCount))
    }
  }

  /// The tree of the boxes around chunks of rows.
  static func tree(_ rows: Int) -> BoxTree { BoxTree(itemCount: (rows + chunk - 1) / chunk) }

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
    guard 2...4 ~= bytes.u8(32), 2...4 ~= bytes.u8(33) else {
      throw .invalid(part: part, offset: offset + 32, rule: "a width is not 2 to 4 bytes")
    }
  }
}
