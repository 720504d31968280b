/// Bytes that are kept for later, in their order, in constant memory.
///
/// They are in memory if they are few, otherwise in unnamed files.
package struct Spool {
  /// The maximum number of bytes in memory.
  private static let block = 1 << 20
  /// The number of bytes of a file; one file at a time is read.
  private static let fileSize = 32 << 20

  /// The number of bytes of a piece that is returned.
  private static let piece = 1 << 16

  private let folder: String
  private var files: [ScratchFile] = []
  private var tail: [UInt8] = []
  private var reading: MappedFile?
  private var readBytes = 0

  /// An empty spool with its files in a folder.
  package init(folder: String) { self.folder = folder }

  /// Whether no bytes are kept.
  package var isEmpty: Bool { files.isEmpty && tail.isEmpty }

  /// Appends bytes to those that are kept.
  ///
  /// - Throws: ``FileError`` if the disk is full or fails.
  package mutating func append(_ bytes: [UInt8]) throws(FileError) {
    tail += bytes
    if tail.count >= Self.block { try spill() }
  }

  private mutating func spill() throws(FileError) {
    if files.last.map({ $0.count >= Self.fileSize }) ?? true {
      files.append(try ScratchFile(in: folder))
    }
    try files[files.count - 1].append(tail)
    tail.removeAll(keepingCapacity: true)
  }

  /// Removes and returns the first piece of the kept bytes; nil if there are none.
  ///
  /// Its length is a multiple of eight if the lengths of all appended bytes are.
  package mutating func next() throws(FileError) -> [UInt8]? {
    if reading == nil, let file = files.first { reading = try file.mapped() }
    guard let file = reading else {
      if tail.isEmpty { return nil }
      defer { tail.removeAll(keepingCapacity: true) }
      return tail
    }
    let end = min(readBytes + Self.piece, files[0].count)
    let copy = Self.copy(file, readBytes..<end)
    readBytes = end
    if end == files[0].count {
      reading = nil
      files.removeFirst()
      readBytes = 0
    }
    return copy
  }

  /// Removes all bytes.
  package mutating func removeAll() {
    (files, reading, readBytes) = ([], nil, 0)
    tail.removeAll(keepingCapacity: true)
  }

  private static func copy(_ file: MappedFile, _ range: Range<Int>) -> [UInt8] {
    let bytes = file.bytes
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for offset in range { copy.append(bytes.u8(offset)) }
    return copy
  }
}
