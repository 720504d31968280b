/// The hash FNV-1a of Fowler, Noll and Vo with 64 bits.
///
/// Unlike the hash of `Hasher`, it is the same in all processes. It does not protect against forgery.
package enum FNV1a {
  /// The hash of some bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The hash.
  /// - Complexity: O(bytes).
  @inlinable
  package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
