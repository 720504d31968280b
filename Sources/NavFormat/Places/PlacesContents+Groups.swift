internal import Bytes
internal import Geo

extension PlacesContents {
  /// The maximum number of steps in a group of addresses, which fits into twelve bits.
  private static let maximumSteps: Int32 = 4_095

  /// What the addresses of a group have in common besides their street.
  struct Region: Hashable {
    var city: Int?
    var postcode: Int?
    var isInterpolated: Bool
  }

  /// Addresses of one place and region that lie near each other.
  struct Group {
    var place: Int
    var region: Region
    /// The indices of the addresses.
    var addresses: [Int] = []
  }

  /// The addresses of each place by region, and squares that twelve bits can distinguish.
  private func grouped() -> [Group] {
    struct Key: Hashable {
      var region: Region
      var row: Int32
      var column: Int32
    }
    let square = Self.maximumSteps * Self.step
    var result: [Group] = []
    var place = -1
    var known: [Key: Int] = [:]
    var last: (key: Key, index: Int)?
    for (number, address) in addresses.enumerated() {
      if address.place != place {
        place = address.place
        known = [:]
        last = nil
      }
      let region = Region(
        city: address.city, postcode: address.postcode, isInterpolated: address.isInterpolated)
      let key = Key(
        region: region, row: address.position.latitudeUnits.dividedDown(by: square),
        column: address.position.longitudeUnits.dividedDown(by: square))
      // Most addresses belong to the group of the one before.
      let index = last?.key == key ? last?.index ?? result.count : known[key] ?? result.count
      if index == result.count {
        known[key] = index
        result.append(Group(place: place, region: region))
      }
      last = (key, index)
      result[index].addresses.append(number)
    }
    return result
  }

  /// The rows of groups and the bits of their addresses.
  struct PackedGroups {
    /// The index of a house number, its latitude and its longitude.
    private typealias House = SIMD4<UInt32>

    private(set) var rows: [BlockTable.Row] = []
    /// The boxes around groups.
    private var boxes: [Box] = []
    /// The regions in the order in which they occur first.
    let regions: [Region]
    /// The texts of the distinct house numbers: those of the contents, then any that they lack.
    let numbers: [UInt32]
    private(set) var addressBits = 0
    private let addresses: [UInt8]

    /// Packs the addresses of places in as many bits as their group needs.
    init(_ contents: PlacesContents, _ grid: Grid) {
      var numbers = FirstOccurrences(contents.numbers)
      var regions = FirstOccurrences<Region>()
      var packer = BitPacker()
      var houses: [House] = []
      for group in contents.grouped() {
        houses.removeAll(keepingCapacity: true)
        var (low, high) = (House(repeating: .max), House())
        for index in group.addresses {
          let address = contents.addresses[index]
          let steps = grid.steps(address.position)
          let house = House(numbers.index(address.text), steps.latitude, steps.longitude, 0)
          houses.append(house)
          low = pointwiseMin(low, house)
          high = pointwiseMax(high, house)
        }
        let spread = high &- low
        // An address has a bit at least, so that its group has a whole number of them.
        let number = spread == House() ? 1 : PlacesLayout.bits(Int(spread[0]))
        let extent = (PlacesLayout.bits(Int(spread[1])), PlacesLayout.bits(Int(spread[2])))
        rows.append(
          BlockTable.Row(
            UInt32(group.place), regions.index(group.region), low[1], low[2],
            UInt32(extent.0 | extent.1 << 4), UInt32(addressBits), low[0], UInt32(number)))
        boxes.append(grid.box((low[1], high[1]), (low[2], high[2])))
        for house in houses {
          let offset = house &- low
          packer.append(UInt64(offset[0]), number)
          packer.append(UInt64(offset[1]), extent.0)
          packer.append(UInt64(offset[2]), extent.1)
        }
        addressBits += houses.count * (number + extent.0 + extent.1)
      }
      self.numbers = numbers.values
      self.regions = regions.values
      addresses = packer.finished()
    }

    /// Writes the columns behind the table of groups.
    func write(to writer: inout ByteWriter, placeWidth: Int, textWidth: Int) {
      for places in [regions.map(\.city), regions.map(\.postcode)] {
        writer.column(places) { $0.number($1.map { UInt32($0) } ?? .max, placeWidth) }
      }
      writer.column(regions) { $0.u8($1.isInterpolated ? 1 : 0) }
      writer.boxes(boxes)
      writer.column(numbers) { $0.number($1, textWidth) }
      writer.column(addresses)
    }
  }
}

extension Int32 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func dividedDown(by divisor: Int32) -> Int32 {
    self >= 0 ? self / divisor : -((-(self + 1)) / divisor) - 1
  }
}
