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
    var columns = PackedColumns()
    addJunctions(to: &columns, bases, rules)
    addSegments(to: &columns, shapes.offsets, reaches, rules)
    addWays(to: &columns, bases, names)
    addAttributes(to: &columns)
    addCrossings(to: &columns, bases)
    addTables(to: &columns, rules)
    addCells(to: &columns)
    let boxes = BoxTree(itemCount: ownSegmentCount).boxes(of: segmentBoxes)
    columns.add(boxes.flatMap(bases.steps)) { $0 }

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
    writer.raw(columns.widths)
    writer.raw(repeatElement(0, count: TileLayout.headerLength - writer.count))
    writer.raw(columns.writer.bytes)
    writer.raw(rules.conditions)
    writer.raw(shapes.bytes)
    writer.raw(repeatElement(0, count: PackedColumn.slack))
    return writer.bytes
  }

  private func addJunctions(
    to columns: inout PackedColumns, _ bases: TileBases, _ rules: RuleColumns
  ) {
    let barriers = rules.subjects(.junction).union(barriers.map(\.junction))
    columns.add(junctions) { bases.latitude($0.position) }
    columns.add(junctions) { bases.longitude($0.position) }
    var firstOuts: [UInt16] = [0]
    for junction in junctions {
      firstOuts.append((firstOuts.last ?? 0) + UInt16(junction.out.count))
    }
    columns.add(firstOuts) { $0 }
    columns.add(junctions.enumerated()) { index, junction in
      let flags = junction.flags.subtracting(.barrier)
      return flags.union(barriers.contains(UInt16(index)) ? .barrier : []).rawValue
    }
    // The difference of two 64-bit integers fits 64 unsigned bits even where the subtraction wraps.
    columns.add(junctions) { UInt64(bitPattern: $0.osmID &- bases.junctionID) }
    columns.add(junctions.flatMap(\.out)) { $0 }
  }

  private func addSegments(
    to columns: inout PackedColumns, _ shapeOffsets: [UInt32], _ reaches: [UInt32],
    _ rules: RuleColumns
  ) {
    let rows = Self.rows(of: reaches)
    columns.add(segments) { $0.from }
    columns.add(segments) { $0.to }
    columns.add(segments) { $0.way }
    columns.add(segments) { $0.length }
    columns.add(rules.segmentFlags(segments.count)) { $0 }
    columns.add(segments) { $0.bearingFrom.turns256 }
    columns.add(segments) { $0.bearingTo.turns256 }
    columns.add(segments) { rows[$0.reach] ?? 0 }
    columns.add(reaches) { $0 }
    columns.add(shapeOffsets) { $0 }
  }

  private func addWays(
    to columns: inout PackedColumns, _ bases: TileBases, _ names: [UInt32]
  ) {
    let rows = Self.rows(of: names)
    columns.add(ways) { UInt64(bitPattern: $0.osmID &- bases.wayID) }
    columns.add(ways) { $0.attributes }
    columns.add(ways) { rows[$0.name] ?? 0 }
    columns.add(ways) { rows[$0.ref] ?? 0 }
    columns.add(names) { $0 }
  }

  /// The rows of values of which each is stored once.
  private static func rows(of values: [UInt32]) -> [UInt32: UInt32] {
    Dictionary(uniqueKeysWithValues: zip(values, 0...))
  }

  private func addAttributes(to columns: inout PackedColumns) {
    columns.add(attributes) { $0.forwardAccess.rawValue }
    columns.add(attributes) { $0.backwardAccess.rawValue }
    columns.add(attributes) { $0.roadClass.rawValue }
    columns.add(attributes) { $0.surface.rawValue }
    columns.add(attributes) { $0.flags.rawValue }
    columns.add(attributes) { $0.forwardSpeed.deciKmh }
    columns.add(attributes) { $0.backwardSpeed.deciKmh }
    columns.add(attributes) { $0.forwardTruckSpeed.deciKmh }
    columns.add(attributes) { $0.backwardTruckSpeed.deciKmh }
    columns.add(attributes) { $0.trackGrade }
    columns.add(attributes) { $0.smoothness }
    columns.add(attributes) { $0.lanes }
  }

  private func addCrossings(to columns: inout PackedColumns, _ bases: TileBases) {
    columns.add(crossings) { $0.segment }
    columns.add(crossings) { $0.tile }
    columns.add(crossings) { $0.junction }
    columns.add(crossings) { $0.there }
    columns.add(crossings) { bases.latitude($0.position) }
    columns.add(crossings) { bases.longitude($0.position) }
    columns.add(vias) { $0.base }
    columns.add(vias) { $0.there }
  }

  private func addTables(to columns: inout PackedColumns, _ rules: RuleColumns) {
    let ruled = rules.subjects(.turn)
    columns.add(turns) { $0.from }
    columns.add(turns) { $0.to }
    columns.add(turns) { $0.enter }
    columns.add(turns.enumerated()) { index, turn in
      let hasRules = UInt16(exactly: index).map { ruled.contains($0) } ?? false
      return turn.banned.intersection(.all).rawValue | (hasRules ? TurnRow.rulesBit : 0)
    }
    rules.add(to: &columns)
    columns.add(barriers) { $0.junction }
    columns.add(barriers) { $0.passing.intersection(.all).rawValue }
    columns.add(barriers) { $0.endOnly.intersection($0.passing).intersection(.all).rawValue }
  }

  private func addCells(to columns: inout PackedColumns) {
    func starts(_ first: (Cell) -> UInt16, end: Int) {
      columns.add(cells.map(first) + (cells.isEmpty ? [] : [UInt16(end)])) { $0 }
    }
    starts(\.firstJunction, end: junctions.count)
    starts(\.firstSegment, end: cellSegmentCount)
    starts(\.firstVia, end: cellViaCount)
    // No node is zero, the others are one more.
    columns.add(cells) { $0.node &+ 1 }
    columns.add(topNodes) { $0 &+ 1 }
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
