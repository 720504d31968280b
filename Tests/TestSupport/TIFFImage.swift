/// A TIFF file made by hand: TIFF 6.0, little-endian, one image in tiles or strips, and the tags of GeoTIFF.
public struct TIFFImage: Sendable {
  /// A tag: its number, its type (2 characters, 3 shorts, 4 longs, 12 doubles), its count and the bytes of its values.
  public typealias Tag = (number: UInt16, type: UInt16, count: Int, bytes: [UInt8])

  /// The tags by number, but for those of the places of blocks.
  public var tags: [UInt16: Tag] = [:]
  /// The bytes of the tiles or strips.
  public var blocks: [[UInt8]] = []

  /// An image of one number for each point, in strips of all rows unless it gets tiles.
  ///
  /// - Parameters:
  ///   - columns: The points from west to east.
  ///   - rows: The points from north to south.
  ///   - bits: The bits of a number.
  ///   - format: 1 unsigned, 2 signed, 3 float.
  public init(columns: Int, rows: Int, bits: Int, format: Int) {
    long(256, columns)
    long(257, rows)
    shorts(258, [bits])
    shorts(259, [1])
    shorts(262, [1])
    shorts(277, [1])
    long(278, rows)
    shorts(339, [format])
  }

  /// Where the points lie: degrees of the first point and between points; `isArea` if it means the corner of a first
  /// area.
  public mutating func locate(
    north: Double, west: Double, step: Double, isArea: Bool, model: Int = 2
  ) {
    doubles(33_550, [step, step, 0])
    doubles(33_922, [0, 0, 0, west, north, 0])
    shorts(34_735, [1, 1, 0, 2, 1_024, 0, 1, model, 1_025, 0, 1, isArea ? 1 : 2])
  }

  /// Sets a tag of shorts.
  public mutating func shorts(_ number: UInt16, _ values: [Int]) {
    tags[number] = (number, 3, values.count, values.flatMap { Self.little($0, 2) })
  }

  /// Sets a tag of a long.
  public mutating func long(_ number: UInt16, _ value: Int) {
    tags[number] = (number, 4, 1, Self.little(value, 4))
  }

  /// Sets a tag of doubles.
  public mutating func doubles(_ number: UInt16, _ values: [Double]) {
    tags[number] = (
      number, 12, values.count,
      values.flatMap { Self.little(Int(truncatingIfNeeded: $0.bitPattern), 8) }
    )
  }

  /// Sets a tag of characters.
  public mutating func text(_ number: UInt16, _ text: String) {
    tags[number] = (number, 2, text.utf8.count + 1, Array(text.utf8) + [0])
  }

  /// The bytes of a number, the lowest first.
  public static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    var data: [UInt8] = []
    var places: [Int] = []
    for block in blocks {
      places.append(8 + data.count)
      data += block
      if data.count % 2 == 1 { data.append(0) }
    }
    var tags = self.tags
    let isTiled = tags[322] != nil
    let sizes = blocks.map(\.count)
    for (number, values) in [(isTiled ? 324 : 273, places), (isTiled ? 325 : 279, sizes)] {
      tags[UInt16(number)] = (
        UInt16(number), 4, values.count, values.flatMap { Self.little($0, 4) }
      )
    }
    var directory = Self.little(tags.count, 2)
    for (_, tag) in tags.sorted(by: { $0.key < $1.key }) {
      directory += Self.little(Int(tag.number), 2) + Self.little(Int(tag.type), 2)
      directory += Self.little(tag.count, 4)
      if tag.bytes.count <= 4 {
        directory += tag.bytes + [UInt8](repeating: 0, count: 4 - tag.bytes.count)
      } else {
        directory += Self.little(8 + data.count, 4)
        data += tag.bytes
        if data.count % 2 == 1 { data.append(0) }
      }
    }
    return [0x49, 0x49, 42, 0] + Self.little(8 + data.count, 4) + data + directory
      + [0, 0, 0, 0]
  }
}
