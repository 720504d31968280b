import Geo

/// The binary format, version 3 (OpenLR white paper 1.5, chapter 7). Numbers are big-endian.
///
///     header    1   bits 0-2 version, 3 attributes, 4 and 6 area, 5 point
///     point     6   longitude and latitude in 2^24ths of a turn; later points 2 + 2, 1e-5 degrees from the one before
///               2   form (3 bits), class (3), orientation or side (2); bearing (5), lowest class or offset flags (3)
///               1   interval; not at the last point
///     offsets   1   start, end; each if its flag is set at the last point
///     poi       4   1e-5 degrees from the first point
extension OpenLRReference {
  private static let version: UInt8 = 3
  private static let lineType: UInt8 = 1
  private static let pointType: UInt8 = 5
  private static let startFlag: UInt8 = 2
  private static let endFlag: UInt8 = 1
  /// The length of a reference with two points, without offsets; each other point adds ``pointLength``.
  private static let shortestLength = 16
  private static let pointLength = 7
  private static let poiLength = 4
  /// The maximum number of points of a reference; each may cost a search over the map.
  private static let maximumPoints = 1_000

  // MARK: Reading

  /// Reads a reference.
  ///
  /// - Parameter bytes: The whole reference.
  /// - Throws: ``OpenLRFlaw``.
  public init(bytes: [UInt8]) throws(OpenLRFlaw) {
    guard let header = bytes.first else { throw .length(0) }
    guard header & 7 == Self.version else { throw .version(header & 7) }
    let type = header >> 3 & 15
    guard type == Self.lineType || type == Self.pointType else { throw .kind(type) }
    guard bytes.count >= Self.shortestLength else { throw .length(bytes.count) }
    var reader = Reader(bytes: bytes, at: 1)
    let extra = bytes.count - Self.shortestLength
    let isLine = type == Self.lineType
    let pointCount = isLine ? 2 + extra / Self.pointLength : 2
    guard pointCount <= Self.maximumPoints else { throw .length(bytes.count) }
    var points: [OpenLRPoint] = []
    var highBits: [UInt8] = []
    var flags: UInt8 = 0
    for number in 0..<pointCount {
      let position =
        if let last = points.last { try reader.position(from: last.position) } else {
          try reader.position()
        }
      let (first, second) = (reader.byte(), reader.byte())
      var point = OpenLRPoint(
        position: position, roadClass: first >> 3 & 7,
        form: FormOfWay(rawValue: first & 7) ?? .undefined, bearing: second & 31)
      highBits.append(first >> 6)
      if number < pointCount - 1 {
        point.lowestClass = second >> 5
        point.interval = reader.byte()
      } else {
        flags = second >> 5
      }
      points.append(point)
    }
    let offsets = isLine ? flags & (Self.startFlag | Self.endFlag) : flags & Self.startFlag
    let rest = bytes.count - reader.at - offsets.nonzeroBitCount
    guard rest == 0 || !isLine && rest == Self.poiLength else { throw .length(bytes.count) }
    self.points = points
    startOffset = offsets & Self.startFlag != 0 ? reader.byte() : nil
    endOffset = offsets & Self.endFlag != 0 ? reader.byte() : nil
    kind = .line
    if !isLine {
      kind = .pointAlongLine(
        Orientation(rawValue: highBits[0]) ?? .unknown, Side(rawValue: highBits[1]) ?? .unknown,
        poi: rest == 0 ? nil : try reader.position(from: points[0].position))
    }
  }

  /// Reads a reference in base64.
  ///
  /// - Parameter base64: The text, with or without padding.
  /// - Throws: ``OpenLRFlaw``.
  public init(base64: String) throws(OpenLRFlaw) {
    guard let bytes = Base64.bytes(of: base64) else { throw .notBase64 }
    try self.init(bytes: bytes)
  }

  /// Reads bytes whose number has been checked.
  private struct Reader {
    let bytes: [UInt8]
    var at: Int

    mutating func byte() -> UInt8 {
      at += 1
      return bytes[at - 1]
    }

    /// A signed number.
    private mutating func number(_ count: Int) -> Int64 {
      var value = Int64(Int8(bitPattern: byte()))
      for _ in 1..<count { value = value << 8 | Int64(byte()) }
      return value
    }

    /// An absolute position.
    mutating func position() throws(OpenLRFlaw) -> Coordinate {
      let longitude = Self.units(number(3))
      let latitude = Self.units(number(3))
      return try Self.checked(latitude, longitude)
    }

