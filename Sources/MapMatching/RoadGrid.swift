import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// Straight pieces of the roads near a trace, in square cells, so that the roads near a fix are found
/// by looking at some dozen pieces in one array.
///
/// A cell is read from the tiles when a fix first comes near; coordinates in it are metres from its
/// south-west corner in 32-bit floats, exact to some hundredths of a millimetre.
struct RoadGrid {
  struct Segment {
    /// The slot of its tile, and its index there.
    var slot: Packed<TileSlot>, local: Packed<SegmentIndex>
    var lengthMetres: Float
    var opensForward: Bool, opensBackward: Bool
    /// Whether the vehicle could drive there against the rules.
    var isDrivableForward: Bool, isDrivableBackward: Bool
    var isFerry: Bool
    /// The edges in the graph; none before the first query.
    var forward = GraphEdgeIndex.none, backward = GraphEdgeIndex.none
  }

  private struct CellIndex: PackedIndex {
    let number: UInt32
  }

  private struct Cell {
    var runs: Range<Int32>
    var corner: Coordinate
    var metresPerLongitudeUnit: Double
  }

  /// The side of a cell is 2 to this power in units of 1e-7 degrees: 182 m from south to north.
  private static let shift = 14
  private static let circle: Int64 = 3_600_000_000
  private static let columns = (circle >> shift) + 1
  private static let side = Int64(1) << shift

  private(set) var segments: [Segment] = []
  /// The open roads, each read once for all cells that it touches, and all their points.
  private var roads: [Road] = []
  private var points: [Coordinate] = []
  /// The road of each segment of each tile; none before it is read, or ``RoadIndex/closed``.
  private var roadOf: [[RoadIndex]] = []
  /// The roads around a cell, which may not touch it.
  private var around: [RoadIndex] = []
  private var pieces: [Piece] = []
  private var runs: [Run] = []
  private var cells: [Cell] = []
  private var cellOf: [Int64: CellIndex] = [:]
  /// The most recently used cells, four by four, because fixes lie close together.
  private var recent = [(key: Int64, cell: CellIndex)](repeating: (-1, .none), count: 16)
  private var lastCosine: (row: Int64, value: Double) = (-1, 1)

  /// Bytes that are held, about.
  var size: Int {
    pieces.count * 28 + runs.count * 40 + segments.count * 60 + cells.count * 64
      + roads.count * 52 + points.count * 8
  }

  /// The segments within a radius of a place: one entry each, or one for each arm of a hairpin.
  ///
  /// - Complexity: O(pieces in the cells that the radius touches).
  mutating func find(
    near place: Coordinate, radius: Double, _ graph: inout EdgeBasedGraph, into found: inout [Found]
  ) throws(RoutingError) {
    found.removeAll(keepingCapacity: true)
    let up = Int64(radius / Distance.metresPerUnit) + 1
    let scale = minimumCosine(place, up)
    let across = min(Int64(Double(up) / scale), 64 * Self.side)
    let latitude = Int64(place.latitudeUnits) + 900_000_000
    let longitude = Int64(place.longitudeUnits) + 1_800_000_000
    let rows = (max(latitude - up, 0) >> Self.shift)...(max(latitude + up, 0) >> Self.shift)
    let (west, east) = (longitude - across, longitude + across)
    // The last column is narrower, so beyond the 180th meridian one more is needed.
    let first = (west >> Self.shift) - (west < 0 ? 1 : 0)
    let last = (east >> Self.shift) + (east >= Self.circle ? 1 : 0)
    for row in rows {
      for column in first...last {
        let wrapped = (column % Self.columns + Self.columns) % Self.columns
        let cell = try cell(row, wrapped, &graph)
        Self.scan(
          runs.span, pieces.span, segments.span, cells[cell], place, Float(radius),
          into: &found)
      }
    }
  }

  /// The minimum cosine of a latitude within a distance of a place, or slightly beyond.
  private mutating func minimumCosine(_ place: Coordinate, _ up: Int64) -> Double {
    let farthest = (abs(Int64(place.latitudeUnits)) + up) >> Self.shift + 1
    if farthest != lastCosine.row {
      let units = min(Double(farthest << Self.shift), 8.9e8)
      lastCosine = (farthest, max(Trigonometry.cosine(units: units), 1e-3))
    }
    return lastCosine.value
  }

