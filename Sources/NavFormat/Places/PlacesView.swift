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

  /// A number of a width; nil if all its bits are set.
  @inline(__always)
  private func optional(_ column: Range<Int>, _ width: Int, _ row: Int) -> UInt32? {
    let value = number(column, width, row)
    return value == UInt32.max &>> UInt32(32 &- 8 &* width) ? nil : value
  }

  /// A reference to a place; nil for none.
  private func reference(_ column: Range<Int>, _ row: Int) -> Int? {
    optional(column, layout.placeWidth, row).map { Int($0) }
  }

  // MARK: Places

  /// The position of a place.
  package func position(_ place: Int) -> Coordinate {
    coordinate(layout.latitude, layout.longitude, place)
  }

  @inline(__always)
  private func coordinate(_ latitudes: Range<Int>, _ longitudes: Range<Int>, _ row: Int)
    -> Coordinate
  {
    let latitude = number(latitudes, layout.coordinateWidth, row)
    let longitude = number(longitudes, layout.coordinateWidth, row)
    return Coordinate(
      latitudeUnits: layout.origin.latitude &+ Int32(bitPattern: latitude),
      longitudeUnits: layout.origin.longitude &+ Int32(bitPattern: longitude))
  }

  /// The offset of a place's name in the names section; 0 if it has none.
  package func nameOffset(_ place: Int) -> UInt32 {
    number(layout.name, layout.textWidth, place)
  }

  /// The settlement that a place lies in; nil if unknown.
  package func parent(_ place: Int) -> Int? { reference(layout.parent, place) }

  /// The number of the edge of arrival at a place; nil if there is no road near it.
  package func edgeNumber(_ place: Int) -> EdgeNumber? {
    optional(layout.edge, layout.edgeWidth, place).map { EdgeNumber(rawValue: $0) }
  }

  /// The point of arrival along the edge, as a share of its length, 0 to 1.
  package func share(_ place: Int) -> Double { Double(u8(layout.share, place)) / 255 }

  /// The number of a place's category.
  package func categoryNumber(_ place: Int) -> UInt8 { u8(layout.category, place) }

  /// The category of a place.
  package func category(_ place: Int) -> PlaceCategory {
    PlaceCategory(rawValue: u8(layout.category, place)) ?? .other
  }

  /// The importance of a place, 0 to 255.
  package func importance(_ place: Int) -> UInt8 { u8(layout.importance, place) }

  // MARK: Details

  /// The rows of a place's details.
  ///
  /// - Complexity: O(1).
  package func details(of place: Int) -> Range<Int> {
    let block = place / PlacesLayout.detailBlock
    var start = Int(u32(layout.detailStart, block))
    for other in block * PlacesLayout.detailBlock..<place {
      start += Int(u8(layout.detailCounts, other))
    }
    return start..<start + Int(u8(layout.detailCounts, place))
  }

  /// The kind of a detail.
  package func detailKind(_ row: Int) -> PlaceDetail {
    PlaceDetail(rawValue: u8(layout.detailKind, row))
  }

  /// The offset of a detail's text in the names section.
  package func detailText(_ row: Int) -> UInt32 {
    number(layout.detailText, layout.textWidth, row)
  }

  // MARK: Addresses

  /// The groups of addresses on a street.
  ///
  /// - Complexity: O(log groups).
  package func groups(of place: Int) -> Range<Int> {
    func first(_ wanted: Int) -> Int {
      (0..<layout.groupCount).partitioningIndex { self.place(ofGroup: $0) >= wanted }
    }
    return first(place)..<first(place + 1)
  }

  /// The street of a group.
  package func place(ofGroup group: Int) -> Int {
    Int(number(layout.groupPlace, layout.placeWidth, group))
  }

  /// The settlement in the postal addresses of a group; nil if they have none.
  package func city(ofGroup group: Int) -> Int? { reference(layout.groupCity, group) }

  /// The postcode of a group; nil if its addresses have none.
  package func postcode(ofGroup group: Int) -> Int? { reference(layout.groupPostcode, group) }

  /// Whether the addresses of a group follow from an interpolation line.
  package func isInterpolated(group: Int) -> Bool { u8(layout.groupFlags, group) & 1 != 0 }

  /// The addresses of a group, each by its first bit.
  package func addresses(ofGroup group: Int) -> StrideTo<Int> {
    let end = Int(u32(layout.groupBegin, group + 1))
    return stride(
      from: Int(u32(layout.groupBegin, group)), to: end, by: addressBits(ofGroup: group))
  }

  /// The number of bits of an address of a group.
  func addressBits(ofGroup group: Int) -> Int {
    let (height, width) = extent(ofGroup: group)
    return layout.numberBits + PlacesLayout.bits(height) + PlacesLayout.bits(width)
  }

  /// The bits of an address and behind it.
  ///
  /// Behind the addresses are the beginnings of blocks, so that eight bytes are always inside.
  @inline(__always)
  private func bits(ofAddress address: Int) -> UInt64 {
    bytes.u64(layout.addresses.lowerBound &+ address &>> 3)
      &>> UInt64(truncatingIfNeeded: address & 7)
  }

  /// The offset of a house number in the names section.
  package func numberOffset(_ address: Int) -> UInt32 { numberText(number(address)) }

  /// The index of a house number among the distinct ones.
  package func number(_ address: Int) -> Int {
    let mask = UInt64(1) &<< UInt64(layout.numberBits) &- 1
    return Int(bits(ofAddress: address) & mask)
  }

  /// The offset of a distinct house number in the names section.
  package func numberText(_ number: Int) -> UInt32 {
    self.number(layout.numberText, layout.textWidth, number)
  }

  /// The position of an address of a group, within twenty centimetres.
  package func position(ofAddress address: Int, group: Int) -> Coordinate {
    let (latitude, longitude) = steps(ofAddress: address, group: group)
    let corner = corner(ofGroup: group)
    return Coordinate(
      latitudeUnits: corner.latitudeUnits &+ Int32(latitude) &* PlacesContents.step,
      longitudeUnits: corner.longitudeUnits &+ Int32(longitude) &* PlacesContents.step)
  }

  /// The position of an address from the corner of its group, in steps.
  func steps(ofAddress address: Int, group: Int) -> (latitude: Int, longitude: Int) {
    let (height, width) = extent(ofGroup: group)
    let word = bits(ofAddress: address) &>> UInt64(layout.numberBits)
    let latitudeBits = PlacesLayout.bits(height)
    let longitude = Int(word &>> UInt64(latitudeBits)) & (1 &<< PlacesLayout.bits(width) &- 1)
    return (Int(word) & (1 &<< latitudeBits &- 1), longitude)
  }

  /// The extent of a group from its corner, in steps of at most twelve bits.
  func extent(ofGroup group: Int) -> (height: Int, width: Int) {
    let packed = Int(number(layout.groupExtent, 3, group))
    return (packed & 0xFFF, packed &>> 12)
  }

  private func corner(ofGroup group: Int) -> Coordinate {
    coordinate(layout.groupLatitude, layout.groupLongitude, group)
  }

  /// The box of a group of addresses.
  package func box(ofGroup group: Int) -> Box {
    let (height, width) = extent(ofGroup: group)
    return Self.box(corner(ofGroup: group), height: height, width: width)
  }

  static func box(_ corner: Coordinate, height: Int, width: Int) -> Box {
    Box(
      minLatitude: corner.latitudeUnits, minLongitude: corner.longitudeUnits,
      maxLatitude: corner.latitudeUnits &+ Int32(height) &* PlacesContents.step,
      maxLongitude: corner.longitudeUnits &+ Int32(width) &* PlacesContents.step)
  }

  // MARK: Neighbourhood

  /// Visits places in chunks of neighbours, nearest chunks first.
  ///
  /// - Parameters:
  ///   - bound: Returns the minimum cost of places in a box; infinite if they do not matter.
  ///   - visit: Receives places; returns the cost beyond which places do not matter.
  package func searchPlaces(bound: (Box) -> Double, visit: (Range<Int>) -> Double) {
    let start = layout.placeBoxes.lowerBound
    BoxTree(itemCount: layout.placeCount)
      .search(box: { Box(bytes, at: start &+ 16 &* $0) }, bound: bound, visit: visit)
  }

  /// Visits groups of addresses in the same way.
  package func searchGroups(bound: (Box) -> Double, visit: (Range<Int>) -> Double) {
    let start = layout.groupBoxes.lowerBound
    BoxTree(itemCount: layout.groupCount)
      .search(box: { Box(bytes, at: start &+ 16 &* $0) }, bound: bound, visit: visit)
  }
}
