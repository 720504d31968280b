import Bytes

/// The growing names section, with each distinct string once at its offset.
struct NameTable: Sendable {
  fileprivate var offsets: [String: UInt32] = [:]
  private(set) var writer = ByteWriter()

  init() {
    writer.u8(0)
  }

  /// The offset of a string, or 0 for none; strings are stored in the order of first occurrence.
  ///
  /// Names beyond 4 GB are left out, but no region has so many.
  mutating func offset(of name: String?) -> UInt32 {
    guard let name, !name.isEmpty else { return 0 }
    if let known = offsets[name] { return known }
    guard let offset = UInt32(exactly: writer.count) else { return 0 }
    let bytes = Array(name.utf8)
    writer.varint(UInt64(bytes.count))
    writer.raw(bytes)
    offsets[name] = offset
    return offset
  }
}

extension NameTable {
  /// All strings by their offsets.
  func texts() -> [UInt32: String] {
    Dictionary(uniqueKeysWithValues: offsets.map { ($1, $0) })
  }
}
