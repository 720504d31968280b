import Geo

/// A hint for clients: a snapped coordinate and the id of its map.
struct Hint: Equatable {
  /// The id of the map.
  var build: UInt64
  /// The place on the road.
  var place: Coordinate

  /// The number of bytes before encoding: eight of the map, eight of the place, two zeros.
  private static let length = 18
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The hint as 24 letters.
  var text: String {
    var bytes: [UInt8] = []
    for byte in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: build >> (8 * UInt64(byte)))) }
    for units in [place.latitudeUnits, place.longitudeUnits] {
      let bits = UInt32(bitPattern: units)
      for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt32(byte)))) }
    }
    bytes += [0, 0]
    var text: [UInt8] = []
    for at in stride(from: 0, to: Self.length, by: 3) {
      let bits = Int(bytes[at]) << 16 | Int(bytes[at + 1]) << 8 | Int(bytes[at + 2])
      for shift in [18, 12, 6, 0] { text.append(Self.letters[bits >> shift & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Parses a hint; a hint of another program counts as one of another map.
  static func read(_ scanner: inout Scanner) throws(ServiceError) -> Hint {
    let start = scanner.position
    let letters = scanner.takeWhile { Self.letters.contains($0) || $0 == UInt8(ascii: "=") }
    guard !letters.isEmpty, letters.count % 4 == 0 else { throw scanner.malformed(at: start) }
    let none = Hint(build: 0, place: Coordinate(latitudeUnits: 0, longitudeUnits: 0))
    var bytes: [UInt8] = []
    for at in stride(from: letters.startIndex, to: letters.endIndex, by: 4) {
      var bits = 0
      for letter in letters[at..<at + 4] {
        guard let value = Self.letters.firstIndex(of: letter) else { return none }
        bits = bits << 6 | value
      }
      for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    guard bytes.count == length else { return none }
    func number(_ range: Range<Int>) -> UInt64 {
      range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }
    let place = Coordinate(
      latitudeUnits: Int32(truncatingIfNeeded: number(8..<12)),
      longitudeUnits: Int32(truncatingIfNeeded: number(12..<16)))
    return place.isOnEarth ? Hint(build: number(0..<8), place: place) : none
  }
}
