import Geo
import NavFormat

/// The shape of a segment, in pieces that are short compared with the grid of heights.
struct SegmentLine {
  /// The maximum length of a piece in metres, the distance of points in files of one arc second.
  private static let pieceMetres = 30.0
  /// The maximum pieces between two points; straight roads of 60 km are errors of the map.
  private static let maximumPieces = 2_000.0

  /// The places, from the segment's beginning to its end; at least two.
  private(set) var places: [Coordinate]
  /// The distances in centimetres from the place before; 0 for the first.
  private(set) var steps: [Int] = [0]
  /// The indices of the points of the shape among the places.
  private(set) var points = [0]
  /// The metres of a unit of longitude at the mean latitude of the ends.
  ///
  /// A cosine for each point would take longer than its height. The error of a shape of 50 km from
  /// south to north at 60 degrees is at most 0.7 %.
  private let metresEast: Double

  /// The line of a segment; with `isCut` false it has only the points of the shape.
  init(_ graph: RoadGraph, _ segment: RoadSegment, isCut: Bool) {
    let end = graph.positions[graph.to[segment]]
    let start = graph.positions[graph.from[segment]]
    let middle = (Double(start.latitudeUnits) + Double(end.latitudeUnits)) / 2
    metresEast = Distance.metresPerUnit * Trigonometry.cosine(units: middle)
    places = [start]
    for point in graph.inner(segment) { add(point, isCut) }
    add(end, isCut)
  }

  private mutating func add(_ point: Coordinate, _ isCut: Bool) {
    let start = places[places.count - 1]
    let north = Int64(point.latitudeUnits) - Int64(start.latitudeUnits)
    let east = Distance.longitudeDifference(start, point)
    let (y, x) = (Double(north) * Distance.metresPerUnit, Double(east) * metresEast)
    let metres = (y * y + x * x).squareRoot()
    let pieces = isCut ? min((metres / Self.pieceMetres).rounded(.up), Self.maximumPieces) : 1
    let count = max(Int64(pieces), 1)
    // The sum of the pieces is the whole length, to the centimetre.
    let whole = Int64((metres * 100).rounded())
    var walked: Int64 = 0
    for piece in 1..<count {
      let next = whole * piece / count
      steps.append(Int(next - walked))
      walked = next
      var longitude = Int64(start.longitudeUnits) + east * piece / count
      if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
      if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
      places.append(
        Coordinate(
          latitudeUnits: Int32(Int64(start.latitudeUnits) + north * piece / count),
          longitudeUnits: Int32(longitude)))
    }
    steps.append(Int(whole - walked))
    places.append(point)
    points.append(places.count - 1)
  }
}
