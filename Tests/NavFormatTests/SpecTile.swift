/// The columns of a tile as Formats/nav-1.md, section 6.3, lists them: a second reading of the
/// specification that shares nothing with ``TileLayout``.
struct SpecTile {
  /// A column of the table: its name, the bytes of a row, where it begins and how many rows it has.
  struct Column {
    let name: String
    let width: Int
    let start: Int
    let rows: Int
  }

  var bytes: [UInt8]
  let columns: [Column]
  /// Where the last column ends.
  let end: Int

  /// Name, bytes of a row, and the letter of the number of rows; `+` is one more, `*` the box tree.
  private static let table: [(String, Int, String)] = [
    ("junction latitude", 4, "N"), ("junction longitude", 4, "N"), ("junction first out", 2, "N+"),
    ("junction flags", 1, "N"), ("junction OSM id", -56, "N"), ("out", 2, "O"),
    ("segment from", 2, "T"), ("segment to", 2, "T"), ("segment way", 2, "T"),
    ("segment length", 4, "T"), ("segment flags", 1, "T"), ("segment bearing from", 1, "T"),
    ("segment bearing to", 1, "T"), ("segment reach", 2, "T"), ("reach", 4, "E"),
    ("segment shape", 4, "T+"),
    ("way OSM id", -57, "W"), ("way attributes", 2, "W"), ("way name", 4, "W"),
    ("way ref", 4, "W"), ("attributes", 24, "A"), ("crossing segment", 2, "X"),
    ("crossing tile", 4, "X"), ("crossing junction", 2, "X"), ("crossing there", 2, "X"),
    ("crossing latitude", 4, "X"), ("crossing longitude", 4, "X"), ("via base", 2, "V"),
    ("via there", 2, "V"), ("turn from", 2, "R"), ("turn to", 2, "R"), ("turn enter", 2, "R"),
    ("turn banned", 1, "R"), ("rule subject", 2, "L"), ("rule kind", 1, "L"),
    ("rule directions", 1, "L"), ("rule value", 4, "L"), ("rule condition", 2, "L"),
    ("condition offset", 4, "C+"), ("conditions", 1, "K"), ("barrier junction", 2, "B"),
    ("barrier passing", 1, "B"), ("barrier end only", 1, "B"),
    ("cell first junction", 2, "D+"), ("cell first segment", 2, "D+"), ("cell first via", 2, "D+"),
    ("cell node", 4, "D"), ("top node", 4, "top"), ("boxes", 16, "*"),
    ("shapes", 1, "G"),
  ]

  /// The letters of the header's counts, in the order of the header from byte 4.
  private static let letters = ["N", "X", "S", "T", "W", "A", "O", "V", "VO", "R", "L", "B", "G"]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var counts: [String: Int] = [:]
    for (index, letter) in Self.letters.enumerated() {
      counts[letter] = Self.number(bytes, 4 + 4 * index, 4)
    }
    for (letter, at) in [("E", 60), ("C", 80), ("K", 84), ("D", 88), ("SC", 92), ("VC", 96)] {
      counts[letter] = Self.number(bytes, at, 4)
    }
    // Columns of cells are empty without them.
    func n(_ letter: String) -> Int { counts[letter] ?? 0 }
    counts["top"] = n("D") == 0 ? 0 : 2 * (n("T") - n("SC")) + n("V") - n("VC")
    var columns: [Column] = []
    var at = 104
    for (name, width, rows) in Self.table {
      let start = (at + 3) / 4 * 4
      // A negative width is the header byte that has it.
      let width = width < 0 ? Int(bytes[-width]) : width
      let count =
        rows == "*"
        ? Self.boxCount(counts["S"] ?? 0)
        : (counts[rows.replacing("+", with: "")] ?? 0)
          + (rows.hasSuffix("+") && (rows != "D+" || n("D") > 0) ? 1 : 0)
      columns.append(Column(name: name, width: width, start: start, rows: count))
      at = start + width * count
    }
    self.columns = columns
    self.end = at
  }

  /// Section 7: levels of an eighth each, until one box is left.
  static func boxCount(_ items: Int) -> Int {
    if items == 0 { return 0 }
    let boxes = (items + 7) / 8
    return boxes == 1 ? 1 : boxes + boxCount(boxes)
  }

  /// The column with a name.
  func column(_ name: String) -> Column {
    columns.first { $0.name == name } ?? Column(name: name, width: 1, start: 0, rows: 0)
  }

  /// The unsigned number in a row of a column.
  subscript(_ name: String, _ row: Int) -> Int {
    get {
      let column = column(name)
      return Self.number(bytes, column.start + column.width * row, column.width)
    }
    set {
      let column = column(name)
      for byte in 0..<column.width {
        bytes[column.start + column.width * row + byte] =
          UInt8(truncatingIfNeeded: newValue >> (8 * byte))
      }
    }
  }

  /// All rows of a column.
  func rows(_ name: String) -> [Int] { (0..<column(name).rows).map { self[name, $0] } }

  private static func number(_ bytes: [UInt8], _ at: Int, _ width: Int) -> Int {
    (0..<width).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
  }
}
