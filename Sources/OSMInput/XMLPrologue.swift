/// A byte-order mark and white space before an XML document, which expat does not allow.
struct XMLPrologue {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes skipped so far.
  private(set) var bytes = 0
  /// The number of line ends among them.
  private(set) var lines = 0
  /// Whether the document has not begun.
  private(set) var isOpen = true

  /// The part of the stream's next piece that belongs to the document.
  mutating func skip(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    while let byte = rest.first {
      if bytes < 3, byte == Self.byteOrderMark[bytes] {
        bytes += 1
      } else if Self.isSpace(byte) {
        bytes += 1
        if byte == 0x0A { lines += 1 }
      } else {
        isOpen = false
        break
      }
      rest = rest.dropFirst()
    }
    return rest
  }

  /// Whether the byte is XML's white space.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
