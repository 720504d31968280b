import Notation

/// A line of CSV as fields without surrounding spaces.
///
/// The separator is a comma, a semicolon or a tab. Fields may be in quotes.
package struct CSVLine {
  /// The separator of the fields.
  package private(set) var separator = UInt8(ascii: ",")
  /// The number of fields.
  package var count: Int { fields.count }
  /// The number of bytes of all fields.
  package var byteCount: Int { text.count }
  /// Whether the line has a quote that it does not close.
  package private(set) var isOpen = false

  /// The fields, as ranges of `text`.
  private var fields: [Range<Int>] = []
  private var text: [UInt8] = []

  /// A line without fields.
  package init() {}

  /// The bytes of a field; empty if the line is too short.
  package subscript(field: Int) -> ArraySlice<UInt8> {
    field < fields.count ? text[fields[field]] : []
  }

  /// A field as text.
  package func string(_ field: Int) -> String { String(decoding: self[field], as: UTF8.self) }

  /// The number in a field; nil for any other text.
  ///
  /// If fields are not separated by commas, a comma is a decimal point.
  package func number(_ field: Int) -> Double? {
    var text = self[field]
    if let value = Decimals.value(text) { return value }
    guard separator != UInt8(ascii: ","), let comma = text.firstIndex(of: UInt8(ascii: ","))
    else { return nil }
    text[comma] = UInt8(ascii: ".")
    return Decimals.value(text)
  }

  /// Splits the header; its most frequent separator becomes that of the file.
  package mutating func splitHeader(_ line: [UInt8]) {
    var most = 0
    for candidate in [UInt8(ascii: ","), UInt8(ascii: ";"), 9] {
      let count = line.count { $0 == candidate }
      if count > most { (separator, most) = (candidate, count) }
    }
    split(line)
  }

  /// Splits a line into fields; inside quotes, two quotes stand for one.
  package mutating func split(_ line: [UInt8]) {
    text.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    isOpen = false
    split(line, into: 0)
  }

  /// Goes on with the next line of a file, if a quote is open: the line break belongs to the last field.
  package mutating func goOn(_ line: [UInt8]) {
    let start = fields.popLast()?.lowerBound ?? 0
    text.append(10)
    split(line, into: start)
  }

  /// Splits a line whose first field has text already, from an index on.
  private mutating func split(_ line: [UInt8], into begin: Int) {
    var start = begin
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
    // The spaces at the end of an open field are counted once, where it ends.
    if isOpen { fields.append(start..<text.count) } else { endField(from: start) }
  }

  private mutating func endField(from start: Int) {
    var low = start
    var high = text.count
    while low < high, text[low] <= 32 { low += 1 }
    while low < high, text[high - 1] <= 32 { high -= 1 }
    fields.append(low..<high)
  }

  /// The possible names of a column of latitudes, in lower case.
  package static let latitudes = ["lat", "latitude", "y"]
  /// The possible names of a column of longitudes, in lower case.
  package static let longitudes = ["lon", "lng", "long", "longitude", "x"]

  /// A text as a field of a file with commas, quoted if necessary.
  package static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
