/// The class of a road, after OpenStreetMap's `highway` values.
///
/// The file stores the raw value (Formats/nav-2.md, section 6.4).
@frozen
public enum RoadClass: UInt8, CaseIterable, Sendable, Hashable {
  /// Unknown to this version.
  case unknown = 0
  /// Grade-separated, two carriageways, motor traffic only.
  case motorway = 1
  /// The most important roads that are not motorways.
  case trunk = 2
  /// Links larger towns.
  case primary = 3
  /// Links towns.
  case secondary = 4
  /// Links villages and quarters.
  case tertiary = 5
  /// Minor public road outside the classes above.
  case unclassified = 6
  /// Lined with homes.
  case residential = 7
  /// Shared by all at walking pace.
  case livingStreet = 8
  /// Access to a site, car park, yard.
  case service = 9
  /// For fields and forests.
  case track = 10
  /// A street for pedestrians.
  case pedestrian = 11
  /// A path open to several modes.
  case path = 12
  /// A path for pedestrians.
  case footway = 13
  /// For bicycles.
  case cycleway = 14
  /// For riders on horseback.
  case bridleway = 15
  /// Stairs.
  case steps = 16
  /// A ferry line.
  case ferry = 17
  /// A railway line with trains that carry cars.
  case carTrain = 18
  /// For buses only.
  case busway = 19
  /// A road whose class the mapper did not know.
  case road = 20
}

/// The surface of a road; the file stores the raw value.
@frozen
public enum Surface: UInt8, CaseIterable, Sendable, Hashable {
  /// Not tagged.
  case unknown = 0
  /// Asphalt, concrete.
  case paved = 1
  /// Paving stones, sett, cobbles, wood, metal.
  case stones = 2
  /// Compacted, fine gravel.
  case compacted = 3
  /// Gravel, unpaved, pebbles.
  case gravel = 4
  /// Dirt, earth, ground, grass.
  case earth = 5
  /// Mud, sand, snow, ice.
  case soft = 6

  /// Whether the surface counts as unpaved for ``Avoidance``.
  @inlinable
  public var isUnpaved: Bool { rawValue >= Surface.compacted.rawValue }
}

/// Boolean attributes of a road, as 16 bits of the file.
@frozen
public struct RoadFlags: OptionSet, Sendable, Hashable {
  /// The bits; each has a name.
  public let rawValue: UInt16

  /// Flags from their bits.
  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A charge is due (`toll=yes`).
  @inlinable public static var toll: RoadFlags { RoadFlags(rawValue: 1 << 0) }
  /// In a tunnel or a covered passage.
  @inlinable public static var tunnel: RoadFlags { RoadFlags(rawValue: 1 << 1) }
  /// On a bridge.
  @inlinable public static var bridge: RoadFlags { RoadFlags(rawValue: 1 << 2) }
  /// Carried by a ship or a train.
  @inlinable public static var ferry: RoadFlags { RoadFlags(rawValue: 1 << 3) }
  /// Part of a roundabout or traffic circle.
  @inlinable public static var roundabout: RoadFlags { RoadFlags(rawValue: 1 << 4) }
  /// A ramp or connector (`*_link`).
  @inlinable public static var link: RoadFlags { RoadFlags(rawValue: 1 << 5) }
  /// Tagged as in a built-up area.
  @inlinable public static var builtUp: RoadFlags { RoadFlags(rawValue: 1 << 6) }
  /// A toll is due from heavy goods vehicles (`toll:hgv=yes`).
  @inlinable public static var truckToll: RoadFlags { RoadFlags(rawValue: 1 << 7) }
  /// A parking aisle, driveway or drive-through (`service=*`).
  @inlinable public static var minorService: RoadFlags { RoadFlags(rawValue: 1 << 8) }
  /// For motor vehicles only (`motorroad=yes`).
  @inlinable public static var motorroad: RoadFlags { RoadFlags(rawValue: 1 << 9) }
  /// Vehicles in general may drive only along the shape (`oneway=yes`, or implied).
  @inlinable public static var onewayForward: RoadFlags { RoadFlags(rawValue: 1 << 10) }
  /// Vehicles in general may drive only against the shape (`oneway=-1`).
  @inlinable public static var onewayBackward: RoadFlags { RoadFlags(rawValue: 1 << 11) }
  /// On a network signed for heavy goods vehicles (`hgv=designated`, `hgv:national_network`, …).
  @inlinable public static var truckNetwork: RoadFlags { RoadFlags(rawValue: 1 << 12) }
  /// A ring without a roundabout's right of way (`junction=circular`); ``roundabout`` is set, too.
  @inlinable public static var circular: RoadFlags { RoadFlags(rawValue: 1 << 13) }
  /// A scenic road (`scenic=yes`).
  @inlinable public static var scenic: RoadFlags { RoadFlags(rawValue: 1 << 14) }
  /// The toll is a vignette (`vignette=yes`); ``toll`` is set, too.
  ///
  /// Heavy goods vehicles may have another toll.
  @inlinable public static var vignette: RoadFlags { RoadFlags(rawValue: 1 << 15) }
}

/// A speed as an integer of tenths of a kilometre per hour; 0 means not tagged.
@frozen
public struct Speed: Sendable, Hashable, Comparable {
  /// Tenths of a kilometre per hour.
  public var deciKmh: UInt16

