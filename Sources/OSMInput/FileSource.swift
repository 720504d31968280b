/// The bytes of a file, standard input or an array, read from beginning to end.
///
/// The first bytes can be peeked at. The file is closed at the end of the value's life.
struct FileSource: ~Copyable, ByteStream, Sendable {
  /// The name of the source in error messages.
  let name: String
  let sourceLength: Int?
  private(set) var sourceOffset = 0

  /// Bytes that were peeked at and not yet read.
  private var pending: [UInt8]
  private var pendingStart = 0
  private let file: OpenFile?

  /// Opens a file, or uses standard input.
  init(_ source: OSMSource) throws(OSMInputError) {
    name = source.description
    pending = []
    switch source {
    case .standardInput:
      file = OpenFile.standardInput
      sourceLength = nil
    case .file(let path):
      let opened = try OpenFile(path: path)
      sourceLength = try opened.length(name: path)
      file = opened
    }
  }

  /// Reads from memory.
  init(bytes: [UInt8], name: String) {
    self.name = name
    pending = bytes
    file = nil
    sourceLength = bytes.count
  }

  /// The first bytes of the source, up to `count`; fewer only if the source is shorter.
  ///
  /// It is called before all reading.
  mutating func peek(_ count: Int) throws(OSMInputError) -> [UInt8] {
    while pending.count < count {
      var more = [UInt8](repeating: 0, count: count - pending.count)
      var buffer = more.mutableSpan
      let length = try readDescriptor(into: &buffer, 0..<buffer.count)
      if length == 0 { break }
      pending.append(contentsOf: more[..<length])
    }
    return Array(pending.prefix(count))
  }

  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(OSMInputError) -> Int {
    try read(into: &buffer, 0..<buffer.count)
  }

  /// Reads to the beginning of a range of `buffer`, which must contain it.
  private mutating func read(
    into buffer: inout MutableSpan<UInt8>, _ range: Range<Int>
  ) throws(OSMInputError) -> Int {
    precondition(range.upperBound <= buffer.count && range.lowerBound >= 0)
    let available = pending.count - pendingStart
    guard available > 0 else {
      let length = try readDescriptor(into: &buffer, range)
      sourceOffset += length
      return length
    }
    let length = min(available, range.count)
    buffer.replace(range.lowerBound, with: pending[pendingStart..<pendingStart + length])
    pendingStart += length
    sourceOffset += length
    return length
  }

  /// Fills the beginning of `array`, which is not empty, and returns the number of bytes.
  ///
  /// It returns 0 at the end.
  mutating func readSome(_ array: inout [UInt8]) throws(OSMInputError) -> Int {
    var span = array.mutableSpan
    return try read(into: &span, 0..<span.count)
  }

  /// Fills `array` from index 0 and returns the number of bytes, which is less only at the end.
  mutating func readFully(_ array: inout [UInt8], count: Int) throws(OSMInputError) -> Int {
    if array.count < count {
      array.append(contentsOf: repeatElement(0, count: count - array.count))
    }
    var filled = 0
    while filled < count {
      var span = array.mutableSpan
      let length = try read(into: &span, filled..<count)
      if length == 0 { break }
      filled += length
    }
    return filled
  }

  /// Calls the system's `read` once, if there is a file.
  private func readDescriptor(
    into buffer: inout MutableSpan<UInt8>, _ range: Range<Int>
  ) throws(OSMInputError) -> Int {
    guard let file else { return 0 }
    return try file.read(into: &buffer, range, at: sourceOffset, name: name)
  }
}
