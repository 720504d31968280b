package import Geo
import MapReader
import NavFormat
import RoadCosts
package import RoadModel
package import RouteModel

/// Tells how well fixes fit a route, and how well they fit other roads, by the hypotheses of the matcher.
///
/// It is asked about a few fixes in a row: ``begin(noise:driftShare:headings:)`` forgets those before. The caller knows
/// the noise from the fixes along the route, so nothing is estimated here, and no fix is withheld.
///
/// A value for one trip. Roads that have been read stay in memory up to ``maximumRoads`` bytes.
package struct RouteWitness {
  /// The maximum memory for roads, in bytes.
  private static let maximumRoads = 8 << 20
  /// The number of successive fixes without a road near that can't be errors of the receiver.
  private static let enoughFar: Int32 = 5
  /// The number of successive fixes near roads that can't all be errors, if the best hypothesis has left them out.
  private static let enoughLeftOut: Int32 = 4

  private let matcher: MapMatcher
  private let rules: QueryRules
  private let reader: EdgeReader
  private var roads: Roads
  private var lattice: Lattice
  private var count = 0
  private var last: Coordinate?
  /// The share of the noise's variance that drifts.
  private var driftShare = 0.0
  /// The drift filter of each node of the lattice, and the cost of its fixes that the lattice has.
  private var filters: [(drift: DriftFilter, taken: Double)] = []

  /// A witness on the map of a matcher, for its vehicle.
  package init(_ matcher: MapMatcher) {
    var matcher = matcher
    matcher.options = matcher.options.orUsual
    // Who follows a route, or leaves it, does not choose roads by their speed.
    matcher.options.lengthShare = 1
    self.matcher = matcher
    rules = QueryRules(
      matcher.vehicle, options: RouteRequest.Options(exclude: matcher.options.exclude),
      place: matcher.map.place)
    reader = EdgeReader(map: matcher.map)
    roads = Self.freshRoads(matcher, rules)
    lattice = Lattice(matcher.options, noise: NoiseEstimator.usual)
  }

  private static func freshRoads(_ matcher: MapMatcher, _ rules: QueryRules) -> Roads {
    Roads(
      graph: EdgeBasedGraph(
        matcher.map, rules: rules, options: matcher.options, mode: matcher.vehicle.mode))
  }

  /// The identity of the map.
  package var map: MapID { matcher.map.id }

  /// The time zone of the map, in which its engines read local times; nil if unknown.
  package var timeZone: TimeZoneRule? { matcher.map.place.zone }

  /// The number of an edge's base edge.
  ///
  /// - Parameter edge: An edge of any map.
  /// - Returns: The number for ``hear(_:isOnRoute:against:)``; the edge's own if the map does not have it.
  package func number(of edge: EdgeID) -> EdgeNumber {
    let map = matcher.map
    do throws(NavError) {
      guard let place = try map.place(ofEdge: edge) else { return edge.number }
      return map.number(of: place.edge, in: try map.layout(place.tile))
    } catch { return edge.number }
  }

  /// The country and the time zone of an edge, which are those of its tile.
  ///
  /// - Parameter edge: An edge of any map.
  /// - Returns: The region; nil if the map does not have the edge, or is damaged there.
  /// - Complexity: O(1).
  package func region(of edge: EdgeID) -> MapRegion? {
    let map = matcher.map
    do throws(NavError) {
      guard let place = try map.place(ofEdge: edge) else { return nil }
      let own = try map.layout(place.tile).country
      return MapRegion(
        country: own.isEmpty ? map.header.country : own,
        timeZone: try map.timeZone(ofTile: place.tile))
    } catch { return nil }
  }

  /// Begins with fixes of a standard deviation in metres, a share of whose variance drifts, 0 to 1, and with headings
  /// of a known error.
  package mutating func begin(noise: Double, driftShare: Double, headings: HeadingError) {
    if roads.graph.size + roads.grid.size > Self.maximumRoads {
      roads = Self.freshRoads(matcher, rules)
    }
    let options = matcher.options
    lattice = Lattice(
      options,
      noise: min(max(noise, options.minimumNoiseMetres), options.maximumNoiseMetres))
    self.driftShare = min(max(driftShare, 0), 0.9)
    // The search weighs the next fix by the minimum evidence of single ones; then the filters have the say.
    lattice.evidence = (1 - self.driftShare) / (1 + self.driftShare)
    lattice.headingError = headings
    filters = []
    count = 0
    last = nil
  }

  /// Takes the next fix.
  ///
  /// - Parameters:
  ///   - fix: A fix on earth, not before the last one.
  ///   - isOnRoute: Whether an edge of the map, by its number, belongs to the relevant part of the
  ///     route.
  ///   - nats: For the first fix, the prior evidence in nats against an edge, at least 0.
  /// - Returns: The result so far; nil without a hypothesis.
  /// - Throws: ``RoutingError/map(_:)`` if the map is damaged there.
  /// - Complexity: O(roads near the fix and on the paths to it).
  package mutating func hear(
    _ fix: Location, isOnRoute: (EdgeNumber) -> Bool,
    against nats: ((EdgeNumber) -> Double)? = nil
  ) throws(RoutingError) -> Testimony? {
    guard let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude) else {
      return nil
    }
    if last.map({ Distance.metres($0, place) >= max(0.3 * lattice.noise, 1) }) ?? true {
      let seen = Observation(
        index: count, place: place, time: fix.time,
        headingDegrees: fix.givenHeading, speed: fix.speed,
        accuracyMetres: fix.accuracyMetres.flatMap { $0.isFinite ? $0 : nil })
      if isLost { startAnew() }
      let isFirst = lattice.front.isEmpty
      _ = try lattice.add(seen, &roads)
      if isFirst, let nats {
        for index in lattice.front.indices where !lattice.front[index].isOffRoad {
          let edge = roads.graph.edges[lattice.front[index].edge].place.id
          lattice.front[index].cost &+= Lattice.nats(nats(edge))
        }
      }
      filter(seen)
      last = place
      count += 1
    }
    return try testimony(isOnRoute)
  }

  /// Whether the best hypothesis has left out so many fixes that the vehicle is elsewhere, as after a receiver was far
  /// away for some seconds and is back.
  private var isLost: Bool {
    guard let best = lattice.front.min(by: { $0.rankSoFar < $1.rankSoFar }) else { return false }
    return !best.isOffRoad && best.skipped >= Self.enoughLeftOut
      && !(lattice.steps.last?.isFar ?? false)
  }

  /// Forgets all hypotheses, so that the next fix is the first.
  private mutating func startAnew() {
    var fresh = Lattice(matcher.options, noise: lattice.noise)
    (fresh.evidence, fresh.headingError) = (lattice.evidence, lattice.headingError)
    lattice = fresh
    (filters, count) = ([], 0)
  }

  /// Carries the filters to the nodes of the last fix.
  private mutating func filter(_ fix: Observation) {
    while filters.count < lattice.nodes.count {
      let node = lattice.nodes[filters.count]
      let errors = DriftFilter.Errors(
        noise: Double(node.noise), driftShare: driftShare, bend: lattice.options.bend)
      let parent = node.parent.isNone ? nil : node.parent
      var (drift, taken) = parent.map { filters[$0] } ?? (DriftFilter(errors), 0)
      var motion = (east: 0.0, north: 0.0)
      if let parent {
        let before = lattice.nodes[parent]
        motion = Distance.offset(from: before.position, to: node.position)
        if let now = fix.time, let then = lattice.steps[before.step].time {
          drift.pass(now - then, errors)
        }
      }
      if !node.isOffRoad {
        drift.take(Distance.offset(from: node.position, to: fix.place), motion: motion, errors)
        let deviations = Double(node.distance) / Double(node.noise)
        taken += lattice.huber(deviations) * fix.weight * lattice.evidence
      }
      filters.append((drift, taken))
    }
    takeFilters()
  }

  /// Replaces the lattice's cost of the fixes by that of the filters.
  ///
  /// The lattice drops hypotheses by their cost, so that must be the one by which they are compared: otherwise it drops
  /// one that is the best.
  private mutating func takeFilters() {
    var costs: [Int64] = []
    for state in lattice.front {
      var cost = Int64(state.cost)
      if filters.indices.contains(state.node.rawValue) {
        let (drift, taken) = filters[state.node]
        cost += Int64(((drift.nats - taken) * DrivingCost.perNat).rounded())
        filters[state.node].taken = drift.nats
      }
      costs.append(cost)
    }
    let least = costs.min() ?? 0
    for (index, cost) in costs.enumerated() {
      lattice.front[index].cost = UInt32(clamping: cost - least)
    }
  }

  /// The result of the fixes so far.
  ///
  /// - Parameter isOnRoute: As in ``hear(_:isOnRoute:against:)``.
  /// - Returns: The result; nil without a hypothesis.
  /// - Throws: ``RoutingError/map(_:)`` if the map is damaged there.
  package func testimony(_ isOnRoute: (EdgeNumber) -> Bool) throws(RoutingError) -> Testimony? {
    var on: Lattice.State?
    var off: Lattice.State?
    var costs = (on: Double.infinity, off: Double.infinity)
    for state in lattice.front {
      let isOn =
        !state.isOffRoad && isOnRoute(roads.graph.edges[state.edge].place.id)
      let cost = Double(state.rankSoFar) / DrivingCost.perNat
      if isOn, cost < costs.on {
        (on, costs.on) = (state, cost)
      } else if !isOn, cost < costs.off {
        (off, costs.off) = (state, cost)
      }
    }
    guard on != nil || off != nil else { return nil }
    let worst = matcher.options.beam
    var margin = 0.0
    if let on, on.skipped >= Self.enoughFar, lattice.steps.last?.isFar ?? false {
      // A vehicle that is far from all roads for a long time has left them.
      margin = worst
      off = nil
    } else if on != nil, off != nil {
      margin = costs.on - costs.off
    } else {
      margin = on == nil ? worst : -worst
    }
    var result = Testimony(margin: min(max(margin, -worst), worst))
    if let on {
      let edge = roads.graph.edges[on.edge].place.id
      result.onRoute = Testimony.Place(edge: edge, alongMetres: Double(on.along))
    }
    if let off { result.elsewhere = try road(off) }
    return result
  }

  private func road(_ state: Lattice.State) throws(RoutingError) -> Testimony.Road? {
    if state.isOffRoad { return nil }
    let place = roads.graph.edges[state.edge].place
    let names = try reader.road(place)
    let there = try reader.place(place, along: Double(state.along))
    let attributes: RoadAttributes
    do throws(NavError) {
      let map = matcher.map
      let tile = try map.tile(place.tile)
      attributes = tile.road(place.edge.segment)
    } catch { throw RoutingError(error) }
    return Testimony.Road(
      edge: matcher.map.edgeID(place.id), alongMetres: Double(state.along),
      position: there.position, headingDegrees: there.headingDegrees, wayID: names.wayID,
      name: names.name, roadClass: attributes.roadClass, flags: attributes.flags,
      isWrongWay: state.violations.contains(.wrongWay))
  }
}

