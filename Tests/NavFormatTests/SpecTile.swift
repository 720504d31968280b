/// The columns of a tile as Formats/nav-2.md, section 6.3, lists them: a second reading of the
/// specification that shares nothing with ``TileLayout``.
struct SpecTile {
  /// A column of a table: its numbers, its name, the bits of a number and how many at most, how many rows it has, and
  /// the table.
  struct Column {
    let table: Int
    let id: Int
    let name: String
    let width: Int
    let most: Int
    let rows: Int
    /// Where the table begins and how many rows it has.
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
  /// Where the padding behind the tables ends.
  private(set) var end = 0

  /// The bytes of the header before the list of tables.
  static let facts = 50

  /// The tables by their numbers from one on: of each column the name, the largest width, and whether it has a row
  /// less than the table.
  private static let tables: [[(String, Int, Bool)]] = [
    [
      ("junction latitude", 32, true), ("junction longitude", 32, true),
      ("junction first out", 16, false), ("junction flags", 8, true),
    ],
    [("junction OSM id", 64, false)],
    [("out", 16, false)],
    [
      ("segment from", 16, true), ("segment to", 16, true), ("segment way", 16, true),
      ("segment length", 32, true), ("segment flags", 2, true), ("segment bearing from", 8, true),
      ("segment bearing to", 8, true), ("segment reach", 16, true), ("segment shape", 32, false),
    ],
    [("reach", 32, false)],
    [("way OSM id", 64, false)],
    [("way attributes", 16, false), ("way name", 32, false), ("way ref", 32, false)],
    [("name", 32, false)],
    [
      ("access forward", 32, false), ("access backward", 32, false), ("road class", 8, false),
      ("surface", 8, false), ("road flags", 16, false), ("speed forward", 16, false),
      ("speed backward", 16, false), ("truck speed forward", 16, false),
      ("truck speed backward", 16, false), ("track grade", 8, false), ("smoothness", 8, false),
      ("lanes", 8, false),
    ],
    [
      ("crossing segment", 16, false), ("crossing tile", 32, false),
      ("crossing junction", 16, false), ("crossing there", 16, false),
      ("crossing latitude", 32, false), ("crossing longitude", 32, false),
    ],
    [("via base", 16, false), ("via there", 16, false)],
    [
      ("turn from", 16, false), ("turn to", 16, false), ("turn enter", 16, false),
      ("turn banned", 33, false),
    ],
    [
      ("rule subject", 16, false), ("rule kind", 8, false), ("rule directions", 8, false),
      ("rule value", 40, false), ("rule condition", 16, false),
    ],
    [("condition offset", 32, false)],
    [
      ("barrier junction", 16, false), ("barrier passing", 32, false),
      ("barrier end only", 32, false),
    ],
    [
      ("cell first junction", 16, false), ("cell first segment", 16, false),
      ("cell first via", 16, false),
    ],
    [("boxes", 16, false)],
    [("conditions", 8, false)],
    [("shapes", 8, false)],
    [
      ("word way", 16, false), ("word kind", 7, false), ("word directions", 2, false),
      ("word text", 32, false),
    ],
    [
      ("junction word junction", 16, false), ("junction word kind", 7, false),
      ("junction word text", 32, false),
    ],
    [
      ("approach segment", 16, false), ("approach point", 16, false), ("approach kind", 8, false),
      ("approach directions", 2, false),
    ],
  ]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place()
  }

  /// A table as the header lists it.
  struct Listed {
    var id: Int
    var rows: Int
    var columns: [(id: Int, width: Int)]
  }

  /// The list of tables in the header.
  var listed: [Listed] {
    var (at, tables): (Int, [Listed]) = (Self.facts, [])
    for _ in 0..<bytes[49] {
      let count = Int(bytes[at + 1])
      let columns = (0..<count).map {
        (id: Int(bytes[at + 6 + 2 * $0]), width: Int(bytes[at + 7 + 2 * $0]))
      }
      tables.append(
        Listed(id: Int(bytes[at]), rows: Self.number(bytes, at + 2, 4), columns: columns))
      at += 6 + 2 * count
    }
    return tables
  }

