import Geo
import Hierarchy
import NavFormat
import RoadCosts
import RoadModel

/// The turns of one cell between roads open to through traffic, found in the tile as a search asks.
///
/// Only forward, and from the boundary only at the one edge that it is given: for the way through a cell
/// between two edges, of which most of the cell is never looked at.
struct OpenCell: CellTurns, ~Escapable {
  let places: CellPlaces
  let insideCount: Int
  let boundaryCount: Int
  private let tile: TileView
  private let top: TopView
  private let entries: Span<UInt32>
  private let rules: QueryRules
  /// The local edge of the one place on the boundary from which a search starts.
  private let entry: EdgeIndex
  private var ways = JunctionWays()
  /// The number of the next way to be looked at.
  private var number = 0
  /// Where the way must get to, and what the edge there costs.
  private var plane = LocalPlane(at: Coordinate(latitudeUnits: 0, longitudeUnits: 0))
  private var goalCost: UInt32 = 0
  /// What a metre costs at least; 0 without a goal.
  private var metreCost = 0.0

  /// A cell.
  ///
  /// - Parameters:
  ///   - tile: The tile of the cell.
  ///   - top: The top of the hierarchy.
  ///   - places: The places of the cell.
  ///   - rules: What its turns cost.
  ///   - entries: Those of the tile, see ``RoadTables``.
  ///   - entry: The local edge on the boundary from which the search starts.
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

  /// Sets the edge on the boundary to which a way is looked for, so that a search goes straight there.
  ///
  /// - Parameters:
  ///   - edge: The local edge.
  ///   - maximumSpeed: No road of the tile is driven faster, tenths of km/h.
  @_lifetime(self: copy self)
  mutating func aim(at edge: EdgeIndex, maximumSpeed: UInt32) {
    let base = tile.base(edge)
    // Roads that are quicker than usual are nearer than they look.
    guard !rules.layers.lowersCosts, let cost = rules.openCost(tile, base, entries)
    else { return }
    goalCost = cost
    plane = LocalPlane(at: tile.headPosition(base.reversed))
    // A tenth less than it is: more than lengths are rounded by.
    metreCost = rules.isShortest ? 9 : 3_240 / Double(maximumSpeed)
  }

  /// The straight distance from the end of an edge to the beginning of the one aimed at, and that edge.
  func bound(_ place: UInt32, _ target: UInt32) -> UInt32 {
    guard metreCost > 0, Int(place) < insideCount else { return 0 }
    let (x, y) = plane.project(tile.headPosition(tile.base(places.edge(Int(place)))))
    // A plane is too far off the earth for long ways.
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
