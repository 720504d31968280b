/// The reason why compressed bytes could not be expanded.
package struct InflationError: Error, Sendable, Equatable {
  /// The flaw in terms of the format.
  package let reason: String

  /// An error with its reason.
  package init(reason: String) { self.reason = reason }
}

/// Expands compressed data of a known maximum size in memory, such as a file of heights.
package enum Inflation {
  /// The format of the compressed data.
  package enum Format: Sendable {
    /// A gzip file.
    case gzip
    /// Deflate without a header, as in zip archives.
    case deflate
  }

  /// Expands the first stream of some data.
  ///
  /// - Parameters:
  ///   - data: The compressed bytes; bytes after the stream are ignored.
  ///   - format: The format of the compressed data.
  ///   - limit: The maximum length of the result, for which the call allocates memory.
  /// - Returns: All bytes.
  /// - Throws: ``InflationError`` if the data is damaged, ends early or has more bytes.
  package static func bytes(
    of data: ArraySlice<UInt8>, _ format: Format, limit: Int
  ) throws(InflationError) -> [UInt8] {
    var decoder = format == .gzip ? ZlibDecoder() : ZlibDecoder.deflate()
    // One byte more, to recognise a stream that is too long.
    var result = [UInt8](repeating: 0, count: limit + 1)
    var (used, count) = (0, 0)
    while true {
      let progress: DecoderProgress
      do throws(DecoderFlaw) {
        let input = data.span.extracting(used..<data.count)
        var whole = result.mutableSpan
        var output = whole._mutatingExtracting(count..<limit + 1)
        progress = try decoder.decode(input, into: &output, limit: limit + 1 - count)
      } catch { throw InflationError(reason: error.reason) }
      used += progress.consumed
      count += progress.produced
      guard count <= limit else { throw InflationError(reason: "more than \(limit) bytes") }
      if progress.isFinished { break }
      guard progress.consumed > 0 || progress.produced > 0 else {
        throw InflationError(reason: "the compressed data ends early")
      }
    }
    result.removeLast(result.count - count)
    return result
  }

  /// The CRC-32 of some bytes, with which zip archives check their files.
  package static func check(of data: ArraySlice<UInt8>) -> UInt32 { ZlibDecoder.check(data.span) }
}