  /// The bytes of a list of tables.
  static func encoded(_ tables: [Listed]) -> [UInt8] {
    var bytes: [UInt8] = []
    for table in tables {
      bytes += [UInt8(table.id), UInt8(table.columns.count)]
      for shift in [0, 8, 16, 24] { bytes.append(UInt8(table.rows >> shift & 0xFF)) }
      for column in table.columns { bytes += [UInt8(column.id), UInt8(column.width)] }
    }
    return bytes
  }

  /// Finds where the columns are.
  private mutating func place() {
    let listed = listed
    var at = Self.facts + Self.encoded(listed).count
    columns = []
    for (index, known) in Self.tables.enumerated() {
      let table = listed.first { $0.id == index + 1 } ?? Listed(id: index + 1, rows: 0, columns: [])
      let stride = table.columns.reduce(0) { $0 + $1.width }
      for (place, (name, most, isShort)) in known.enumerated() {
        columns.append(
          Column(
            table: index + 1, id: place + 1, name: name,
            width: table.columns.first { $0.id == place + 1 }?.width ?? 0, most: most,
            rows: max(table.rows - (isShort ? 1 : 0), 0), start: at, tableRows: table.rows,
            offset: table.columns.filter { $0.id < place + 1 }.reduce(0) { $0 + $1.width },
            stride: stride))
      }
      at += (stride * table.rows + 7) / 8
    }
    columns.append(
      Column(
        table: 0, id: 0, name: "padding", width: 8, most: 8, rows: 8, start: at, tableRows: 8,
        offset: 0, stride: 8))
    end = at + 8
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
        table: 0, id: 0, name: name, width: 0, most: 0, rows: 0, start: 0, tableRows: 0, offset: 0,
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
    let column = column(name)
    let needed = 64 - rows.reduce(0) { $0 | UInt64($1) }.leadingZeroBitCount
    let width = max(column.width, needed, width)
    var tables = listed
    guard let index = tables.firstIndex(where: { $0.id == column.table }) else { return }
    let others = columns.filter { $0.table == column.table && $0.width > 0 || $0.name == name }
    let numbers = others.map { $0.name == name ? rows : allRows($0) }
    tables[index].columns = others.map { ($0.id, $0.name == name ? width : $0.width) }
    replace(column, with: Self.packed(numbers, tables[index]))
    tables[index].columns.removeAll { $0.width == 0 }
    replaceList(tables)
  }

  /// Adds a column that the format does not know to a table.
  mutating func add(_ id: Int, to table: Int, _ rows: [Int], width: Int) {
    var tables = listed
    guard let index = tables.firstIndex(where: { $0.id == table }),
      let first = columns.first(where: { $0.table == table })
    else { return }
    let others = columns.filter { $0.table == table && $0.width > 0 }
    tables[index].columns.append((id, width))
    replace(first, with: Self.packed(others.map { allRows($0) } + [rows], tables[index]))
    replaceList(tables)
  }

  /// Adds a table that the format does not know, behind all others.
  mutating func addTable(_ table: Listed, _ columns: [[Int]]) {
    bytes.insert(contentsOf: Self.packed(columns, table), at: bytes.count - 8)
    replaceList(listed + [table])
  }

  /// Puts another list of tables into the header.
  mutating func replaceList(_ tables: [Listed]) {
    let old = Self.encoded(listed).count
    bytes.replaceSubrange(Self.facts..<Self.facts + old, with: Self.encoded(tables))
    bytes[49] = UInt8(tables.count)
    place()
  }

  private mutating func replace(_ column: Column, with new: [UInt8]) {
    bytes.replaceSubrange(column.start..<column.end, with: new)
  }

  /// All rows of a column as the table has them.
  private func allRows(_ column: Column) -> [Int] {
    (0..<column.tableRows).map { row in
      Self.bits(bytes, 8 * column.start + column.offset + column.stride * row, column.width)
    }
  }

  /// The bytes of a table of columns.
  private static func packed(_ columns: [[Int]], _ table: Listed) -> [UInt8] {
    var bits: [Bool] = []
    let present = zip(columns, table.columns.map(\.width))
    for row in 0..<table.rows {
      for (numbers, width) in present {
        let value = row < numbers.count ? numbers[row] : 0
        bits += (0..<width).map { value >> $0 & 1 != 0 }
      }
    }
    var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
    for (at, bit) in bits.enumerated() where bit { bytes[at / 8] |= 1 << UInt8(at % 8) }
    return bytes
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
