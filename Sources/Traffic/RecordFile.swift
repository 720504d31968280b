import Bytes
import RoadModel

/// The layout of files of traffic and of usual speeds: a 64-byte header with checks, then records.
struct RecordFile {
  /// The first eight bytes.
  let magic: [UInt8]
  /// The required features that this version knows.
  let features: UInt32
  /// The offset in the header of the length of the records; their check follows.
  let lengthOffset: Int
  /// The offsets in the header of fields that must be 0.
  let reserved: [Int]
  /// The kind of records, for people.
  let contents: String

  static let headerLength = 64
  /// The header's own check is its last field.
  private static let checkOffset = 60

  // MARK: Writing

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - map: The map that it is for.
  ///   - version: The version of its contents.
  ///   - features: The features that a reader must know.
  ///   - records: The records.
  ///   - fields: Writes the fields between the version and the length of the records.
  /// - Returns: The header and the records.
  func bytes(
    map: MapID, version: UInt64, features: UInt32, _ records: ByteWriter,
    _ fields: (inout ByteWriter) -> Void
  ) -> [UInt8] {
    var header = ByteWriter()
    header.raw(magic)
    header.u16(1)
    header.u16(0)
    header.u32(features)
    header.u64(map.rawValue)
    header.u64(version)
    fields(&header)
    header.u32(UInt32(truncatingIfNeeded: records.count))
    header.u32(CRC32C.value(of: records.bytes.rawBytes))
    while header.count < Self.checkOffset { header.u8(0) }
    header.u32(CRC32C.value(of: header.bytes.rawBytes))
    return header.bytes + records.bytes
  }

  // MARK: Reading

  /// A reader of the records, after the header was checked.
  ///
  /// - Throws: ``RecordFlaw``.
  @_lifetime(copy bytes)
  func records(_ bytes: RawSpan) throws(RecordFlaw) -> RecordReader {
    guard bytes.byteCount >= Self.headerLength,
      magic.indices.allSatisfy({ bytes.u8($0) == magic[$0] })
    else { throw .other }
    guard bytes.u16(8) == 1 else { throw .version(bytes.u16(8)) }
    guard bytes.u32(Self.checkOffset) == CRC32C.value(of: bytes.extracting(0..<Self.checkOffset))
    else { throw .damaged("the check of the header is wrong", offset: Self.checkOffset) }
    guard bytes.u32(12) & ~features == 0 else { throw .features(bytes.u32(12)) }
    for offset in reserved where bytes.u32(offset) != 0 {
      throw .damaged("a reserved field is not 0", offset: offset)
    }
    let length = Self.headerLength + Int(bytes.u32(lengthOffset))
    guard bytes.byteCount == length else {
      throw .damaged(
        "the file is \(bytes.byteCount) bytes long, not \(length)", offset: lengthOffset)
    }
    let check = CRC32C.value(of: bytes.extracting(Self.headerLength..<bytes.byteCount))
    guard bytes.u32(lengthOffset + 4) == check else {
      throw .damaged("the check of the \(contents) is wrong", offset: lengthOffset + 4)
    }
    return RecordReader(bytes: bytes, at: Self.headerLength)
  }
}

/// The reason why a file of records is refused.
enum RecordFlaw: Error {
  /// It is another kind of file.
  case other
  /// It has another major version.
  case version(UInt16)
  /// It needs features that this reader does not know.
  case features(UInt32)
  /// It is damaged at an offset in bytes.
  case damaged(String, offset: Int)
}

/// Reads records one value after the other.
struct RecordReader: ~Escapable {
  let bytes: RawSpan
  /// The offset of the next value.
  private(set) var at: Int

  @_lifetime(copy bytes)
  init(bytes: RawSpan, at: Int) {
    self.bytes = bytes
    self.at = at
  }

  /// The number of remaining bytes.
  var rest: Int { bytes.byteCount - at }

  @_lifetime(self: copy self)
  mutating func u8() throws(RecordFlaw) -> UInt8 {
    at = try end(of: 1)
    return bytes.u8(at - 1)
  }

  @_lifetime(self: copy self)
  mutating func u16() throws(RecordFlaw) -> UInt16 {
    at = try end(of: 2)
    return bytes.u16(at - 2)
  }

  @_lifetime(self: copy self)
  mutating func i64() throws(RecordFlaw) -> Int64 {
    at = try end(of: 8)
    return bytes.i64(at - 8)
  }

  /// A number of one to ten bytes, at most `maximum`.
  @_lifetime(self: copy self)
  mutating func varint(_ maximum: UInt64) throws(RecordFlaw) -> UInt64 {
    let begin = at
    guard let value = Varint.read(bytes, at: &at, end: bytes.byteCount), value <= maximum else {
      throw .damaged("a number is too large", offset: begin)
    }
    return value
  }

  /// A text with its length before it.
  @_lifetime(self: copy self)
  mutating func text() throws(RecordFlaw) -> String {
    let length = Int(try varint(UInt64(bytes.byteCount)))
    at = try end(of: length)
    return bytes.text(at - length..<at)
  }

  private func end(of length: Int) throws(RecordFlaw) -> Int {
    guard length <= rest else { throw .damaged("the file ends in a record", offset: at) }
    return at + length
  }

  /// Checks that no bytes remain.
  func finish() throws(RecordFlaw) {
    if rest > 0 { throw .damaged("bytes follow the last record", offset: at) }
  }
}
