public import Geo
public import RoadModel
public import RouteModel

/// The traffic on a stretch of road as a source reports it, not yet placed on a map.
public struct TrafficRecord: Sendable, Hashable {
  /// The stretch of road, in the terms of the source.
  public enum Place: Sendable, Hashable {
    /// An OSM way in one direction or both.
    ///
    /// The metres count from the beginning of the way, also for the backward direction; nil is the whole way. They can
    /// be placed only on ways without a gap on the map that visit no node twice. If the map lacks the beginning of the
    /// way, they count from the first point that it has.
    case way(Int64, DirectionSet, metres: ClosedRange<Double>?)
    /// The road from one OSM node to the next, for maps built with `--node-ids`.
    case nodes(from: Int64, to: Int64)
    /// The turn at an OSM node, from the road to one neighbouring node onto the road to another; only its delay is
    /// used.
    case turn(from: Int64, via: Int64, to: Int64)
    /// The roads under a line, in its direction; it is matched as the route of a car.
    ///
    /// It has no place if the map lacks a road under a part of it, or if the path on the map is another one.
    case line([Coordinate])
    /// The road from one point to another; the source states no line.
    ///
    /// It has a place on a straight road between them, or on the shortest path, if that is a single road by its number
    /// or name without forks, hardly longer than the straight line, and no other such road is near the points.
    case stretch(from: Coordinate, to: Coordinate)
    /// A location of OpenLR: the road found by ``OpenLRDecoder``, or the edge on which the point lies.
    ///
    /// A point concerns the direction of its line, the opposite one, or both, by its orientation; if that is unknown,
    /// the direction of the line.
    case openLR(OpenLRReference)
    /// The edge for cars at a place, in the direction of travel in degrees, clockwise from north.
    ///
    /// It has no place if several roads are about equally near. Without a direction, it has a place on one-way roads
    /// only.
    case point(Coordinate, headingDegrees: Double?)
    /// The road for cars at a place, in all its directions; it has no place if several roads are about equally near.
    case road(at: Coordinate)
    /// A stretch that the source describes in a way that can't be placed on a map.
    case unsupported(TrafficPlacement.Reason)
  }

  /// The stretch.
  public var place: Place
  /// The speed in km/h, 0 to 500; nil if unknown.
  ///
  /// 0 closes the road for all. A negative speed, which some feeds have for an unknown one, closes nothing: the record
  /// has no place.
  public var speedKmh: Double?
  /// The jam factor, 0 to 10; nil if unknown.
  ///
  /// 10 closes the road for all; other values are only shown.
  public var jamFactor: Double?
  /// The vehicles that the closure applies to.
  public var closure: TrafficPiece.Closure
  /// The delay at the end of the stretch in seconds, 0 to 6,553.5.
  ///
  /// It counts once, at the end of the whole stretch; for a way in both directions, at each end. The order of the edges
  /// of a way must be clear then, as with metres. For a turn it counts at the turn.
  public var delaySeconds: Double
  /// The incident; the record counts only while it is in effect.
  public var incident: TrafficIncident?

  /// A record from its parts.
  public init(
    _ place: Place, speedKmh: Double? = nil, jamFactor: Double? = nil,
    closure: TrafficPiece.Closure = .none, delaySeconds: Double = 0,
    incident: TrafficIncident? = nil
  ) {
    self.place = place
    self.speedKmh = speedKmh
    self.jamFactor = jamFactor
    self.closure = closure
    self.delaySeconds = delaySeconds
    self.incident = incident
  }

  /// A description of the first value out of range; nil if all values are valid.
  public var flaw: String? {
    if let speedKmh, !(0...500).contains(speedKmh) {
      return "a speed takes 0 to 500 km/h, not \(speedKmh)"
    }
    if let jamFactor, !(0...10).contains(jamFactor) {
      return "a jam factor takes 0 to 10, not \(jamFactor)"
    }
    if !(0...6_553.5).contains(delaySeconds) {
      return "a delay takes 0 to 6553.5 s, not \(delaySeconds)"
    }
    if case .way(_, _, let metres?) = place, !(metres.lowerBound >= 0 && metres.upperBound <= 1e7) {
      return "metres along a way take 0 to 10000000"
    }
    return nil
  }

  /// The reason why a value has no meaning; values above the maximum count as the maximum.
  var meaningless: TrafficPlacement.Reason? {
    if let speedKmh, !(speedKmh >= 0) { return .badSpeed }
    return delaySeconds >= 0 && jamFactor ?? 0 >= 0 ? nil : .badValue
  }

