public import Geo
public import RouteModel

/// Drives along routes and generates the fixes of a receiver, repeatable by a seed.
///
///     var drive = DriveSimulator(route, options: .init(seed: 7, noiseMetres: 5))
///     while let fix = drive.next() { … }
///
/// The vehicle keeps the speeds of the route, or a given one; it accelerates and brakes as drivers do, slows down for
/// corners, and stops at the end. ``follow(_:from:stops:)`` leads it onto another route, such as a new one after a
/// wrong turn.
public struct DriveSimulator: Sendable {
  /// The options of a simulated drive.
  ///
  /// Values out of range are clamped; NaN counts as the default.
  public struct Options: Sendable, Hashable {
    /// The seed; the same seed gives the same fixes.
    public var seed: UInt64
    /// Standard deviation of the noise on each axis in metres, 0 to 200.
    ///
    /// Beyond ``mostUsedNoise`` the fixes are less accurate than ``FixRules`` allow by default.
    public var noiseMetres: Double
    /// The share of the noise's variance that drifts, 0 to 1; the rest is new at each fix.
    public var driftShare: Double
    /// Seconds after which the drift has mostly changed, at least 1.
    public var driftSeconds: Double
    /// The interval between fixes in seconds, 0.05 to 600.
    public var intervalSeconds: Double
    /// The speed in metres per second, 0.1 to 200; nil keeps the speeds of the route.
    public var speed: Double?
    /// The probability that a fix is missing, 0 to 0.99.
    public var dropShare: Double
    /// Stretches of the route without fixes, such as tunnels, in metres from its beginning.
    public var gaps: [ClosedRange<Double>]
    /// Stops: metres from the beginning of the route, and seconds.
    public var stops: [Stop]
    /// Seconds of standing at the end, 0 to 86,400; if any, at least so long that some fixes show it.
    public var secondsAtEnd: Double
    /// The time of the first fix in seconds.
    public var startTime: Double

    /// A stop on the way.
    public struct Stop: Sendable, Hashable {
      /// Metres from the beginning of the route; a stop at NaN is left out.
      public var metres: Double
      /// Seconds of standing, 0 to 86,400.
      public var seconds: Double

      /// A stop.
      public init(metres: Double, seconds: Double) {
        self.metres = metres
        self.seconds = seconds
      }

      /// The duration of a stop at a junction, in seconds.
      private static let atJunction = 5.0...60.0

      /// Stops at a share of the junctions of a route, as at signals and in queues.
      ///
      /// - Parameters:
      ///   - route: A route with steps, which have its junctions.
      ///   - share: The share of the junctions, 0 to 1.
      ///   - seed: The same seed gives the same stops.
      /// - Returns: The stops, in order, of 5 to 60 seconds.
      public static func stops(on route: Route, share: Double, seed: UInt64) -> [Stop] {
        let line = RouteLine(route)
        var random = SeededNoise(seed: seed)
        var stops: [Stop] = []
        for (number, section) in route.sections.enumerated() {
          // Where two roads meet, only the name or the classes change.
          for junction in section.steps.flatMap(\.intersections)
          where junction.arms.count != 2 && section.polyline.indices.contains(junction.point) {
            let (isStop, part) = (random.unit() < share, random.unit())
            guard isStop else { continue }
            let range = atJunction.upperBound - atJunction.lowerBound
            stops.append(
              Stop(
                metres: line.metres[line.sectionPoints[number] + junction.point],
                seconds: atJunction.lowerBound + part * range))
          }
        }
        return stops
      }

      /// The stops where a route waits and charges.
      ///
      /// - Parameter route: The route.
      /// - Returns: The stops, in order.
      public static func charging(on route: Route) -> [Stop] {
        let line = RouteLine(route)
        return route.sections.indices.compactMap { index in
          let seconds = route.sections[index].postActionSeconds
          guard seconds > 0 else { return nil }
          return Stop(metres: line.metres[line.sectionPoints[index + 1] - 1], seconds: seconds)
        }
      }
    }

    /// The maximum noise in metres at which a trip with the default rules uses every fix.
    public static let mostUsedNoise = 50.0

    /// The seconds of standing at the end after which a vehicle has arrived, at any noise.
    public static let parking = 30.0

    /// Options; by default one fix per second with 5 m of noise, half of which drifts.
    public init(
      seed: UInt64 = 1, noiseMetres: Double = 5, driftShare: Double = 0.5,
      driftSeconds: Double = 60, intervalSeconds: Double = 1, speed: Double? = nil,
      dropShare: Double = 0, gaps: [ClosedRange<Double>] = [], stops: [Stop] = [],
      secondsAtEnd: Double = 8, startTime: Double = 0
    ) {
      self.seed = seed
      self.noiseMetres = noiseMetres
      self.driftShare = driftShare
      self.driftSeconds = driftSeconds
      self.intervalSeconds = intervalSeconds
      self.speed = speed
      self.dropShare = dropShare
      self.gaps = gaps
      self.stops = stops
      self.secondsAtEnd = secondsAtEnd
      self.startTime = startTime
    }
  }

