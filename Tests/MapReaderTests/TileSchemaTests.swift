import Bytes
import MapReader
import TestSupport
import Testing

@testable import NavFormat

/// The schema of tiles against the table of the specification and against what navdump knows: three lists, one content.
@Suite struct TileSchemaTests {
  /// A line for each column: numbers and names of table and column, rows, largest width, and whether it has a row
  /// less.
  private static let schema = TileSchema.columns.map { column in
    [
      "\(column.table.id)", "\(column.table.name)", "\(column.table.rows)", "\(column.id)",
      "\(column.name)", "\(column.bits)",
    ] + (column.isShort ? ["short"] : [])
  }

  /// The lines of a file.
  private static func lines(_ path: String) throws -> [String] {
    let file = try MappedFile(path: path)
    let text = String(decoding: (0..<file.count).map { file.bytes.u8($0) }, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("the table of the specification has the columns of the schema, in their order")
  func specification() throws {
    let lines = try Self.lines(TestData.package + "/Formats/nav-2.md")
    let first = try #require(lines.firstIndex { $0.hasPrefix("| table, rows | column |") })
    var found: [[String]] = []
    for line in lines[(first + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|").map { $0.trimmed }
      var table = Array(found.last?.prefix(3) ?? [])
      if !cells[0].isEmpty {
        let words = cells[0].split(separator: " ", maxSplits: 1).map(String.init)
        let comma = try #require(words[1].lastIndex(of: ","))
        table = [words[0], words[1][..<comma].trimmed, words[1][comma...].dropFirst().trimmed]
      }
      var words = cells[1].split(separator: " ").map(String.init)
      let isShort = words.last == "*"
      if isShort { words.removeLast() }
      let name = words.dropFirst().joined(separator: " ")
      found.append(table + [words[0], name, cells[2]] + (isShort ? ["short"] : []))
    }
    #expect(found == Self.schema)
  }

  @Test("navdump knows the columns of the schema", .enabled(if: Program.hasPython, "needs python3"))
  func navdump() {
    let (lines, status) = Program.navdump("--columns")
    #expect(status == 0)
    #expect(lines.map { $0.split(separator: "\t").map(String.init) } == Self.schema)
  }

  @Test("numbers of tables ascend from one, and so do those of columns in each")
  func numbers() {
    var (table, column): (UInt8, UInt8) = (0, 0)
    for next in TileSchema.columns {
      if next.table.id != table {
        #expect(next.table.id > table)
        (table, column) = (next.table.id, 0)
      }
      #expect(next.id == column + 1 && next.bits <= 64)
      column = next.id
      #expect(TileSchema.column(table, column).map { "\($0.name)" } == "\(next.name)")
    }
    #expect(TileSchema.column(0, 1) == nil && TileSchema.column(1, 0) == nil)
    #expect(TileSchema.column(255, 255) == nil && !TileSchema.hasTable(0))
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
