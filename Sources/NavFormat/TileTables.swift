internal import Bytes

/// The tables and columns that the header of a tile lists, and their positions (Formats/nav-2.md, section 6.3).
struct TileTables {
  /// A table in the list.
  struct Table {
    /// The number of the table.
    let id: UInt8
    /// The number of rows.
    let rows: Int
    /// The width of a row in bits.
    let stride: Int
    /// Its columns in ``TileTables/columns``.
    let columns: Range<Int>
    /// The offset of its first byte.
    fileprivate(set) var start = 0

    /// Its length in bytes.
    var length: Int { PackedColumn.length(rows, width: stride) }
  }

  /// The tables in order.
  private(set) var tables: [Table] = []
  /// A column in the list.
  struct Column {
    /// The number of the column in its table.
    let id: UInt8
    /// The width of a number in bits.
    let width: Int
    /// The number of bits before it in a row.
    let offset: Int
  }

  /// The columns of all tables.
  private(set) var columns: [Column] = []
  /// The end of the last table.
  private(set) var end: Int

  /// The lengths in bytes of a table's entry in the header, and of each column's entry after it.
  static let entryLength = (table: 6, column: 2)

  /// Reads the list.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that contain the tile.
  ///   - start: The offset of the list.
  ///   - count: The number of tables.
  ///   - tile: The range of the tile.
  ///   - part: The name of the tile, for messages.
  /// - Throws: ``FormatError``.
  init(
    _ bytes: RawSpan, at start: Int, count: Int, tile: Range<Int>, part: String
  ) throws(FormatError) {
    end = start
    tables.reserveCapacity(count)
    columns.reserveCapacity(TileSchema.columns.count)
    for _ in 0..<count {
      try addTable(bytes, tile, part)
    }
    for index in tables.indices {
      tables[index].start = end
      end += tables[index].length
    }
  }

  private mutating func addTable(
    _ bytes: RawSpan, _ tile: Range<Int>, _ part: String
  ) throws(FormatError) {
    let at = end
    try Self.check(at + Self.entryLength.table, tile, part)
    let id = bytes.u8(at)
    let count = Int(bytes.u8(at + 1))
    let rows = Int(bytes.u32(at + 2))
    end = at + Self.entryLength.table + Self.entryLength.column * count
    try Self.check(end, tile, part)
    guard id > tables.last?.id ?? 0 else {
      throw Self.invalid(part, at, "table \(id) is not above the one before")
    }
    guard id < TileSchema.firstRequired || TileSchema.hasTable(id) else {
      throw .unknownPart(part: part, name: "table \(id)")
    }
    // Rows without columns take no bytes, so the tile's length does not limit their number.
    guard rows > 0, rows <= 8 * tile.count else {
      throw Self.invalid(part, at + 2, "table \(id) has no rows, or more than the tile has bits")
    }
    let first = columns.count
    var stride = 0
    var last: UInt8 = 0
    for place in 0..<count {
      let column = at + Self.entryLength.table + Self.entryLength.column * place
      let width = Int(bytes.u8(column + 1))
      let number = bytes.u8(column)
      guard number > last else {
        throw Self.invalid(part, column, "column \(number) is not above the one before")
      }
      last = number
      try Self.check(width, of: number, inTable: id, besides: count - 1, part, column)
      columns.append(Column(id: number, width: width, offset: stride))
      stride += width
    }
    tables.append(Table(id: id, rows: rows, stride: stride, columns: first..<columns.count))
  }

  /// Checks the width of a column, and that an unknown column may be skipped.
  private static func check(
    _ width: Int, of id: UInt8, inTable table: UInt8, besides others: Int, _ part: String,
    _ offset: Int
  ) throws(FormatError) {
    let known = TileSchema.column(table, id)
    guard known != nil || id < TileSchema.firstRequired else {
      throw .unknownPart(part: part, name: "column \(id) of table \(table)")
    }
    // A number of more than 56 bits can be read from eight bytes only if it begins with a byte.
    guard width > 0, width <= PackedColumn.wide || width == 64 && others == 0,
      width <= known?.bits ?? 64
    else {
      throw invalid(part, offset + 1, "a column has numbers of too many bits, or of none")
    }
  }

  private static func check(
    _ end: Int, _ tile: Range<Int>, _ part: String
  ) throws(FormatError) {
    guard end <= tile.upperBound else {
      throw .truncated(
        part: part, needs: UInt64(end - tile.lowerBound), has: UInt64(tile.count))
    }
  }

  private static func invalid(_ part: String, _ offset: Int, _ rule: String) -> FormatError {
    .invalid(part: part, offset: UInt64(offset), rule: rule)
  }

