import Synchronization

/// The identity of a text of a PBF file, for callers that look up the same texts again and again.
///
/// A block of such a file has each text once, and its elements refer to it. Texts with equal identities are equal, also
/// if they are of several files; those with other identities may be equal.
public struct OSMTextID: Hashable, Sendable {
  /// The number of the block, from 1.
  let block: UInt64
  /// Where the text begins in the block, in bytes.
  public let offset: UInt32

  /// The number of blocks of this process.
  private static let blocks = Atomic<UInt64>(0)

  /// The number of the next block, which no other block of this process has.
  static func nextBlock() -> UInt64 { blocks.add(1, ordering: .relaxed).newValue }
}
