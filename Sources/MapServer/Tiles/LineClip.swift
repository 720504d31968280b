/// Cuts lines at the edges of a tile, and rounds their points to its steps.
struct LineClip {
  typealias Place = TileProjection.Place

  private let low = -Double(VectorTileLayer.buffer)
  private let high = Double(VectorTileLayer.extent + VectorTileLayer.buffer)

  /// The pieces of a line in the tile, each of at least two points, without repeated points.
  func pieces(_ line: [Place]) -> [[TilePoint]] {
    guard let first = line.first else { return [] }
    var (west, east, north, south) = (first.x, first.x, first.y, first.y)
    for place in line {
      (west, east) = (min(west, place.x), max(east, place.x))
      (north, south) = (min(north, place.y), max(south, place.y))
    }
    if west > high || east < low || north > high || south < low { return [] }
    var cutter = Cutter()
    if west >= low, east <= high, north >= low, south <= high {
      for place in line { cutter.add(place) }
    } else {
      for (a, b) in zip(line, line.dropFirst()) { cut(a, b, &cutter) }
    }
    cutter.end()
    return cutter.pieces
  }

  /// Adds the part of a stretch that lies inside.
  ///
  /// Liang and Barsky, "A new concept and method for line clipping", 1984,
  /// doi:10.1145/357332.357333.
  private func cut(_ a: Place, _ b: Place, _ cutter: inout Cutter) {
    var (from, to) = (0.0, 1.0)
    let (east, south) = (b.x - a.x, b.y - a.y)
    for (step, room) in [
      (-east, a.x - low), (east, high - a.x), (-south, a.y - low), (south, high - a.y),
    ] {
      if step == 0 {
        if room < 0 { return cutter.end() }
      } else if step < 0 {
        from = max(from, room / step)
      } else {
        to = min(to, room / step)
      }
    }
    guard from <= to else { return cutter.end() }
    if from > 0 { cutter.end() }
    cutter.add(Place(x: a.x + from * east, y: a.y + from * south))
    cutter.add(Place(x: a.x + to * east, y: a.y + to * south))
    if to < 1 { cutter.end() }
  }

  private struct Cutter {
    var pieces: [[TilePoint]] = []
    private var line: [TilePoint] = []

    mutating func add(_ place: Place) {
      let point = TilePoint(x: Int32(place.x.rounded()), y: Int32(place.y.rounded()))
      if line.last != point { line.append(point) }
    }

    mutating func end() {
      if line.count > 1 { pieces.append(line) }
      line.removeAll(keepingCapacity: true)
    }
  }
}