  /// A table; nil if it is missing.
  func table(_ table: TileTable) -> Table? {
    // Numbers ascend from one, so a table is at its number's place or a few places before.
    var place = min(Int(table.id), tables.count) - 1
    while place >= 0 && tables[place].id > table.id { place -= 1 }
    return place >= 0 && tables[place].id == table.id ? tables[place] : nil
  }

  /// The number of rows of a table; 0 if it is missing.
  func rows(_ table: TileTable) -> Int { self.table(table)?.rows ?? 0 }

  /// Whether a table consists of whole bytes, or is missing.
  func areBytes(_ table: TileTable) -> Bool {
    guard let found = self.table(table) else { return true }
    return found.stride == 8 && found.columns.count == 1
      && columns[found.columns.lowerBound].id == 1
  }

  /// The position of a column.
  ///
  /// A missing column has a width of 0, so every number in it is zero.
  func place(of column: TileColumn) -> PackedColumn {
    guard let table = table(column.table) else {
      return PackedColumn(at: 8 * end, width: 0, stride: 0)
    }
    let first = table.columns.lowerBound
    var place = min(Int(column.id), table.columns.count) - 1
    while place >= 0 && columns[first + place].id > column.id { place -= 1 }
    guard place >= 0 else {
      return PackedColumn(at: 8 * table.start, width: 0, stride: table.stride)
    }
    let found = columns[first + place]
    let isThere = found.id == column.id
    return PackedColumn(
      at: 8 * table.start + found.offset + (isThere ? 0 : found.width),
      width: isThere ? found.width : 0, stride: table.stride)
  }
}

/// The tables of a tile to be written.
struct PackedTables {
  /// A column: numbers, or bytes that are written unchanged.
  private struct Column {
    let column: TileColumn
    let numbers: [UInt64]
    let bytes: [UInt8]
    /// The width of a number in bits.
    let width: Int

    var rows: Int { max(numbers.count, bytes.count) }
  }

  private var columns: [Column] = []

  /// Adds a column; columns may be added in any order.
  mutating func add<Rows: Sequence>(
    _ column: TileColumn, _ rows: Rows, _ number: (Rows.Element) -> UInt64
  ) {
    let numbers = rows.map(number)
    let needed = 64 - numbers.reduce(0, |).leadingZeroBitCount
    let width = needed > PackedColumn.wide ? 64 : needed
    precondition(width <= column.bits, "column '\(column.name)' has a number of \(width) bits")
    columns.append(Column(column: column, numbers: numbers, bytes: [], width: width))
  }

  /// Adds a column of small numbers.
  mutating func add<Rows: Sequence, Number: FixedWidthInteger & UnsignedInteger>(
    _ column: TileColumn, _ rows: Rows, _ number: (Rows.Element) -> Number
  ) {
    add(column, rows) { UInt64(number($0)) }
  }

  /// Adds a table that consists of bytes.
  mutating func add(_ column: TileColumn, bytes: [UInt8]) {
    columns.append(Column(column: column, numbers: [], bytes: bytes, width: 8))
  }

  /// The number of tables, their list for the header of a tile, and the consecutive tables.
  ///
  /// Columns of zeros and tables without rows are left out. A table has as many rows as its longest column; shorter
  /// ones end with zeros.
  func encoded() -> (count: Int, list: [UInt8], tables: [UInt8]) {
    var (list, body) = (ByteWriter(), ByteWriter())
    var count = 0
    let tables = Dictionary(grouping: columns) { $0.column.table.id }
    for id in tables.keys.sorted() {
      let columns = (tables[id] ?? []).sorted { $0.column.id < $1.column.id }
      let rows = columns.map(\.rows).max() ?? 0
      if rows == 0 { continue }
      let present = columns.filter { $0.width > 0 }
      count += 1
      list.u8(id)
      list.u8(UInt8(present.count))
      list.u32(UInt32(rows))
      for column in present {
        list.u8(column.column.id)
        list.u8(UInt8(column.width))
      }
      body.raw(Self.packed(present, rows: rows))
    }
    return (count, list.bytes, body.bytes)
  }

  /// The bytes of a table.
  private static func packed(_ columns: [Column], rows: Int) -> [UInt8] {
    if let bytes = columns.first?.bytes, !bytes.isEmpty { return bytes }
    var packer = BitPacker()
    for row in 0..<rows {
      for column in columns {
        packer.append(row < column.numbers.count ? column.numbers[row] : 0, column.width)
      }
    }
    return packer.finished()
  }
}
