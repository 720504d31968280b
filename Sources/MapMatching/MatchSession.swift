public import Geo
import MapReader
import NavFormat
public import RoadModel
public import RouteModel

/// Matches fixes in real time, for navigation: every fix gets an immediate answer and a final one within a bounded
/// delay.
///
///     var session = MatchSession(matcher)
///     for location in receiver {
///       let update = try session.push(location)
///       if let now = update.now { show(now.position, now.headingDegrees) }
///     }
///
/// ``Update/committed`` is final; later fixes may revise ``Update/now``. Memory is bounded by the delay and the roads
/// nearby. After a tunnel or a ferry the session finds the path in between, or begins a new piece.
public struct MatchSession: Sendable {
  private var engine: TraceEngine
  private let reader: EdgeReader
  private let refusesWrongWays: Bool
  /// The state at the last fix that was on a road or off the roads.
  private var state = MotionState.onRoad
  /// Whether a wrong-way street was left out before the next fix.
  private var hasLeft = false

  /// A session; a fix is decided after at most `delay` later fixes.
  ///
  /// With fewer than three, a wrong road behind a junction is not noticed in time, and a new piece begins where it is.
  ///
  /// Fixes that are left out, such as those of an error of the receiver, are decided with the next one that is not.
  public init(_ matcher: MapMatcher, delay: Int = 12) {
    engine = TraceEngine(matcher.map, matcher.vehicle, matcher.options, delay: delay)
    reader = EdgeReader(map: matcher.map)
    refusesWrongWays = matcher.options.wrongWay == .never
  }

  /// Current estimate of the standard deviation of the noise, in metres.
  ///
  /// Unless ``MatchOptions/noiseMetres`` is set, it is estimated after the first dozen fixes (half as many if fixes are
  /// decided earlier), again until there are a hundred, and then adapted continuously.
  public var noiseMetres: Double { engine.noise }

  /// The results of a fix.
  public struct Update: Sendable, Hashable {
    /// The most probable position of the vehicle; nil until a road is near.
    ///
    /// Nil as well while it is off the roads.
    public var now: SnappedLocation?
    /// The state of motion.
    public var state: MotionState
    /// Newly decided fixes, in order.
    public var committed: [CommittedLocation]

    /// Results from their parts.
    public init(
      now: SnappedLocation? = nil, state: MotionState, committed: [CommittedLocation] = []
    ) {
      self.now = now
      self.state = state
      self.committed = committed
    }
  }

  /// Takes the next fix.
  ///
  /// - Parameter location: The fix; an invalid one is left out, and ``Update/now`` does not change.
  /// - Returns: The current position, and newly decided fixes.
  /// - Throws: ``MatchingError/map(_:)`` if the map is damaged there,
  ///   ``MatchingError/invalidSetting(name:value:minimum:maximum:)`` if a parameter is out of range.
  /// - Complexity: O(roads near the fix and on the path to it).
  public mutating func push(_ location: Location) throws(MatchingError) -> Update {
    do throws(RoutingError) {
      try engine.push(location)
      return Update(
        now: try now(location), state: engine.state, committed: try committed())
    } catch { throw MatchingError(error) }
  }

