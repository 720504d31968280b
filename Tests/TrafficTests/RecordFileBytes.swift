import Bytes

/// Files of traffic and of usual speeds with errors in them.
enum RecordFileBytes {
  /// A file with some bytes changed and its length and checks made right again.
  static func changed(
    _ bytes: [UInt8], lengthOffset: Int, _ change: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes = bytes
    change(&bytes)
    func put(_ value: UInt32, _ at: Int) {
      for byte in 0..<4 { bytes[at + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
    }
    put(UInt32(bytes.count - 64), lengthOffset)
    let body = Array(bytes[64...])
    put(unsafe CRC32C.value(of: body.span.bytes), lengthOffset + 4)
    let header = Array(bytes[..<60])
    put(unsafe CRC32C.value(of: header.span.bytes), 60)
    return bytes
  }
}
