/// Decompresses blobs.
struct PBFInflater: ~Copyable, Worker {
  /// A blob as stored in the file.
  struct Stored: Sendable {
    var kind: PBFBlobHeader.Kind
    var bytes: [UInt8]
    /// The offsets of its beginning and end in the file.
    var offset: Int
    var end: Int
  }

  /// The content of a blob.
  struct Block: Sendable {
    var kind: PBFBlobHeader.Kind
    var offset: Int
    var end: Int
    var bytes: [UInt8] = []
    var length = 0
    /// The reason why it is empty; nil if it was decompressed.
    var flaw: PBFFlaw?
  }

  private var inflater = ZlibDecoder.zlib()

  mutating func work(_ blob: Stored) -> Block {
    var block = Block(kind: blob.kind, offset: blob.offset, end: blob.end)
    guard blob.kind != .other else { return block }
    do throws(PBFFlaw) {
      block.length = try PBFBlob(blob.bytes.span, length: blob.bytes.count)
        .unpack(from: blob.bytes, with: &inflater, into: &block.bytes)
    } catch { block.flaw = error }
    return block
  }
}
