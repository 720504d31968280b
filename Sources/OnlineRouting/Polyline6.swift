import Geo

/// The encoded polyline format at six decimals: each coordinate as the difference from the one before, five bits a
/// character.
enum Polyline6 {
  /// Units of a coordinate in one of the sixth decimal.
  private static let scale: Int64 = 10

  /// The places of a line; nil where the text is no line on earth.
  static func decode(_ text: String) -> [Coordinate]? {
    var places: [Coordinate] = []
    var bytes = text.utf8.makeIterator()
    var (latitude, longitude): (Int64, Int64) = (0, 0)
    while let first = bytes.next() {
      guard let north = difference(first, &bytes), let second = bytes.next(),
        let east = difference(second, &bytes)
      else { return nil }
      latitude += north
      longitude += east
      guard abs(latitude) <= 90_000_000, abs(longitude) <= 180_000_000 else { return nil }
      places.append(
        Coordinate(
          latitudeUnits: Int32(latitude * scale), longitudeUnits: Int32(longitude * scale)))
    }
    return places
  }

  private static func difference(
    _ first: UInt8, _ bytes: inout String.UTF8View.Iterator
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
}
