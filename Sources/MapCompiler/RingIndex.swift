import Geo

/// The edges of closed rings, sorted into bands of latitude, to find the places inside.
///
/// A place is inside if a ray to the east crosses an odd number of edges. All arithmetic is exact,
/// in whole units of 1e-7 degrees. An edge includes its lower end but not its upper one, so that a
/// ray through a corner counts it once. Memory: 20 bytes for each edge.
struct RingIndex: Sendable {
  /// A straight line on the plane of longitude and latitude, with its lower end first.
  struct Edge: Sendable {
    var low: Coordinate
    var high: Coordinate

    /// An edge between two places in any order, at most 180 degrees of longitude apart.
    init(_ a: Coordinate, _ b: Coordinate) {
      (low, high) = a.latitudeUnits <= b.latitudeUnits ? (a, b) : (b, a)
    }

    /// Whether a ray from a place to the east crosses it.
    func isEast(of place: Coordinate) -> Bool {
      guard low.latitudeUnits <= place.latitudeUnits, place.latitudeUnits < high.latitudeUnits
      else { return false }
      // Products of at most 1.8e9 · 1.8e9 and 3.6e9 · 1.8e9 fit into 63 bits.
      let width = Int64(high.longitudeUnits) - Int64(low.longitudeUnits)
      let height = Int64(high.latitudeUnits) - Int64(low.latitudeUnits)
      let east = Int64(place.longitudeUnits) - Int64(low.longitudeUnits)
      let north = Int64(place.latitudeUnits) - Int64(low.latitudeUnits)
      return width * north > east * height
    }
  }

  private(set) var box = Box.empty
  private var edges: [Edge] = []
  private var bandHeight: Int64 = 1
  /// The edges of band `b` are `bandEdges[bandStarts[b]..<bandStarts[b + 1]]`.
  private var bandStarts: [UInt32] = [0, 0]
  private var bandEdges: [UInt32] = []

  /// Whether there is no ring.
  var isEmpty: Bool { edges.isEmpty }

  /// An index of the edges of closed rings, without level ones, which have no effect.
  init(_ rings: [Edge]) {
    edges = rings.filter { $0.low.latitudeUnits < $0.high.latitudeUnits }
    guard !edges.isEmpty else { return }
    for edge in edges {
      box.add(edge.low)
      box.add(edge.high)
    }
    let count = min(max(edges.count / 8, 1), 4_096)
    bandHeight = (Int64(box.maxLatitude) - Int64(box.minLatitude)) / Int64(count) + 1
    bandStarts = Array(repeating: 0, count: count + 1)
    for edge in edges {
      for band in bands(of: edge) { bandStarts[band + 1] += 1 }
    }
    for band in 0..<count { bandStarts[band + 1] += bandStarts[band] }
    bandEdges = Array(repeating: 0, count: Int(bandStarts[count]))
    var next = bandStarts
    for (index, edge) in edges.enumerated() {
      for band in bands(of: edge) {
        bandEdges[Int(next[band])] = UInt32(index)
        next[band] += 1
      }
    }
  }

  /// Whether a place is inside.
  func contains(_ place: Coordinate) -> Bool {
    guard box.contains(place) else { return false }
    let band = band(of: place.latitudeUnits)
    var isInside = false
    for index in bandEdges[Int(bandStarts[band])..<Int(bandStarts[band + 1])]
    where edges[Int(index)].isEast(of: place) {
      isInside.toggle()
    }
    return isInside
  }

  private func band(of latitude: Int32) -> Int {
    Int((Int64(latitude) - Int64(box.minLatitude)) / bandHeight)
  }

  private func bands(of edge: Edge) -> ClosedRange<Int> {
    band(of: edge.low.latitudeUnits)...band(of: edge.high.latitudeUnits)
  }
}
