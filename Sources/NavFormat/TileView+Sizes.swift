internal import Bytes

/// The sizes of the parts of a tile.
extension TileView {
  /// The tables in the header of the tile.
  func tables() throws(FormatError) -> TileTables {
    let start = layout.range.lowerBound
    return try TileTables(
      bytes, at: start + TileLayout.factsLength, count: Int(bytes.u8(start + 49)),
      tile: layout.range, part: "tile \(number)")
  }

  /// The names of the columns with their sizes in bytes, including padding: known ones in file order, then unknown ones
  /// by number.
  ///
  /// Columns of a table share bytes. The size of a column is its share of the table's length, as if the table were
  /// stored column by column.
  ///
  /// - Throws: Nothing in practice, because the tile has been checked.
  package func columns() throws(FormatError) -> [(name: String, bytes: Int)] {
    let tables = try tables()
    let first = tables.tables.first?.start ?? tables.end
    var found = [("tile header", first - layout.range.lowerBound)]
    for column in TileSchema.columns {
      let place = tables.place(of: column)
      let start = tables.table(column.table)?.start ?? tables.end
      let rows = tables.rows(column.table)
      found.append(
        ("\(column.name)", Self.bytes(rows, place.width, behind: place.start - 8 * start)))
    }
    for table in tables.tables {
      for column in tables.columns[table.columns]
      where TileSchema.column(table.id, column.id) == nil {
        let bytes = Self.bytes(table.rows, column.width, behind: column.offset)
        found.append(("\(column.id) of table \(table.id)", bytes))
      }
    }
    return found + [("padding", PackedColumn.slack)]
  }

  /// The size in bytes of a column with `bits` bits before it in a row.
  private static func bytes(_ rows: Int, _ width: Int, behind bits: Int) -> Int {
    PackedColumn.length(rows, width: bits + width) - PackedColumn.length(rows, width: bits)
  }
}