  /// A speed from tenths of a kilometre per hour.
  @inlinable
  public init(deciKmh: UInt16) { self.deciKmh = deciKmh }

  /// A whole number of kilometres per hour, at most 6,553.
  @inlinable
  public static func kmh(_ value: UInt16) -> Speed { Speed(deciKmh: min(value, 6_553) &* 10) }

  /// Not tagged, not known.
  @inlinable public static var unknown: Speed { Speed(deciKmh: 0) }
  /// No limit by sign (`maxspeed=none`); higher than the speed of any vehicle.
  @inlinable public static var unlimited: Speed { Speed(deciKmh: .max) }

  /// Whether a value is known.
  @inlinable
  public var isKnown: Bool { deciKmh != 0 }

  /// Kilometres per hour.
  public var kmh: Double { Double(deciKmh) / 10 }

  /// Orders by value.
  @inlinable
  public static func < (a: Speed, b: Speed) -> Bool { a.deciKmh < b.deciKmh }
}

/// One of the two directions along a segment.
@frozen
public enum Direction: UInt8, Sendable, Hashable, CaseIterable {
  /// Along the shape.
  case forward = 0
  /// Against the shape.
  case backward = 1

  /// The opposite direction.
  @inlinable
  public var reversed: Direction { self == .forward ? .backward : .forward }
}

/// The attributes of a road, shared by all segments of ways with the same attributes.
///
/// They do not include its cost, which depends on the vehicle: see ``Costing``.
@frozen
public struct RoadAttributes: Sendable, Hashable {
  /// Access per mode along the shape.
  public var forwardAccess: AccessTable
  /// Access per mode against the shape.
  public var backwardAccess: AccessTable
  /// The class of the road.
  public var roadClass: RoadClass
  /// The surface.
  public var surface: Surface
  /// Boolean attributes.
  public var flags: RoadFlags
  /// The signed speed limit along the shape; for ferries, the speed that follows from their duration.
  public var forwardSpeed: Speed
  /// The signed speed limit against the shape.
  public var backwardSpeed: Speed
  /// The signed speed limit for heavy goods vehicles along the shape, if different.
  public var forwardTruckSpeed: Speed
  /// The signed speed limit for heavy goods vehicles against the shape, if different.
  public var backwardTruckSpeed: Speed
  /// `tracktype` grade 1 (solid) to 5 (soft); 0 not tagged.
  public var trackGrade: UInt8
  /// `smoothness` 1 (excellent) to 8 (impassable); 0 not tagged.
  public var smoothness: UInt8
  /// Lanes of both directions together; 0 not tagged.
  public var lanes: UInt8

  /// The maximum value of ``trackGrade``.
  public static let maximumTrackGrade: UInt8 = 5
  /// The maximum value of ``smoothness``.
  public static let maximumSmoothness: UInt8 = 8

  /// A road of a class that is closed to all modes, with all other attributes unknown.
  public init(roadClass: RoadClass) {
    self.forwardAccess = .closed
    self.backwardAccess = .closed
    self.roadClass = roadClass
    self.surface = .unknown
    self.flags = []
    self.forwardSpeed = .unknown
    self.backwardSpeed = .unknown
    self.forwardTruckSpeed = .unknown
    self.backwardTruckSpeed = .unknown
    self.trackGrade = 0
    self.smoothness = 0
    self.lanes = 0
  }

  /// Access per mode in a direction.
  @inlinable
  public func access(_ direction: Direction) -> AccessTable {
    direction == .forward ? forwardAccess : backwardAccess
  }

  /// Sets the access of one mode in a direction.
  public mutating func setAccess(_ access: Access, of mode: Mode, _ direction: Direction) {
    switch direction {
    case .forward: forwardAccess[mode] = access
    case .backward: backwardAccess[mode] = access
    }
  }

  /// The signed speed limit in a direction; with `truck`, that for heavy goods vehicles if there is one.
  @inlinable
  public func signedSpeed(_ direction: Direction, truck: Bool) -> Speed {
    if truck {
      let own = direction == .forward ? forwardTruckSpeed : backwardTruckSpeed
      if own.isKnown { return own }
    }
    return direction == .forward ? forwardSpeed : backwardSpeed
  }

  /// Sets the signed speed limit in a direction, for all vehicles or for heavy goods vehicles.
  public mutating func setSignedSpeed(_ speed: Speed, _ direction: Direction, truck: Bool) {
    switch (direction, truck) {
    case (.forward, false): forwardSpeed = speed
    case (.backward, false): backwardSpeed = speed
    case (.forward, true): forwardTruckSpeed = speed
    case (.backward, true): backwardTruckSpeed = speed
    }
  }

  /// Whether any mode may use the road in any direction.
  public var isUsable: Bool {
    Mode.allCases.contains { forwardAccess[$0].isUsable || backwardAccess[$0].isUsable }
  }
}

extension RoadClass {
  /// Whether roads of the class are open to a mode unless a tag closes them.
  public func isMeant(for mode: Mode) -> Bool {
    switch self {
    case .motorway: mode.isMotorised && mode != .scooter
    case .busway: mode == .bus
    case .pedestrian, .footway, .steps: mode == .foot
    case .path: mode == .foot || mode == .bicycle
    case .cycleway: mode == .bicycle
    case .bridleway: mode == .foot
    default: true
    }
  }
}