  /// The values in the units of a piece, of an edge and an incident to be set.
  var piece: TrafficPiece {
    var piece = TrafficPiece(edge: EdgeNumber(rawValue: 0), closure: closure)
    if let speedKmh {
      // A road with a very low speed is still open.
      let speed = Self.tenths(speedKmh, 1...TrafficSnapshot.maximumSpeed)
      if speedKmh <= 0 { piece.closure = .all } else { piece.speed = speed ?? 0 }
    }
    if let jamFactor, let jam = Self.tenths(jamFactor, 0...UInt16(TrafficPiece.blockedJam)) {
      // Only a factor of 10 closes the road.
      piece.jam = jamFactor < 10 ? min(UInt8(jam), TrafficPiece.blockedJam - 1) : UInt8(jam)
    }
    piece.delay = Self.tenths(delaySeconds, 0...UInt16.max) ?? 0
    return piece
  }

  /// A value in tenths, within bounds; nil for no number.
  private static func tenths(_ value: Double, _ bounds: ClosedRange<UInt16>) -> UInt16? {
    if value.isNaN { return nil }
    let least = Double(bounds.lowerBound)
    return UInt16(min(max((value * 10).rounded(), least), Double(bounds.upperBound)))
  }
}

/// Traffic placed on a map, and the records without a place.
public struct TrafficPlacement: Sendable, Hashable {
  /// The reason why a record has no place on the map.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// A part of it lies on an edge with 256 other records, or its incident comes after 65,534 others with a place.
    case tooMany
    /// The map has no such way, or the way is not a road.
    case unknownWay
    /// The way has a gap on the map, or visits a node twice, so that metres along it and its end are ambiguous.
    case unclearWay
    /// The metres are beyond the end of the way.
    case beyondWay
    /// No road of the map leads directly from the first node to the second.
    case unknownNodes
    /// The map has no nodes: build it with `--node-ids`.
    case noNodes
    /// The map has no way for cars under the line, or not exactly one road from one point to the other.
    case noRoad
    /// No road of the map fits the location of OpenLR well enough.
    case unsure
    /// Several roads or directions fit the point, or none does.
    case unclearPoint
    /// The geometry of the feature is not a `LineString`.
    case geometry
    /// The speed of the source can't be read, or is out of range.
    case badSpeed
    /// The source gives the stretch neither by roads of the map, nor by coordinates or OpenLR.
    case noPlace
    /// It applies at recurring times, such as every night, that are not listed: too late, or not known.
    case recurring
    /// No turn of the map leads over these nodes.
    case turn
    /// The task was cancelled, or the deadline passed.
    case outOfTime
    /// The jam factor or the delay is negative or no number.
    case badValue
    /// It names nothing: no direction, a stretch without a length, no value, or no time of the week with a speed.
    case empty
  }

  /// A record without a place.
  public struct Unplaced: Sendable, Hashable {
    /// The index of the record, from 0.
    public var record: Int
    /// The reason.
    public var reason: Reason

    /// A record with the reason why it has no place.
    public init(record: Int, reason: Reason) {
      self.record = record
      self.reason = reason
    }
  }

  /// The pieces, in the order of a snapshot.
  public var pieces: [TrafficPiece]
  /// The turns with a delay, in the order of a snapshot.
  public var turns: [DelayedTurn]
  /// The incidents to which pieces refer.
  public var incidents: [TrafficIncident]
  /// The records without a place, in order.
  public var unplaced: [Unplaced]
  /// The confidence of each record with a location of OpenLR, by the index of the record; see
  /// ``OpenLRLocation/confidence``.
  public var confidences: [Int: Double]

  /// A placement from its parts.
  public init(
    pieces: [TrafficPiece] = [], turns: [DelayedTurn] = [], incidents: [TrafficIncident] = [],
    unplaced: [Unplaced] = [], confidences: [Int: Double] = [:]
  ) {
    self.pieces = pieces
    self.turns = turns
    self.incidents = incidents
    self.unplaced = unplaced
    self.confidences = confidences
  }

  /// A snapshot of the map.
  ///
  /// - Parameters:
  ///   - map: The map on which the records were placed.
  ///   - version: The version.
  ///   - made: The time of the measurement, in seconds since 1970-01-01 UTC.
  ///   - horizonSeconds: The time for which speeds apply, in seconds.
  /// - Returns: The snapshot.
  /// - Throws: ``TrafficFlaw`` for a time or horizon out of range, or too many incidents.
  public func snapshot(
    map: MapID, version: UInt64, made: Int64,
    horizonSeconds: UInt32 = TrafficSnapshot.usualHorizonSeconds
  ) throws(TrafficFlaw) -> TrafficSnapshot {
    try TrafficSnapshot(
      map: map, version: version, made: made, horizonSeconds: horizonSeconds, pieces: pieces,
      turns: turns, incidents: incidents)
  }
}
