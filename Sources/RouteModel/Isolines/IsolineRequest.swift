import Geo
public import RoadModel

/// A request for the area within a range of a place.
///
///     var request = IsolineRequest(place: Waypoint(latitude: 43.7311, longitude: 7.4197), minutes: [10, 20, 30])
///     request.vehicle = .truck(height: .meters(4.0))
///     let response = try await engine.isolines(for: request)
///     response.isolines[0].polygons        // reached within 10 minutes
public struct IsolineRequest: Sendable, Hashable, Codable {
  /// The quantity that limits a range.
  public enum Quantity: String, Sendable, Hashable, Codable, CaseIterable {
    /// Seconds on the way.
    case time
    /// Metres along the way.
    case distance
    /// Watt-hours of charge needed on the way, or millilitres of fuel.
    case energy

    /// The maximum value of a range, in the unit of the quantity: a day, 5,000 km, or 10 MWh.
    public var maximum: Double {
      switch self {
      case .time: 86_400
      case .distance: 5_000_000
      case .energy: 10_000_000
      }
    }
  }

  /// The options for drawing the areas.
  public struct Drawing: Sendable, Hashable, Codable {
    /// Maximum number of points of each isoline, closing points not counted; nil for any number.
    ///
    /// Bays and holes are filled, and the drawing becomes coarser, until it has no more points. At least
    /// ``minimumPoints``.
    public var maximumPoints: Int?
    /// The maximum error of the drawing in metres; nil for an error that suits the range.
    ///
    /// See ``IsolineResponse/errorMetres``, which may be larger if the area is too large for this error.
    public var errorMetres: Double?
    /// The size below which islands and holes are left out, as a share of the area of the largest polygon of the
    /// isoline, 0 to 1; 0 keeps all.
    public var minimumShare: Double

    /// A drawing; by default it suits the range and keeps everything.
    public init(
      maximumPoints: Int? = nil, errorMetres: Double? = nil, minimumShare: Double = 0
    ) {
      self.maximumPoints = maximumPoints
      self.errorMetres = errorMetres
      self.minimumShare = minimumShare
    }

    /// Decodes a drawing; every member is optional.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.requestMembers(CodingKeys.self)
      self.init(
        maximumPoints: try container.decodeIfPresent(Int.self, forKey: .maximumPoints),
        errorMetres: try container.decodeIfPresent(Double.self, forKey: .errorMetres),
        minimumShare: try container.decode(.minimumShare, default: 0))
    }

    /// The minimum of ``maximumPoints``.
    public static let minimumPoints = 12
    /// The range of ``errorMetres``.
    public static let errors = 4.0...100_000
  }

  /// Maximum number of values.
  public static let maximumValues = 64

  /// The place; its kind does not matter.
  public var place: Waypoint
  /// The vehicle.
  public var vehicle: Vehicle
  /// The options, as for routes; alternatives and violations do not apply.
  public var options: RouteRequest.Options
  /// The quantity that limits the range.
  ///
  /// Distances are measured along the best routes: the fastest ones, or the shortest if that is the objective. A place
  /// is not reached if its fastest route is longer than the range, even if another route is shorter. Energy is the
  /// charge needed at the place for the fastest route: the maximum net energy along it. Behind a pass it is the energy
  /// of the climb, however much the descent recovers. If reversed, it is the charge that each place needs for the
  /// fastest route from there, so a place above a descent may be within the range, and the road below it not. The
  /// model is that of ``RouteRequest/Options/energy``, or the default of an electric vehicle.
  public var quantity: Quantity
  /// The values of the range, in seconds, metres or watt-hours; at least one.
  public var values: [Double]
  /// Whether to find the area from which the place can be reached, instead of the area that can be reached from it.
  ///
  /// With a departure time, all roads have the rules, the traffic and the usual speeds of that time, because the time
  /// of arrival at a road would differ for each start.
  public var isReversed: Bool
  /// The options for drawing the areas.
  public var drawing: Drawing
  /// Whether the areas are requested.
  public var wantsPolygons: Bool
  /// Whether the reached roads are requested.
  public var wantsNetwork: Bool

  /// A request.
  public init(
    place: Waypoint, quantity: Quantity, values: [Double], vehicle: Vehicle = .car,
    options: RouteRequest.Options = .init(), isReversed: Bool = false,
    drawing: Drawing = Drawing(), wantsPolygons: Bool = true, wantsNetwork: Bool = false
  ) {
    self.place = place
    self.vehicle = vehicle
    self.options = options
    self.quantity = quantity
    self.values = values
    self.isReversed = isReversed
    self.drawing = drawing
    self.wantsPolygons = wantsPolygons
    self.wantsNetwork = wantsNetwork
  }

  /// Decodes a request: `place`, `quantity` and `values` are required.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      place: try container.decode(Waypoint.self, forKey: .place),
      quantity: try container.decode(Quantity.self, forKey: .quantity),
      values: try container.decode([Double].self, forKey: .values),
      vehicle: try container.decode(.vehicle, default: .car),
      options: try container.decode(.options, default: RouteRequest.Options()),
      isReversed: try container.decode(.isReversed, default: false),
      drawing: try container.decode(.drawing, default: Drawing()),
      wantsPolygons: try container.decode(.wantsPolygons, default: true),
      wantsNetwork: try container.decode(.wantsNetwork, default: false))
  }

  /// A request for the area that a car reaches from a place within some minutes.
  public init(place: Waypoint, minutes: [Double]) {
    self.init(place: place, quantity: .time, values: minutes.map { $0 * 60 })
  }

  /// Throws if no engine can answer the request.
  ///
  /// - Throws: ``RoutingError/invalidWaypoint(index:)``, ``RoutingError/invalidRange(_:)``,
  ///   ``RoutingError/invalidEnergy(name:reason:)`` for the energy of a vehicle without a default model.
  public func check() throws(RoutingError) {
    _ = try place.checked(index: 0)
    guard !values.isEmpty, values.count <= Self.maximumValues else {
      throw .invalidRange("1 to \(Self.maximumValues) values are possible, not \(values.count)")
    }
    for value in values where !(value >= 1 && value <= quantity.maximum) {
      let unit =
        switch quantity {
        case .time: "seconds"
        case .distance: "metres"
        case .energy: "watt-hours"
        }
      throw .invalidRange("\(value) is not 1 to \(Int(quantity.maximum)) \(unit)")
    }
    if let count = drawing.maximumPoints, count < Drawing.minimumPoints {
      throw .invalidRange("at least \(Drawing.minimumPoints) points are needed, not \(count)")
    }
    if let error = drawing.errorMetres, !Drawing.errors.contains(error) {
      throw .invalidRange("an error of the drawing of \(error) m is not 4 to 100,000 m")
    }
    guard (0...1).contains(drawing.minimumShare) else {
      throw .invalidRange("a minimum share of \(drawing.minimumShare) is not 0 to 1")
    }
    guard quantity == .energy else { return }
    // Without options the default model applies, but not every vehicle has one.
    if options.energy == nil { try EnergyOptions().check(in: options, vehicle) }
  }
}
