internal import Bytes

/// What the bytes of a tile are spent on.
extension TileView {
  /// The tables that the tile's header lists.
  func tables() throws(FormatError) -> TileTables {
    let start = layout.range.lowerBound
    return try TileTables(
      bytes, at: start + TileLayout.factsLength, count: Int(bytes.u8(start + 49)),
      tile: layout.range, part: "tile \(number)")
  }

  /// The columns with their names and the bytes each takes, padding included: all that this version knows in file
  /// order, then those that it does not, by their numbers.
  ///
  /// Numbers of several columns share bytes: each has those in which its bits end, were the table stored column
  /// by column.
  ///
  /// - Throws: ``FormatError`` never, since the tile has been checked.
  public func columns() throws(FormatError) -> [(name: String, bytes: Int)] {
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

  /// The bytes of a column with so many bits before it in a row.
  private static func bytes(_ rows: Int, _ width: Int, behind bits: Int) -> Int {
    PackedColumn.length(rows, width: bits + width) - PackedColumn.length(rows, width: bits)
  }
}
