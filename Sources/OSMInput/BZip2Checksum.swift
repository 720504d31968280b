/// The checksum of bzip2: the CRC-32 of Ethernet, with the highest bit of each byte first.
enum BZip2Checksum {
  /// Eight tables, so that eight bytes are processed at once.
  ///
  /// Kounavis and Berry, "A Systematic Approach to Building High Performance Software-based CRC Generators", 2005.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte) << 24
      for _ in 0..<8 { value = value << 1 ^ (value >> 31) * 0x04C1_1DB7 }
      tables[byte] = value
    }
    for place in 256..<tables.count {
      let value = tables[place - 256]
      tables[place] = value << 8 ^ tables[Int(value >> 24)]
    }
    return tables
  }()

  /// The checksum of some bytes.
  static func value(of bytes: Span<UInt8>) -> UInt32 {
    let tables = tables.span
    var sum = UInt32.max
    var index = 0
    while bytes.count - index >= 8 {
      let first = sum ^ word(bytes, index)
      let second = word(bytes, index &+ 4)
      sum =
        tables[0x700 | Int(first >> 24)] ^ tables[0x600 | Int(first >> 16 & 0xFF)]
        ^ tables[0x500 | Int(first >> 8 & 0xFF)] ^ tables[0x400 | Int(first & 0xFF)]
        ^ tables[0x300 | Int(second >> 24)] ^ tables[0x200 | Int(second >> 16 & 0xFF)]
        ^ tables[0x100 | Int(second >> 8 & 0xFF)] ^ tables[Int(second & 0xFF)]
      index &+= 8
    }
    while index < bytes.count {
      sum = sum << 8 ^ tables[Int(sum >> 24) ^ Int(bytes[index])]
      index &+= 1
    }
    return ~sum
  }

  /// The checksum of a stream after one more block was read.
  static func combined(_ sum: UInt32, _ block: UInt32) -> UInt32 { (sum << 1 | sum >> 31) ^ block }

  @inline(__always)
  private static func word(_ bytes: Span<UInt8>, _ index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index &+ 1]) << 16 | UInt32(bytes[index &+ 2]) << 8
      | UInt32(bytes[index &+ 3])
  }
}
