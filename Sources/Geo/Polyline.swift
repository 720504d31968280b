/// The encoded polyline format with five or six decimals.
///
/// Each coordinate is the difference from the previous one, with five bits per character.
package enum Polyline {
  /// Decimals of a degree; the raw value is the number of coordinate units in the last decimal.
  package enum Precision: Int64 {
    /// As specified by Google, and OSRM's `polyline`.
    case five = 100
    /// As in Valhalla, and OSRM's `polyline6`.
    case six = 10
  }

  /// The encoding of a line, in ASCII.
  package static func encode(_ points: some Sequence<Coordinate>, _ precision: Precision) -> String
  {
    var result: [UInt8] = []
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    for point in points {
      let north = rounded(point.latitudeUnits, precision)
      let east = rounded(point.longitudeUnits, precision)
      append(north - latitude, to: &result)
      append(east - longitude, to: &result)
      (latitude, longitude) = (north, east)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The degrees encoded in a line, which may be out of range; nil if the text is malformed.
  package static func decode(
    _ bytes: some Sequence<UInt8>, _ precision: Precision
  ) -> [(longitude: Double, latitude: Double)]? {
    var places: [(longitude: Double, latitude: Double)] = []
    var bytes = bytes.makeIterator()
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    while let first = bytes.next() {
      guard let north = difference(first, &bytes), let second = bytes.next(),
        let east = difference(second, &bytes)
      else { return nil }
      latitude += north
      longitude += east
      guard abs(latitude) < 1 << 40, abs(longitude) < 1 << 40 else { return nil }
      places.append((degrees(longitude, precision), degrees(latitude, precision)))
    }
    return places
  }

  /// Degrees as a quotient of integers, so that the poles and the 180th meridian are exact.
  private static func degrees(_ value: Int64, _ precision: Precision) -> Double {
    Double(value * precision.rawValue) / Coordinate.unitsPerDegree
  }

  private static func difference(
    _ first: UInt8, _ bytes: inout some IteratorProtocol<UInt8>
  ) -> Int64? {
    var byte = first
    var value: UInt64 = 0
    for shift: UInt64 in stride(from: 0, through: 30, by: 5) {
      guard 63...126 ~= byte else { return nil }
      let bits = UInt64(byte - 63)
      value |= (bits & 0x1F) << shift
      if bits < 0x20 { return Int64(value >> 1) ^ -Int64(value & 1) }
      guard let next = bytes.next() else { return nil }
      byte = next
    }
    return nil
  }

  private static func rounded(_ units: Int32, _ precision: Precision) -> Int64 {
    let half = precision.rawValue / 2
    return (Int64(units) + (units < 0 ? -half : half)) / precision.rawValue
  }

  private static func append(_ value: Int64, to bytes: inout [UInt8]) {
    var rest = UInt64(bitPattern: value << 1 ^ value >> 63)
    while rest >= 0x20 {
      bytes.append(UInt8(rest & 0x1F | 0x20) + 63)
      rest >>= 5
    }
    bytes.append(UInt8(rest) + 63)
  }
}
