import RoadModel

/// The class of a `highway` or `route` value, and its default access.
///
/// The defaults follow the international table of the OpenStreetMap wiki ("OSM tags for
/// routing/Access restrictions"), with these decisions:
/// - Tracks are open to motor traffic only at the ends of a trip, unless they are tagged otherwise
///   or are solid (`tracktype=grade1`). OSRM closes them without an access tag, Valhalla opens them
///   with a penalty.
/// - Ferries carry all modes unless tagged otherwise, as in OSRM: many car ferries have no access
///   tag, and those without cars usually have one.
/// - A bicycle may be pushed on footways, pedestrian streets, platforms, piers and steps.
struct WayClass: Sendable {
  var roadClass: RoadClass
  var isLink = false
  /// The access of each mode.
  var defaults: AccessTable
  /// Whether the `highway` value is unknown; such a way is a road only if it has access tags.
  var isUnknown = false
}

extension WayClass {
  /// Finds the class of a way.
  static func of(_ tags: RoadTags) -> Found {
    if let route = tags["route"] {
      for part in route.split(separator: ";") {
        if part == "ferry" { return .road(WayClass(roadClass: .ferry, defaults: openToAll)) }
        if part == "shuttle_train" {
          return .road(WayClass(roadClass: .carTrain, defaults: vehiclesOnly))
        }
      }
    }
    guard let highway = tags["highway"] else {
      let isWalked =
        tags["man_made"] == "pier" || tags["railway"] == "platform"
        || tags["public_transport"] == "platform"
      return isWalked ? .road(walkway) : .notARoad
    }
    if highway == "track", tags["tracktype"] == "grade1" { return .road(solidTrack) }
    if let found = table[highway] { return .road(found) }
    if let refusal = refusals[highway] { return .refused(refusal) }
    for part in highway.split(separator: ";") {
      if let found = table[String(part.trimmed())] { return .road(found) }
    }
    return .road(unknown(tags))
  }

  /// The class of an unknown value, which is closed unless a tag opens it, as in OSRM.
  private static func unknown(_ tags: RoadTags) -> WayClass {
    var isOpen = false
    if case .access(let access) = AccessValue(tags["access"] ?? "") {
      isOpen = access.isOpenToThroughTraffic
    }
    return WayClass(roadClass: .road, defaults: isOpen ? openToAll : .closed, isUnknown: true)
  }

  /// The outcome of a look-up.
  enum Found {
    case road(WayClass)
    case notARoad
    case refused(WayRefusal)
  }

  private static let openToAll = AccessTable(.yes, for: .all)
  private static let vehiclesOnly = AccessTable(.yes, for: ModeSet.all.subtracting(ModeSet(.foot)))

  private struct Row {
    var values: [String]
    var roadClass: RoadClass
    /// The access of car, truck, bus, taxi and motorcycle.
    var motor: Access
    var scooter: Access
    var bicycle: Access
    var foot: Access

    init(
      _ values: String..., is roadClass: RoadClass, _ motor: Access, _ scooter: Access,
      _ bicycle: Access, _ foot: Access
    ) {
      self.values = values
      self.roadClass = roadClass
      self.motor = motor
      self.scooter = scooter
      self.bicycle = bicycle
      self.foot = foot
    }
  }

  // Columns: motor (car, truck, bus, taxi, motorcycle), scooter, bicycle, foot.
  private static let rows: [Row] = [
    Row("motorway", is: .motorway, .yes, .no, .no, .no),
    Row("trunk", is: .trunk, .yes, .yes, .yes, .yes),
    Row("primary", is: .primary, .yes, .yes, .yes, .yes),
    Row("secondary", is: .secondary, .yes, .yes, .yes, .yes),
    Row("tertiary", is: .tertiary, .yes, .yes, .yes, .yes),
    Row("unclassified", "minor", is: .unclassified, .yes, .yes, .yes, .yes),
    Row("residential", is: .residential, .yes, .yes, .yes, .yes),
    Row("living_street", is: .livingStreet, .yes, .yes, .yes, .yes),
    Row("service", is: .service, .yes, .yes, .yes, .yes),
    Row("road", is: .road, .yes, .yes, .yes, .yes),
    Row("track", is: .track, .destination, .destination, .yes, .yes),
    Row("winter_road", "ice_road", is: .track, .yes, .yes, .yes, .yes),
    Row("pedestrian", is: .pedestrian, .no, .no, .dismount, .yes),
    Row("path", is: .path, .no, .no, .yes, .yes),
    Row(
      "footway", "corridor", "platform", "elevator", "pier", is: .footway, .no, .no, .dismount, .yes
    ),
    Row("cycleway", is: .cycleway, .no, .no, .designated, .yes),
    Row("bridleway", is: .bridleway, .no, .no, .no, .yes),
    Row("steps", is: .steps, .no, .no, .dismount, .yes),
  ]

  private static var walkway: WayClass {
    var access = AccessTable(.yes, for: ModeSet(.foot))
    access[.bicycle] = .dismount
    return WayClass(roadClass: .footway, defaults: access)
  }

  private static let solidTrack = WayClass(roadClass: .track, defaults: openToAll)

  /// All values that are roads, including ramps.
  private static let table: [String: WayClass] = {
    var table: [String: WayClass] = [:]
    for row in rows {
      var access = AccessTable.closed
      for mode in [Mode.car, .truck, .bus, .taxi, .motorcycle] { access[mode] = row.motor }
      access[.scooter] = row.scooter
      access[.bicycle] = row.bicycle
      access[.foot] = row.foot
      for value in row.values {
        table[value] = WayClass(roadClass: row.roadClass, defaults: access)
      }
      if [.motorway, .trunk, .primary, .secondary, .tertiary].contains(row.roadClass) {
        table[row.values[0] + "_link"] = WayClass(
          roadClass: row.roadClass, isLink: true, defaults: access)
      }
    }
    let buses = WayClass(roadClass: .busway, defaults: AccessTable(.designated, for: ModeSet(.bus)))
    table["busway"] = buses
    table["bus_guideway"] = buses
    return table
  }()

  private static let refusals: [String: WayRefusal] = [
    "construction": .construction,
    "proposed": .proposed, "planned": .proposed,
    "abandoned": .abandoned, "disused": .abandoned, "razed": .abandoned, "demolished": .abandoned,
    "dismantled": .abandoned, "historic": .abandoned, "no": .abandoned,
    "raceway": .raceway,
    "rest_area": .facility, "services": .facility,
    "bus_stop": .facility, "emergency_bay": .facility, "escape": .facility,
    "via_ferrata": .facility, "ladder": .facility, "traffic_island": .facility,
  ]
}
