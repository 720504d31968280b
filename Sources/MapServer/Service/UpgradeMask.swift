import NIOCore

/// Hides from the decoder of requests that a client would rather speak another protocol.
///
/// Behind a request with `Upgrade` the decoder of NIO stops, and keeps all that follows for the code that speaks that
/// protocol. Nobody does here, and RFC 9110 section 7.8 lets a server ignore the wish: in each line that begins with
/// the name of the field, in whatever case, the last letter of the name becomes another. Lines of bodies may begin
/// so too; they are of no interest to any service.
struct UpgradeMask {
  private static let name = Array("upgrade".utf8)
  private static let lineEnd = UInt8(ascii: "\n")

  /// Letters of the name that the line at hand has so far, where it has nothing else.
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
