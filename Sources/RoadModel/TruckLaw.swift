/// The legal speed limits of a country for heavy goods vehicles, unless a sign is stricter.
///
///     let law = TruckLaw.law(of: "DE")
///     law?.cap(.rural, weightRating: 40_000, trailers: 1)   // 60 km/h
///
/// The numbers are from the laws cited with them, see ``law(of:)``. A cap only reduces the speed: a
/// lower signed limit takes precedence, and a higher one does not raise the cap.
public struct TruckLaw: Sendable, Hashable {
  /// The kinds of road that laws distinguish.
  public enum Zone: UInt8, Sendable, Hashable, CaseIterable {
    /// In a built-up area.
    case urban
    /// Outside built-up areas, on any other road.
    case rural
    /// Outside built-up areas, on a road of the main network, which has priority.
    case main
    /// Outside built-up areas, on a dual carriageway.
    case divided
    /// On a road for motor vehicles only that is not a motorway.
    case motorroad
    /// On a dual carriageway for motor vehicles only.
    case dividedMotorroad
    /// On a motorway, including in towns.
    case motorway
  }

  /// The vehicles of a rule and the speeds it allows them.
  struct Rule: Sendable, Hashable {
    /// The rule applies to vehicles with a greater permitted weight, in kilograms.
    var above: UInt32
    /// The minimum number of trailers; a semi-trailer is one.
    var trailers: UInt32
    /// The limits by ``Zone`` raw value; nil if the rule has none.
    var caps: [Speed?]

    /// A rule with speeds in km/h.
    ///
    /// Missing zones take other limits: main roads that of rural roads, divided roads and
    /// motorroads that of main roads, divided motorroads the higher one of motorroads and divided
    /// roads.
    init(
      above tonnes: Double = 3.5, trailers: UInt32 = 0, urban: UInt16 = 50, rural: UInt16?,
      main: UInt16? = nil, divided: UInt16? = nil, motorroad: UInt16? = nil,
      dividedMotorroad: UInt16? = nil, motorway: UInt16?
    ) {
      let main = main ?? rural
      let divided = divided ?? main
      let motorroad = motorroad ?? main
      let dividedMotorroad = dividedMotorroad ?? [motorroad, divided].compactMap(\.self).max()
      self.above = Weight.tonnes(tonnes).kilograms
      self.trailers = trailers
      caps = [
        urban, rural, main, divided, motorroad, dividedMotorroad, motorway,
      ].map { $0.map { Speed.kmh($0) } }
    }
  }

  /// The rules, most special first; the first that fits counts.
  let rules: [Rule]

  /// The legal speed limit of a vehicle on a kind of road; nil if the law has no specific rule.
  ///
  /// - Parameters:
  ///   - zone: The kind of road.
  ///   - weightRating: Permitted weight in kilograms; nil counts as the heaviest.
  ///   - trailers: Number of trailers, including a semi-trailer; nil counts as none.
  /// - Returns: The cap.
  public func cap(_ zone: Zone, weightRating: UInt32?, trailers: UInt32?) -> Speed? {
    let rule = rules.first {
      $0.above < weightRating ?? .max && $0.trailers <= trailers ?? 0
    }
    return rule?.caps[Int(zone.rawValue)]
  }
}

extension TruckLaw {
  /// The rule of each country's law that applies to a vehicle, in the order of ``countries``.
  ///
  /// Vehicles with equal results have the same speed limits everywhere.
  public static func classes(weightRating: UInt32?, trailers: UInt32?) -> [UInt8] {
    ordered.map { law in
      let rule = law.rules.firstIndex {
        $0.above < weightRating ?? .max && $0.trailers <= trailers ?? 0
      }
      return UInt8(truncatingIfNeeded: rule ?? 255)
    }
  }

  /// The permitted weights above which some law sets other limits, in kilograms.
  public static let weights = Set(ordered.flatMap { $0.rules.map(\.above) }).sorted()
  /// The numbers of trailers from which some law sets other limits.
  public static let trailerCounts = Set(ordered.flatMap { $0.rules.map(\.trailers) }).sorted()

  private static let ordered = countries.compactMap { law(of: $0) }
}

extension TruckLaw.Zone {
  /// The kind of a road by its class and flags.
  ///
  /// One-way roads of the main network count as carriageways of a divided road.
  public init(_ roadClass: RoadClass, _ flags: RoadFlags) {
    let isMain = roadClass == .trunk || roadClass == .primary
    let isDivided =
      !flags.isDisjoint(with: [.onewayForward, .onewayBackward])
      && flags.isDisjoint(with: [.roundabout, .link])
    if roadClass == .motorway {
      self = .motorway
    } else if flags.contains(.builtUp) {
      self = .urban
    } else if flags.contains(.motorroad) {
      self = isDivided ? .dividedMotorroad : .motorroad
    } else if isMain {
      self = isDivided ? .divided : .main
    } else {
      self = .rural
    }
  }
}
