import Bytes
import JSON

/// The elements of a JSON array, buffered until the array is written.
struct JSONList {
  /// The elements, with commas between them.
  var spool: Spool
  private var json = JSONWriter()

  init(folder: String) { spool = Spool(folder: folder) }

  mutating func removeAll() {
    spool.removeAll()
    json.restart()
  }

  /// Adds an object.
  mutating func append(_ write: (inout JSONWriter) -> Void) throws {
    json.object(write)
    try spool.append(draining: &json)
  }
}

extension Spool {
  /// Appends the text of a writer, and empties the writer.
  mutating func append(draining json: inout JSONWriter) throws(FileError) {
    try append(json.bytes)
    json.removeAll()
  }
}