  /// The acceleration and braking of usual drivers, in metres per second squared.
  private static let acceleration = 1.5
  private static let braking = 2.0
  /// The braking for what could not be foreseen, such as a corner at the beginning of a new route.
  private static let hardBraking = 3.0
  /// Metres before a stop, or the end, at which the vehicle stands, and the speed at which it comes there.
  private static let (nearEnough, creeping) = (0.5, 0.5)
  /// The minimum stand at the end, in intervals between fixes, so that fixes show the arrival.
  private static let intervalsAtEnd = 4.0
  /// The time step of the motion in seconds.
  private static let tick = 0.25

  private let options: Options
  private var line: RouteLine
  private var random: SeededNoise
  private var drift = (east: 0.0, north: 0.0)
  /// The maximum speeds on the line.
  private var limits = SpeedLimits()
  private var stops: [Options.Stop] = []
  private var standing = 0.0
  private var isOver = false
  private var rest: Double
  /// Metres of the current route at which the vehicle waits for a decision of its driver; infinity for none.
  var decisionMetres = Double.infinity
  /// Seconds of the current interval that are left after that; 0 unless it waits.
  private var secondsLeft = 0.0

  /// The driven length of the current route, in metres.
  public private(set) var along = 0.0
  /// The speed in metres per second.
  public private(set) var speed = 0.0
  /// The time of the next fix in seconds.
  public private(set) var time: Double
  /// The true position.
  public private(set) var position: Coordinate

  /// The true direction of travel, degrees clockwise from north.
  public private(set) var courseDegrees = 0.0

  /// The true place and direction at the last fix.
  public private(set) var observed = (
    position: Coordinate(latitudeUnits: 0, longitudeUnits: 0), courseDegrees: 0.0
  )

  /// A drive along a route.
  public init(_ route: Route, options: Options = Options()) {
    let options = options.bounded
    self.options = options
    line = RouteLine(route)
    random = SeededNoise(seed: options.seed)
    time = options.startTime
    rest = Self.rest(options)
    position = line.points.first ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    stops = options.stops
    limits = SpeedLimits(line, options.speed)
    let sigma = options.noiseMetres * options.driftShare.squareRoot()
    drift = (random.normal() * sigma, random.normal() * sigma)
  }

  /// Continues along another route from a place on it.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - metres: The place of the vehicle on it, in metres from its beginning; NaN counts as 0.
  ///   - stops: The stops on it; those before the vehicle are left out.
  public mutating func follow(
    _ route: Route, from metres: Double = 0, stops: [Options.Stop] = []
  ) {
    line = RouteLine(route)
    limits = SpeedLimits(line, options.speed)
    along = min(metres.clamped(to: 0...Double.infinity, nan: 0), line.length)
    self.stops = Options.Stop.bounded(stops).filter { $0.metres > along }
    isOver = false
    rest = Self.rest(options)
    decisionMetres = .infinity
  }

  /// Seconds of standing at the end.
  private static func rest(_ options: Options) -> Double {
    guard options.secondsAtEnd > 0 else { return 0 }
    return max(options.secondsAtEnd, intervalsAtEnd * options.intervalSeconds)
  }

  /// The length of the current route in metres.
  public var length: Double { line.length }

  /// The point of a route that is nearest to a place, in metres from the beginning of the route.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - place: A place.
  ///   - metres: The maximum distance from the beginning of the route.
  /// - Returns: Metres from the beginning.
  public static func metres(
    along route: Route, nearestTo place: Coordinate, within metres: Double = .infinity
  ) -> Double {
    let line = RouteLine(route)
    guard line.points.count > 1 else { return 0 }
    let plane = LocalPlane(at: place)
    var best = (metres: Double.infinity, at: 0.0)
    var a = plane.project(line.points[0])
    for index in 1..<line.points.count where line.metres[index - 1] <= metres {
      let b = plane.project(line.points[index], next: a, of: line.points[index - 1])
      let near = plane.nearest(from: a, to: b)
      if near.metres < best.metres {
        let length = line.metres[index] - line.metres[index - 1]
        best = (near.metres, line.metres[index - 1] + near.share * length)
      }
      a = b
    }
    return best.at
  }

  /// The next fix; nil at the end of the drive, after standing there for a while.
  ///
  /// Missing fixes are left out: the times of the fixes show the gap.
  public mutating func next() -> Location? {
    while !isOver {
      let fix = observe()
      drive(options.intervalSeconds)
      if let fix { return fix }
      // While fixes are missing, nobody decides.
      decisionMetres = .infinity
      goOn()
    }
    return nil
  }

