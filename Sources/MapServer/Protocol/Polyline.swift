import Geo

/// The encoded polyline format at five or six decimals: each coordinate as the difference from the one
/// before, five bits a character.
enum Polyline {
  /// Decimals of a degree.
  enum Precision: Int64 {
    case five = 100
    case six = 10
  }

  /// The bytes of a line, all in ASCII.
  static func encode(_ points: some Sequence<Coordinate>, _ precision: Precision) -> String {
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

  /// The degrees in the bytes of a line; nil where they are none.
  static func decode(
    _ bytes: ArraySlice<UInt8>, _ precision: Precision
  ) -> [(longitude: Double, latitude: Double)]? {
    var places: [(longitude: Double, latitude: Double)] = []
    var at = bytes.startIndex
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    let scale = Double(precision.rawValue) / Coordinate.unitsPerDegree
    while at < bytes.endIndex {
      guard let north = difference(bytes, &at), let east = difference(bytes, &at) else {
        return nil
      }
      latitude += north
      longitude += east
      guard abs(latitude) < 1 << 40, abs(longitude) < 1 << 40 else { return nil }
      places.append((Double(longitude) * scale, Double(latitude) * scale))
    }
    return places
  }

  private static func difference(_ bytes: ArraySlice<UInt8>, _ at: inout Int) -> Int64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.endIndex {
      guard bytes[at] >= 63, shift <= 30 else { return nil }
      let bits = UInt64(bytes[at] - 63)
      at += 1
      value |= (bits & 0x1F) << shift
      shift += 5
      if bits < 0x20 { return Int64(value >> 1) ^ -Int64(value & 1) }
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
