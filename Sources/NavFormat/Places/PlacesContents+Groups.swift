internal import Bytes
internal import Geo

extension PlacesContents {
  /// The most steps in a group of addresses, which twelve bits hold.
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

    func steps(_ position: Coordinate) -> (latitude: UInt16, longitude: UInt16) {
      /// The nearest step that lies on earth.
      func steps(_ value: Int32, _ low: Int32, _ most: Int64) -> UInt16 {
        let step = Int64(PlacesContents.step)
        let units = Int64(value) - Int64(low)
        let rounded = (units + step / 2) / step
        return UInt16(Int64(low) + rounded * step <= most ? rounded : units / step)
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
    for address in addresses {
      if address.place != place {
        place = address.place
        known = [:]
      }
      let key = Key(
        city: address.city, postcode: address.postcode, isInterpolated: address.isInterpolated,
        row: address.position.latitudeUnits.dividedDown(by: square),
        column: address.position.longitudeUnits.dividedDown(by: square))
      let index = known[key] ?? result.count
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
    _ groups: [Group], _ numbers: [UInt32], _ widths: Widths,
    _ column: ((inout ByteWriter) -> Void) -> Void
  ) {
    for places in [groups.map { Int?($0.place) }, groups.map(\.city), groups.map(\.postcode)] {
      column { writer in
        for place in places { writer.number(place.map { UInt32($0) } ?? .max, widths.place) }
      }
    }
    column { for group in groups { $0.i32(group.box.minLatitude) } }
    column { for group in groups { $0.i32(group.box.minLongitude) } }
    func far(_ group: Group) -> Coordinate {
      Coordinate(latitudeUnits: group.box.maxLatitude, longitudeUnits: group.box.maxLongitude)
    }
    column { for group in groups { $0.u16(group.steps(far(group)).latitude) } }
    column { for group in groups { $0.u16(group.steps(far(group)).longitude) } }
    column { for group in groups { $0.u8(group.isInterpolated ? 1 : 0) } }
    column { writer in
      var first = 0
      for group in groups {
        writer.u32(UInt32(first))
        first += group.addresses.count
      }
      writer.u32(UInt32(first))
    }
    column { writer in
      let boxes = groups.map { group in
        let far = group.steps(far(group))
        return PlacesView.box(group.corner, height: far.latitude, width: far.longitude)
      }
      for box in BoxTree(itemCount: boxes.count).boxes(of: boxes) { box.write(to: &writer) }
    }
    let rows = groups.flatMap { group in group.addresses.map { ($0, group.steps($0.position)) } }
    var index: [UInt32: UInt32] = [:]
    for (place, number) in numbers.enumerated() { index[number] = UInt32(place) }
    column { for number in numbers { $0.number(number, widths.text) } }
    column { writer in
      for (address, _) in rows {
        let number = index[address.text] ?? 0
        if numbers.count <= 65_536 {
          writer.u16(UInt16(truncatingIfNeeded: number))
        } else {
          writer.u32(number)
        }
      }
    }
    column { writer in
      for (_, steps) in rows {
        writer.number(UInt32(steps.latitude) | UInt32(steps.longitude) << 12, 3)
      }
    }
  }
}

extension Int32 {
  /// The quotient rounded towards negative infinity; the divisor is positive.
  fileprivate func dividedDown(by divisor: Int32) -> Int32 {
    self >= 0 ? self / divisor : -((-(self + 1)) / divisor) - 1
  }
}
