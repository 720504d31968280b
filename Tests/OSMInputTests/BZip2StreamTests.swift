import TestSupport
import Testing

@testable import OSMInput

/// What a file decodes to, and why not further.
private struct Decoded: Equatable {
  var bytes: [UInt8] = []
  var error: OSMInputError?
  var sourceOffset = 0

  /// The error's one line, or nothing.
  var complaint: String { error?.description ?? "" }
}

@Suite struct BZip2StreamTests {
  private func read<Stream: ByteStream & ~Copyable>(_ stream: consuming Stream) -> Decoded {
    var decoded = Decoded()
    var buffer = [UInt8](repeating: 0, count: 10_007)
    do throws(OSMInputError) {
      while true {
        var span = buffer.mutableSpan
        let count = try stream.read(into: &span)
        if count == 0 { break }
        decoded.bytes += buffer[..<count]
      }
    } catch { decoded.error = error }
    decoded.sourceOffset = stream.sourceOffset
    return decoded
  }

  private func decode(_ bytes: [UInt8], threads: Int = 2) -> Decoded {
    read(BZip2Stream(FileSource(bytes: bytes, name: "test"), threads: threads))
  }

  /// What libbz2 makes of the same file.
  private func reference(_ bytes: [UInt8]) -> Decoded {
    read(ConcatenatedStream<BZip2Decoder>(FileSource(bytes: bytes, name: "test")))
  }

  /// Text of words, with runs in it.
  private func text(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    while bytes.count < count {
      let byte = UInt8.random(in: 32...126, using: &random)
      let length =
        Int.random(in: 0..<2000, using: &random) == 0 ? Int.random(in: 1...600, using: &random) : 1
      bytes += [UInt8](repeating: byte, count: length)
    }
    return bytes
  }

  @Test("one stream of many blocks is the same for any number of threads", arguments: [1, 2, 3, 8])
  func threads(_ threads: Int) {
    let text = text(1_500_000, seed: 1)
    let stream = Compressors.bzip2(text)
    let decoded = decode(stream, threads: threads)
    #expect(decoded.bytes == text)
    #expect(decoded.error == nil)
    #expect(decoded.sourceOffset == stream.count)
  }

  struct Case: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  static let texts: [Case] = [
    Case(name: "empty", bytes: []),
    Case(name: "one byte", bytes: [7]),
    Case(name: "three of a kind", bytes: [7, 7, 7]),
    Case(name: "four of a kind", bytes: [7, 7, 7, 7]),
    Case(name: "five of a kind", bytes: [7, 7, 7, 7, 7]),
    Case(name: "pairs", bytes: [1, 1, 2, 2, 2, 2, 2, 1, 1, 1, 3, 3, 3, 3]),
    Case(name: "255 and more", bytes: [UInt8](repeating: 9, count: 255 + 4) + [9, 9, 9, 9, 9, 8]),
    Case(name: "zeros", bytes: [UInt8](repeating: 0, count: 3_000_000)),
    Case(name: "every byte", bytes: (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }),
    Case(name: "codes of many bits", bytes: fibonacciWords),
  ]

  /// Bytes so unevenly frequent that some code words get as long as bzip2 makes them.
  private static let fibonacciWords: [UInt8] = {
    var random = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    var (count, next) = (1, 1)
    for byte in 0..<24 {
      bytes += [UInt8](repeating: UInt8(byte * 3), count: count)
      (count, next) = (next, count + next)
    }
    return bytes.shuffled(using: &random)
  }()

  @Test("texts of all kinds come back", arguments: texts)
  func kindOfText(_ kind: Case) {
    let stream = Compressors.bzip2(kind.bytes)
    #expect(decode(stream) == Decoded(bytes: kind.bytes, error: nil, sourceOffset: stream.count))
    let twice = stream + stream
    #expect(decode(twice).bytes == kind.bytes + kind.bytes)
  }

