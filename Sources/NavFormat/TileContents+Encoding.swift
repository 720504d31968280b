internal import Bytes
internal import Geo
internal import RoadModel

/// What the header of a tile says beside the numbers of rows.
private struct TileBases {
  let junctionID: Int64
  let wayID: Int64
  /// Where junctions, crossings and boxes are counted from.
  let place: Coordinate
  /// Boxes lie on a grid of 2 to the power of this.
  let boxShift: Int
  /// Boxes are at most so many steps of their grid away from the base.
  static let boxSteps: Int64 = 1 << 12 - 1

  init(_ tile: TileContents) {
    junctionID = tile.junctions.map(\.osmID).min() ?? 0
    wayID = tile.ways.map(\.osmID).min() ?? 0
    let box = tile.box
    place = Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude)
    let extent = max(
      Int64(box.maxLatitude) - Int64(box.minLatitude),
      Int64(box.maxLongitude) - Int64(box.minLongitude))
    var shift = 0
    while extent > Self.boxSteps << Int64(shift) { shift += 1 }
    boxShift = shift
  }

  func latitude(_ place: Coordinate) -> UInt32 {
    UInt32(bitPattern: place.latitudeUnits &- self.place.latitudeUnits)
  }

  func longitude(_ place: Coordinate) -> UInt32 {
    UInt32(bitPattern: place.longitudeUnits &- self.place.longitudeUnits)
  }

  /// The four edges of a box in steps of the grid, rounded outward.
  func steps(_ box: Box) -> [UInt16] {
    func step(_ value: Int32, _ base: Int32, up: Bool) -> UInt16 {
      let units = Int64(value) - Int64(base) + (up ? 1 << Int64(boxShift) - 1 : 0)
      return UInt16(clamping: units >> Int64(boxShift))
    }
    return [
      step(box.minLatitude, place.latitudeUnits, up: false),
      step(box.minLongitude, place.longitudeUnits, up: false),
      step(box.maxLatitude, place.latitudeUnits, up: true),
      step(box.maxLongitude, place.longitudeUnits, up: true),
    ]
  }
}

extension TileContents {
  /// The bytes of the tile.
  public func encoded() -> [UInt8] {
    let bases = TileBases(self)
    let shapes = encodedShapes()
    let rules = RuleColumns(rules)
    let reaches = Set(segments.map(\.reach)).sorted()
    let names = Set(ways.map(\.name) + ways.map(\.ref)).sorted()
    var tables = PackedTables()
    addJunctions(to: &tables, bases, rules)
    addSegments(to: &tables, shapes.offsets, reaches, rules)
    addWays(to: &tables, bases, names)
    addAttributes(to: &tables)
    addCrossings(to: &tables, bases)
    addTables(to: &tables, rules)
    addCells(to: &tables)
    let boxes = BoxTree(itemCount: ownSegmentCount).boxes(of: segmentBoxes)
    tables.add(boxes.flatMap(bases.steps)) { $0 }
    tables.endTable()

    var writer = ByteWriter()
    for count in [
      Int(number), junctions.count, crossings.count, ownSegmentCount, segments.count, ways.count,
      attributes.count, junctions.reduce(0) { $0 + $1.out.count }, vias.count, ownViaCount,
      turns.count, rules.rows.count, barriers.count, shapes.bytes.count,
    ] { writer.u32(UInt32(count)) }
    writer.u8(UInt8(bases.boxShift))
    writer.u8(0)
    writer.raw(CountryCode.bytes(country))
    writer.u32(UInt32(reaches.count))
    writer.i64(bases.junctionID)
    writer.i64(bases.wayID)
    for count in [
      rules.conditionOffsets.count - 1, rules.conditions.count, cells.count, cellSegmentCount,
      cellViaCount, names.count,
    ] { writer.u32(UInt32(count)) }
    writer.i32(bases.place.latitudeUnits)
    writer.i32(bases.place.longitudeUnits)
    writer.raw(tables.widths)
    writer.raw(repeatElement(0, count: TileLayout.headerLength - writer.count))
    writer.raw(tables.writer.bytes)
    writer.raw(rules.conditions)
    writer.raw(shapes.bytes)
    writer.raw(repeatElement(0, count: PackedColumn.slack))
    return writer.bytes
  }

  private func addJunctions(
    to tables: inout PackedTables, _ bases: TileBases, _ rules: RuleColumns
  ) {
    let barriers = rules.subjects(.junction).union(barriers.map(\.junction))
    tables.add(junctions) { bases.latitude($0.position) }
    tables.add(junctions) { bases.longitude($0.position) }
    var firstOuts: [UInt16] = [0]
    for junction in junctions {
      firstOuts.append((firstOuts.last ?? 0) + UInt16(junction.out.count))
    }
    tables.add(firstOuts) { $0 }
    tables.add(junctions.enumerated()) { index, junction in
      let flags = junction.flags.subtracting(.barrier)
      return flags.union(barriers.contains(UInt16(index)) ? .barrier : []).rawValue
    }
    tables.endTable()
    // The difference of two 64-bit integers fits 64 unsigned bits even where the subtraction wraps.
    tables.add(junctions) { UInt64(bitPattern: $0.osmID &- bases.junctionID) }
    tables.endTable()
    tables.add(junctions.flatMap(\.out)) { $0 }
    tables.endTable()
  }

