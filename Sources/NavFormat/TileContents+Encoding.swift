internal import Bytes
internal import Geo
internal import RoadModel

/// The bases and the step of boxes in the header of a tile.
private struct TileBases {
  let junctionID: Int64
  let wayID: Int64
  /// The base of the coordinates of junctions, crossings and boxes.
  let place: Coordinate
  /// Boxes lie on a grid of 2 to the power of this, in coordinate units.
  let boxShift: Int
  /// The maximum distance of a box from the base, in steps of its grid.
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
  package func encoded() -> [UInt8] { encoded(tables()) }

  /// The columns of the tile.
  func tables() -> PackedTables {
    let bases = TileBases(self)
    let rules = RuleColumns(rules)
    var tables = PackedTables()
    addJunctions(to: &tables, bases, rules)
    addSegments(to: &tables, rules)
    addWays(to: &tables, bases)
    addAttributes(to: &tables)
    addCrossings(to: &tables, bases)
    addTurns(to: &tables, rules)
    rules.add(to: &tables)
    addBarriers(to: &tables)
    addCells(to: &tables)
    addWords(to: &tables)
    addApproaches(to: &tables)
    let boxes = BoxTree(itemCount: ownSegmentCount).boxes(of: segmentBoxes)
    tables.add(.boxes, boxes.flatMap(bases.steps)) { $0 }
    return tables
  }

  /// The bytes of the tile with these columns.
  func encoded(_ tables: PackedTables) -> [UInt8] {
    let bases = TileBases(self)
    let (count, list, body) = tables.encoded()
    var writer = ByteWriter()
    for fact in [number.rawValue, ownSegmentCount, ownViaCount, cellSegmentCount, cellViaCount] {
      writer.u32(UInt32(fact))
    }
    writer.i32(bases.place.latitudeUnits)
    writer.i32(bases.place.longitudeUnits)
    writer.raw(CountryCode.bytes(country))
    writer.u16(timeZone)
    writer.i64(bases.junctionID)
    writer.i64(bases.wayID)
    writer.u8(UInt8(bases.boxShift))
    writer.u8(UInt8(count))
    writer.raw(list)
    writer.raw(body)
    writer.raw(repeatElement(0, count: PackedColumn.slack))
    return writer.bytes
  }

  private func addJunctions(
    to tables: inout PackedTables, _ bases: TileBases, _ rules: RuleColumns
  ) {
    let barriers = rules.subjects(.junction).union(barriers.map(\.junction))
    tables.add(.junctionLatitude, junctions) { bases.latitude($0.position) }
    tables.add(.junctionLongitude, junctions) { bases.longitude($0.position) }
    var firstOuts: [UInt16] = [0]
    for junction in junctions {
      firstOuts.append((firstOuts.last ?? 0) + UInt16(junction.out.count))
    }
    tables.add(.junctionFirstOut, firstOuts) { $0 }
    tables.add(.junctionFlags, junctions.enumerated()) { index, junction in
      let flags = junction.flags.subtracting(.barrier)
      return flags.union(barriers.contains(UInt16(index)) ? .barrier : []).rawValue
    }
    // The difference of two 64-bit integers fits in 64 unsigned bits, even if the subtraction wraps.
    tables.add(.junctionID, junctions) { UInt64(bitPattern: $0.osmID &- bases.junctionID) }
    tables.add(.out, junctions.flatMap(\.out)) { $0 }
  }

  private func addSegments(
    to tables: inout PackedTables, _ rules: RuleColumns
  ) {
    let reaches = Set(segments.map(\.reach)).sorted()
    let rows = Self.rows(of: reaches)
    let shapes = encodedShapes()
    tables.add(.segmentFrom, segments) { $0.from }
    tables.add(.segmentTo, segments) { $0.to }
    tables.add(.segmentWay, segments) { $0.way }
    tables.add(.segmentLength, segments) { $0.length }
    tables.add(.segmentFlags, rules.segmentFlags(segments.count)) { $0 }
    tables.add(.bearingFrom, segments) { $0.bearingFrom.turns256 }
    tables.add(.bearingTo, segments) { $0.bearingTo.turns256 }
    tables.add(.segmentReach, segments) { rows[$0.reach] ?? 0 }
    tables.add(.segmentShape, shapes.offsets) { $0 }
    tables.add(.shapes, bytes: shapes.bytes)
    tables.add(.reach, reaches) { $0 }
  }

  private func addWays(to tables: inout PackedTables, _ bases: TileBases) {
    let names = Set(ways.map(\.name) + ways.map(\.ref)).sorted()
    let rows = Self.rows(of: names)
    tables.add(.wayID, ways) { UInt64(bitPattern: $0.osmID &- bases.wayID) }
    tables.add(.wayAttributes, ways) { $0.attributes }
    tables.add(.wayName, ways) { rows[$0.name] ?? 0 }
    tables.add(.wayRef, ways) { rows[$0.ref] ?? 0 }
    tables.add(.name, names) { $0 }
  }

