import MapMatching

/// Takes the traces of a file as they are read.
protocol TraceSink {
  /// A trace begins.
  mutating func begin(name: String?) throws
  /// Its next fix; one whose time can't be read has none.
  mutating func add(_ location: Location, hasOddTime: Bool) throws
  /// It ends.
  mutating func end() throws
}

/// Why a text is no trace.
struct TraceFlaw: Error {
  var line: Int
  /// The place in the line, from 1, where that helps to find it.
  var column: Int?
  var reason: String

  /// `line 3, byte 14: expected ','`.
  var text: String {
    "line \(line)\(column.map { ", byte \($0)" } ?? ""): \(reason)"
  }
}
