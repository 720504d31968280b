internal import Bytes
internal import Geo
internal import RoadModel

extension PlacesView {
  /// Checks every reference in the section, so that no reader is misled.
  ///
  /// - Parameters:
  ///   - offset: The offset of the section in the file, for messages.
  ///   - limits: The number of edge ids and the length of the names section.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)`` for the first flaw.
  /// - Complexity: O(section).
  package func validate(
    at offset: UInt64, _ limits: (edgeEnd: UInt32, namesLength: UInt64)
  ) throws(FormatError) {
    func fault(_ column: Range<Int>, _ rule: String) -> FormatError {
      .invalid(
        part: "section 'places'", offset: offset + UInt64(column.lowerBound), rule: rule)
    }
    func isName(_ text: UInt32) -> Bool { UInt64(text) < limits.namesLength }
    try validateTables(at: offset)
    for parent in 0..<layout.parentCount
    where number(layout.parents, layout.placeWidth, parent) >= layout.placeCount {
      throw fault(layout.parents, "parent \(parent) is no place")
    }
    for place in 0..<layout.placeCount {
      guard isOnEarth(Column.latitude, Column.longitude, layout.places, place) else {
        throw fault(layout.places.rows, "place \(place) lies not on earth")
      }
      guard isName(nameOffset(place)) else {
        throw fault(layout.places.rows, "the name of place \(place) is not inside")
      }
      guard number(Column.kind, ofPlace: place) < layout.kindCount,
        number(Column.parent, ofPlace: place) <= layout.parentCount,
        number(Column.share, ofPlace: place) <= 255, number(Column.details, ofPlace: place) <= 255
      else { throw fault(layout.places.rows, "place \(place) has a number beyond its limit") }
      if let edge = edgeNumber(place), edge.rawValue >= limits.edgeEnd {
        throw fault(
          layout.places.rows, "place \(place) lies at edge \(edge), which does not exist")
      }
    }
    for place in 0..<layout.placeCount {
      guard let parent = parent(place) else { continue }
      guard isAbove(parent, category(place).depth) else {
        throw fault(
          layout.places.rows, "place \(place) lies in something that is no settlement above")
      }
    }
    try validateDetails(fault, isName)
    try validateGroups(fault, isName)
    try validateWords(at: offset + UInt64(layout.blockText.lowerBound))
  }

  /// Checks the blocks of both tables.
  private func validateTables(at offset: UInt64) throws(FormatError) {
    for table in [layout.places, layout.groups] {
      if let flaw = table.flaw(bytes) {
        throw .invalid(
          part: "section 'places'", offset: offset + UInt64(flaw.at), rule: flaw.rule)
      }
    }
  }

  /// Whether a row lies on earth, so many steps from the origin.
  private func isOnEarth(
    _ latitude: Int, _ longitude: Int, _ table: BlockTable, _ row: Int
  ) -> Bool {
    isOnEarth(table.number(bytes, latitude, row), table.number(bytes, longitude, row))
  }

  /// Whether so many steps from the origin are on earth, without regard to the bounds of their type.
  private func isOnEarth(_ latitude: UInt32, _ longitude: UInt32) -> Bool {
    func units(_ low: Int32, _ steps: UInt32) -> Int64 {
      Int64(low) + Int64(steps) * Int64(PlacesContents.step)
    }
    return abs(units(layout.origin.latitude, latitude)) <= 900_000_000
      && abs(units(layout.origin.longitude, longitude)) <= 1_800_000_000
  }

  /// Whether a place may be the parent of one with a depth.
  private func isAbove(_ place: Int, _ depth: UInt8) -> Bool {
    guard let category = PlaceCategory(rawValue: categoryNumber(place)), category.isSettlement
    else { return false }
    if category.depth != depth { return category.depth < depth }
    return parent(place).map { self.category($0).depth < depth } ?? true
  }