  @Test(
    "the mark of a block or of the end, inside a block, is not taken for one",
    arguments: [BZip2Piece.blockMark, BZip2Piece.endMark])
  func falseMark(_ mark: UInt64) throws {
    let text = text(60_000, seed: 3)
    let stream = BitText(Compressors.bzip2(text)).insertingSelectors(mark)
    // Both marks of the first block, and the end.
    #expect(BitText(stream).places(of: mark).count == 2)
    #expect(reference(stream).bytes == text)
    for threads in 1...3 {
      #expect(
        decode(stream, threads: threads)
          == Decoded(bytes: text, error: nil, sourceOffset: stream.count))
    }
  }

  @Test("a block in the form of old versions is left to libbz2")
  func randomised() {
    // Of the first 600 bytes none is changed, so that the text of so short a block stays what it was.
    let text = Array("a block that says it is randomised".utf8)
    var bits = BitText(Compressors.bzip2(text))
    bits.bits[32 + 48 + 32] = true
    #expect(reference(bits.bytes).bytes == text)
    #expect(decode(bits.bytes).bytes == text)
  }

  @Test("a damaged block is reported where it begins, after the text of those before")
  func damage() throws {
    let text = text(500_000, seed: 8)
    var stream = Compressors.bzip2(text)
    let blocks = BitText(stream).places(of: BZip2Piece.blockMark)
    try #require(blocks.count > 3)
    stream[(blocks[2] + blocks[3]) / 16] ^= 0x10
    let whole = reference(stream)
    let decoded = decode(stream)
    #expect(!decoded.bytes.isEmpty && decoded.bytes.count < text.count)
    #expect(decoded.bytes == Array(text.prefix(decoded.bytes.count)))
    #expect(whole.error != nil)
    guard case .corrupt(_, .xmlBzip2, let byteOffset, nil, let reason)? = decoded.error else {
      Issue.record("\(String(describing: decoded.error))")
      return
    }
    #expect(byteOffset == blocks[2] / 8)
    #expect(reason.hasPrefix("the block that begins here is damaged: "))
  }

  @Test("a block whose mark is damaged is missed where it should begin")
  func damagedMark() throws {
    let text = text(500_000, seed: 8)
    var stream = Compressors.bzip2(text)
    let blocks = BitText(stream).places(of: BZip2Piece.blockMark)
    try #require(blocks.count > 3)
    stream[blocks[2] / 8 + 2] ^= 0x01
    #expect(
      decode(stream).error
        == .corrupt(
          source: "test", encoding: .xmlBzip2, byteOffset: blocks[2] / 8, line: nil,
          reason: "neither a block nor the end of the stream"))
  }

  @Test("a block longer than its stream allows is refused, as by libbz2")
  func level() {
    let text = text(900_000, seed: 2)
    var stream = Compressors.bzip2(text, level: 9)
    stream[3] = UInt8(ascii: "1")
    #expect(reference(stream).error != nil)
    #expect(decode(stream).complaint.hasSuffix("it has more bytes than its stream allows"))
  }

  @Test("damage anywhere is noticed by both decoders or by none")
  func sameAsLibbz2() {
    var random = SeededGenerator(seed: 20_261_121)
    let text = text(3_000, seed: 4)
    let good = Compressors.bzip2(text) + Compressors.bzip2(Array(text.prefix(500)))
    for round in 0..<4_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0...7, using: &random)
      }
      if round % 5 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count - 10, using: &random)) }
      let (own, other) = (decode(bytes, threads: 1), reference(bytes))
      #expect((own.error == nil) == (other.error == nil), "round \(round)")
      if other.error == nil { #expect(own.bytes == other.bytes, "round \(round)") }
    }
  }
}

/// A file as bits.
private struct BitText {
  var bits: [Bool]

  init(_ bytes: [UInt8]) {
    bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
  }

  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      (0..<8).reduce(0) { $0 << 1 | (start + $1 < bits.count && bits[start + $1] ? 1 : 0) }
    }
  }

  private func number(_ start: Int, _ count: Int) -> Int {
    bits[start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// Where 48 bits stand.
  func places(of mark: UInt64) -> [Int] {
    var found: [Int] = []
    var window: UInt64 = 0
    for (index, bit) in bits.enumerated() {
      window = (window << 1 | (bit ? 1 : 0)) & 0xFFFF_FFFF_FFFF
      if index >= 47, window == mark { found.append(index - 47) }
    }
    return found
  }

  /// The same text, with selectors that no symbol uses at the end of the first block's list: they read as `mark`.
  ///
  /// A selector is a number of ones and a zero, so that 48 bits without many ones in a row are a list of some.
  func insertingSelectors(_ mark: UInt64) -> [UInt8] {
    let map = 32 + 48 + 32 + 1 + 24
    let groups = (0..<16).filter { bits[map + $0] }.count
    let count = map + 16 + 16 * groups + 3
    let selectors = number(count, 15)
    var end = count + 15
    for _ in 0..<selectors {
      while bits[end] { end += 1 }
      end += 1
    }
    var added = (0..<48).map { mark >> (47 - UInt64($0)) & 1 == 1 }
    if added[47] { added.append(false) }
    let total = selectors + added.filter { !$0 }.count
    var result = self
    result.bits.insert(contentsOf: added, at: end)
    for place in 0..<15 { result.bits[count + place] = total >> (14 - place) & 1 == 1 }
    // The bits behind the checksum of the stream fill its last byte.
    let used = result.places(of: BZip2Piece.endMark).last.map { $0 + 80 } ?? 0
    result.bits.removeSubrange(used...)
    return result.bytes
  }
}
