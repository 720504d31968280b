import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// A map flattened into arrays for one vehicle, and plain Dijkstra on it.
///
/// It reads Formats/nav-2.md section 6 word by word: no bounds, no tiles, no early end, no hierarchy. What
/// the engine is compared with.
struct ReferenceGraph {
  /// An edge of the file, base or via.
  struct Edge {
    var tile: TileNumber
    /// Local number of its base edge in the tile that it belongs to.
    var base: Int
    var length: UInt32
    var road: RoadAttributes
    var direction: Direction
    var reach: UInt32
    /// Index in `costings`.
    var costing: Int32
    /// Index in `ruleLists`, -1 for none.
    var rules: Int32
    /// What holds at the start of the trip.
    var state: State
  }

  /// What an edge is at some time.
  struct State {
    /// Hundredths of a second.
    var time: UInt32
    /// What the whole edge counts as when ways are compared.
    var cost: UInt32
    /// What being on it costs beside.
    var price: UInt32
    var begins: Bool
    var passes: Bool
    var ends: Bool
    var isUsable: Bool
    /// How the time is spread where traffic is not the same everywhere: distances and times.
    var points: [(along: UInt32, time: UInt32)] = []
    var costsLength = false
  }

  struct Turn {
    var to: UInt32
    var time: UInt32
    /// What it counts as when ways are compared.
    var cost: UInt32
    var isUTurn: Bool
    /// Whether the U-turn has no other way on beside it.
    var isDeadEnd: Bool
    /// Index in `specials`, -1 where nothing stands at the junction and nothing is said of the turn.
    var special: Int32
  }

  /// What stands at a junction, and what is said of a turn there.
  struct Special {
    var access: Access
    var rules: [RoadRule]
    var bans: [RoadRule]
  }

  static let unreached = UInt32.max

  let map: NavMap
  let vehicle: Vehicle
  private(set) var options: ReferenceOptions
  private(set) var edges: [Edge] = []
  /// The via edges on a base edge.
  private var copiesOf: [UInt32: [UInt32]] = [:]
  var firstTurn: [Int] = [0]
  var turns: [Turn] = []
  var specials: [Special] = []
  private var ruleLists: [[RoadRule]] = []
  /// Memory of the making.
  var rowsOf: [TileNumber: ReferenceRows] = [:]
  private var changes: [UInt32: ReferenceChange] = [:]
  private var traffic: ReferenceTraffic?
  private var usual: ReferenceUsual?
  /// The elevation of base edges, by number.
  private var elevations: [UInt32: EdgeElevation] = [:]
  private(set) var costings: [Costing] = []
  private var costingOf: [UInt16: Int32] = [:]

  init(_ map: NavMap, _ vehicle: Vehicle, _ options: ReferenceOptions = .init()) throws {
    self.options = options
    self.options.hasZone = !map.provenance.timeZone.isEmpty
    self.map = map
    self.vehicle = vehicle
    try findCopies()
    changes = ReferenceChange.changes(options.adjustments, copiesOf)
    traffic = options.traffic.map {
      ReferenceTraffic($0, vehicle.mode, self.options, map.place.zone)
    }
    // Of cars and trucks; the reference has no other vehicle with an engine at usual speeds.
    if vehicle.mode == .car || vehicle.mode == .truck {
      usual = options.usual.flatMap {
        ReferenceUsual($0, vehicle.mode, self.options, map.place.zone)
      }
    }
    if map.hasElevation { try findElevations() }
    for tile in map.tiles { try addEdges(of: tile) }
    for tile in map.tiles { try addTurns(from: tile) }
    rowsOf = [:]
  }

  private mutating func addEdges(of number: TileNumber) throws {
    let map = self.map
    let tile = try map.tile(number)
    var rules: [Int: [RuleRow]] = [:]
    for row in 0..<tile.layout.ruleCount {
      let rule = tile.rule(row)
      if rule.of == .segment { rules[Int(rule.subject), default: []].append(rule) }
    }
    for edge in 0..<2 * tile.layout.ownSegmentCount { add(tile, number, edge, rules[edge / 2]) }
    for via in 0..<tile.layout.ownViaCount {
      let base = tile.via(via).base.rawValue
      add(tile, number, base, rules[base / 2])
    }
  }

  private mutating func findElevations() throws {
    let map = self.map
    for number in map.tiles {
      let first = map.entry(number).firstEdge
      let tile = try map.tile(number)
      let elevation = try map.elevation(ofTile: number)
      for segment in tile.layout.ownSegments {
        for (place, edge) in segment.edges.enumerated() {
          elevations[first + UInt32(edge.rawValue)] = elevation?.edge(
            segment, forward: place == 0, in: tile)
        }
      }
    }
  }

