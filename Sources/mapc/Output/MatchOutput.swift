import Bytes

/// Where matches are written, piece by piece: a file that appears whole or not at all, or standard output.
final class MatchOutput {
  /// Bytes that are put together before they are written.
  private static let block = 1 << 16

  private let path: String?
  private var file: AtomicFile?
  private var waiting: [UInt8] = []
  /// What is not to be written before it is known to be good.
  private var held: Spool?

  /// The folder for what memory does not hold: that of the file, or that for temporary files.
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

  /// Writes all that a spool keeps.
  func write(draining spool: inout Spool) throws {
    while let piece = try spool.next() { try write(piece) }
  }

  /// Holds what is written from now on until it is released or discarded.
  func hold() { held = Spool(folder: scratch) }

  /// Writes what was held.
  func release() throws {
    guard var spool = held else { return }
    held = nil
    try write(draining: &spool)
  }

  /// Forgets what was held.
  func discard() { held = nil }

  func flush() throws {
    defer { waiting.removeAll(keepingCapacity: true) }
    if path == nil {
      try StandardStream.output.write(waiting)
      return
    }
    do throws(FileError) { try file?.write(waiting) } catch { throw Failure(output: error) }
  }

  /// Writes the rest, and makes the file appear.
  func finish() throws {
    try flush()
    guard let file = file.take() else { return }
    do throws(FileError) { try file.commit() } catch { throw Failure(output: error) }
  }
}
