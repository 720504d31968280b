/// The text of a document in pieces, which usually begin and end between two elements.
struct XMLText<Stream: ByteStream & ~Copyable>: ~Copyable {
  /// The minimum number of bytes of a piece, except the last.
  private let pieceSize: Int
  private var stream: Stream
  private var prologue = XMLPrologue()
  /// The bytes that were read and are not yet in a piece.
  private var rest: [UInt8] = []
  private var isAtEnd = false
  /// The error that ended the text, which is thrown after the text before it.
  private var failure: OSMInputError?

  init(_ stream: consuming Stream, pieceSize: Int) {
    self.stream = stream
    self.pieceSize = pieceSize
  }

  /// The number of bytes of the source used so far.
  var sourceOffset: Int { stream.sourceOffset }
  /// The number of bytes and lines before the document.
  var skipped: (bytes: Int, lines: Int) { (prologue.bytes, prologue.lines) }

  /// The next piece; empty at the end.
  mutating func next() throws(OSMInputError) -> [UInt8] {
    var bytes = rest
    rest = []
    while !isAtEnd {
      bytes.reserveCapacity(2 * pieceSize)
      do throws(OSMInputError) { try read(behind: &bytes) } catch {
        failure = error
        isAtEnd = true
      }
      guard bytes.count >= pieceSize else { continue }
      if let end = Self.lastElement(in: bytes.span) {
        rest = Array(bytes[end...])
        bytes.removeLast(rest.count)
        break
      }
      // Text of this length without an element is not for the faster reader.
      if bytes.count >= 4 * pieceSize { break }
    }
    if let failure, bytes.isEmpty { throw failure }
    return bytes
  }

  private mutating func read(behind bytes: inout [UInt8]) throws(OSMInputError) {
    var chunk = [UInt8](repeating: 0, count: pieceSize)
    var target = chunk.mutableSpan
    let count = try stream.read(into: &target)
    isAtEnd = count == 0
    bytes.append(
      contentsOf: prologue.isOpen ? prologue.skip(chunk[..<count]) : chunk[..<count])
  }

  /// The index of the last node, way or relation; nil if there is none after the beginning.
  private static func lastElement(in text: Span<UInt8>) -> Int? {
    var index = text.count - "<relation ".utf8.count
    while index > 0 {
      if text[index] == UInt8(ascii: "<"),
        begins("<node ", index, text)
          || begins("<way ", index, text) || begins("<relation ", index, text)
      {
        return index
      }
      index &-= 1
    }
    return nil
  }

  private static func begins(_ word: StaticString, _ index: Int, _ text: Span<UInt8>) -> Bool {
    text.hasBytes(of: word, from: index, to: index + word.utf8CodeUnitCount)
  }
}
