/// The columns of a tile as Formats/nav-1.md, section 6.3, lists them: a second reading of the
/// specification that shares nothing with ``TileLayout``.
struct SpecTile {
  /// A column of a table: its name, the bits of a number and how many at most, how many rows it has, and the table.
  struct Column {
    let name: String
    let width: Int
    let most: Int
    let rows: Int
    /// The number of its table, where that begins and how many rows it has.
    let table: Int
    let start: Int
    let tableRows: Int
    /// The bits before it in a row of the table, and those of such a row.
    let offset: Int
    let stride: Int

    /// Where the bytes of its table end.
    var end: Int { start + (stride * tableRows + 7) / 8 }
  }

  var bytes: [UInt8]
  private(set) var columns: [Column] = []
  /// Where the padding behind the shapes ends.
  private(set) var end = 0

  /// The tables: the letter of the number of rows, and of each column the name, the greatest width and the
  /// letter of its own rows; `+` is one more, `*` four for each box of the tree.
  private static let tables: [(rows: String, columns: [(String, Int, String)])] = [
    (
      "N+",
      [
        ("junction latitude", 32, "N"), ("junction longitude", 32, "N"),
        ("junction first out", 16, "N+"), ("junction flags", 8, "N"),
      ]
    ),
    ("N", [("junction OSM id", 64, "N")]),
    ("O", [("out", 16, "O")]),
    (
      "T+",
      [
        ("segment from", 16, "T"), ("segment to", 16, "T"), ("segment way", 16, "T"),
        ("segment length", 32, "T"), ("segment flags", 2, "T"), ("segment bearing from", 8, "T"),
        ("segment bearing to", 8, "T"), ("segment reach", 16, "T"), ("segment shape", 32, "T+"),
      ]
    ),
    ("E", [("reach", 32, "E")]),
    ("W", [("way OSM id", 64, "W")]),
    ("W", [("way attributes", 16, "W"), ("way name", 32, "W"), ("way ref", 32, "W")]),
    ("U", [("name", 32, "U")]),
    (
      "A",
      [
        ("access forward", 32, "A"), ("access backward", 32, "A"), ("road class", 8, "A"),
        ("surface", 8, "A"), ("road flags", 16, "A"), ("speed forward", 16, "A"),
        ("speed backward", 16, "A"), ("truck speed forward", 16, "A"),
        ("truck speed backward", 16, "A"), ("track grade", 8, "A"), ("smoothness", 8, "A"),
        ("lanes", 8, "A"),
      ]
    ),
    (
      "X",
      [
        ("crossing segment", 16, "X"), ("crossing tile", 32, "X"),
        ("crossing junction", 16, "X"), ("crossing there", 16, "X"),
        ("crossing latitude", 32, "X"), ("crossing longitude", 32, "X"),
      ]
    ),
    ("V", [("via base", 16, "V"), ("via there", 16, "V")]),
    (
      "R",
      [
        ("turn from", 16, "R"), ("turn to", 16, "R"), ("turn enter", 16, "R"),
        ("turn banned", 9, "R"),
      ]
    ),
    (
      "L",
      [
        ("rule subject", 16, "L"), ("rule kind", 8, "L"), ("rule directions", 8, "L"),
        ("rule value", 32, "L"), ("rule condition", 16, "L"),
      ]
    ),
    ("C+", [("condition offset", 32, "C+")]),
    (
      "B",
      [
        ("barrier junction", 16, "B"), ("barrier passing", 8, "B"), ("barrier end only", 8, "B"),
      ]
    ),
    (
      "D+",
      [
        ("cell first junction", 16, "D+"), ("cell first segment", 16, "D+"),
        ("cell first via", 16, "D+"), ("cell node", 32, "D"),
      ]
    ),
    ("top", [("top node", 32, "top")]),
    ("*", [("boxes", 16, "*")]),
  ]

