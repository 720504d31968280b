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
    try validate(
      layout.places, fault,
      [
        (Column.kind, Int64(layout.kindCount) - 1, "kind"),
        (Column.latitude, highest.latitude, "latitude"),
        (Column.longitude, highest.longitude, "longitude"),
        (Column.name, Int64(clamping: limits.namesLength) - 1, "name"),
        (Column.parent, Int64(layout.parentCount), "settlement"),
        (Column.edge, Int64(limits.edgeEnd), "edge"), (Column.share, 255, "share"),
        (Column.details, 255, "number of details"),
      ])
    try validateParents(fault)
    try validateDetails(fault, isName)
    try validateGroups(fault, isName)
    try validateWords(at: offset + UInt64(layout.blockText.lowerBound))
  }

  /// Checks the blocks of both tables, and that the origin is on earth.
  private func validateTables(at offset: UInt64) throws(FormatError) {
    func fault(_ at: Int, _ rule: String) -> FormatError {
      .invalid(part: "section 'places'", offset: offset + UInt64(at), rule: rule)
    }
    for table in [layout.places, layout.groups] {
      if let flaw = table.flaw(bytes) { throw fault(flaw.at, flaw.rule) }
    }
    let origin = Coordinate(
      latitudeUnits: layout.origin.latitude, longitudeUnits: layout.origin.longitude)
    guard origin.isOnEarth else { throw fault(36, "the origin lies not on earth") }
  }

  /// The steps from the origin to the north pole and to the 180th meridian.
  private var highest: (latitude: Int64, longitude: Int64) {
    let step = Int64(PlacesContents.step)
    return (
      (900_000_000 - Int64(layout.origin.latitude)) / step,
      (1_800_000_000 - Int64(layout.origin.longitude)) / step
    )
  }

  /// Checks that the numbers of a table do not exceed the limits of their columns.
  private func validate(
    _ table: BlockTable, _ fault: (Range<Int>, String) -> FormatError,
    _ columns: [(number: Int, limit: Int64, name: String)]
  ) throws(FormatError) {
    for column in columns {
      if let row = table.firstRow(bytes, column.number, above: column.limit) {
        throw fault(table.rows, "row \(row) has a \(column.name) that does not exist")
      }
    }
  }

  /// Checks that each place lies in a settlement above it.
  private func validateParents(
    _ fault: (Range<Int>, String) -> FormatError
  ) throws(FormatError) {
    for parent in 0..<layout.parentCount
    where number(layout.parents, layout.placeWidth, parent) >= layout.placeCount {
      throw fault(layout.parents, "parent \(parent) is no place")
    }
    var last: (parent: Int, depth: UInt8)?
    for place in 0..<layout.placeCount {
      guard let parent = parent(place) else { continue }
      let depth = category(place).depth
      // Most places lie in the settlement of the one before.
      if let last, last == (parent, depth) { continue }
      guard isAbove(parent, depth) else {
        throw fault(
          layout.places.rows, "place \(place) lies in something that is no settlement above")
      }
      last = (parent, depth)
    }
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
    try validate(
      layout.groups, fault,
      [
        (GroupColumn.place, Int64(count) - 1, "place"),
        (GroupColumn.region, Int64(layout.regionCount) - 1, "region"),
        (GroupColumn.latitude, highest.latitude, "latitude"),
        (GroupColumn.longitude, highest.longitude, "longitude"),
        (GroupColumn.extent, 255, "extent"),
        (GroupColumn.numberWidth, Int64(PlacesLayout.maximumAddressBits), "width of numbers"),
      ])
    var last = 0
    for group in 0..<layout.groupCount {
      func flaw(_ rule: String) -> FormatError {
        fault(layout.groups.rows, "group \(group) \(rule)")
      }
      guard place(ofGroup: group) >= last else { throw flaw("is out of order") }
      last = place(ofGroup: group)
      try validateAddresses(group, flaw)
    }
  }

  /// Checks that the addresses of a group follow those of the group before, have numbers and lie on earth.
  private func validateAddresses(
    _ group: Int, _ flaw: (String) -> FormatError
  ) throws(FormatError) {
    let (begin, end) = (begin(ofGroup: group), begin(ofGroup: group + 1))
    let addresses = addressGroup(group)
    let bits = addresses.extent.latitude + addresses.extent.longitude + addresses.numbers.width
    guard 1...PlacesLayout.maximumAddressBits ~= bits else {
      throw flaw("has wide or empty addresses")
    }
    guard group > 0 || begin == 0, begin < end, end <= layout.addressBits,
      (end - begin).isMultiple(of: bits)
    else { throw flaw("has no whole number of addresses") }
    let highest = highest
    for address in addresses.addresses {
      let steps = steps(address, addresses)
      guard number(address, addresses) < layout.numberCount,
        Int64(addresses.corner.latitude) + Int64(steps.latitude) <= highest.latitude,
        Int64(addresses.corner.longitude) + Int64(steps.longitude) <= highest.longitude
      else { throw flaw("has an address without number, or not on earth") }
    }
  }
}
