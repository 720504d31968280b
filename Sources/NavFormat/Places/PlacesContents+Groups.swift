internal import Bytes
internal import Geo

extension PlacesContents {
  /// The maximum number of steps in a group of addresses, which fits into twelve bits.
  private static let maximumSteps: Int32 = 4_095

  /// Addresses of one place, settlement and postcode that lie near each other.
  struct Group {
    var place: Int
    var city: Int?
    var postcode: Int?
    var isInterpolated: Bool
    var box = Box.empty
    var addresses: [Address] = []

    /// The corner from which positions count.
    var corner: Coordinate {
      Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude)
    }

    /// The size of the box around the addresses, in steps from its corner.
    var extent: (latitude: Int, longitude: Int) {
      steps(Coordinate(latitudeUnits: box.maxLatitude, longitudeUnits: box.maxLongitude))
    }

    func steps(_ position: Coordinate) -> (latitude: Int, longitude: Int) {
      /// The nearest step that lies on earth.
      func steps(_ value: Int32, _ low: Int32, _ most: Int64) -> Int {
        let step = Int64(PlacesContents.step)
        let units = Int64(value) - Int64(low)
        let rounded = (units + step / 2) / step
        return Int(Int64(low) + rounded * step <= most ? rounded : units / step)
      }
      return (
        steps(position.latitudeUnits, box.minLatitude, 900_000_000),
        steps(position.longitudeUnits, box.minLongitude, 1_800_000_000)
      )
    }
  }

  /// The addresses of each place by settlement, postcode, and squares that twelve bits can distinguish.
  func grouped() -> [Group] {
    struct Key: Hashable {
      var city: Int?
      var postcode: Int?
      var isInterpolated: Bool
      var row: Int32
      var column: Int32
    }
    let square = Self.maximumSteps * Self.step
    var result: [Group] = []
    var place = -1
    var known: [Key: Int] = [:]
    var last: (key: Key, index: Int)?
    for address in addresses {
      if address.place != place {
        place = address.place
        known = [:]
        last = nil
      }
      let key = Key(
        city: address.city, postcode: address.postcode, isInterpolated: address.isInterpolated,
        row: address.position.latitudeUnits.dividedDown(by: square),
        column: address.position.longitudeUnits.dividedDown(by: square))
      // Most addresses belong to the group of the one before.
      let index = last?.key == key ? last?.index ?? result.count : known[key] ?? result.count
      last = (key, index)
      if index == result.count {
        known[key] = index
        result.append(
          Group(
            place: place, city: key.city, postcode: key.postcode,
            isInterpolated: key.isInterpolated))
      }
      result[index].box.add(address.position)
      result[index].addresses.append(address)
    }
    return result
  }

  /// Encodes the columns of groups, house numbers and addresses.
  func encode(
    _ groups: [Group], _ numbers: [UInt32], _ addresses: PackedAddresses, _ widths: Widths,
    _ column: ((inout ByteWriter) -> Void) -> Void
  ) {
    for places in [groups.map { Int?($0.place) }, groups.map(\.city), groups.map(\.postcode)] {
      column { writer in
        for place in places { writer.number(place.map { UInt32($0) } ?? .max, widths.place) }
      }
    }
    column {
      for group in groups {
        widths.write(group.box.minLatitude, from: widths.origin.latitude, to: &$0)
      }
    }
    column {
      for group in groups {
        widths.write(group.box.minLongitude, from: widths.origin.longitude, to: &$0)
      }
    }
    column { writer in
      for group in groups {
        let extent = group.extent
        writer.number(UInt32(extent.latitude | extent.longitude << 12), 3)
      }
    }
    column { for group in groups { $0.u8(group.isInterpolated ? 1 : 0) } }
    column { for bit in addresses.begins { $0.u32(bit) } }
    column { writer in
      let boxes = groups.map { group in
        let extent = group.extent
        return PlacesView.box(group.corner, height: extent.latitude, width: extent.longitude)
      }
      for box in BoxTree(itemCount: boxes.count).boxes(of: boxes) { box.write(to: &writer) }
    }
    column { for number in numbers { $0.number(number, widths.text) } }
    column { $0.raw(addresses.bytes) }
  }

  /// The addresses of all groups, and the first bit of each group, then their end.
  struct PackedAddresses {
    var begins: [UInt32] = []
    var bytes: [UInt8] = []
  }

  /// Packs addresses in as many bits as the extent of their group needs.
  func packed(_ groups: [Group], _ numbers: [UInt32]) -> PackedAddresses {
    var index: [UInt32: UInt64] = [:]
    for (place, number) in numbers.enumerated() { index[number] = UInt64(place) }
    let numberBits = max(PlacesLayout.bits(numbers.count - 1), 1)
    var packer = BitPacker()
    var begins: [UInt32] = []
    var bit = 0
    for group in groups {
      begins.append(UInt32(bit))
      let extent = group.extent
      let bits = (PlacesLayout.bits(extent.latitude), PlacesLayout.bits(extent.longitude))
      for address in group.addresses {
        let steps = group.steps(address.position)
        packer.append(index[address.text] ?? 0, numberBits)
        packer.append(UInt64(steps.latitude), bits.0)
        packer.append(UInt64(steps.longitude), bits.1)
      }
      bit += group.addresses.count * (numberBits + bits.0 + bits.1)
    }
    begins.append(UInt32(bit))
    return PackedAddresses(begins: begins, bytes: packer.finished())
  }
}

extension Int32 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func dividedDown(by divisor: Int32) -> Int32 {
    self >= 0 ? self / divisor : -((-(self + 1)) / divisor) - 1
  }
}