  private func validateDetails(
    _ fault: (Range<Int>, String) -> FormatError, _ isName: (UInt32) -> Bool
  ) throws(FormatError) {
    for detail in 0..<layout.distinctDetailCount {
      let text = number(layout.detailText, layout.textWidth, detail)
      guard text != 0, isName(text) else {
        throw fault(layout.detailText, "the text of detail \(detail) is not inside")
      }
    }
    var row = 0
    for place in 0..<layout.placeCount {
      if place % BlockTable.blockLength == 0 {
        guard Int(u32(layout.detailStart, place / BlockTable.blockLength)) == row else {
          throw fault(layout.detailStart, "the details of place \(place) begin elsewhere")
        }
      }
      let end = row + Int(number(Column.details, ofPlace: place))
      guard end <= layout.detailCount else {
        throw fault(layout.details, "the details of place \(place) are not inside")
      }
      var last: UInt8 = 0
      while row < end {
        guard distinctDetail(row) < layout.distinctDetailCount else {
          throw fault(layout.details, "detail \(row) does not exist")
        }
        let kind = detailKind(row).rawValue
        guard kind >= last else { throw fault(layout.details, "detail \(row) is out of order") }
        last = kind
        row += 1
      }
    }
    guard row == layout.detailCount,
      Int(u32(layout.detailStart, BlockTable.blockCount(layout.placeCount))) == row
    else { throw fault(layout.detailStart, "there are details of no place") }
  }

  private func validateGroups(
    _ fault: (Range<Int>, String) -> FormatError, _ isName: (UInt32) -> Bool
  ) throws(FormatError) {
    let count = layout.placeCount
    for number in 0..<layout.numberCount
    where numberText(number) == 0 || !isName(numberText(number)) {
      throw fault(layout.numberText, "house number \(number) is not inside")
    }
    for region in 0..<layout.regionCount {
      guard reference(layout.regionCity, region) ?? 0 < max(count, 1),
        reference(layout.regionPostcode, region) ?? 0 < max(count, 1)
      else { throw fault(layout.regionCity, "region \(region) is in a place that does not exist") }
    }
    guard layout.groupCount > 0 || layout.addressBits == 0 else {
      throw fault(layout.addresses, "there are addresses of no group")
    }
    var last = 0
    for group in 0..<layout.groupCount {
      func flaw(_ rule: String) -> FormatError {
        fault(layout.groups.rows, "group \(group) \(rule)")
      }
      guard place(ofGroup: group) >= last, place(ofGroup: group) < count,
        region(group) < layout.regionCount
      else { throw flaw("is out of order, or of no place or region") }
      last = place(ofGroup: group)
      try validateAddresses(group, flaw)
    }
  }

  /// Checks that the addresses of a group follow those of the group before, have numbers and lie on earth.
  private func validateAddresses(
    _ group: Int, _ flaw: (String) -> FormatError
  ) throws(FormatError) {
    let (begin, end) = (begin(ofGroup: group), begin(ofGroup: group + 1))
    let extent = extent(ofGroup: group)
    let width = number(GroupColumn.numberWidth, ofGroup: group)
    guard width <= PlacesLayout.maximumAddressBits else { throw flaw("has wide numbers") }
    let bits = extent.latitude + extent.longitude + Int(width)
    guard number(GroupColumn.extent, ofGroup: group) < 256,
      1...PlacesLayout.maximumAddressBits ~= bits
    else { throw flaw("has wide or empty addresses") }
    guard group > 0 || begin == 0, begin < end, end <= layout.addressBits,
      (end - begin).isMultiple(of: bits)
    else { throw flaw("has no whole number of addresses") }
    let south = number(GroupColumn.latitude, ofGroup: group)
    let west = number(GroupColumn.longitude, ofGroup: group)
    guard isOnEarth(south, west) else { throw flaw("lies not on earth") }
    let addresses = addressGroup(group)
    for address in addresses.addresses {
      let steps = steps(address, addresses)
      guard number(address, addresses) < layout.numberCount,
        isOnEarth(south + steps.latitude, west + steps.longitude)
      else { throw flaw("has an address without number, or not on earth") }
    }
  }
}