  /// Whether the vehicle waits for a decision of its driver.
  var isWaiting: Bool { secondsLeft > 0 }

  /// Drives on after a decision, up to the time of the next fix or to another decision.
  mutating func goOn() { drive(secondsLeft) }

  // MARK: Motion

  /// Drives for some seconds, or up to the next decision.
  private mutating func drive(_ seconds: Double) {
    var left = seconds
    while left > 0, along < decisionMetres {
      let step = min(left, Self.tick)
      left -= step
      time += step
      if standing > 0 {
        standing -= step
        speed = 0
        continue
      }
      if along >= line.length - Self.nearEnough {
        speed = 0
        rest -= step
        if rest <= 0 { isOver = true }
        continue
      }
      let before = speed
      let wanted = wantedSpeed(in: step)
      speed =
        wanted > speed
        ? min(wanted, speed + Self.acceleration * step)
        : max(wanted, speed - Self.hardBraking * step)
      along = min(along + max((before + speed) / 2, 0.3) * step, line.length)
      if let stop = stops.first, along >= stop.metres - Self.nearEnough {
        stops.removeFirst()
        standing = stop.seconds
      }
    }
    secondsLeft = max(left, 0)
    let place = line.place(at: along)
    (position, courseDegrees) = (place.position, place.course)
  }

  /// The maximum speed after a time step that permits braking for everything ahead.
  private func wantedSpeed(in step: Double) -> Double {
    var index = RouteLine.index(in: line.metres, upTo: along)
    var wanted = index < limits.stretches.count ? limits.stretches[index] : Self.creeping
    let fastest = speed + Self.acceleration * step
    let reach = along + fastest * fastest / (2 * Self.braking) + fastest * step
    while index + 1 < line.metres.count, line.metres[index + 1] <= reach {
      index += 1
      wanted = min(wanted, speed(for: limits.points[index], at: line.metres[index], in: step))
    }
    wanted = min(wanted, speed(for: 0, at: line.length - Self.nearEnough, in: step))
    if let stop = stops.first {
      wanted = min(wanted, speed(for: 0, at: stop.metres - Self.nearEnough, in: step))
    }
    return max(wanted, Self.creeping)
  }

  /// The maximum speed after a time step from which usual braking leads to a lower one at a place ahead.
  private func speed(for limit: Double, at metres: Double, in step: Double) -> Double {
    let left = max(metres - along, 0)
    // The solution of `v² = limit² + 2 · braking · (left - (speed + v) / 2 · step)`.
    let half = Self.braking * step / 2
    let square = half * half + limit * limit + 2 * (Self.braking * left - half * speed)
    // A vehicle that passes the place within the step need not be slower behind it.
    return max(max(square, 0).squareRoot() - half, limit)
  }

  // MARK: The receiver

  private mutating func observe() -> Location? {
    let seconds = options.intervalSeconds
    let kept = max(1 - seconds / options.driftSeconds, 0)
    let drifting = options.noiseMetres * options.driftShare.squareRoot()
    let fresh = options.noiseMetres * (1 - options.driftShare).squareRoot()
    let renewal = drifting * max(1 - kept * kept, 0).squareRoot()
    drift.east = drift.east * kept + random.normal() * renewal
    drift.north = drift.north * kept + random.normal() * renewal
    let east = drift.east + random.normal() * fresh
    let north = drift.north + random.normal() * fresh
    let accuracy = options.noiseMetres * 1.5 * (0.75 + 0.5 * random.unit())
    let headingError = random.normal() * min(4 + 10 / max(speed, 0.5), 40)
    let speedError = random.normal() * 0.3
    let isMissing = random.unit() < options.dropShare
    if isMissing || options.gaps.contains(where: { $0.contains(along) }) { return nil }
    let place = line.place(at: along)
    (position, courseDegrees) = (place.position, place.course)
    observed = (place.position, place.course)
    let up = north / Distance.metresPerUnit / Coordinate.unitsPerDegree
    let across =
      east / Distance.metresPerUnit / Coordinate.unitsPerDegree
      / max(Trigonometry.cosine(units: Double(position.latitudeUnits)), 0.01)
    var course = place.course + headingError
    if course < 0 { course += 360 }
    if course >= 360 { course -= 360 }
    // A fix may be on the other side of the 180th meridian, or of a pole.
    let latitude = min(max(position.latitude + up, -90), 90)
    var longitude = position.longitude + across
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Location(
      latitude: latitude, longitude: longitude, time: time,
      accuracyMetres: options.noiseMetres > 0 ? accuracy : nil,
      headingDegrees: speed > 1 ? course : nil, speed: max(speed + speedError, 0))
  }
}
