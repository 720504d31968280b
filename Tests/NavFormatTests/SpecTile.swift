/// The columns of a tile as Formats/nav-1.md, section 6.3, lists them: a second reading of the
/// specification that shares nothing with ``TileLayout``.
struct SpecTile {
  /// A column of the table: its name, the bits of a number and how many at most, where it begins and how many
  /// rows it has.
  struct Column {
    let name: String
    let width: Int
    let most: Int
    let start: Int
    let rows: Int

    /// Where its bytes end.
    var end: Int { start + (width * rows + 7) / 8 }
  }

  var bytes: [UInt8]
  private(set) var columns: [Column] = []
  /// Where the padding behind the shapes ends.
  private(set) var end = 0

  /// Name, the letter of the number of rows, and the greatest width; `+` is one more, `*` four for each box of
  /// the tree.
  private static let table: [(String, String, Int)] = [
    ("junction latitude", "N", 32), ("junction longitude", "N", 32),
    ("junction first out", "N+", 16), ("junction flags", "N", 8), ("junction OSM id", "N", 64),
    ("out", "O", 16), ("segment from", "T", 16), ("segment to", "T", 16), ("segment way", "T", 16),
    ("segment length", "T", 32), ("segment flags", "T", 2), ("segment bearing from", "T", 8),
    ("segment bearing to", "T", 8), ("segment reach", "T", 16), ("reach", "E", 28),
    ("segment shape", "T+", 32), ("way OSM id", "W", 64), ("way attributes", "W", 16),
    ("way name", "W", 32), ("way ref", "W", 32), ("name", "U", 32), ("access forward", "A", 28),
    ("access backward", "A", 28), ("road class", "A", 8), ("surface", "A", 8),
    ("road flags", "A", 16), ("speed forward", "A", 16), ("speed backward", "A", 16),
    ("truck speed forward", "A", 16), ("truck speed backward", "A", 16), ("track grade", "A", 8),
    ("smoothness", "A", 8), ("lanes", "A", 8), ("crossing segment", "X", 16),
    ("crossing tile", "X", 32), ("crossing junction", "X", 16), ("crossing there", "X", 16),
    ("crossing latitude", "X", 32), ("crossing longitude", "X", 32), ("via base", "V", 16),
    ("via there", "V", 16), ("turn from", "R", 16), ("turn to", "R", 16), ("turn enter", "R", 16),
    ("turn banned", "R", 8), ("rule subject", "L", 16), ("rule kind", "L", 8),
    ("rule directions", "L", 8), ("rule value", "L", 32), ("rule condition", "L", 16),
    ("condition offset", "C+", 32), ("barrier junction", "B", 16), ("barrier passing", "B", 7),
    ("barrier end only", "B", 7), ("cell first junction", "D+", 16),
    ("cell first segment", "D+", 16), ("cell first via", "D+", 16), ("cell node", "D", 32),
    ("top node", "top", 32), ("boxes", "*", 16),
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
    columns = []
    var at = 176
    func add(_ name: String, _ width: Int, _ most: Int, _ count: Int) {
      columns.append(Column(name: name, width: width, most: most, start: at, rows: count))
      at += (width * count + 7) / 8
    }
    for (index, (name, rows, most)) in Self.table.enumerated() {
      let count =
        rows == "*"
        ? 4 * Self.boxCount(n("S"))
        : n(rows.replacing("+", with: ""))
          + (rows.hasSuffix("+") && (rows != "D+" || n("D") > 0) ? 1 : 0)
      add(name, Int(bytes[112 + index]), most, count)
    }
    add("conditions", 8, 8, n("K"))
    add("shapes", 8, 8, n("G"))
    add("padding", 8, 8, 8)
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
    columns.first { $0.name == name } ?? Column(name: name, width: 0, most: 0, start: 0, rows: 0)
  }

  /// The unsigned number in a row of a column; one that the column has no room for makes its numbers wider.
  subscript(_ name: String, _ row: Int) -> Int {
    get {
      let column = column(name)
      return (0..<column.width).reduce(0) { value, bit in
        let at = 8 * column.start + column.width * row + bit
        return value | Int(bytes[at / 8] >> UInt8(at % 8) & 1) << bit
      }
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
    var packed = [UInt8](repeating: 0, count: (width * rows.count + 7) / 8)
    for (row, value) in rows.enumerated() {
      for bit in 0..<width where value >> bit & 1 != 0 {
        let at = width * row + bit
        packed[at / 8] |= 1 << UInt8(at % 8)
      }
    }
    bytes.replaceSubrange(column.start..<column.end, with: packed)
    if index < Self.table.count { bytes[112 + index] = UInt8(width) }
    place()
  }

  /// All rows of a column.
  func rows(_ name: String) -> [Int] { (0..<column(name).rows).map { self[name, $0] } }

  private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }
}
