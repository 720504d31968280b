import CZlib
import TestSupport
import Testing

@testable import Gzip

/// What is compressed is what the library's decoder gets back.
@Suite struct GzipTests {
  private static func inflated(_ bytes: [UInt8], upTo limit: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard
      unsafe inflateInit2_(
        &stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe inflateEnd(&stream) }
    var input = bytes
    var isWhole = false
    let output = unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { target, count in
      unsafe input.withUnsafeMutableBufferPointer { source in
        unsafe stream.next_in = source.baseAddress
        unsafe stream.avail_in = UInt32(source.count)
        unsafe stream.next_out = target.baseAddress
        unsafe stream.avail_out = UInt32(target.count)
        isWhole = unsafe inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0
      }
      count = unsafe Int(stream.total_out)
    }
    return isWhole ? output : nil
  }

  @Test(
    "bytes come back as they were, whatever they are",
    arguments: [0, 1, 2, 1_000, 65_535, 65_536, 1_000_000], [Gzip.Effort.quick, .thorough])
  func roundTrip(count: Int, effort: Gzip.Effort) throws {
    var state = UInt64(count)
    let noise = (0..<count).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let words = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 17 + 97) }
    for bytes in [noise, words] {
      let packed = try #require(Gzip.compressed(bytes, effort))
      #expect(packed.starts(with: [0x1F, 0x8B, 8]))
      #expect(Self.inflated(packed, upTo: count) == bytes)
      #expect(packed == Gzip.compressed(bytes, effort))
    }
    let packed = try #require(Gzip.compressed(words, effort))
    #expect(count < 1_000 || packed.count < count / 4)
  }
}
