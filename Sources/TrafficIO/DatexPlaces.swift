import Traffic

/// The places of a record or a predefined location of DATEX II.
struct DatexPlaces: Sendable, Hashable {
  /// A place, and whether it is on the main carriageway; nil if not stated.
  struct Located: Sendable, Hashable {
    var place: TrafficRecord.Place
    var isMain: Bool?
  }

  private(set) var located: [Located] = []
  /// Whether it names carriageways other than the main one.
  private(set) var hasOtherCarriageways = false
  /// Whether a location is about another direction as well, of which it does not tell the place.
  private(set) var lacksDirection = false
  /// Whether it has more places than the maximum.
  private(set) var hasTooMany = false

  /// The maximum number of places.
  static let maximumCount = 1_000

  /// Whether nothing was added.
  var isEmpty: Bool { located.isEmpty && !hasTooMany && !lacksDirection }

  /// Adds a location, or the predefined one to which it refers if it tells no place itself.
  mutating func add(_ location: DatexLocation, _ predefined: [String: DatexPlaces]) {
    if location.places.isEmpty, let known = location.reference.flatMap({ predefined[$0] }) {
      return add(known, isMain: location.isMainCarriageway)
    }
    if location.isMainCarriageway == false { hasOtherCarriageways = true }
    if location.lacksDirection { lacksDirection = true }
    add(location.places.map { Located(place: $0, isMain: location.isMainCarriageway) })
  }

  /// Adds a predefined location, on the carriageway that the reference to it states.
  private mutating func add(_ known: DatexPlaces, isMain: Bool?) {
    if isMain.map({ !$0 }) ?? known.hasOtherCarriageways { hasOtherCarriageways = true }
    if known.lacksDirection { lacksDirection = true }
    if known.hasTooMany { hasTooMany = true }
    add(known.located.map { Located(place: $0.place, isMain: isMain ?? $0.isMain) })
  }

  private mutating func add(_ found: [Located]) {
    if located.count + found.count <= Self.maximumCount {
      located += found
    } else {
      hasTooMany = true
    }
  }

  /// Whether a place is on the main carriageway; one that states none counts as the others.
  func isMain(_ located: Located) -> Bool { located.isMain ?? !hasOtherCarriageways }

  /// Whether a place is the carriageway that its source means: the main one, or a ramp from end to end by the forms of
  /// OpenLR.
  func isMeant(_ located: Located) -> Bool {
    if isMain(located) { return true }
    guard case .openLR(let reference) = located.place else { return false }
    return reference.points.allSatisfy { $0.form == .slipRoad }
  }

  /// The place of a speed: none for coordinates on another carriageway than the main one, which they do not identify.
  func speedPlace(_ located: Located) -> Located {
    if isMain(located) { return located }
    if case .openLR = located.place { return located }
    return Located(place: .unsupported(.noPlace), isMain: located.isMain)
  }

  /// The places of speeds, and one without a road for a direction that is not told.
  var speedPlaces: [TrafficRecord.Place] {
    located.map { speedPlace($0).place } + (lacksDirection ? [.unsupported(.noPlace)] : [])
  }
}
