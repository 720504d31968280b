internal import Bytes
package import NavFormat
internal import Synchronization

extension NavMap {
  /// What drivers see at the junctions of the map, as far as it was looked at.
  package var sights: JunctionSights { parts.sights }
  /// What is known about the passages of the map, as far as paths took them.
  package var passages: PassageMemory { parts.passages }
  /// What is known about the words of edges, as passages from an edge onto itself.
  package var wordsOfEdges: PassageMemory { parts.wordsOfEdges }

  /// The directory entry of a tile; traps if there is no such tile.
  package func entry(_ tile: TileNumber) -> TileEntry {
    precondition(tiles.contains(tile), "no tile \(tile)")
    return directory[tile]
  }

  /// The tile directory.
  package var directory: TileDirectory {
    @_lifetime(borrow self)
    get { TileDirectory(file.bytes.extracting(parts.directory)) }
  }

  /// The columns of a tile, which is checked on first use: its checksum, then every reference in it.
  ///
  /// - Parameter tile: A tile number, 0 ..< ``tileCount``; traps otherwise.
  /// - Returns: A view valid while the map is borrowed; nothing is copied.
  /// - Throws: ``NavError/format(path:_:)`` naming the tile if it is damaged.
  /// - Complexity: O(size of the tile) on first use, then O(1).
  @_lifetime(borrow self)
  package func tile(_ tile: TileNumber) throws(NavError) -> TileView {
    let layout = try layout(tile)
    return TileView(file.bytes, layout: layout)
  }

  /// The layout of a tile, which is checked on first use.
  package func layout(_ tile: TileNumber) throws(NavError) -> TileLayout {
    if let known = parts.layouts[tile.rawValue].object { return known }
    do { return parts.layouts[tile.rawValue].store(try check(tile)) } catch {
      throw .format(path: path, error)
    }
  }

  /// The view of a tile with a known layout.
  @_lifetime(borrow self)
  package func view(_ layout: TileLayout) -> TileView {
    TileView(file.bytes, layout: layout)
  }

  /// The POSIX rule of a tile's time zone; empty if it is unknown.
  ///
  /// - Throws: ``NavError/format(path:_:)`` naming the tile if it is damaged.
  package func timeZone(ofTile tile: TileNumber) throws(NavError) -> String {
    let number = try layout(tile).timeZone
    return number == 0 ? provenance.timeZone : parts.timeZones[number - 1]
  }

  /// Whether tiles may have other time zones than the map, which then are those of their countries.
  package var hasTimeZones: Bool { !parts.timeZones.isEmpty }

  /// The range of a tile in the file.
  func range(_ tile: TileNumber) -> Range<Int> {
    let entry = entry(tile)
    let start = Int(entry.offset)
    return start..<start &+ Int(entry.byteCount)
  }

  private func check(_ tile: TileNumber) throws(FormatError) -> TileLayout {
    let layout = try intactLayout(tile)
    let entry = entry(tile)
    let view = TileView(file.bytes, layout: layout)
    try view.validate(tileCount: tileCount)
    try checkCells(view, tile, entry)
    return layout
  }

  /// The layout of a tile with a correct checksum and columns within it, but unchecked references.
  func uncheckedLayout(_ tile: TileNumber) throws(NavError) -> TileLayout {
    if let known = parts.layouts[tile.rawValue].object { return known }
    do { return try intactLayout(tile) } catch { throw .format(path: path, error) }
  }

  private func intactLayout(_ tile: TileNumber) throws(FormatError) -> TileLayout {
    let entry = entry(tile)
    file.prefetch(range(tile))
    let found = CRC32C.value(of: file.bytes.extracting(range(tile)))
    guard found == entry.check else {
      throw .damaged(
        part: "tile \(tile)", offset: entry.offset, expected: entry.check, found: found)
    }
    var nodes: TileHierarchyNodes?
    if let (_, section, hierarchy) = parts.hierarchy {
      nodes = try hierarchy.nodes(ofTile: tile, file.bytes, section)
    }
    let layout = try TileLayout(file.bytes, in: range(tile), tile: tile, nodes: nodes)
    guard layout.junctionCount == Int(entry.junctionCount),
      layout.ownSegmentCount == Int(entry.segmentCount),
      layout.ownEdgeCount == Int(entry.edgeCount)
    else {
      throw .invalid(
        part: "tile \(tile)", offset: entry.offset, rule: "counts differ from the directory's")
    }
    guard layout.timeZone <= parts.timeZones.count else {
      throw .invalid(
        part: "tile \(tile)", offset: entry.offset + 30,
        rule: "there is no time zone \(layout.timeZone)")
    }
    return layout
  }

  /// Checks that a tile has the cells that the hierarchy gives it, and refers to nodes of it.
  private func checkCells(
    _ view: borrowing TileView, _ tile: TileNumber, _ entry: TileEntry
  ) throws(FormatError) {
    func invalid(_ rule: String) -> FormatError {
      .invalid(part: "tile \(tile)", offset: entry.offset, rule: rule)
    }
    guard let (_, section, layout) = parts.hierarchy else {
      if view.layout.cellCount > 0 { throw invalid("it has cells, but the file no hierarchy") }
      return
    }
    let bytes = file.bytes
    let at = section.range.lowerBound + layout.tileCells.lowerBound + 4 * tile.rawValue
    let first = bytes.u32(at)
    guard view.layout.cellCount == Int(bytes.u32(at + 4)) - Int(first) else {
      throw invalid("the number of cells differs from the hierarchy's")
    }
    try view.validateNodes(below: layout.nodeCount)
    // Searches identify cells by their nodes, so no two cells may have the same.
    let contents = section.range.lowerBound + layout.contents.lowerBound
    for cell in view.layout.cells {
      let node = view.cellNodeNumber(cell)
      if node == .max { continue }
      let named = bytes.u32(contents + 4 * Int(node))
      guard named == HierarchyView.cellBit | (first + UInt32(cell)) else {
        throw invalid("cell \(cell) and its node of the hierarchy do not name each other")
      }
    }
  }

  /// A name or road number.
  ///
  /// - Parameter offset: The offset in the names section, from a way of a tile.
  /// - Returns: The string; nil for offset 0, an offset outside the section, or a damaged section.
  package func name(_ offset: UInt32) -> String? {
    guard offset != 0, namesAreIntact else { return nil }
    let bytes = file.bytes.extracting(parts.names.range)
    var at = Int(offset)
    guard at < bytes.byteCount, let length = Varint.read(bytes, at: &at, end: bytes.byteCount),
      let range = bytes.checkedRange(UInt64(at), count: length)
    else { return nil }
    return bytes.text(range)
  }

  /// Whether a name was needed and the names section was found damaged.
  package var namesAreDamaged: Bool { parts.namesState.load(ordering: .relaxed) == .damaged }

  /// Whether the checksum of the names section is correct; determined once.
  private var namesAreIntact: Bool {
    switch parts.namesState.load(ordering: .relaxed) {
    case .intact: return true
    case .damaged: return false
    case .unknown:
      // Several threads may do this at the same time, with the same result.
      file.prefetch(parts.names.range)
      let isIntact = (try? Parts.verify(parts.names, file.bytes)) != nil
      parts.namesState.store(isIntact ? .intact : .damaged, ordering: .relaxed)
      return isIntact
    }
  }
}