  /// Checks the segments of a cell whose boxes are near.
  private static func scan(
    _ runs: Span<Run>, _ pieces: Span<Piece>, _ segments: Span<Segment>, _ cell: Cell,
    _ place: Coordinate, _ radius: Float, into found: inout [Found]
  ) {
    let x = Float(
      Double(Distance.longitudeDifference(cell.corner, place)) * cell.metresPerLongitudeUnit)
    let y = Float(
      Double(Int64(place.latitudeUnits) - Int64(cell.corner.latitudeUnits))
        * Distance.metresPerUnit)
    let earlier = found.count
    let limit = radius * radius
    // Boxes are compared with a small margin for rounding.
    let reach = radius + 0.1
    for number in Int(cell.runs.lowerBound)..<Int(cell.runs.upperBound) {
      let run = runs[number]
      if x < run.west - reach || x > run.east + reach { continue }
      if y < run.south - reach || y > run.north + reach { continue }
      var best = limit
      var bestShare: Float = 0
      var bestPiece = -1
      for index in Int(run.pieces.lowerBound)..<Int(run.pieces.upperBound) {
        let piece = pieces[index]
        let px = x - piece.x
        let py = y - piece.y
        let share = min(max((px * piece.dx + py * piece.dy) * piece.inverseSquare, 0), 1)
        let ex = px - share * piece.dx
        let ey = py - share * piece.dy
        let square = ex * ex + ey * ey
        if square <= best {
          best = square
          bestShare = share
          bestPiece = index
        }
      }
      guard bestPiece >= 0 else { continue }
      let compared = run.isArm ? found.count : earlier
      add(run.segment, pieces[bestPiece], segments, bestShare, best, cell, compared, &found)
    }
  }

  private static func add(
    _ segment: GridSegmentIndex, _ piece: Piece, _ segments: Span<Segment>, _ share: Float,
    _ square: Float, _ cell: Cell, _ compared: Int, _ found: inout [Found]
  ) {
    let x = Double(piece.x + share * piece.dx)
    let y = Double(piece.y + share * piece.dy)
    let length = max(piece.length, 1e-3)
    var longitude =
      Int64(cell.corner.longitudeUnits) + Int64((x / cell.metresPerLongitudeUnit).rounded())
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    let entry = Found(
      segment: segment, distance: square.squareRoot(),
      along: min(piece.along + share * piece.length, segments[segment.rawValue].lengthMetres),
      east: piece.dx / length, north: piece.dy / length,
      position: Coordinate(
        latitudeUnits: Int32(
          clamping: Int64(cell.corner.latitudeUnits)
            + Int64((y / Distance.metresPerUnit).rounded())),
        longitudeUnits: Int32(clamping: longitude)))
    // Another cell may contain a part of the same segment, and this one another arm.
    for other in 0..<compared
    where found[other].segment == entry.segment && !isApart(entry, found[other]) {
      if entry.distance < found[other].distance { found[other] = entry }
      return
    }
    found.append(entry)
  }

  // MARK: Cells

  private mutating func cell(
    _ row: Int64, _ column: Int64, _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) -> CellIndex {
    let key = row * Self.columns + column
    let place = Int((row & 3) << 2 | column & 3)
    if recent[place].key == key { return recent[place].cell }
    let number: CellIndex
    if let known = cellOf[key] { number = known } else { number = try load(row, column, &graph) }
    recent[place] = (key, number)
    return number
  }