  private mutating func findCopies() throws {
    let map = self.map
    for number in map.tiles {
      let tile = try map.tile(number)
      let first = map.entry(number).firstEdge
      for via in 0..<tile.layout.ownViaCount {
        let (base, copy) = (tile.via(via).base.rawValue, 2 * tile.layout.ownSegmentCount + via)
        copiesOf[first + UInt32(base), default: []].append(first + UInt32(copy))
      }
    }
  }

  /// A base edge and the via edges on it.
  func copies(of edge: UInt32) -> [UInt32] { [edge] + (copiesOf[edge] ?? []) }

  /// The base edge of an edge.
  func base(of edge: UInt32) -> UInt32 {
    map.entry(edges[Int(edge)].tile).firstEdge + UInt32(edges[Int(edge)].base)
  }

  private mutating func add(
    _ tile: borrowing TileView, _ number: TileNumber, _ base: Int, _ rows: [RuleRow]?
  ) {
    let segment = SegmentIndex(base / 2)
    let direction: Direction = base % 2 == 0 ? .forward : .backward
    let rules = (rows ?? []).filter { $0.directions.contains(direction) }.map { read(tile, $0) }
    var edge = Edge(
      tile: number, base: base, length: tile.length(segment), road: tile.road(segment),
      direction: direction, reach: tile.reachBits(segment), costing: costing(tile.layout),
      rules: -1,
      state: State(
        time: 0, cost: 0, price: 0, begins: false, passes: false, ends: false, isUsable: false))
    edge.state = state(edge, rules, at: 0)
    if !rules.isEmpty {
      edge.rules = Int32(ruleLists.count)
      ruleLists.append(rules)
    }
    edges.append(edge)
  }

  /// The costing of the country in which a tile lies: its own, else the map's.
  mutating func costing(_ layout: TileLayout) -> Int32 {
    if let known = costingOf[layout.countryCode] { return known }
    let country = layout.countryCode == 0 ? map.header.country : layout.country
    costings.append(
      Costing(
        vehicle.mode, drivesOnLeft: map.header.drivingSide == .left,
        law: TruckLaw.law(of: country) ?? TruckLaw.law(of: map.header.country), vehicle: vehicle,
        settings: options.costs))
    costingOf[layout.countryCode] = Int32(costings.count - 1)
    return Int32(costings.count - 1)
  }

  func read(_ tile: borrowing TileView, _ row: RuleRow) -> RoadRule {
    RoadRule(
      row.effect ?? .ban([]),
      condition: row.condition == 65_535 ? .always : tile.condition(Int(row.condition)))
  }

  /// What an edge is so many hundredths of a second after the start.
  func state(_ edge: Edge, at time: UInt32) -> State {
    if edge.rules < 0, traffic?.changes(number(of: edge)) != true,
      usual?.changes(number(of: edge)) != true
    {
      return edge.state
    }
    return state(edge, edge.rules < 0 ? [] : ruleLists[Int(edge.rules)], at: time)
  }

  /// A turn that begins at a time, with its delay in the traffic.
  func inTraffic(_ turn: Turn, from state: UInt32, at time: UInt32) -> Turn {
    guard let traffic else { return turn }
    let delay = traffic.delay(from: base(of: state), to: base(of: turn.to), at: time)
    var turn = turn
    turn.time += delay
    turn.cost += delay
    return turn
  }

  /// The number of the base edge of an edge.
  private func number(of edge: Edge) -> UInt32 {
    map.entry(edge.tile).firstEdge + UInt32(edge.base)
  }

  private func state(_ edge: Edge, _ rules: [RoadRule], at time: UInt32) -> State {
    let number = number(of: edge)
    let change = changes[number] ?? ReferenceChange()
    let usual = edge.road.access(edge.direction)[vehicle.mode]
    let isClosed =
      change.isClosed || options.excludes(edge.road, vehicle.mode)
      || traffic?.closes(number, at: time) ?? false
    let through = access(usual, rules, time, atEnd: false)
    let atEnd = access(usual, rules, time, atEnd: true)
    let passes = Self.open.contains(through) && !isClosed
    let usable = passes || (Self.open + Self.endOnly).contains(atEnd) && !isClosed
    let bits = (edge.reach >> (4 * UInt32(vehicle.mode.rawValue))) & 15
    let (duration, points) = self.time(edge, rules, change, time)
    let cost = options.weighed(
      options.isShortest ? max((edge.length + 9) / 10, 1) : duration, edge.road, vehicle.mode)
    return State(
      time: duration, cost: ReferenceChange.share(change.weight, of: cost),
      price: price(edge, number),
      begins: usable && (!passes || bits & 4 == 0), passes: passes,
      ends: usable && (!passes || bits & 8 == 0), isUsable: usable, points: points,
      costsLength: options.isShortest)
  }

