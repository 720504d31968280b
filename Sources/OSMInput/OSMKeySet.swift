/// Keys of tags to search together; most others differ in the first byte and length.
public struct OSMKeySet: Sendable {
  let keys: [StaticString]
  /// Bits for the first bytes and lengths that occur.
  private var filter: UInt64 = 0

  /// A set of keys, none of them empty.
  public init(_ keys: [StaticString]) {
    self.keys = keys
    for key in keys {
      let text = Array("\(key)".utf8)
      filter |= Self.bit(text[0], length: text.count)
    }
  }

  private static func bit(_ first: UInt8, length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: Int(first) &+ 5 &* length)
  }

  /// False only if no key begins with `first` and has `length` bytes.
  func mayHave(_ first: UInt8, length: Int) -> Bool {
    filter & Self.bit(first, length: length) != 0
  }
}