  private mutating func load(
    _ row: Int64, _ column: Int64, _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) -> CellIndex {
    let south = row * Self.side - 900_000_000
    let west = column * Self.side - 1_800_000_000
    let box = Box(
      minLatitude: Int32(clamping: south), minLongitude: Int32(clamping: west),
      maxLatitude: Int32(clamping: min(south + Self.side, 900_000_000)),
      maxLongitude: Int32(clamping: min(west + Self.side, 1_800_000_000)))
    let corner = Coordinate(latitudeUnits: box.minLatitude, longitudeUnits: box.minLongitude)
    let middle = Double(south + Self.side / 2)
    var cell = Cell(
      runs: 0..<0, corner: corner,
      metresPerLongitudeUnit: Distance.metresPerUnit
        * max(Trigonometry.cosine(units: min(max(middle, -9e8), 9e8)), 1e-6))
    let first = Int32(runs.count)
    try findRoads(in: box, graph)
    for road in around where roads[road].box.intersects(box) {
      try add(road, box, cell, &graph)
    }
    cell.runs = first..<Int32(runs.count)
    let index = CellIndex(cells.count)
    cells.append(cell)
    cellOf[row * Self.columns + column] = index
    return index
  }

  private struct RoadIndex: PackedIndex {
    let number: UInt32

    /// A segment that the vehicle cannot drive on, not even against the rules.
    static let closed = RoadIndex(number: .max - 1)
  }

  /// A segment of the tiles.
  private struct Road {
    var tile: Packed<TileNumber>, local: Packed<SegmentIndex>
    /// Its place in `segments`; none before it is in a cell.
    var segment = GridSegmentIndex.none
    var lengthMetres: Float
    var opensForward: Bool, opensBackward: Bool
    var isDrivableForward: Bool, isDrivableBackward: Bool, isFerry: Bool
    var points: Range<Int32>
    var box: Box
  }

  /// Fills `around` with the open roads near a box.
  private mutating func findRoads(in box: Box, _ graph: EdgeBasedGraph) throws(RoutingError) {
    around.removeAll(keepingCapacity: true)
    do throws(NavError) {
      try graph.tiles.map.forEachSegment(in: box) { tile, number, segment in
        let road = road(tile, number, segment, graph)
        if road != .closed { around.append(road) }
      }
    } catch { throw RoutingError(error) }
  }

  /// The road of a segment, which is read on first use.
  private mutating func road(
    _ tile: borrowing TileView, _ number: TileNumber, _ segment: SegmentIndex,
    _ graph: EdgeBasedGraph
  ) -> RoadIndex {
    while roadOf.count <= number.rawValue { roadOf.append([]) }
    if roadOf[number].isEmpty {
      roadOf[number] = [RoadIndex](repeating: .none, count: tile.layout.ownSegmentCount)
    }
    let known = roadOf[number][segment]
    if !known.isNone { return known }
    let forward = graph.use(tile, segment.forwardEdge).ends
    let backward = graph.use(tile, segment.forwardEdge.reversed).ends
    let isDrivableForward = !forward && graph.isDrivable(tile, segment.forwardEdge)
    let isDrivableBackward = !backward && graph.isDrivable(tile, segment.forwardEdge.reversed)
    guard forward || backward || isDrivableForward || isDrivableBackward else {
      roadOf[number][segment] = .closed
      return .closed
    }
    let first = Int32(points.count)
    points += tile.shape(segment)
    let own = first..<Int32(points.count)
    let index = RoadIndex(roads.count)
    roads.append(
      Road(
        tile: Packed(number), local: Packed(segment),
        lengthMetres: Float(tile.length(segment)) / 100, opensForward: forward,
        opensBackward: backward, isDrivableForward: isDrivableForward,
        isDrivableBackward: isDrivableBackward,
        isFerry: tile.road(segment).flags.contains(.ferry), points: own, box: box(own)))
    roadOf[number][segment] = index
    return index
  }

  /// The box around points; around the whole earth if they lie on both sides of the 180th meridian.
  private func box(_ range: Range<Int32>) -> Box {
    var box = Box(
      minLatitude: .max, minLongitude: .max, maxLatitude: .min, maxLongitude: .min)
    for point in points[Int(range.lowerBound)..<Int(range.upperBound)] {
      box.minLatitude = min(box.minLatitude, point.latitudeUnits)
      box.minLongitude = min(box.minLongitude, point.longitudeUnits)
      box.maxLatitude = max(box.maxLatitude, point.latitudeUnits)
      box.maxLongitude = max(box.maxLongitude, point.longitudeUnits)
    }
    if Int64(box.maxLongitude) - Int64(box.minLongitude) > 1_800_000_000 {
      (box.minLongitude, box.maxLongitude) = (.min, .max)
    }
    return box
  }

