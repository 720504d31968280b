import NIOCore

#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif
#endif

/// Keeps new connections away from a socket that is about to be closed.
///
/// The system completes handshakes itself, and resets clients that it accepted between the last
/// check and the close. The filter drops their first packet. They send it again a second later, and
/// then find the port closed. Connections that were open before continue.
enum HandshakeFilter {
  #if os(Linux)
    /// A program of the packet filter (`linux/filter.h`).
    ///
    /// An instruction has eight bytes: code, jump if true, jump if false, operand. A packet at a TCP socket begins
    /// with the TCP header; byte 13 has the flags.
    private static let program: [UInt64] = [
      instruction(code: 0x30, operand: 13),  // load the byte
      instruction(code: 0x45, ifFalse: 1, operand: 0x02),  // is SYN set?
      instruction(code: 0x06, operand: 0),  // drop
      instruction(code: 0x06, operand: .max),  // take all of it
    ]

    private static func instruction(code: UInt64, ifFalse: UInt64 = 0, operand: UInt32) -> UInt64 {
      (code | ifFalse << 24 | UInt64(operand) << 32).littleEndian
    }
  #endif

  /// Attaches the filter to the socket of a channel, on its event loop, if the system supports it.
  static func attach(to channel: any Channel) {
    #if os(Linux)
      guard let socket = channel as? any SocketOptionProvider else { return }
      // SAFETY: two words, as `struct sock_fprog` is laid out: the number of instructions and where they are. On the
      // event loop the option is set before the call returns, and the system copies the program.
      unsafe program.withUnsafeBufferPointer { instructions in
        let value = SIMD2(
          UInt64(UInt16(instructions.count)).littleEndian,
          UInt64(UInt(bitPattern: instructions.baseAddress)))
        _ = socket.unsafeSetSocketOption(
          level: .socket, name: NIOBSDSocket.Option(rawValue: SO_ATTACH_FILTER), value: value)
      }
    #endif
  }
}
