public import RoadModel
public import RouteModel

/// The display on a step about the maneuver at its end, like the banners of Mapbox Directions v5.
public struct BannerInstruction: Sendable, Hashable {
  /// A line of a banner.
  public struct Line: Sendable, Hashable {
    /// The whole line as text.
    public var text: String
    /// The parts of the line; ``text`` is their texts, separated by spaces, and empty for a line of lanes.
    public var components: [Component]
    /// The kind of maneuver.
    public var kind: RouteManeuver.Kind
    /// The direction of the maneuver.
    public var direction: RouteManeuver.Direction?
    /// The angle of the roundabout's exit, in degrees along the ring from its entry, 1 to 360: 180 is straight on; nil
    /// if unknown, and for other maneuvers.
    public var degrees: Int?
    /// The side on which traffic drives.
    public var drivingSide: DrivingSide

    /// A line from its parts.
    public init(
      text: String, components: [Component], kind: RouteManeuver.Kind,
      direction: RouteManeuver.Direction? = nil, degrees: Int? = nil,
      drivingSide: DrivingSide = .unknown
    ) {
      self.text = text
      self.components = components
      self.kind = kind
      self.direction = direction
      self.degrees = degrees
      self.drivingSide = drivingSide
    }
  }

  /// A part of a line.
  public struct Component: Sendable, Hashable {
    /// The kinds of parts; the raw values are those of the published schema.
    public enum Kind: String, Sendable, Hashable {
      /// Text.
      case text
      /// The number of a road, for which a shield may be drawn.
      case icon
      /// A separator, left out next to a part drawn as an icon.
      case delimiter
      /// The word for an exit.
      case exit
      /// The number of an exit.
      case exitNumber = "exit-number"
      /// A lane.
      case lane
    }

    /// The kind.
    public var kind: Kind
    /// The text; empty for a lane.
    public var text: String
    /// The lane, for a ``Kind/lane``.
    public var lane: RouteLane?

    /// A part from its parts.
    public init(kind: Kind, text: String, lane: RouteLane? = nil) {
      self.kind = kind
      self.text = text
      self.lane = lane
    }
  }

  /// The distance before the maneuver, in metres, at which it appears; at most the step's length.
  public var distanceBeforeManeuver: Double
  /// The road or place to go to, or the instruction if there is none.
  public var primary: Line
  /// The places on the signs; nil if there are none, or if they are ``primary``.
  public var secondary: Line?
  /// The lanes before the maneuver, or the maneuver after it if that follows at once.
  public var sub: Line?

  /// A banner from its parts.
  public init(
    distanceBeforeManeuver: Double, primary: Line, secondary: Line? = nil, sub: Line? = nil
  ) {
    self.distanceBeforeManeuver = distanceBeforeManeuver
    self.primary = primary
    self.secondary = secondary
    self.sub = sub
  }
}
