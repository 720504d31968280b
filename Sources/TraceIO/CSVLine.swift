/// A line of CSV as fields, without spaces around them; commas, semicolons or tabs between them, quotes where
/// they need them.
package struct CSVLine {
  /// What stands between the fields.
  package private(set) var separator = UInt8(ascii: ",")
  /// The number of fields.
  package var count: Int { fields.count }
  /// Whether a quote was opened that the line does not close.
  package private(set) var isOpen = false

  /// The fields, as ranges of `text`.
  private var fields: [Range<Int>] = []
  private var text: [UInt8] = []

  /// A line without fields.
  package init() {}

  /// The bytes of a field; none where the line is too short.
  package subscript(field: Int) -> ArraySlice<UInt8> {
    field < fields.count ? text[fields[field]] : []
  }

  /// A field as a text.
  package func string(_ field: Int) -> String { String(decoding: self[field], as: UTF8.self) }

  /// Splits the header, by the separator that it has most of.
  package mutating func splitHeader(_ line: [UInt8]) {
    var most = 0
    for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), 9] {
      let count = line.count { $0 == candidate }
      if count > most { (separator, most) = (candidate, count) }
    }
    split(line)
  }

  /// Finds the fields of a line; in quotes, two stand for one.
  package mutating func split(_ line: [UInt8]) {
    text.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    var start = 0
    isOpen = false
    var at = 0
    while at < line.count {
      let byte = line[at]
      at += 1
      if byte == UInt8(ascii: "\"") {
        if isOpen, at < line.count, line[at] == byte {
          text.append(byte)
          at += 1
        } else {
          isOpen.toggle()
        }
      } else if byte == separator, !isOpen {
        endField(from: start)
        start = text.count
      } else {
        text.append(byte)
      }
    }
    endField(from: start)
  }

  private mutating func endField(from start: Int) {
    var low = start
    var high = text.count
    while low < high, text[low] <= 32 { low += 1 }
    while low < high, text[high - 1] <= 32 { high -= 1 }
    fields.append(low..<high)
  }

  /// The names that a column of latitudes may have, in lower case.
  package static let latitudes = ["lat", "latitude", "y"]
  /// The names that a column of longitudes may have, in lower case.
  package static let longitudes = ["lon", "lng", "long", "longitude", "x"]

  /// A text as a field of a file with commas.
  package static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