    /// A position relative to another.
    mutating func position(from base: Coordinate) throws(OpenLRFlaw) -> Coordinate {
      let longitude = Int64(base.longitudeUnits) + number(2) * 100
      let latitude = Int64(base.latitudeUnits) + number(2) * 100
      return try Self.checked(latitude, longitude)
    }

    /// 2^24ths of a turn in 1e-7 degrees: the number is half a unit farther from zero than the place.
    private static func units(_ number: Int64) -> Int64 {
      let half = number == 0 ? 0 : number < 0 ? -0.5 : 0.5
      return Int64(((Double(number) - half) * 3.6e9 / 0x1p24).rounded())
    }

    private static func checked(
      _ latitude: Int64, _ longitude: Int64
    ) throws(OpenLRFlaw) -> Coordinate {
      let turn: Int64 = 3_600_000_000
      var around = longitude
      if around > turn / 2 { around -= turn }
      if around < -turn / 2 { around += turn }
      guard abs(latitude) <= 900_000_000 else { throw .position }
      return Coordinate(latitudeUnits: Int32(latitude), longitudeUnits: Int32(around))
    }
  }

  // MARK: Writing

  /// The bytes of the reference; nil if it has fewer than two points, or a point is too far from the one before.
  ///
  /// Positions are rounded to the resolution of the format.
  public var bytes: [UInt8]? {
    guard points.count >= 2, kind == .line || points.count == 2 && endOffset == nil else {
      return nil
    }
    var bytes = [Self.version | (kind == .line ? Self.lineType : Self.pointType) << 3]
    var highBits: (first: UInt8, last: UInt8) = (0, 0)
    var poi: Coordinate?
    if case .pointAlongLine(let orientation, let side, let place) = kind {
      highBits = (orientation.rawValue, side.rawValue)
      poi = place
    }
    var base = Self.append(points[0].position, to: &bytes)
    let first = base
    for (number, point) in points.enumerated() {
      let isLast = number == points.count - 1
      if number > 0 {
        guard let next = Self.append(point.position, from: base, to: &bytes) else { return nil }
        base = next
      }
      let high = number == 0 ? highBits.first : isLast ? highBits.last : 0
      bytes.append(point.form.rawValue | (point.roadClass & 7) << 3 | high << 6)
      let flags = (startOffset == nil ? 0 : Self.startFlag) | (endOffset == nil ? 0 : Self.endFlag)
      bytes.append(point.bearing & 31 | (isLast ? flags : point.lowestClass & 7) << 5)
      if !isLast { bytes.append(point.interval) }
    }
    for offset in [startOffset, endOffset] { if let offset { bytes.append(offset) } }
    if let poi, Self.append(poi, from: first, to: &bytes) == nil { return nil }
    return bytes
  }

  /// The reference in base64; nil if ``bytes`` is nil.
  public var base64: String? { bytes.map(Base64.text) }

  private static func append(_ number: Int64, _ count: Int, to bytes: inout [UInt8]) {
    for shift in (0..<count).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * shift)))
    }
  }

  /// Appends an absolute position, and returns it as rounded.
  private static func append(_ position: Coordinate, to bytes: inout [UInt8]) -> Coordinate {
    func number(_ units: Int32, _ most: Int64) -> Int64 {
      let share = Double(units) * 0x1p24 / 3.6e9
      let number = Int64((share + (share > 0 ? 0.5 : share < 0 ? -0.5 : 0)).rounded())
      return min(max(number, -most), most)
    }
    // Half a unit within the 180th meridian and the poles.
    let numbers = [
      number(position.longitudeUnits, 0x7F_FFFF), number(position.latitudeUnits, 0x40_0000),
    ]
    let begin = bytes.count
    for number in numbers { append(number, 3, to: &bytes) }
    var reader = Reader(bytes: bytes, at: begin)
    return (try? reader.position()) ?? position
  }

  /// Appends a position relative to another, and returns it as rounded; nil if it is too far.
  private static func append(
    _ position: Coordinate, from base: Coordinate, to bytes: inout [UInt8]
  ) -> Coordinate? {
    let east = Double(Distance.longitudeDifference(base, position)) / 100
    let north = Double(Int64(position.latitudeUnits) - Int64(base.latitudeUnits)) / 100
    guard let longitude = Int16(exactly: east.rounded()),
      let latitude = Int16(exactly: north.rounded())
    else { return nil }
    let begin = bytes.count
    append(Int64(longitude), 2, to: &bytes)
    append(Int64(latitude), 2, to: &bytes)
    var reader = Reader(bytes: bytes, at: begin)
    return try? reader.position(from: base)
  }
}
