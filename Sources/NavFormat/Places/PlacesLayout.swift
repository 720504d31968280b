internal import Bytes

/// The positions of the columns in the section of places (Formats/places.md, section 2).
///
/// ``init(_:at:)`` checks that the columns fit the section's length; ``PlacesView/validate(at:_:)`` checks their
/// contents.
public struct PlacesLayout: Sendable, Hashable {
  /// The length of the section's header in bytes.
  public static let headerLength = 40
  /// The number of words of a block of the dictionary.
  public static let blockLength = 16

  /// Number of places (P).
  public let placeCount: Int
  /// Number of details (D).
  public let detailCount: Int
  /// Number of groups of addresses (G).
  public let groupCount: Int
  /// Number of addresses (A).
  public let addressCount: Int
  /// Number of distinct house numbers (N).
  public let numberCount: Int
  /// Number of words (W).
  public let wordCount: Int
  /// Length of the dictionary in bytes.
  public let dictionaryLength: Int
  /// Length of the postings in bytes.
  public let postingsLength: Int

  let latitude: Range<Int>
  let longitude: Range<Int>
  let name: Range<Int>
  let parent: Range<Int>
  let edge: Range<Int>
  let category: Range<Int>
  let importance: Range<Int>
  let share: Range<Int>
  let placeBoxes: Range<Int>
  let detailPlace: Range<Int>
  let detailText: Range<Int>
  let detailKind: Range<Int>
  let groupPlace: Range<Int>
  let groupCity: Range<Int>
  let groupPostcode: Range<Int>
  let groupLatitude: Range<Int>
  let groupLongitude: Range<Int>
  let groupHeight: Range<Int>
  let groupWidth: Range<Int>
  let groupFlags: Range<Int>
  let groupFirst: Range<Int>
  let groupBoxes: Range<Int>
  let numberText: Range<Int>
  let addressNumber: Range<Int>
  /// Bytes of a reference to a house number.
  let numberWidth: Int
  let addressLatitude: Range<Int>
  let addressLongitude: Range<Int>
  let blockText: Range<Int>
  let blockPostings: Range<Int>
  let dictionary: Range<Int>
  let postings: Range<Int>

  /// Number of blocks of the dictionary.
  public var blockCount: Int { (wordCount + Self.blockLength - 1) / Self.blockLength }

  /// The names of the groups of columns and their lengths in bytes, for `mapc info --sizes`.
  public var columns: [(name: String, bytes: Int)] {
    [
      ("places", latitude.lowerBound..<placeBoxes.upperBound),
      ("details", detailPlace.lowerBound..<detailKind.upperBound),
      ("groups", groupPlace.lowerBound..<groupBoxes.upperBound),
      ("addresses", numberText.lowerBound..<addressLongitude.upperBound),
      ("words", blockText.lowerBound..<dictionary.upperBound),
      ("postings", postings),
    ].map { ($0.0, $0.1.count) }
  }

  /// Reads the header of the section and locates its columns.
  ///
  /// - Parameters:
  ///   - bytes: The section's bytes, nothing else.
  ///   - offset: The offset of the section in the file, for messages.
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  package init(_ bytes: RawSpan, at offset: UInt64) throws(FormatError) {
    let part = "section 'places'"
    guard bytes.byteCount >= Self.headerLength else {
      throw .truncated(
        part: part, needs: UInt64(Self.headerLength), has: UInt64(bytes.byteCount))
    }
    placeCount = Int(bytes.u32(0))
    detailCount = Int(bytes.u32(4))
    groupCount = Int(bytes.u32(8))
    addressCount = Int(bytes.u32(12))
    wordCount = Int(bytes.u32(16))
    dictionaryLength = Int(bytes.u32(20))
    postingsLength = Int(bytes.u32(24))
    numberCount = Int(bytes.u32(28))
    numberWidth = numberCount <= 65_536 ? 2 : 4
    guard bytes.u32(32) == 0, bytes.u32(36) == 0 else {
      throw .invalid(part: part, offset: offset + 32, rule: "reserved is not zero")
    }
    var at = Self.headerLength
    // Counts are below 2^32, so the sums cannot overflow.
    func column(_ count: Int, _ stride: Int) -> Range<Int> {
      let start = (at + 7) & ~7
      at = start + count * stride
      return start..<at
    }
    latitude = column(placeCount, 4)
    longitude = column(placeCount, 4)
    name = column(placeCount, 4)
    parent = column(placeCount, 4)
    edge = column(placeCount, 4)
    category = column(placeCount, 1)
    importance = column(placeCount, 1)
    share = column(placeCount, 1)
    placeBoxes = column(BoxTree(itemCount: placeCount).boxCount, 16)
    detailPlace = column(detailCount, 4)
    detailText = column(detailCount, 4)
    detailKind = column(detailCount, 1)
    groupPlace = column(groupCount, 4)
    groupCity = column(groupCount, 4)
    groupPostcode = column(groupCount, 4)
    groupLatitude = column(groupCount, 4)
    groupLongitude = column(groupCount, 4)
    groupHeight = column(groupCount, 2)
    groupWidth = column(groupCount, 2)
    groupFlags = column(groupCount, 1)
    groupFirst = column(groupCount + 1, 4)
    groupBoxes = column(BoxTree(itemCount: groupCount).boxCount, 16)
    numberText = column(numberCount, 4)
    addressNumber = column(addressCount, numberWidth)
    addressLatitude = column(addressCount, 2)
    addressLongitude = column(addressCount, 2)
    let blocks = (wordCount + Self.blockLength - 1) / Self.blockLength
    blockText = column(blocks + 1, 4)
    blockPostings = column(blocks + 1, 4)
    dictionary = column(dictionaryLength, 1)
    postings = column(postingsLength, 1)
    guard at == bytes.byteCount else {
      throw .truncated(part: part, needs: UInt64(at), has: UInt64(bytes.byteCount))
    }
  }
}