  /// The grade of an edge, from its decoded profile; nil if the map has no elevation there.
  private func grade(_ number: UInt32, _ length: UInt32) -> Grade? {
    guard let known = elevations[number] else { return nil }
    return Grade(
      centimetres: length, ascent: known.ascentDecimetres, descent: known.descentDecimetres,
      steepestPercent: max(known.maximumUphillPercent, known.maximumDownhillPercent))
  }

  /// What an avoided edge costs; a steep one a 64th for each 50 m that it has begun.
  private func price(_ edge: Edge, _ number: UInt32) -> UInt32 {
    if isSteep(number) {
      return options.price / 64 * (max(edge.length + 4_999, 5_000) / 5_000)
    }
    return options.avoids(edge.road, vehicle.mode) ? options.price : 0
  }

  private func isSteep(_ number: UInt32) -> Bool {
    guard let steep = options.costs.steepPercent, let known = elevations[number] else {
      return false
    }
    return Double(max(known.maximumUphillPercent, known.maximumDownhillPercent)) >= steep
  }

  /// The time of a whole edge, with the speeds that hold.
  private func time(
    _ edge: Edge, _ rules: [RoadRule], _ change: ReferenceChange, _ time: UInt32
  ) -> (UInt32, [(along: UInt32, time: UInt32)]) {
    let road = speedLimited(edge, rules, time)
    let costing = costings[Int(edge.costing)]
    var duration = costing.edgeTime(centimetres: edge.length, road, edge.direction)
    // Of cars and trucks; the reference has no measured speeds of others.
    if let speed = change.speed, vehicle.mode == .car || vehicle.mode == .truck {
      let most = Costing.maximumSpeed(of: vehicle.mode)
      duration = Costing.time(centimetres: edge.length, deciKmh: min(speed, most))
    }
    if let cap = options.maximumSpeedKmh {
      duration = max(
        duration, Costing.time(centimetres: edge.length, deciKmh: UInt16(cap * 10)))
    }
    // What a truck needs at least, whatever speed is measured.
    var least: UInt32 = 0
    // The speed on steps is that of climbing them.
    if edge.road.roadClass != .steps, let grade = grade(number(of: edge), edge.length),
      let grades = costing.grades
    {
      if vehicle.mode == .truck { least = grades.time(1, centimetres: edge.length, grade) }
      if change.speed == nil {
        duration = grades.time(duration, centimetres: edge.length, grade)
      } else {
        duration = max(duration, least)
      }
    }
    duration = ReferenceChange.share(change.time, of: duration)
    if change.speed == nil, let usual, usual.changes(number(of: edge)) {
      var speed = costing.speed(road, edge.direction)
      if let cap = options.maximumSpeedKmh { speed = min(speed, UInt16(cap * 10)) }
      let edge = ReferenceUsual.Edge(
        number: number(of: edge), length: edge.length, mapTime: duration, mapSpeed: speed,
        factor: change.time)
      return self.time(edge, usual, time)
    }
    guard change.speed == nil,
      let jam = traffic?.spread(
        number(of: edge), edge.length, usual: duration, factor: change.time, at: time)
    else { return (duration, []) }
    let usual = duration
    duration = max(jam.whole, ReferenceChange.share(change.time, of: least))
    return (
      duration,
      traffic?.fadedPoints(
        (jam.live, jam.points), (usual, []), edge.length, duration: duration, at: time) ?? []
    )
  }

  /// The time of an edge at usual speeds, and in the traffic.
  private func time(
    _ edge: ReferenceUsual.Edge, _ usual: ReferenceUsual, _ time: UInt32
  ) -> (UInt32, [(along: UInt32, time: UInt32)]) {
    let entered = Int64(time)
    let whole = UInt32(usual.left(edge, entered) - entered)
    if let traffic, traffic.changes(edge.number) {
      func jam(_ usual: UInt32) -> (live: UInt32, points: [(along: UInt32, time: UInt32)]) {
        let jam = traffic.spread(
          edge.number, edge.length, usual: usual, factor: edge.factor, at: time)
        return (jam?.live ?? 0, jam?.points ?? [])
      }
      let left = usual.faded(edge, entered, horizon: traffic.horizon) { jam($0).live }
      let duration = UInt32(left - entered)
      let now = jam(whole)
      let usually = usual.points(edge, entered).dropFirst().map {
        ($0.along, UInt32($0.time - entered))
      }
      let points = traffic.fadedPoints(
        (now.live, now.points), (whole, usual.isEven(edge.number) ? [] : usually), edge.length,
        duration: duration, at: time)
      return (duration, points)
    }
    if usual.isEven(edge.number) || edge.length == 0 { return (whole, []) }
    return (
      whole,
      usual.points(edge, entered).dropFirst().map { ($0.along, UInt32($0.time - entered)) }
    )
  }
}
