import TestSupport
import Testing

@testable import OSMInput

/// Damaged files of every kind give errors or other elements, never a crash.
@Suite struct HostileInputTests {
  @Test("a file that is cut short at any byte is refused", arguments: Sample.cases)
  func everyPrefix(_ sample: Sample.Case) {
    // Between two blobs, and in padding, the end can't be told from the end of the file.
    let complete: Set<Int> =
      sample.encoding == .pbf
      ? [firstBlobEnd(sample.bytes)]
      : Set(sample.bytes.count - trailingZeros(sample.bytes)..<sample.bytes.count)
    for length in 0..<sample.bytes.count where !complete.contains(length) {
      let reading = Reading(Array(sample.bytes[..<length]))
      #expect(reading.error != nil, "\(sample.name) cut at byte \(length)")
      #expect(reading.lines.elementsEqual(Sample.lines.prefix(reading.lines.count)))
    }
  }

  private func firstBlobEnd(_ bytes: [UInt8]) -> Int {
    let header = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
    // The size of so small a blob is the last byte of its header, or the last two.
    let last = Int(bytes[3 + header])
    let size = bytes[2 + header] >= 0x80 ? Int(bytes[2 + header] & 0x7F) | last << 7 : last
    return 4 + header + size
  }

  private func trailingZeros(_ bytes: [UInt8]) -> Int {
    bytes.reversed().prefix { $0 == 0 }.count
  }

  @Test("no flipped byte crashes", arguments: Sample.cases)
  func everyFlip(_ sample: Sample.Case) {
    for index in sample.bytes.indices {
      for mask: UInt8 in [0x01, 0x80, 0xFF, UInt8(truncatingIfNeeded: index * 37 | 2)] {
        var bytes = sample.bytes
        bytes[index] ^= mask
        let reading = Reading(bytes)
        if let summary = reading.summary {
          #expect(summary.nodes + summary.ways + summary.relations == reading.lines.count)
        } else {
          #expect(!reading.complaint.contains("\n"))
        }
      }
    }
  }

  @Test("no random damage crashes", arguments: Sample.cases)
  func randomDamage(_ sample: Sample.Case) {
    var random = SeededGenerator(seed: 20_261_121)
    for _ in 0..<3000 {
      var bytes = sample.bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        default:
          let end = min(bytes.count, index + Int.random(in: 1...16, using: &random))
          bytes.insert(contentsOf: bytes[index..<end], at: index)
        }
      }
      _ = Reading(bytes)
    }
  }

  @Test("random bytes after each magic are refused")
  func randomBytes() {
    var random = SeededGenerator(seed: 7)
    let magics: [[UInt8]] = [
      [0x1F, 0x8B, 8, 0], Array("BZh1".utf8), Array("<osm".utf8), [0, 0, 0, 13, 0x0A],
      PBFWriter.header(),
    ]
    for magic in magics {
      for _ in 0..<1000 {
        let tail = (0..<Int.random(in: 1...200, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        #expect(Reading(magic + tail).error?.kind == .badData)
      }
    }
  }
}
