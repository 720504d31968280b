import Testing

@testable import OSMInput

@Suite struct ConcatenatedStreamTests {
  /// A way of compressing, to test both kinds with the same sentences.
  enum Kind: CaseIterable {
    case gzip, bzip2

    func compress(_ bytes: [UInt8]) -> [UInt8] {
      switch self {
      case .gzip: Compressors.gzip(bytes)
      case .bzip2: Compressors.bzip2(bytes)
      }
    }

    var encoding: OSMEncoding { self == .gzip ? .xmlGzip : .xmlBzip2 }
  }

  @Test("a stream may be cut into two at every byte of its text", arguments: Kind.allCases)
  func everyCut(_ kind: Kind) {
    let text = Array(Sample.xml.utf8)
    for cut in stride(from: 0, through: text.count, by: 7) {
      let bytes = kind.compress(Array(text[..<cut])) + kind.compress(Array(text[cut...]))
      #expect(Reading(bytes).lines == Sample.lines, "cut at \(cut)")
    }
  }

  @Test("text longer than every buffer comes through", arguments: Kind.allCases)
  func longText(_ kind: Kind) throws {
    let nodes = (1...20_000).map { "<node id=\"\($0)\" lat=\"1\" lon=\"2\"/>\n" }
    let text = "<osm>" + nodes.joined() + "</osm>"
    let reading = Reading(kind.compress(Array(text.utf8)))
    #expect(try reading.result.get().nodes == 20_000)
    #expect(reading.lines.last == "n20000 10000000,20000000")
  }

  @Test("bytes after the last stream are refused, with their offset", arguments: Kind.allCases)
  func garbage(_ kind: Kind) {
    let stream = kind.compress(Array(Sample.xml.utf8))
    let error = Reading(stream + [1, 2, 3]).error
    #expect(
      error
        == .corrupt(
          source: "test", encoding: kind.encoding, byteOffset: stream.count, line: nil,
          reason: "something else follows the end of the compressed stream"))
  }

  @Test("zeros may follow the last stream, and nothing after them", arguments: Kind.allCases)
  func padding(_ kind: Kind) {
    let stream = kind.compress(Array(Sample.xml.utf8))
    let padded = stream + [UInt8](repeating: 0, count: 300_000)
    #expect(Reading(padded).summary?.bytesRead == padded.count)
    #expect(
      Reading(padded + [7]).error
        == .corrupt(
          source: "test", encoding: kind.encoding, byteOffset: padded.count, line: nil,
          reason: "data follows the zeros after the end of the compressed stream"))
  }

  @Test("a stream that breaks off is truncated at its end", arguments: Kind.allCases)
  func truncated(_ kind: Kind) {
    let stream = kind.compress(Array(Sample.xml.utf8))
    let cut = stream.count - 3
    #expect(
      Reading(Array(stream[..<cut])).error
        == .truncated(
          source: "test", encoding: kind.encoding, byteOffset: cut, line: nil,
          reason: "the compressed stream does not end"))
  }

  @Test("a wrong checksum is corrupt", arguments: Kind.allCases)
  func checksum(_ kind: Kind) {
    var stream = kind.compress(Array(Sample.xml.utf8))
    // The CRC of gzip is 8 bytes before the end; that of bzip2 ends within the last 5.
    stream[stream.count - (kind == .gzip ? 8 : 3)] ^= 0x10
    let complaint = Reading(stream).complaint
    #expect(complaint.hasPrefix("test: corrupt \(kind == .gzip ? "gzip" : "bzip2") data at byte "))
  }

  @Test("text that is cut between two streams is truncated XML", arguments: Kind.allCases)
  func missingStream(_ kind: Kind) throws {
    let half = Array(Sample.xml.utf8.prefix(Sample.xml.utf8.count / 2))
    let error = try #require(Reading(kind.compress(half)).error)
    guard case .truncated(_, let encoding, let byteOffset, let line, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(encoding == kind.encoding)
    #expect(byteOffset == half.count)
    #expect(line != nil)
    #expect(error.description.hasPrefix("test: truncated XML at line "))
  }
}
