public import Geo
import MapReader
public import RoadModel
public import RouteModel

/// Matches fixes as they come, for navigation: every fix is answered at once, and decided for good
/// within a bounded delay.
///
///     var session = MatchSession(matcher)
///     for location in receiver {
///       let update = try session.push(location)
///       if let now = update.now { show(now.position, now.headingDegrees) }
///     }
///
/// What is in ``Update/committed`` is never taken back; what is in ``Update/now`` may be, by later
/// fixes. Memory is that of the delay and of the roads around. After a tunnel or a ferry it finds the
/// way between, or else begins a new piece.
public struct MatchSession {
  private var engine: TraceEngine
  private let reader: EdgeReader

  /// A session; fixes are decided when so many more have come, or before.
  public init(_ matcher: MapMatcher, delay: Int = 12) {
    engine = TraceEngine(matcher.map, matcher.vehicle, matcher.options, delay: delay)
    reader = EdgeReader(map: matcher.map)
  }

  /// Standard deviation of the noise that is believed at present, metres.
  ///
  /// Where ``MatchOptions/noiseMetres`` does not tell it, it is found from the first fixes, when a dozen have come (or
  /// half as many, where fixes are decided before) and again until there are a hundred, and then followed.
  public var noiseMetres: Double { engine.noise }

  /// What a fix changed.
  public struct Update: Sendable {
    /// Where the vehicle is believed to be; nil before any road was near.
    public var now: SnappedLocation?
    /// Fixes that are decided now, in order.
    public var committed: [CommittedLocation]
  }

  /// Takes the next fix.
  ///
  /// - Parameter location: The fix; a bad one is left out, and ``Update/now`` stays where it was.
  /// - Returns: Where the vehicle is, and what is decided.
  /// - Throws: ``MatchingError/map(_:)`` when the map is damaged there.
  /// - Complexity: O(roads near the fix and on the way to it).
  public mutating func push(_ location: Location) throws(MatchingError) -> Update {
    do throws(RoutingError) {
      try engine.push(location)
      return Update(now: try now(location), committed: try committed())
    } catch { throw MatchingError(error) }
  }

  /// Decides everything that is open.
  public mutating func finish() throws(MatchingError) -> [CommittedLocation] {
    do throws(RoutingError) {
      try engine.finish()
      return try committed()
    } catch { throw MatchingError(error) }
  }

  private mutating func committed() throws(RoutingError) -> [CommittedLocation] {
    var result: [CommittedLocation] = []
    for fate in engine.takeFates() {
      switch fate {
      case .dropped(let index, let reason):
        result.append(CommittedLocation(index: index, reason: reason))
      case .merged(let index): result.append(CommittedLocation(index: index))
      case .on(let decision):
        var location = CommittedLocation(index: decision.fix.index)
        location.edges = decision.path.map { reader.map.edgeID($0.id) }
        location.position = decision.position
        location.alongMetres = decision.along
        location.beginsPiece = decision.begins
        result.append(location)
      }
    }
    return result
  }

  private func now(_ location: Location) throws(RoutingError) -> SnappedLocation? {
    let lattice = engine.lattice
    let ranked = lattice.front.sorted { ($0.rank, $0.node) < ($1.rank, $1.node) }
    guard let best = ranked.first else { return nil }
    var result = try snapped(best, location)
    result.probability = Double(lattice.nodes[Int(best.node)].probability)
    var seen = [result.edge]
    for state in ranked.dropFirst() where state.skipped == 0 && seen.count < 4 {
      let place = engine.roads.graph.edges[Int(state.edge)].place
      let id = reader.map.edgeID(place.id)
      if seen.contains(id) { continue }
      seen.append(id)
      result.alternatives.append(
        SnappedLocation.Alternative(
          edge: id, wayID: try reader.road(place).wayID, position: state.position,
          probability: Double(lattice.nodes[Int(state.node)].probability)))
    }
    return result
  }

  private func snapped(
    _ state: Lattice.State, _ location: Location
  ) throws(RoutingError) -> SnappedLocation {
    let place = engine.roads.graph.edges[Int(state.edge)].place
    let road = try reader.road(place)
    let there = try reader.place(place, along: Double(state.along))
    let fix = Coordinate(latitude: location.latitude, longitude: location.longitude)
    return SnappedLocation(
      position: there.position, headingDegrees: there.headingDegrees,
      edge: reader.map.edgeID(place.id),
      wayID: road.wayID, name: road.name, alongMetres: Double(state.along),
      distanceMetres: fix.map { Distance.metres($0, there.position) }, isHeld: state.skipped > 0)
  }
}

/// Where a vehicle is believed to be.
public struct SnappedLocation: Sendable, Hashable {
  /// The place on the road.
  public var position: Coordinate
  /// The direction of the road there, degrees clockwise from north.
  public var headingDegrees: Double
  /// The directed edge.
  public var edge: EdgeID
  /// The OSM way.
  public var wayID: Int64
  /// Name or number of the road.
  public var name: String?
  /// Metres from the beginning of the edge.
  public var alongMetres: Double
  /// Metres from the fix; nil when that is no place on earth.
  public var distanceMetres: Double?
  /// Whether the fix was left out, so that this is where the one before was.
  public var isHeld: Bool
  /// 0 to 1, among all roads near, from this and the fixes before.
  public var probability = 0.0
  /// The next likely roads, at most three.
  public var alternatives: [Alternative] = []

  /// Another road on which the vehicle may be.
  public struct Alternative: Sendable, Hashable {
    /// The directed edge.
    public var edge: EdgeID
    /// The OSM way.
    public var wayID: Int64
    /// The place on the road.
    public var position: Coordinate
    /// 0 to 1.
    public var probability: Double
  }
}

/// A fix that is decided for good.
public struct CommittedLocation: Sendable, Hashable {
  /// Its number, from 0.
  public var index: Int
  /// The directed edges since the decided fix before, its own the last; empty on the same edge.
  public var edges: [EdgeID] = []
  /// The place on the road; nil when it was left out, or merged into the one before.
  public var position: Coordinate?
  /// Metres from the beginning of its edge.
  public var alongMetres = 0.0
  /// Whether no way leads here from the fix before.
  public var beginsPiece = false
  /// Why it was left out.
  public var reason: DropReason?

  init(index: Int, reason: DropReason? = nil) {
    self.index = index
    self.reason = reason
  }
}
