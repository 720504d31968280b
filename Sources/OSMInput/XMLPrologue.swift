/// A byte-order mark and white space before an XML document, where expat allows neither.
struct XMLPrologue {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Bytes skipped so far.
  private(set) var bytes = 0
  /// Line ends among them.
  private(set) var lines = 0
  /// Whether the document has not begun.
  private(set) var isOpen = true

  /// What of `text`, the next piece of the stream, is the document.
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