  /// Adds the pieces of a road that touch the cell's box, arm by arm.
  private mutating func add(
    _ index: RoadIndex, _ box: Box, _ cell: Cell, _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) {
    let road = roads[index]
    let shape = Int(road.points.lowerBound)..<Int(road.points.upperBound)
    // The stored length is that of the source's shape, so it is scaled to the stored one.
    let total = length(shape, cell)
    let scale = total > 0 ? Float(Double(road.lengthMetres) / total) : 0
    var walked: Float = 0
    let first = runs.count
    var run = Run(from: Int32(pieces.count))
    for index in shape.dropFirst() {
      let (a, b) = (points[index - 1], points[index])
      let (dx, dy) = offset(from: a, to: b, cell)
      let square = dx * dx + dy * dy
      let length = Float(square.squareRoot())
      defer { walked += length * scale }
      guard Self.touches(box, a, b) else { continue }
      let (x, y) = offset(from: cell.corner, to: a, cell)
      let piece = Piece(
        x: Float(x), y: Float(y), dx: Float(dx), dy: Float(dy),
        inverseSquare: square > 0 ? Float(1 / square) : 0, length: length * scale, along: walked)
      if run.turnsBack(at: piece) {
        runs.append(run)
        run = Run(from: Int32(pieces.count))
      }
      pieces.append(piece)
      run.take(piece)
    }
    guard !run.pieces.isEmpty else { return }
    runs.append(run)
    let segment = try segment(of: index, &graph)
    for number in first..<runs.count {
      runs[number].segment = segment
      runs[number].isArm = runs.count - first > 1
    }
  }

  /// Metres east and north on the plane of a cell.
  private func offset(
    from a: Coordinate, to b: Coordinate, _ cell: Cell
  ) -> (x: Double, y: Double) {
    (
      Double(Distance.longitudeDifference(a, b)) * cell.metresPerLongitudeUnit,
      Double(Int64(b.latitudeUnits) - Int64(a.latitudeUnits)) * Distance.metresPerUnit
    )
  }

  private func length(_ shape: Range<Int>, _ cell: Cell) -> Double {
    var total = 0.0
    for index in shape.dropFirst() {
      let (dx, dy) = offset(from: points[index - 1], to: points[index], cell)
      total += (dx * dx + dy * dy).squareRoot()
    }
    return total
  }

  /// Whether the box around two points touches another, or crosses the 180th meridian.
  private static func touches(_ box: Box, _ a: Coordinate, _ b: Coordinate) -> Bool {
    let west = min(a.longitudeUnits, b.longitudeUnits)
    let east = max(a.longitudeUnits, b.longitudeUnits)
    if Int64(east) - Int64(west) > 1_800_000_000 { return true }
    return west <= box.maxLongitude && east >= box.minLongitude
      && min(a.latitudeUnits, b.latitudeUnits) <= box.maxLatitude
      && max(a.latitudeUnits, b.latitudeUnits) >= box.minLatitude
  }

  private mutating func segment(
    of index: RoadIndex, _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) -> GridSegmentIndex {
    let road = roads[index]
    if !road.segment.isNone { return road.segment }
    let slot = try graph.tiles.slot(ofTile: road.tile.index)
    let segment = GridSegmentIndex(segments.count)
    segments.append(
      Segment(
        slot: Packed(slot), local: road.local, lengthMetres: road.lengthMetres,
        opensForward: road.opensForward, opensBackward: road.opensBackward,
        isDrivableForward: road.isDrivableForward, isDrivableBackward: road.isDrivableBackward,
        isFerry: road.isFerry))
    roads[index].segment = segment
    return segment
  }

  /// A segment's edge in a direction in the graph.
  mutating func edge(
    _ segment: GridSegmentIndex, _ direction: Direction, _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) -> GraphEdgeIndex {
    let known = segments[segment]
    let edge = direction == .forward ? known.forward : known.backward
    if !edge.isNone { return edge }
    let local = EdgeIndex(known.local.index, direction)
    let found = try graph.index(known.slot.index, local)
    if direction == .forward {
      segments[segment].forward = found
    } else {
      segments[segment].backward = found
    }
    return found
  }
}
