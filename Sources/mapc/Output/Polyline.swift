import Geo

/// The encoded polyline format at six decimals, as Valhalla and OSRM's `polyline6` write it: each
/// coordinate as the difference from the one before, five bits a character.
enum Polyline {
  static func encode(_ points: [Coordinate]) -> String {
    var result: [UInt8] = []
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    for point in points {
      let north = rounded(point.latitudeUnits)
      let east = rounded(point.longitudeUnits)
      append(north - latitude, to: &result)
      append(east - longitude, to: &result)
      (latitude, longitude) = (north, east)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func rounded(_ units: Int32) -> Int64 {
    (Int64(units) + (units < 0 ? -5 : 5)) / 10
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
