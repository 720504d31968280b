import Geo
import Hierarchy
import NavFormat
import RoadCosts
import RoadModel

/// The turns of one cell between roads open to through traffic, read from the tile on demand.
///
/// It searches only forward, and from a single edge of the boundary. It serves to find the path
/// through a cell between two edges, which leaves most of the cell unvisited.
struct OpenCell: CellTurns, ~Escapable {
  let places: CellPlaces
  let insideCount: Int
  let boundaryCount: Int
  private let tile: TileView
  private let top: TopView
  private let entries: Span<UInt32>
  private let rules: QueryRules
  /// The local edge of the boundary from which the search starts.
  private let entry: EdgeIndex
  private var ways = JunctionWays()
  /// The number of the next leaving edge to try.
  private var number = 0
  /// The point where the goal edge begins, and the cost of that edge.
  private var plane = LocalPlane(at: Coordinate(latitudeUnits: 0, longitudeUnits: 0))
  private var goalCost: UInt32 = 0
  /// The minimum cost of a metre; 0 without a goal.
  private var metreCost = 0.0

  /// The turns of a cell.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The hierarchy.
  ///   - places: The numbering of the cell.
  ///   - rules: The rules that give the costs of turns.
  ///   - entries: The entries of the tile; see ``RoadTables``.
  ///   - entry: The local edge of the boundary from which the search starts.
  @_lifetime(copy tile, copy top, copy entries)
  init(
    _ tile: TileView, _ top: TopView, _ places: CellPlaces, _ rules: QueryRules,
    _ entries: Span<UInt32>, entry: EdgeIndex
  ) {
    self.tile = tile
    self.top = top
    self.places = places
    self.rules = rules
    self.entries = entries
    self.entry = entry
    insideCount = places.insideCount
    boundaryCount = top.degree(places.node)
  }

  /// Sets the edge of the boundary where the path ends, so that the search is directed towards it.
  ///
  /// - Parameters:
  ///   - edge: The local edge.
  ///   - maximumSpeed: The maximum speed of the tile's roads, in tenths of km/h.
  @_lifetime(self: copy self)
  mutating func aim(at edge: EdgeIndex, maximumSpeed: UInt32) {
    let base = tile.base(edge)
    guard let cost = rules.openCost(tile, base, entries) else { return }
    goalCost = cost
    plane = LocalPlane(at: tile.headPosition(base.reversed))
    // A tenth below the minimum: more than the rounding of lengths.
    metreCost = rules.isShortest ? 9 : 3_240 / Double(max(maximumSpeed, rules.fastestAdjusted))
    metreCost *= rules.leastFactor
  }

  /// A lower bound: the straight-line cost from the end of an edge to the beginning of the goal edge, plus that edge.
  func bound(_ place: UInt32, _ target: UInt32) -> UInt32 {
    guard metreCost > 0, Int(place) < insideCount else { return 0 }
    let (x, y) = plane.project(tile.headPosition(tile.base(places.edge(Int(place)))))
    // Over long distances the plane is too inaccurate, except from north to south.
    let metres = abs(y) < 20_000 ? (x * x + y * y).squareRoot() : abs(y)
    return goalCost &+ UInt32(min(metres * metreCost, 1e8))
  }

  @_lifetime(self: copy self)
  mutating func start(_ place: UInt32, _ direction: CellSearch.Direction) {
    let edge = Int(place) < insideCount ? places.edge(Int(place)) : entry
    let base = tile.base(edge)
    let junction = tile.head(base)
    ways.look(at: junction, tile, top, places, rules, CellRoads(), entries)
    ways.arrive(on: edge, tile, rules)
    number = 0
  }

  @_lifetime(self: copy self)
  mutating func next() -> (place: UInt32, cost: UInt32)? {
    while number < ways.count {
      number &+= 1
      if let turn = ways.turn(onto: ways[number &- 1], tile, top, places, rules) {
        return turn
      }
    }
    return nil
  }
}