/// The country and time zone of an edge.
package struct MapRegion: Sendable, Hashable {
  /// ISO 3166-1 alpha-2; empty if unknown.
  package var country: String
  /// A POSIX rule; empty if unknown.
  package var timeZone: String

  /// A region from its parts.
  package init(country: String, timeZone: String) {
    self.country = country
    self.timeZone = timeZone
  }
}

/// The result of a ``RouteWitness``.
package struct Testimony: Sendable {
  /// A place on an edge of the route.
  package struct Place: Sendable {
    /// The number of the edge in its map.
    package var edge: EdgeNumber
    /// Metres from the beginning of the edge.
    package var alongMetres: Double
  }

  /// A place on a road that does not belong to the route.
  package struct Road: Sendable {
    /// The directed edge.
    package var edge: EdgeID
    /// Metres from its beginning.
    package var alongMetres: Double
    /// The place.
    package var position: Coordinate
    /// The direction of travel there, degrees clockwise from north.
    package var headingDegrees: Double
    /// The OSM way.
    package var wayID: Int64
    /// Name or number of the road.
    package var name: String?
    /// The class of the road.
    package var roadClass: RoadClass
    /// The flags of the road.
    package var flags: RoadFlags
    /// Whether it is driven against a one-way street.
    package var isWrongWay: Bool
  }

  /// The evidence in nats for the best hypothesis elsewhere over the best on the route.
  ///
  /// Negative for the route; bounded by the beam of the matcher.
  package var margin: Double
  /// The probability that the vehicle is on the route, by these hypotheses.
  package var onRouteProbability: Double { Self.onRouteProbability(margin: margin) }

  /// The probability that the vehicle is on the route, for a number of nats against it.
  package static func onRouteProbability(margin: Double) -> Double {
    let odds = Double(Exponential.ofMinus(Float(abs(margin))))
    return margin < 0 ? 1 / (1 + odds) : odds / (1 + odds)
  }
  /// The best place on the route.
  package var onRoute: Place?
  /// The best road that does not belong to the route; nil if there is none, or off the roads.
  package var elsewhere: Road?
}
