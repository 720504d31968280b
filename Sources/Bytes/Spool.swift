/// Bytes that are kept for later in the order they came: in memory while they are few, otherwise in unnamed files, so
/// that the memory is the same for any number.
package struct Spool {
  /// Bytes that are held in memory.
  private static let block = 1 << 20
  /// Bytes of a file; one at a time is read back.
  private static let fileSize = 32 << 20

  /// Bytes that are given back at once.
  private static let piece = 1 << 16

  private let folder: String
  private var files: [ScratchFile] = []
  private var tail: [UInt8] = []
  private var reading: MappedFile?
  private var readBytes = 0

  /// An empty one, with its files in a folder.
  package init(folder: String) { self.folder = folder }

  /// Whether nothing is kept.
  package var isEmpty: Bool { files.isEmpty && tail.isEmpty }

  /// Keeps bytes behind those that are kept.
  ///
  /// - Throws: ``FileError`` when the disk is full or fails.
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

  /// The next piece of what was appended first, which is no longer kept; nil when nothing is left.
  ///
  /// Its length is a multiple of eight if those of what was appended were.
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

  /// Keeps nothing any longer.
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