  /// The rows of distinct values.
  private static func rows(of values: [UInt32]) -> [UInt32: UInt32] {
    Dictionary(uniqueKeysWithValues: zip(values, 0...))
  }

  private func addAttributes(to tables: inout PackedTables) {
    tables.add(.accessForward, attributes) { $0.forwardAccess.rawValue }
    tables.add(.accessBackward, attributes) { $0.backwardAccess.rawValue }
    tables.add(.roadClass, attributes) { $0.roadClass.rawValue }
    tables.add(.surface, attributes) { $0.surface.rawValue }
    tables.add(.roadFlags, attributes) { $0.flags.rawValue }
    tables.add(.speedForward, attributes) { $0.forwardSpeed.deciKmh }
    tables.add(.speedBackward, attributes) { $0.backwardSpeed.deciKmh }
    tables.add(.truckSpeedForward, attributes) { $0.forwardTruckSpeed.deciKmh }
    tables.add(.truckSpeedBackward, attributes) { $0.backwardTruckSpeed.deciKmh }
    tables.add(.trackGrade, attributes) { $0.trackGrade }
    tables.add(.smoothness, attributes) { $0.smoothness }
    tables.add(.lanes, attributes) { $0.lanes }
  }

  private func addCrossings(to tables: inout PackedTables, _ bases: TileBases) {
    tables.add(.crossingSegment, crossings) { UInt($0.segment) }
    tables.add(.crossingTile, crossings) { UInt($0.tile) }
    tables.add(.crossingJunction, crossings) { UInt($0.junction) }
    tables.add(.crossingThere, crossings) { UInt($0.there) }
    tables.add(.crossingLatitude, crossings) { bases.latitude($0.position) }
    tables.add(.crossingLongitude, crossings) { bases.longitude($0.position) }
    tables.add(.viaBase, vias) { $0.base }
    tables.add(.viaThere, vias) { $0.there }
  }

  private func addTurns(to tables: inout PackedTables, _ rules: RuleColumns) {
    let ruled = rules.subjects(.turn)
    tables.add(.turnFrom, turns) { UInt($0.from) }
    tables.add(.turnTo, turns) { UInt($0.to) }
    tables.add(.turnEnter, turns) { $0.enter }
    tables.add(.turnBanned, turns.enumerated()) { row, turn in
      // The rules of a turn refer to its row by 16 bits.
      let hasRules = UInt16(exactly: row).map { ruled.contains($0) } ?? false
      return UInt16(turn.banned.rawValue) << 1 | (hasRules ? TurnRow.rulesBit : 0)
    }
  }

  private func addBarriers(to tables: inout PackedTables) {
    tables.add(.barrierJunction, barriers) { $0.junction }
    tables.add(.barrierPassing, barriers) { $0.passing.intersection(.all).rawValue }
    tables.add(.barrierEndOnly, barriers) {
      $0.endOnly.intersection($0.passing).intersection(.all).rawValue
    }
  }

  private func addCells(to tables: inout PackedTables) {
    func add(_ column: TileColumn, _ first: (Cell) -> UInt16, end: Int) {
      tables.add(column, cells.map(first) + (cells.isEmpty ? [] : [UInt16(end)])) { $0 }
    }
    add(.cellFirstJunction, \.firstJunction, end: junctions.count)
    add(.cellFirstSegment, \.firstSegment, end: cellSegmentCount)
    add(.cellFirstVia, \.firstVia, end: cellViaCount)
  }

  private func addWords(to tables: inout PackedTables) {
    let ofWays = ways.enumerated().flatMap { row, way in way.words.map { (row, $0) } }
    tables.add(.wordWay, ofWays) { UInt($0.0) }
    tables.add(.wordKind, ofWays) { $0.1.kind.rawValue }
    tables.add(.wordDirections, ofWays) { $0.1.directions.rawValue }
    tables.add(.wordText, ofWays) { $0.1.text }
    let ofJunctions = junctions.enumerated().flatMap { row, junction in
      junction.words.map { (row, $0) }
    }
    tables.add(.junctionWordJunction, ofJunctions) { UInt($0.0) }
    tables.add(.junctionWordKind, ofJunctions) { $0.1.kind.rawValue }
    tables.add(.junctionWordText, ofJunctions) { $0.1.text }
  }

  private func addApproaches(to tables: inout PackedTables) {
    let rows = segments.enumerated().flatMap { number, segment in
      segment.approaches.map { (number, $0) }
    }
    tables.add(.approachSegment, rows) { UInt($0.0) }
    tables.add(.approachPoint, rows) { $0.1.point }
    tables.add(.approachKind, rows) { $0.1.kind.rawValue }
    tables.add(.approachDirections, rows) { $0.1.directions.rawValue }
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
  /// The bytes of the inner points: the widths of their differences, then the differences.
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
