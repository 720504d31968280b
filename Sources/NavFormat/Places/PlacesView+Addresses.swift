internal import Bytes
package import Geo

/// The addresses of a group: where each has its bits, and what they count from.
package struct AddressGroup: Sendable {
  /// The corner of the group, in steps from the origin.
  let corner: (latitude: UInt32, longitude: UInt32)
  /// The widths of positions in bits.
  let extent: (latitude: Int, longitude: Int)
  /// The least house number of the group, and the width of its house numbers in bits.
  let numbers: (first: Int, width: Int)
  /// The first bits of all addresses.
  package let addresses: StrideTo<Int>
}

/// Addresses: house numbers of streets, in groups.
extension PlacesView {
  /// The columns of the table of groups.
  enum GroupColumn {
    static let place = 0
    static let region = 1
    static let latitude = 2
    static let longitude = 3
    static let extent = 4
    static let begin = 5
    static let firstNumber = 6
    static let numberWidth = 7
  }

  @inline(__always)
  func number(_ column: Int, ofGroup group: Int) -> UInt32 {
    layout.groups.number(bytes, column, group)
  }

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
  package func place(ofGroup group: Int) -> Int { Int(number(GroupColumn.place, ofGroup: group)) }

  /// The settlement in the postal addresses of a group; nil if they have none.
  package func city(ofGroup group: Int) -> Int? { reference(layout.regionCity, region(group)) }

  /// The postcode of a group; nil if its addresses have none.
  package func postcode(ofGroup group: Int) -> Int? {
    reference(layout.regionPostcode, region(group))
  }

  /// Whether the addresses of a group follow from an interpolation line.
  package func isInterpolated(group: Int) -> Bool { u8(layout.regionFlags, region(group)) & 1 != 0 }

  func region(_ group: Int) -> Int { Int(number(GroupColumn.region, ofGroup: group)) }

  /// The addresses of a group.
  package func addressGroup(_ group: Int) -> AddressGroup {
    let extent = extent(ofGroup: group)
    let width = Int(number(GroupColumn.numberWidth, ofGroup: group))
    return AddressGroup(
      corner: (
        number(GroupColumn.latitude, ofGroup: group), number(GroupColumn.longitude, ofGroup: group)
      ),
      extent: extent, numbers: (Int(number(GroupColumn.firstNumber, ofGroup: group)), width),
      addresses: stride(
        from: begin(ofGroup: group), to: begin(ofGroup: group + 1),
        by: max(extent.latitude + extent.longitude + width, 1)))
  }

  /// The first bit of a group's addresses, or the end of all.
  func begin(ofGroup group: Int) -> Int {
    group < layout.groupCount ? Int(number(GroupColumn.begin, ofGroup: group)) : layout.addressBits
  }

  /// The widths of the positions in a group, in bits.
  func extent(ofGroup group: Int) -> (latitude: Int, longitude: Int) {
    let extent = Int(number(GroupColumn.extent, ofGroup: group))
    return (extent & 0xF, extent &>> 4 & 0xF)
  }

  /// The index of a house number among the distinct ones.
  @inline(__always)
  package func number(_ address: Int, _ group: AddressGroup) -> Int {
    let mask = UInt64(1) &<< UInt64(group.numbers.width) &- 1
    return group.numbers.first &+ Int(bits(ofAddress: address) & mask)
  }

  /// The offset of a distinct house number in the names section.
  package func numberText(_ number: Int) -> UInt32 {
    self.number(layout.numberText, layout.textWidth, number)
  }

  /// The offset of the house number of an address in the names section.
  package func numberOffset(_ address: Int, group: Int) -> UInt32 {
    numberText(number(address, addressGroup(group)))
  }

  /// The position of an address, within twenty centimetres.
  @inline(__always)
  package func position(_ address: Int, _ group: AddressGroup) -> Coordinate {
    let steps = steps(address, group)
    return coordinate(
      group.corner.latitude &+ steps.latitude, group.corner.longitude &+ steps.longitude)
  }

  /// The position of an address from the corner of its group.
  @inline(__always)
  func steps(_ address: Int, _ group: AddressGroup) -> (latitude: UInt32, longitude: UInt32) {
    func low(_ word: UInt64, _ width: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: word & (1 &<< UInt64(width) &- 1))
    }
    let word = bits(ofAddress: address) &>> UInt64(group.numbers.width)
    return (
      low(word, group.extent.latitude),
      low(word &>> UInt64(group.extent.latitude), group.extent.longitude)
    )
  }

  /// The position of an address of a group, within twenty centimetres.
  package func position(ofAddress address: Int, group: Int) -> Coordinate {
    position(address, addressGroup(group))
  }

  /// The bits of an address and behind it.
  ///
  /// Behind the addresses are the beginnings of blocks, so that eight bytes are always inside.
  @inline(__always)
  private func bits(ofAddress address: Int) -> UInt64 {
    bytes.u64(layout.addresses.lowerBound &+ address &>> 3)
      &>> UInt64(truncatingIfNeeded: address & 7)
  }

  /// A box around the addresses of a group.
  ///
  /// - Complexity: O(addresses of the group).
  package func box(ofGroup group: Int) -> Box {
    let addresses = addressGroup(group)
    return addresses.addresses.reduce(into: Box.empty) { $0.add(position($1, addresses)) }
  }

  /// A box that contains the addresses of a group, at most twice as high and wide as they need.
  package func wideBox(ofGroup group: Int) -> Box {
    let extent = extent(ofGroup: group)
    let latitude = number(GroupColumn.latitude, ofGroup: group)
    let longitude = number(GroupColumn.longitude, ofGroup: group)
    var box = Box.empty
    box.add(coordinate(latitude, longitude))
    box.add(
      coordinate(
        latitude &+ 1 &<< UInt32(extent.latitude) &- 1,
        longitude &+ 1 &<< UInt32(extent.longitude) &- 1))
    return box
  }
}
