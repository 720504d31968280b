import NIOCore

/// Hides a client's request for another protocol from the decoder of requests.
///
/// After a request with `Upgrade`, the decoder of NIO stops, and stores all further input for the
/// code of that protocol. There is no such code here, and RFC 9110 section 7.8 lets a server ignore
/// the header. So the last letter of the name is changed in each line that begins with it, in any
/// case. Lines of bodies may begin with it, too; no service reads them.
struct UpgradeMask {
  private static let name = Array("upgrade".utf8)
  private static let lineEnd = UInt8(ascii: "\n")

  /// The number of letters of the name at the beginning of the line; nil if it has other bytes.
  private var matched: Int?

  /// Changes the next bytes of a connection.
  mutating func apply(to bytes: inout ByteBuffer) {
    var ends: [Int] = []
    let view = bytes.readableBytesView
    for index in view.indices {
      let byte = view[index]
      if byte == Self.lineEnd {
        matched = 0
      } else if let count = matched {
        // A letter in lower case.
        matched = byte | 0x20 == Self.name[count] ? count + 1 : nil
        if matched == Self.name.count {
          ends.append(index)
          matched = nil
        }
      }
    }
    for index in ends { bytes.setInteger(UInt8(ascii: "x"), at: index) }
  }
}
