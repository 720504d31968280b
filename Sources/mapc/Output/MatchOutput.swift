import Bytes
import JSON

/// The output of matches: standard output, or a file that is written completely or not at all.
final class MatchOutput {
  /// The size of the write buffer in bytes.
  private static let block = 1 << 16

  private let path: String?
  private var file: AtomicFile?
  private var waiting: [UInt8] = []
  /// Output held back until it is known to be valid.
  private var held: Spool?

  /// The folder for data beyond the memory: that of the file, or that for temporary files.
  let scratch: String

  init(path: String?, _ rule: OutputRule) throws {
    self.path = path == "-" ? nil : path
    scratch = self.path.map { AtomicFile.folder(of: $0) } ?? "/tmp"
    do throws(FileError) {
      if let path = self.path { file = try AtomicFile(path: path, rule: rule) }
    } catch { throw Failure(output: error) }
  }

  func write(_ bytes: [UInt8]) throws {
    if held != nil {
      try held?.append(bytes)
      return
    }
    waiting += bytes
    if waiting.count >= Self.block { try flush() }
  }

  func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes the text of a writer, and empties the writer.
  func write(draining json: inout JSONWriter) throws {
    try write(json.bytes)
    json.removeAll()
  }

  /// Writes the contents of a spool.
  func write(draining spool: inout Spool) throws {
    while let piece = try spool.next() { try write(piece) }
  }

  /// Holds back all further output until it is released or discarded.
  func hold() { held = Spool(folder: scratch) }

  /// Writes the held output.
  func release() throws {
    guard var spool = held else { return }
    held = nil
    try write(draining: &spool)
  }

  /// Discards the held output.
  func discard() { held = nil }

  func flush() throws {
    defer { waiting.removeAll(keepingCapacity: true) }
    if path == nil {
      try StandardStream.output.write(waiting)
      return
    }
    do throws(FileError) { try file?.write(waiting) } catch { throw Failure(output: error) }
  }

  /// Writes the rest and completes the file.
  func finish() throws {
    try flush()
    guard let file = file.take() else { return }
    do throws(FileError) { try file.commit() } catch { throw Failure(output: error) }
  }
}
