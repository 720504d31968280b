internal import Bytes
package import Geo
package import RoadModel

/// The places of a map, read in place (Formats/places.md); valid while the file's bytes are borrowed.
///
/// Once the bytes have passed ``validate(at:_:)``, every index found in them is valid. Any other index that is out of
/// range traps.
package struct PlacesView: ~Escapable {
  let bytes: RawSpan
  /// The positions of the columns.
  package let layout: PlacesLayout

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, layout: PlacesLayout) {
    self.bytes = bytes
    self.layout = layout
  }

  @inline(__always)
  func u8(_ column: Range<Int>, _ row: Int) -> UInt8 { bytes.u8(column.lowerBound &+ row) }

  @inline(__always)
  func u32(_ column: Range<Int>, _ row: Int) -> UInt32 {
    bytes.u32(column.lowerBound &+ 4 &* row)
  }

  /// A number of two, three or four bytes.
  @inline(__always)
  func number(_ column: Range<Int>, _ width: Int, _ row: Int) -> UInt32 {
    let at = column.lowerBound &+ width &* row
    return switch width {
    case 2: UInt32(bytes.u16(at))
    case 3: UInt32(bytes.u16(at)) | UInt32(bytes.u8(at &+ 2)) &<< 16
    default: bytes.u32(at)
    }
  }

  /// A reference to a place; nil for none, which has all its bits set.
  func reference(_ column: Range<Int>, _ row: Int) -> Int? {
    let width = layout.placeWidth
    let value = number(column, width, row)
    return value == UInt32.max &>> UInt32(32 &- 8 &* width) ? nil : Int(value)
  }

  /// The coordinate of so many steps north and east of the origin.
  @inline(__always)
  func coordinate(_ latitude: UInt32, _ longitude: UInt32) -> Coordinate {
    let step = UInt32(bitPattern: PlacesContents.step)
    return Coordinate(
      latitudeUnits: layout.origin.latitude &+ Int32(bitPattern: latitude &* step),
      longitudeUnits: layout.origin.longitude &+ Int32(bitPattern: longitude &* step))
  }

  // MARK: Places

  /// The columns of the table of places.
  enum Column {
    static let kind = 0
    static let latitude = 1
    static let longitude = 2
    static let name = 3
    static let parent = 4
    static let edge = 5
    static let share = 6
    static let details = 7
  }

  @inline(__always)
  func number(_ column: Int, ofPlace place: Int) -> UInt32 {
    layout.places.number(bytes, column, place)
  }

  /// The position of a place, within twenty centimetres.
  package func position(_ place: Int) -> Coordinate {
    coordinate(number(Column.latitude, ofPlace: place), number(Column.longitude, ofPlace: place))
  }

  /// The offset of a place's name in the names section; 0 if it has none.
  package func nameOffset(_ place: Int) -> UInt32 { number(Column.name, ofPlace: place) }

  /// The settlement that a place lies in; nil if unknown.
  package func parent(_ place: Int) -> Int? {
    let parent = Int(number(Column.parent, ofPlace: place))
    return parent == 0 ? nil : Int(number(layout.parents, layout.placeWidth, parent &- 1))
  }

  /// The number of the edge of arrival at a place; nil if there is no road near it.
  package func edgeNumber(_ place: Int) -> EdgeNumber? {
    let edge = number(Column.edge, ofPlace: place)
    return edge == 0 ? nil : EdgeNumber(rawValue: edge &- 1)
  }

  /// The point of arrival along the edge, as a share of its length, 0 to 1.
  package func share(_ place: Int) -> Double { Double(number(Column.share, ofPlace: place)) / 255 }

  /// The number of a place's category.
  package func categoryNumber(_ place: Int) -> UInt8 {
    u8(layout.kindCategory, Int(number(Column.kind, ofPlace: place)))
  }

  /// Whether the map has places of a category.
  ///
  /// - Complexity: O(distinct pairs of category and importance).
  package func has(_ category: PlaceCategory) -> Bool {
    (0..<layout.kindCount).contains { u8(layout.kindCategory, $0) == category.rawValue }
  }

  /// The category of a place.
  package func category(_ place: Int) -> PlaceCategory {
    PlaceCategory(rawValue: categoryNumber(place)) ?? .other
  }

  /// The importance of a place, 0 to 255.
  package func importance(_ place: Int) -> UInt8 {
    u8(layout.kindImportance, Int(number(Column.kind, ofPlace: place)))
  }

  // MARK: Details

  /// The rows of a place's details.
  ///
  /// - Complexity: O(1).
  package func details(of place: Int) -> Range<Int> {
    let start =
      Int(u32(layout.detailStart, place / BlockTable.blockLength))
      + layout.places.total(bytes, Column.details, before: place)
    return start..<start + Int(number(Column.details, ofPlace: place))
  }

  /// The kind of a detail.
  package func detailKind(_ row: Int) -> PlaceDetail {
    PlaceDetail(rawValue: u8(layout.detailKind, distinctDetail(row)))
  }

  /// The offset of a detail's text in the names section.
  package func detailText(_ row: Int) -> UInt32 {
    number(layout.detailText, layout.textWidth, distinctDetail(row))
  }

  /// The index of a detail among the distinct ones.
  ///
  /// Behind the details are the columns of words, so that eight bytes are always inside.
  func distinctDetail(_ row: Int) -> Int {
    let width = PlacesLayout.bits(layout.distinctDetailCount &- 1)
    return Int(
      PackedColumn(at: 8 * layout.details.lowerBound, width: width, stride: width)
        .number(bytes, row))
  }

  // MARK: Neighbourhood

  /// Visits places in chunks of neighbours, nearest chunks first.
  ///
  /// - Parameters:
  ///   - bound: Returns the minimum cost of places in a box; infinite if they do not matter.
  ///   - visit: Receives places; returns the cost beyond which places do not matter.
  package func searchPlaces(bound: (Box) -> Double, visit: (Range<Int>) -> Double) {
    search(layout.placeBoxes, layout.placeCount, bound, visit)
  }

  /// Visits groups of addresses in the same way.
  package func searchGroups(bound: (Box) -> Double, visit: (Range<Int>) -> Double) {
    search(layout.groupBoxes, layout.groupCount, bound, visit)
  }

  private func search(
    _ boxes: Range<Int>, _ count: Int, _ bound: (Box) -> Double, _ visit: (Range<Int>) -> Double
  ) {
    PlacesLayout.tree(count)
      .search(box: { Box(bytes, at: boxes.lowerBound &+ 16 &* $0) }, bound: bound) { chunks in
        let chunk = PlacesLayout.chunk
        return visit(chunks.lowerBound &* chunk..<min(chunks.upperBound &* chunk, count))
      }
  }
}
