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
    let count = layout.placeCount
    for place in 0..<count {
      guard position(place).isOnEarth else {
        throw fault(layout.latitude, "place \(place) lies not on earth")
      }
      guard isName(nameOffset(place)) else {
        throw fault(layout.name, "the name of place \(place) is not inside")
      }
      if let parent = parent(place) {
        guard parent < count, isAbove(parent, category(place).depth) else {
          throw fault(layout.parent, "place \(place) lies in something that is no settlement above")
        }
      }
      if let edge = edgeNumber(place), edge.rawValue >= limits.edgeEnd {
        throw fault(layout.edge, "place \(place) lies at edge \(edge), which does not exist")
      }
    }
    try validateDetails(fault, isName)
    try validateGroups(fault, isName)
    try validateWords(at: offset + UInt64(layout.blockText.lowerBound))
  }

  /// Whether a place may be the parent of one with a depth.
  private func isAbove(_ place: Int, _ depth: UInt8) -> Bool {
    guard let category = PlaceCategory(rawValue: categoryNumber(place)), category.isSettlement
    else { return false }
    if category.depth != depth { return category.depth < depth }
    guard let next = parent(place) else { return true }
    return next < layout.placeCount && self.category(next).depth < depth
  }

  private func validateDetails(
    _ fault: (Range<Int>, String) -> FormatError, _ isName: (UInt32) -> Bool
  ) throws(FormatError) {
    var row = 0
    for place in 0..<layout.placeCount {
      if place % PlacesLayout.detailBlock == 0 {
        guard Int(u32(layout.detailStart, place / PlacesLayout.detailBlock)) == row else {
          throw fault(layout.detailStart, "the details of place \(place) begin elsewhere")
        }
      }
      let end = row + Int(u8(layout.detailCounts, place))
      guard end <= layout.detailCount else {
        throw fault(layout.detailCounts, "the details of place \(place) are not inside")
      }
      var last: UInt8 = 0
      while row < end {
        let kind = u8(layout.detailKind, row)
        guard kind >= last else {
          throw fault(layout.detailKind, "detail \(row) is out of order")
        }
        last = kind
        guard detailText(row) != 0, isName(detailText(row)) else {
          throw fault(layout.detailText, "the text of detail \(row) is not inside")
        }
        row += 1
      }
    }
    let blocks = (layout.placeCount + PlacesLayout.detailBlock - 1) / PlacesLayout.detailBlock
    guard row == layout.detailCount, Int(u32(layout.detailStart, blocks)) == row else {
      throw fault(layout.detailStart, "there are details of no place")
    }
  }

  private func validateGroups(
    _ fault: (Range<Int>, String) -> FormatError, _ isName: (UInt32) -> Bool
  ) throws(FormatError) {
    let count = layout.placeCount
    guard u32(layout.groupBegin, 0) == 0,
      (Int(u32(layout.groupBegin, layout.groupCount)) + 7) / 8 == layout.addressesLength
    else { throw fault(layout.groupBegin, "the groups do not have all addresses") }
    for number in 0..<layout.numberCount
    where numberText(number) == 0 || !isName(numberText(number)) {
      throw fault(layout.numberText, "house number \(number) is not inside")
    }
    var last = 0
    for group in 0..<layout.groupCount {
      guard place(ofGroup: group) >= last, place(ofGroup: group) < count else {
        throw fault(layout.groupPlace, "group \(group) is out of order, or of no place")
      }
      last = place(ofGroup: group)
      guard city(ofGroup: group) ?? 0 < count, postcode(ofGroup: group) ?? 0 < count else {
        throw fault(layout.groupCity, "group \(group) is in a place that does not exist")
      }
      let bits = Int(u32(layout.groupBegin, group + 1)) - Int(u32(layout.groupBegin, group))
      guard bits > 0, bits.isMultiple(of: addressBits(ofGroup: group)),
        (Int(u32(layout.groupBegin, group + 1)) + 7) / 8 <= layout.addressesLength
      else { throw fault(layout.groupBegin, "group \(group) has no whole number of addresses") }
      let (height, width) = extent(ofGroup: group)
      let corner = box(ofGroup: group)
      let far = (
        Int64(corner.minLatitude) + Int64(height) * Int64(PlacesContents.step),
        Int64(corner.minLongitude) + Int64(width) * Int64(PlacesContents.step)
      )
      guard far.0 <= 900_000_000, far.1 <= 1_800_000_000, corner.minLatitude >= -900_000_000,
        corner.minLongitude >= -1_800_000_000
      else { throw fault(layout.groupLatitude, "group \(group) lies not on earth") }
      for address in addresses(ofGroup: group) {
        let steps = steps(ofAddress: address, group: group)
        guard number(address) < layout.numberCount, steps.latitude <= height,
          steps.longitude <= width
        else {
          throw fault(
            layout.addresses,
            "the address at bit \(address) has no number, or lies outside its group")
        }
      }
    }
  }
}