  /// The letters of the header's counts, in the order of the header from byte 4.
  private static let letters = ["N", "X", "S", "T", "W", "A", "O", "V", "VO", "R", "L", "B", "G"]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place()
  }

  /// Finds where the columns are.
  private mutating func place() {
    var counts: [String: Int] = [:]
    for (index, letter) in Self.letters.enumerated() {
      counts[letter] = Self.number(bytes, 4 + 4 * index, 4)
    }
    for (letter, at) in [
      ("E", 60), ("C", 80), ("K", 84), ("D", 88), ("SC", 92), ("VC", 96), ("U", 100),
    ] {
      counts[letter] = Self.number(bytes, at, 4)
    }
    // Columns of cells are empty without them.
    func n(_ letter: String) -> Int { counts[letter] ?? 0 }
    counts["top"] = n("D") == 0 ? 0 : 2 * (n("T") - n("SC")) + n("V") - n("VC")
    func rows(_ letters: String) -> Int {
      if letters == "*" { return 4 * Self.boxCount(n("S")) }
      let isOneMore = letters.hasSuffix("+") && (letters != "D+" || n("D") > 0)
      return n(letters.replacing("+", with: "")) + (isOneMore ? 1 : 0)
    }
    columns = []
    var at = 176
    for (number, table) in Self.tables.enumerated() {
      let first = columns.count
      let widths = table.columns.indices.map { Int(bytes[112 + first + $0]) }
      for (index, (name, most, own)) in table.columns.enumerated() {
        columns.append(
          Column(
            name: name, width: widths[index], most: most, rows: rows(own), table: number, start: at,
            tableRows: rows(table.rows), offset: widths[..<index].reduce(0, +),
            stride: widths.reduce(0, +)))
      }
      at = columns[first].end
    }
    for (name, count) in [("conditions", n("K")), ("shapes", n("G")), ("padding", 8)] {
      columns.append(
        Column(
          name: name, width: 8, most: 8, rows: count, table: -1, start: at, tableRows: count,
          offset: 0, stride: 8))
      at += count
    }
    end = at
  }

  /// Section 7: levels of an eighth each, until one box is left.
  static func boxCount(_ items: Int) -> Int {
    if items == 0 { return 0 }
    let boxes = (items + 7) / 8
    return boxes == 1 ? 1 : boxes + boxCount(boxes)
  }

  /// The column with a name.
  func column(_ name: String) -> Column {
    columns.first { $0.name == name }
      ?? Column(
        name: name, width: 0, most: 0, rows: 0, table: -1, start: 0, tableRows: 0, offset: 0,
        stride: 0)
  }

  /// The unsigned number in a row of a column; one that the column has no room for makes its numbers wider.
  subscript(_ name: String, _ row: Int) -> Int {
    get {
      let column = column(name)
      return Self.bits(
        bytes, 8 * column.start + column.offset + column.stride * row, column.width)
    }
    set {
      var rows = rows(name)
      rows[row] = newValue
      set(name, rows)
    }
  }

  /// Puts other numbers into a column.
  mutating func set(_ name: String, _ rows: [Int], width: Int = 0) {
    let index = columns.firstIndex { $0.name == name } ?? 0
    let column = columns[index]
    let needed = 64 - rows.reduce(0) { $0 | UInt64($1) }.leadingZeroBitCount
    let width = max(column.width, needed, width)
    let table = columns.filter { $0.table == column.table && $0.start == column.start }
    var packed: [Bool] = []
    for row in 0..<(column.table < 0 ? rows.count : column.tableRows) {
      for other in table {
        let isOther = other.name != name
        let value =
          isOther
          ? Self.bits(bytes, 8 * other.start + other.offset + other.stride * row, other.width)
          : row < rows.count ? rows[row] : 0
        packed += (0..<(isOther ? other.width : width)).map { value >> $0 & 1 != 0 }
      }
    }
    var new = [UInt8](repeating: 0, count: (packed.count + 7) / 8)
    for (at, bit) in packed.enumerated() where bit { new[at / 8] |= 1 << UInt8(at % 8) }
    bytes.replaceSubrange(column.start..<column.end, with: new)
    if column.table >= 0 { bytes[112 + index] = UInt8(width) }
    place()
  }

  private static func bits(_ bytes: [UInt8], _ first: Int, _ count: Int) -> Int {
    (0..<count).reduce(0) { value, bit in
      value | Int(bytes[(first + bit) / 8] >> UInt8((first + bit) % 8) & 1) << bit
    }
  }

  /// All rows of a column.
  func rows(_ name: String) -> [Int] { (0..<column(name).rows).map { self[name, $0] } }

  private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }
}
