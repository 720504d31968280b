public import RoadModel

/// The traffic on a directed edge, or on a part of it; 16 bytes, because a snapshot has many.
public struct TrafficPiece: Sendable, Hashable {
  /// The vehicles that a closure applies to.
  public enum Closure: UInt8, Sendable, Hashable, CaseIterable {
    /// None: the road is open.
    case none
    /// Trucks.
    case trucks
    /// All vehicles, and people on foot.
    case all
  }

  /// The edge, a base edge.
  public var edge: EdgeNumber
  /// The beginning of the part, in 65,535ths of the edge's length in the direction of travel.
  public var from: UInt16
  /// The end of the part, greater than ``from``.
  public var to: UInt16
  /// The speed of the traffic in tenths of km/h; 0 if unknown.
  ///
  /// Below 10 the piece is driven at 1 km/h.
  public var speed: UInt16
  /// The jam factor in tenths, 0 to 100; ``unknownJam`` if unknown.
  public var jam: UInt8
  /// The vehicles that the closure applies to.
  ///
  /// A closed part closes the whole edge.
  public var closure: Closure
  /// The delay at the end of the part, for example at a traffic light, in tenths of a second.
  public var delay: UInt16
  /// One more than the index of the incident in the snapshot; 0 for none.
  public var incident: UInt16

  /// The jam factor of a piece without one.
  public static let unknownJam: UInt8 = 255
  /// The jam factor of a standstill, which counts as a closure for all.
  public static let blockedJam: UInt8 = 100

  /// A piece; by default the whole edge, without data.
  public init(
    edge: EdgeNumber, from: UInt16 = 0, to: UInt16 = .max, speed: UInt16 = 0,
    jam: UInt8 = TrafficPiece.unknownJam, closure: Closure = .none, delay: UInt16 = 0,
    incident: UInt16 = 0
  ) {
    self.edge = edge
    self.from = from
    self.to = to
    self.speed = speed
    self.jam = jam
    self.closure = closure
    self.delay = delay
    self.incident = incident
  }

  /// Whether the piece is the whole edge.
  public var isWhole: Bool { from == 0 && to == .max }

  /// Whether a vehicle is stopped by it.
  package func closes(trucks isTruck: Bool) -> Bool {
    closure == .all || jam == Self.blockedJam || isTruck && closure == .trucks
  }

  /// A distance along the edge in centimetres.
  package static func distance(_ share: UInt16, of length: UInt32) -> UInt32 {
    UInt32((UInt64(share) * UInt64(length) + UInt64(UInt16.max) / 2) / UInt64(UInt16.max))
  }
}

/// An incident on a road, past, present or planned: an accident, road works, a closure.
public struct TrafficIncident: Sendable, Hashable, Codable {
  /// Its kind in one word, such as `accident` or `roadworks`; empty if unknown.
  public var kind: String
  /// The text for people; may be empty.
  public var text: String
  /// The time at which it begins, in seconds since 1970-01-01 UTC; nil if it has begun.
  public var begin: Int64?
  /// The time at which it ends; nil if unknown.
  public var end: Int64?

  /// An incident from its parts.
  public init(kind: String = "", text: String = "", begin: Int64? = nil, end: Int64? = nil) {
    self.kind = kind
    self.text = text
    self.begin = begin
    self.end = end
  }

  /// Whether it is in effect at a time, in seconds since 1970-01-01 UTC.
  public func lasts(at time: Int64) -> Bool {
    begin ?? .min <= time && time < end ?? .max
  }
}

extension TrafficIncident {
  /// Reads an incident; every member is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      kind: try container.decode(.kind, default: ""),
      text: try container.decode(.text, default: ""),
      begin: try container.decodeIfPresent(Int64.self, forKey: .begin),
      end: try container.decodeIfPresent(Int64.self, forKey: .end))
  }
}