  private func addSegments(
    to tables: inout PackedTables, _ shapeOffsets: [UInt32], _ reaches: [UInt32],
    _ rules: RuleColumns
  ) {
    let rows = Self.rows(of: reaches)
    tables.add(segments) { $0.from }
    tables.add(segments) { $0.to }
    tables.add(segments) { $0.way }
    tables.add(segments) { $0.length }
    tables.add(rules.segmentFlags(segments.count)) { $0 }
    tables.add(segments) { $0.bearingFrom.turns256 }
    tables.add(segments) { $0.bearingTo.turns256 }
    tables.add(segments) { rows[$0.reach] ?? 0 }
    tables.add(shapeOffsets) { $0 }
    tables.endTable()
    tables.add(reaches) { $0 }
    tables.endTable()
  }

  private func addWays(
    to tables: inout PackedTables, _ bases: TileBases, _ names: [UInt32]
  ) {
    let rows = Self.rows(of: names)
    tables.add(ways) { UInt64(bitPattern: $0.osmID &- bases.wayID) }
    tables.endTable()
    tables.add(ways) { $0.attributes }
    tables.add(ways) { rows[$0.name] ?? 0 }
    tables.add(ways) { rows[$0.ref] ?? 0 }
    tables.endTable()
    tables.add(names) { $0 }
    tables.endTable()
  }

  /// The rows of values of which each is stored once.
  private static func rows(of values: [UInt32]) -> [UInt32: UInt32] {
    Dictionary(uniqueKeysWithValues: zip(values, 0...))
  }

  private func addAttributes(to tables: inout PackedTables) {
    tables.add(attributes) { $0.forwardAccess.rawValue }
    tables.add(attributes) { $0.backwardAccess.rawValue }
    tables.add(attributes) { $0.roadClass.rawValue }
    tables.add(attributes) { $0.surface.rawValue }
    tables.add(attributes) { $0.flags.rawValue }
    tables.add(attributes) { $0.forwardSpeed.deciKmh }
    tables.add(attributes) { $0.backwardSpeed.deciKmh }
    tables.add(attributes) { $0.forwardTruckSpeed.deciKmh }
    tables.add(attributes) { $0.backwardTruckSpeed.deciKmh }
    tables.add(attributes) { $0.trackGrade }
    tables.add(attributes) { $0.smoothness }
    tables.add(attributes) { $0.lanes }
    tables.endTable()
  }

  private func addCrossings(to tables: inout PackedTables, _ bases: TileBases) {
    tables.add(crossings) { $0.segment }
    tables.add(crossings) { $0.tile }
    tables.add(crossings) { $0.junction }
    tables.add(crossings) { $0.there }
    tables.add(crossings) { bases.latitude($0.position) }
    tables.add(crossings) { bases.longitude($0.position) }
    tables.endTable()
    tables.add(vias) { $0.base }
    tables.add(vias) { $0.there }
    tables.endTable()
  }

  private func addTables(to tables: inout PackedTables, _ rules: RuleColumns) {
    let ruled = rules.subjects(.turn)
    tables.add(turns) { $0.from }
    tables.add(turns) { $0.to }
    tables.add(turns) { $0.enter }
    tables.add(turns.enumerated()) { index, turn in
      let hasRules = UInt16(exactly: index).map { ruled.contains($0) } ?? false
      return UInt16(turn.banned.rawValue) | (hasRules ? TurnRow.rulesBit : 0)
    }
    tables.endTable()
    rules.add(to: &tables)
    tables.add(barriers) { $0.junction }
    tables.add(barriers) { $0.passing.intersection(.all).rawValue }
    tables.add(barriers) { $0.endOnly.intersection($0.passing).intersection(.all).rawValue }
    tables.endTable()
  }

  private func addCells(to tables: inout PackedTables) {
    func starts(_ first: (Cell) -> UInt16, end: Int) {
      tables.add(cells.map(first) + (cells.isEmpty ? [] : [UInt16(end)])) { $0 }
    }
    starts(\.firstJunction, end: junctions.count)
    starts(\.firstSegment, end: cellSegmentCount)
    starts(\.firstVia, end: cellViaCount)
    // No node is zero, the others are one more.
    tables.add(cells) { $0.node &+ 1 }
    tables.endTable()
    tables.add(topNodes) { $0 &+ 1 }
    tables.endTable()
  }

  private func encodedShapes() -> (offsets: [UInt32], bytes: [UInt8]) {
    var offsets: [UInt32] = [0]
    var bytes: [UInt8] = []
    for segment in segments {
      bytes += segment.encodedShape()
      offsets.append(UInt32(bytes.count))
    }
    return (offsets, bytes)
  }
}

extension TileContents.Segment {
  /// The bytes of the inner points: the widths of their differences, then these.
  fileprivate func encodedShape() -> [UInt8] {
    if inner.isEmpty { return [] }
    var latitude = ShapeGrid.round(start.latitudeUnits)
    var longitude = ShapeGrid.round(start.longitudeUnits)
    var steps: [(north: UInt64, east: UInt64)] = []
    for point in inner {
      let north = ShapeGrid.round(point.latitudeUnits)
      let east = ShapeGrid.round(point.longitudeUnits)
      steps.append((Varint.zigzag(north - latitude), Varint.zigzag(east - longitude)))
      (latitude, longitude) = (north, east)
    }
    func code(_ values: [UInt64]) -> UInt8 {
      ShapeWidths.code(64 - values.reduce(0, |).leadingZeroBitCount)
    }
    let north = code(steps.map(\.north))
    let east = max(code(steps.map(\.east)), UInt8(ShapeWidths.least) - min(north, 8))
    var packer = BitPacker()
    packer.append(UInt64(north | east << 4), 8)
    for step in steps {
      packer.append(step.north, ShapeWidths.width(north))
      packer.append(step.east, ShapeWidths.width(east))
    }
    return packer.finished()
  }
}
