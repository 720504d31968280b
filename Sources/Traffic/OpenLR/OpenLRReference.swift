public import Geo

/// The physical form of a road: OpenLR's eight forms of way.
public enum FormOfWay: UInt8, Sendable, Hashable, CaseIterable {
  /// Unknown.
  case undefined
  /// A motorway.
  case motorway
  /// A road with separate carriageways, other than a motorway.
  case multipleCarriageway
  /// A road with one carriageway.
  case singleCarriageway
  /// A roundabout.
  case roundabout
  /// A square with traffic around or across it.
  case trafficSquare
  /// A ramp.
  case slipRoad
  /// Anything else.
  case other
}

/// A point of a location reference: a place on a road, attributes of the road there, and the distance to the next
/// point.
///
/// Values have the resolution of the binary format, so that decoding and encoding again gives the same bytes.
public struct OpenLRPoint: Sendable, Hashable {
  /// The place.
  public var position: Coordinate
  /// The functional class of the road, 0 (motorways) to 7; at the last point, that of the arriving road.
  public var roadClass: UInt8
  /// The form of the road.
  public var form: FormOfWay
  /// The direction of the road in 32nds of a turn, clockwise from north, 0 to 31: from the point to a place 20 m along
  /// the road; at the last point, back along the arriving road.
  public var bearing: UInt8
  /// The least important class on the path to the next point, 0 to 7; 7 at the last point.
  public var lowestClass: UInt8
  /// The distance along the road to the next point in units of 58.6 m, rounded down, 0 to 255; 0 at the last point.
  public var interval: UInt8

  /// A point from its parts.
  public init(
    position: Coordinate, roadClass: UInt8, form: FormOfWay, bearing: UInt8, lowestClass: UInt8 = 7,
    interval: UInt8 = 0
  ) {
    self.position = position
    self.roadClass = roadClass
    self.form = form
    self.bearing = bearing
    self.lowestClass = lowestClass
    self.interval = interval
  }

  /// Metres in a unit of ``interval``.
  public static let metresPerInterval = 58.6
  /// Degrees in a unit of ``bearing``.
  public static let degreesPerSector = 11.25

  /// The middle of the bearing's sector in degrees.
  public var bearingDegrees: Double { (Double(bearing) + 0.5) * Self.degreesPerSector }
  /// The middle of the interval in metres.
  public var distanceMetres: Double { (Double(interval) + 0.5) * Self.metresPerInterval }
}

/// A location reference of OpenLR: a road, or a point along a road, described without the ids of any map.
///
/// The points lie on the road such that the shortest path from each to the next is the intended road. A decoder finds
/// the roads of its own map near each point (``OpenLRDecoder``); an encoder makes a reference of a path
/// (``OpenLREncoder``). The source is the OpenLR white paper, version 1.5, and its physical format of version 3.
public struct OpenLRReference: Sendable, Hashable {
  /// The directions of the road that a point along it concerns.
  public enum Orientation: UInt8, Sendable, Hashable, CaseIterable {
    /// None, or unknown.
    case unknown
    /// From the first point to the second.
    case forward
    /// From the second point to the first.
    case backward
    /// Both.
    case both
  }

  /// The side of the road on which a point lies, seen from the first to the second point.
  public enum Side: UInt8, Sendable, Hashable, CaseIterable {
    /// On the road, or unknown.
    case unknown
    /// On the right.
    case right
    /// On the left.
    case left
    /// On both.
    case both
  }

  /// The kind of location.
  public enum Kind: Sendable, Hashable {
    /// A road from the first point to the last.
    case line
    /// A point on the road from the first point to the second.
    ///
    /// With `poi`, the coordinate of something beside the road, whose access is the point.
    case pointAlongLine(Orientation, Side, poi: Coordinate?)
  }

  /// The kind of location.
  public var kind: Kind
  /// The points in the direction of travel; at least two.
  public var points: [OpenLRPoint]
  /// The distance from the first point to the beginning of the road, or to the point along it, in 256ths of the path
  /// from the first to the second point, rounded down; nil for none.
  public var startOffset: UInt8?
  /// The distance from the end of the road to the last point, in 256ths of the path from the last but one to the last
  /// point; nil for none.
  public var endOffset: UInt8?

  /// A reference from its parts.
  public init(
    kind: Kind = .line, points: [OpenLRPoint], startOffset: UInt8? = nil, endOffset: UInt8? = nil
  ) {
    self.kind = kind
    self.points = points
    self.startOffset = startOffset
    self.endOffset = endOffset
  }

  /// An offset as a share of its path: the middle of its 256th, 0 for none.
  static func share(_ offset: UInt8?) -> Double {
    offset.map { (Double($0) + 0.5) / 256 } ?? 0
  }
}

/// The reason why bytes or a text are not a reference that can be placed on a road.
public enum OpenLRFlaw: Error, Sendable, Hashable {
  /// The text is not base64.
  case notBase64
  /// No kind of reference has this number of bytes.
  case length(Int)
  /// The version of the format is not 3.
  case version(UInt8)
  /// It describes a point without a road, an area or a closed line: the type, as the number in its first byte.
  case kind(UInt8)
  /// A point is not on earth.
  case position
}

extension OpenLRFlaw: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .notBase64: "is not base64"
    case .length(let count):
      "has \(count) \(count == 1 ? "byte" : "bytes"), which fits no location"
    case .version(let version): "has version \(version) of the binary format, not 3"
    case .kind(let type): "is neither a line nor a point along a line, but of type \(type)"
    case .position: "has a point that is not on earth"
    }
  }
}
