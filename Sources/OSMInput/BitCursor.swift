/// A place in bytes that are read bit by bit, the highest bit of each byte first.
///
/// Beyond the last byte it reads zeros and continues to count, so that inner loops need no check; callers compare
/// ``position`` with the end of the data.
struct BitCursor {
  /// The next bits; the first one is the highest.
  private var window: UInt64 = 0
  /// The number of valid bits in the window.
  private var held = 0
  private var nextByte: Int

  /// A cursor at a bit of some bytes.
  init(bit: Int, of bytes: Span<UInt8>) {
    nextByte = bit >> 3
    refill(bytes)
    skip(bit & 7)
  }

  /// The index of the next bit.
  var position: Int { nextByte &* 8 &- held }

  /// Loads bits so that at least 32 can be peeked at or skipped.
  @inline(__always)
  mutating func refill(_ bytes: Span<UInt8>) {
    while held <= 32 {
      let byte = nextByte < bytes.count ? UInt64(bytes[nextByte]) : 0
      window |= byte << UInt64(56 &- held)
      nextByte &+= 1
      held &+= 8
    }
  }

  /// The next 1 to 32 bits, of those that a refill loaded.
  @inline(__always)
  func peek(_ count: Int) -> Int { Int(window &>> UInt64(64 &- count)) }

  /// Skips at most the number of bits that a refill loads.
  @inline(__always)
  mutating func skip(_ count: Int) {
    window = window &<< UInt64(count)
    held &-= count
  }

  /// Reads 1 to 32 bits.
  @inline(__always)
  mutating func take(_ count: Int, _ bytes: Span<UInt8>) -> Int {
    refill(bytes)
    let value = peek(count)
    skip(count)
    return value
  }
}
