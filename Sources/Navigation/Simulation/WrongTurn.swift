public import Geo
public import RouteModel

/// A junction at which a simulated driver takes another road than that of the route.
public struct WrongTurn: Sendable, Hashable {
  /// The route of a driver after a wrong turn.
  public struct Detour: Sendable, Hashable {
    /// The route, from before the junction to the end of the trip.
    public var route: Route
    /// The position of the vehicle, in metres from its beginning.
    public var startMetres: Double
    /// The position where the old route is reached again, in metres from its beginning; infinity for never.
    public var backMetres: Double

    /// A detour from its parts.
    public init(route: Route, startMetres: Double, backMetres: Double = .infinity) {
      self.route = route
      self.startMetres = startMetres
      self.backMetres = backMetres
    }
  }

  /// Metres of the route to the junction.
  public var metres: Double
  /// The junction.
  public var position: Coordinate
  /// The direction in which the other road leaves the junction, in degrees clockwise from north, 0 to 359; whole turns
  /// more or less count as none.
  public var bearing: Int

  /// A wrong turn from its parts, at a junction of the route.
  public init(metres: Double, position: Coordinate, bearing: Int) {
    self.metres = metres
    self.position = position
    self.bearing = bearing
  }

  /// The minimum metres from a wrong turn to the ends of a route, and to the next wrong turn.
  private static let apart = (start: 300.0, end: 400.0, turns: 400.0)
  /// Metres before the junction, and on the other road, through which the detour leads.
  private static let (before, beyond) = (40.0, 45.0)
  /// Metres behind the meeting point of the routes at which the driver is back.
  private static let behindMeeting = 40.0
  /// The minimum length of the other road that is driven, in metres.
  private static let shortest = 60.0

  /// The wrong turns on a route, away from its ends and from each other.
  ///
  /// - Parameters:
  ///   - route: A route with steps, which have the roads at its junctions.
  ///   - share: The share of the junctions with another open road, 0 to 1.
  ///   - seed: The same seed gives the same junctions.
  /// - Returns: The wrong turns, in order.
  public static func turns(on route: Route, share: Double, seed: UInt64) -> [WrongTurn] {
    let line = RouteLine(route)
    var random = SeededNoise(seed: seed)
    var turns: [WrongTurn] = []
    for (number, section) in route.sections.enumerated() {
      for junction in section.steps.flatMap(\.intersections) {
        guard section.polyline.indices.contains(junction.point) else { continue }
        let point = line.sectionPoints[number] + junction.point
        let others = junction.otherArms
        let metres = line.metres[point]
        guard !others.isEmpty, metres > apart.start, metres < line.length - apart.end,
          metres > (turns.last?.metres ?? -.infinity) + apart.turns, random.unit() < share
        else { continue }
        let arm = others[Int(random.next() % UInt64(others.count))]
        turns.append(
          WrongTurn(
            metres: metres, position: line.points[point], bearing: (arm.bearing % 360 + 360) % 360))
      }
    }
    return turns
  }

  /// The request for the way over the other road, and on as for a driver who does not notice.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - request: The request for the rest of the trip; its first waypoint is replaced.
  /// - Returns: The request.
  public func request(from route: Route, _ request: RouteRequest) -> RouteRequest {
    let before = RouteLine(route).place(at: max(metres - Self.before, 0))
    var first = Waypoint(before.position)
    first.course = Course(degrees: Int(before.course) % 360, tolerance: 30)
    let bearing = (self.bearing % 360 + 360) % 360
    var through = Waypoint(position.moved(degrees: Double(bearing), metres: Self.beyond))
    through.kind = .passThrough
    through.course = Course(degrees: bearing, tolerance: 40)
    through.radiusMetres = 40
    var wrong = request
    wrong.options.alternatives = 0
    // A mistake plans no charging, which could not pass a place on the other road.
    wrong.options.energy = nil
    wrong.waypoints = [first, through] + request.waypoints.dropFirst()
    return wrong
  }

  /// The detour that the answer to ``request(from:_:)`` is.
  ///
  /// - Parameters:
  ///   - found: The answer.
  ///   - route: The route.
  ///   - place: The place of the vehicle.
  /// - Returns: The detour; nil if the answer does not lead over the other road, or comes back at once.
  public func detour(_ found: Route, from route: Route, at place: Coordinate) -> Detour? {
    let line = RouteLine(found)
    guard let index = line.points.prefix(30).firstIndex(of: position),
      index + 1 < line.points.count
    else { return nil }
    let (east, north) = Distance.offset(from: position, to: line.points[index + 1])
    let course = Trigonometry.bearing(east: east, north: north) * 180 / Double.pi
    guard Trip.angle(course, Double(bearing)) < 20 else { return nil }
    let fork = line.metres[index]
    let edges = Set(route.sections.flatMap(\.edges).map(\.id))
    let back = line.edges.indices.first { number in
      let place = line.edges[number]
      return line.edgeMetres[number] > fork + 5
        && edges.contains(found.sections[place.section].edges[place.edge].id)
    }
    let backMetres = back.map { line.edgeMetres[$0] + Self.behindMeeting } ?? .infinity
    guard backMetres > fork + Self.shortest else { return nil }
    return Detour(
      route: found,
      startMetres: DriveSimulator.metres(along: found, nearestTo: place, within: 200),
      backMetres: backMetres)
  }
}

extension RouteIntersection {
  /// The open roads that the route does not take.
  fileprivate var otherArms: [Arm] {
    guard let leavingArm, let arrivingArm else { return [] }
    return arms.indices.filter { $0 != leavingArm && $0 != arrivingArm && arms[$0].isOpen }
      .map { arms[$0] }
  }
}

extension Coordinate {
  /// The place at a short distance in a direction.
  fileprivate func moved(degrees: Double, metres: Double) -> Coordinate {
    let north = Trigonometry.cosine(units: degrees * Coordinate.unitsPerDegree)
    let east = Trigonometry.cosine(units: (degrees - 90) * Coordinate.unitsPerDegree)
    let scale = metres / Distance.metresPerUnit
    let cosine = max(Trigonometry.cosine(units: Double(latitudeUnits)), 0.01)
    var longitude = Int64(longitudeUnits) + Int64(east * scale / cosine)
    if longitude > 1_800_000_000 { longitude -= 3_600_000_000 }
    if longitude < -1_800_000_000 { longitude += 3_600_000_000 }
    return Coordinate(
      latitudeUnits: latitudeUnits + Int32(north * scale), longitudeUnits: Int32(longitude))
  }
}
