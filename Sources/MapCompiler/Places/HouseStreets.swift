import Geo
import NavFormat
import RoadModel

/// Finds the streets of houses that name none: those that are nearest.
enum HouseStreets {
  private struct Square: Hashable {
    var row: Int32
    var column: Int32
  }

  /// The maximum distance of a house from its street, in metres.
  private static let reach = 60.0
  /// The side of squares: 0.002 degrees, so that the squares around a point have all that is near it.
  private static let squareUnits: Int32 = 20_000
  /// The distance in metres of the points of a road around which houses are searched.
  private static let step = 50.0

  /// The nearest street of each house.
  ///
  /// - Parameters:
  ///   - houses: The positions of the houses.
  ///   - streets: The streets; motorways, ferries, and roads with a number alone have no houses.
  ///   - graph: The network.
  /// - Returns: The place in `streets`; nil for a house that is far from all.
  static func nearest(
    to houses: [Coordinate], among streets: [StreetFinder.Street], _ graph: RoadGraph
  ) -> [Int?] {
    var best = [(metres: Double, street: Int)?](repeating: nil, count: houses.count)
    if houses.isEmpty { return [] }
    let housesNear = housesNear(houses)
    let squares = SquareMarks(housesNear.keys)
    for (number, street) in streets.enumerated() where hasHouses(street) {
      for segment in street.segments where squares.mayHaveAny(in: graph.box(of: segment)) {
        var a = graph.positions[graph.from[segment]]
        for b in graph.inner(segment) + [graph.positions[graph.to[segment]]] {
          forEachSquare(from: a, to: b) { square in
            for house in housesNear[square] ?? [] {
              let plane = LocalPlane(at: houses[house])
              let metres = plane.nearest(from: plane.project(a), to: plane.project(b)).metres
              if metres <= reach, metres < best[house]?.metres ?? .infinity {
                best[house] = (metres, number)
              }
            }
          }
          a = b
        }
      }
    }
    return best.map { $0?.street }
  }

  /// The squares near houses, as bits by their hashes; most segments have none.
  private struct SquareMarks {
    private var words = [UInt64](repeating: 0, count: 1 << 10)
    /// The maximum number of squares that are looked at; a larger box may have some.
    private static let largest = 16

    init(_ squares: some Sequence<Square>) {
      for square in squares {
        let bit = Self.bit(square.row, square.column)
        words[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }

    private static func bit(_ row: Int32, _ column: Int32) -> Int {
      // Two odd numbers of random bits.
      let mixed =
        UInt32(bitPattern: row) &* 0x9E37_79B1 ^ UInt32(bitPattern: column) &* 0x85EB_CA77
      return Int((mixed ^ mixed >> 15) & 0xFFFF)
    }

    func mayHaveAny(in box: Box) -> Bool {
      let rows = box.minLatitude / squareUnits...box.maxLatitude / squareUnits
      let columns = box.minLongitude / squareUnits...box.maxLongitude / squareUnits
      if rows.count * columns.count > Self.largest { return true }
      for row in rows {
        for column in columns {
          let bit = Self.bit(row, column)
          if words[bit >> 6] >> UInt64(bit & 63) & 1 == 1 { return true }
        }
      }
      return false
    }
  }

  private static func hasHouses(_ street: StreetFinder.Street) -> Bool {
    !street.isNumber && street.roadClass != .motorway && street.roadClass != .ferry
  }

  private static func square(_ place: Coordinate) -> Square {
    Square(row: place.latitudeUnits / squareUnits, column: place.longitudeUnits / squareUnits)
  }

  /// The houses in each square and those around it.
  private static func housesNear(_ houses: [Coordinate]) -> [Square: [Int]] {
    var result: [Square: [Int]] = [:]
    for (index, house) in houses.enumerated() {
      let middle = square(house)
      for row in middle.row - 1...middle.row + 1 {
        for column in middle.column - 1...middle.column + 1 {
          result[Square(row: row, column: column), default: []].append(index)
        }
      }
    }
    return result
  }

  /// Calls a closure with the squares along a line.
  private static func forEachSquare(
    from a: Coordinate, to b: Coordinate, _ body: (Square) -> Void
  ) {
    let steps = max(Int((Distance.metres(a, b) / step).rounded(.up)), 1)
    var last: Square?
    for count in 0...steps {
      let square = square(a.interpolated(to: b, share: Double(count) / Double(steps)))
      if square != last { body(square) }
      last = square
    }
  }
}