  /// Decides all remaining fixes.
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
      case .dropped(let index, let reason, _):
        result.append(CommittedLocation(index: index, reason: reason))
      case .merged(let index):
        var location = CommittedLocation(index: index)
        location.state = state
        result.append(location)
      case .standing(let index):
        var location = CommittedLocation(index: index)
        location.state = .standing
        result.append(location)
      case .offRoad(let fix):
        var location = CommittedLocation(index: fix.index)
        state = .offRoad
        location.state = state
        result.append(location)
      case .stood: continue
      case .on(let decision): result.append(committed(decision))
      }
    }
    return result
  }

  private mutating func committed(_ decision: Decision) -> CommittedLocation {
    var location = CommittedLocation(index: decision.fix.index)
    if let last = decision.path.last {
      state = last.violations.contains(.wrongWay) ? .wrongWay : .onRoad
    }
    let refuses = refusesWrongWays
    var driven = decision.path.filter { !refuses || !$0.violations.contains(.wrongWay) }
    if refuses, state != .wrongWay,
      let passed = decision.path.lastIndex(where: { $0.violations.contains(.wrongWay) })
    {
      // A street that was passed between two fixes is left out, and a piece begins behind it.
      driven = Array(decision.path[(passed + 1)...])
      hasLeft = true
    }
    location.edges = driven.map { reader.map.edgeID($0.id) }
    location.state = state
    if state == .wrongWay && refusesWrongWays {
      location.reason = .againstOneWay
      hasLeft = true
      return location
    }
    location.position = decision.position
    location.alongMetres = decision.along
    location.beginsPiece = decision.begins || hasLeft
    hasLeft = false
    return location
  }

  private func now(_ location: Location) throws(RoutingError) -> SnappedLocation? {
    let lattice = engine.lattice
    let ranked = lattice.front.sorted { ($0.rankSoFar, $0.node) < ($1.rankSoFar, $1.node) }
    guard let best = ranked.first, !best.isOffRoad else { return nil }
    var result = try snapped(best, location)
    result.probability = Double(lattice.nodes[best.node].probability)
    var seen = [result.edge]
    for state in ranked.dropFirst() where state.skipped == 0 && !state.isOffRoad && seen.count < 4 {
      let place = engine.roads.graph.edges[state.edge].place
      let id = reader.map.edgeID(place.id)
      if seen.contains(id) { continue }
      seen.append(id)
      result.alternatives.append(
        SnappedLocation.Alternative(
          edge: id, wayID: try reader.road(place).wayID, position: state.position,
          probability: Double(lattice.nodes[state.node].probability)))
    }
    return result
  }

  private func snapped(
    _ state: Lattice.State, _ location: Location
  ) throws(RoutingError) -> SnappedLocation {
    let place = engine.roads.graph.edges[state.edge].place
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

/// The state of motion of a vehicle.
public enum MotionState: String, Sendable, Hashable, CaseIterable {
  /// It drives on a road.
  case onRoad = "on road"
  /// The vehicle stands.
  case standing
  /// It is off the roads of the map.
  case offRoad = "off road"
  /// It drives against a one-way street.
  case wrongWay = "wrong way"
}

/// The probable position of a vehicle.
public struct SnappedLocation: Sendable, Hashable {
  /// The place on the road.
  public var position: Coordinate
  /// The direction of travel on the road there, degrees clockwise from north, 0 to 360.
  public var headingDegrees: Double
  /// The directed edge.
  public var edge: EdgeID
  /// The OSM way.
  public var wayID: Int64
  /// Name or number of the road.
  public var name: String?
  /// Distance from the beginning of the edge in metres.
  public var alongMetres: Double
  /// Distance from the fix in metres; nil if the fix is out of range.
  public var distanceMetres: Double?
  /// Whether the fix was left out, so that this is the position of the previous one.
  public var isHeld: Bool
  /// Probability, 0 to 1, among all nearby roads, given all fixes so far.
  public var probability: Double
  /// The next most probable roads, at most three.
  public var alternatives: [Alternative]

  /// Another road that the vehicle may be on.
  public struct Alternative: Sendable, Hashable {
    /// The directed edge.
    public var edge: EdgeID
    /// The OSM way.
    public var wayID: Int64
    /// The place on the road.
    public var position: Coordinate
    /// The probability, 0 to 1.
    public var probability: Double

    /// A road from its parts.
    public init(edge: EdgeID, wayID: Int64, position: Coordinate, probability: Double) {
      self.edge = edge
      self.wayID = wayID
      self.position = position
      self.probability = probability
    }
  }

  /// A position from its parts.
  public init(
    position: Coordinate, headingDegrees: Double, edge: EdgeID, wayID: Int64, name: String? = nil,
    alongMetres: Double, distanceMetres: Double? = nil, isHeld: Bool = false,
    probability: Double = 1, alternatives: [Alternative] = []
  ) {
    self.position = position
    self.headingDegrees = headingDegrees
    self.edge = edge
    self.wayID = wayID
    self.name = name
    self.alongMetres = alongMetres
    self.distanceMetres = distanceMetres
    self.isHeld = isHeld
    self.probability = probability
    self.alternatives = alternatives
  }
}

/// A fix with its final decision.
public struct CommittedLocation: Sendable, Hashable {
  /// Its number, from 0.
  public var index: Int
  /// The directed edges since the previous decided fix, ending with its own; empty on the same edge.
  public var edges: [EdgeID]
  /// The point on the road; nil if the fix was left out or merged into the previous one.
  public var position: Coordinate?
  /// Metres from the beginning of its edge.
  public var alongMetres: Double
  /// Whether a new piece begins here, because no path leads here from the previous fix.
  public var beginsPiece: Bool
  /// The reason why it was left out; nil if it was not.
  public var reason: DropReason?
  /// The state of motion.
  public var state: MotionState

  /// A fix with its decision from its parts.
  public init(
    index: Int, edges: [EdgeID] = [], position: Coordinate? = nil, alongMetres: Double = 0,
    beginsPiece: Bool = false, reason: DropReason? = nil, state: MotionState = .onRoad
  ) {
    self.index = index
    self.edges = edges
    self.position = position
    self.alongMetres = alongMetres
    self.beginsPiece = beginsPiece
    self.reason = reason
    self.state = state
  }
}
