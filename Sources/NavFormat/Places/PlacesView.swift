internal import Bytes
public import Geo
public import RoadModel

/// The places of a map, read in place (Formats/places.md); valid while the file's bytes are borrowed.
///
/// Once the bytes have passed ``validate(at:_:)``, every index found in them is valid. Any other index that is out of
/// range traps.
public struct PlacesView: ~Escapable {
  let bytes: RawSpan
  /// The positions of the columns.
  public let layout: PlacesLayout

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan, layout: PlacesLayout) {
    self.bytes = bytes
    self.layout = layout
  }

  @inline(__always)
  func u8(_ column: Range<Int>, _ row: Int) -> UInt8 { bytes.u8(column.lowerBound &+ row) }

  @inline(__always)
  func u16(_ column: Range<Int>, _ row: Int) -> UInt16 {
    bytes.u16(column.lowerBound &+ 2 &* row)
  }

  @inline(__always)
  func u32(_ column: Range<Int>, _ row: Int) -> UInt32 {
    bytes.u32(column.lowerBound &+ 4 &* row)
  }

  /// A reference to a place; nil for none.
  private func reference(_ column: Range<Int>, _ row: Int) -> Int? {
    let value = u32(column, row)
    return value == .max ? nil : Int(value)
  }

  // MARK: Places

  /// The position of a place.
  public func position(_ place: Int) -> Coordinate {
    Coordinate(
      latitudeUnits: Int32(bitPattern: u32(layout.latitude, place)),
      longitudeUnits: Int32(bitPattern: u32(layout.longitude, place)))
  }

  /// The offset of a place's name in the names section; 0 if it has none.
  public func nameOffset(_ place: Int) -> UInt32 { u32(layout.name, place) }

  /// The settlement that a place lies in; nil if unknown.
  public func parent(_ place: Int) -> Int? { reference(layout.parent, place) }

  /// The number of the edge where one arrives at a place; nil if there is no road near it.
  public func edgeNumber(_ place: Int) -> UInt32? {
    let number = u32(layout.edge, place)
    return number == .max ? nil : number
  }

  /// How far along the edge one arrives, 0 to 1.
  public func share(_ place: Int) -> Double { Double(u8(layout.share, place)) / 255 }

  /// The number of a place's category.
  public func categoryNumber(_ place: Int) -> UInt8 { u8(layout.category, place) }

  /// The category of a place.
  public func category(_ place: Int) -> PlaceCategory {
    PlaceCategory(rawValue: u8(layout.category, place)) ?? .other
  }

  /// How well known a place is, 0 to 255.
  public func importance(_ place: Int) -> UInt8 { u8(layout.importance, place) }

  // MARK: Details

  /// The rows of a place's details.
  ///
  /// - Complexity: O(log details).
  public func details(of place: Int) -> Range<Int> {
    rows(of: place, layout.detailPlace, layout.detailCount)
  }

  /// What a detail is.
  public func detailKind(_ row: Int) -> PlaceDetail {
    PlaceDetail(rawValue: u8(layout.detailKind, row))
  }

  /// The offset of a detail's text in the names section.
  public func detailText(_ row: Int) -> UInt32 { u32(layout.detailText, row) }

  private func rows(of place: Int, _ column: Range<Int>, _ count: Int) -> Range<Int> {
    func first(_ wanted: UInt32) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if u32(column, middle) < wanted { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first(UInt32(place))..<first(UInt32(place) + 1)
  }

  // MARK: Addresses

  /// The groups of addresses on a street.
  ///
  /// - Complexity: O(log groups).
  public func groups(of place: Int) -> Range<Int> {
    rows(of: place, layout.groupPlace, layout.groupCount)
  }

  /// The street of a group.
  public func place(ofGroup group: Int) -> Int { Int(u32(layout.groupPlace, group)) }

  /// The settlement in the postal addresses of a group; nil if they say none.
  public func city(ofGroup group: Int) -> Int? { reference(layout.groupCity, group) }

  /// The postcode of a group; nil if its addresses say none.
  public func postcode(ofGroup group: Int) -> Int? { reference(layout.groupPostcode, group) }

  /// Whether the addresses of a group follow from an interpolation line.
  public func isInterpolated(group: Int) -> Bool { u8(layout.groupFlags, group) & 1 != 0 }

  /// The addresses of a group.
  public func addresses(ofGroup group: Int) -> Range<Int> {
    Int(u32(layout.groupFirst, group))..<Int(u32(layout.groupFirst, group + 1))
  }

  /// The offset of a house number in the names section.
  public func numberOffset(_ address: Int) -> UInt32 { u32(layout.numberText, number(address)) }

  /// The index of a house number among the distinct ones.
  public func number(_ address: Int) -> Int {
    layout.numberWidth == 2
      ? Int(u16(layout.addressNumber, address)) : Int(u32(layout.addressNumber, address))
  }

  /// The offset of a distinct house number in the names section.
  public func numberText(_ number: Int) -> UInt32 { u32(layout.numberText, number) }

  /// The position of an address of a group, within ten centimetres.
  public func position(ofAddress address: Int, group: Int) -> Coordinate {
    Coordinate(
      latitudeUnits: Int32(bitPattern: u32(layout.groupLatitude, group))
        &+ Int32(u16(layout.addressLatitude, address)) &* PlacesContents.step,
      longitudeUnits: Int32(bitPattern: u32(layout.groupLongitude, group))
        &+ Int32(u16(layout.addressLongitude, address)) &* PlacesContents.step)
  }

  /// The box of a group of addresses.
  public func box(ofGroup group: Int) -> Box {
    Self.box(
      Coordinate(
        latitudeUnits: Int32(bitPattern: u32(layout.groupLatitude, group)),
        longitudeUnits: Int32(bitPattern: u32(layout.groupLongitude, group))),
      height: u16(layout.groupHeight, group), width: u16(layout.groupWidth, group))
  }

  static func box(_ corner: Coordinate, height: UInt16, width: UInt16) -> Box {
    Box(
      minLatitude: corner.latitudeUnits, minLongitude: corner.longitudeUnits,
      maxLatitude: corner.latitudeUnits &+ Int32(height) &* PlacesContents.step,
      maxLongitude: corner.longitudeUnits &+ Int32(width) &* PlacesContents.step)
  }

  // MARK: What lies near

  /// Visits places in chunks of neighbours, nearest chunks first.
  ///
  /// - Parameters:
  ///   - bound: The lowest cost of what lies in a box; infinite for what does not matter.
  ///   - visit: Receives places; returns the cost beyond which nothing matters.
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
