import RoadModel

extension RoadFlags {
  /// The flags of a way.
  init(_ tags: RoadTags, _ wayClass: WayClass, _ directions: TravelDirections) {
    self = []
    if directions.general.base == .forward { insert(.onewayForward) }
    if directions.general.base == .backward { insert(.onewayBackward) }
    if Self.isTruckNetwork(tags) { insert(.truckNetwork) }
    if wayClass.isLink { insert(.link) }
    if wayClass.roadClass == .ferry || wayClass.roadClass == .carTrain { insert(.ferry) }
    if let toll = tags["toll"], !Self.noToll.contains(toll) {
      // `toll:motorcar=no` exempts cars from the toll of all vehicles.
      insert(toll == "hgv" || tags["toll:motorcar"] == "no" ? .truckToll : .toll)
    }
    if let toll = tags["toll:motorcar"], toll != "no" { insert(.toll) }
    if let toll = tags["toll:hgv"] {
      if toll == "no" { remove(.truckToll) } else { insert(.truckToll) }
    }
    if Self.isVignette(tags) { insert([.toll, .vignette]) }
    if Self.says(tags["tunnel"], except: Self.noTunnel)
      || Self.says(tags["covered"], except: Self.notCovered)
    {
      insert(.tunnel)
    }
    if Self.says(tags["bridge"], except: Self.noBridge) { insert(.bridge) }
    if let junction = tags["junction"], junction == "roundabout" || junction == "circular" {
      insert(.roundabout)
      if junction == "circular" { insert(.circular) }
    }
    if tags["motorroad"] == "yes" { insert(.motorroad) }
    if tags["scenic"] == "yes" { insert(.scenic) }
    if let service = tags["service"], Self.minorServices.contains(service) {
      insert(.minorService)
    }
    if Self.isBuiltUp(tags) { insert(.builtUp) }
  }

  /// Whether cars need a vignette for a time, on paper or electronic.
  private static func isVignette(_ tags: RoadTags) -> Bool {
    for key in ["vignette", "vignette:motorcar"] {
      if let value = tags[key], value != "no" { return true }
    }
    return tags["toll"] == "vignette" || tags["toll:motorcar"] == "vignette"
  }

  /// Whether signs or a law direct heavy goods vehicles to the road.
  private static func isTruckNetwork(_ tags: RoadTags) -> Bool {
    for (key, value) in tags.pairs where key.hasPrefix("hgv") {
      if key == "hgv" || key == "hgv:forward" || key == "hgv:backward" {
        if value == "designated" { return true }
      } else if key.hasSuffix("_network"), networkWords.contains(value) {
        return true
      }
    }
    return false
  }

  private static let networkWords: Set<String> = ["yes", "designated", "terminal_access"]

  private static func says(_ value: String?, except silent: Set<String>) -> Bool {
    guard let value else { return false }
    return !silent.contains(value)
  }

  /// A fee for tracks in winter is not one for vehicles of the map.
  private static let noToll: Set = ["no", "snowmobile"]
  private static let noTunnel: Set = ["no", "false", "culvert"]
  private static let notCovered: Set = ["no", "false", "partial"]
  private static let noBridge: Set = ["no", "false", "abandoned", "proposed"]

  private static let minorServices: Set<String> = [
    "parking_aisle", "parking", "parking_space", "driveway", "drive-through", "drive_through",
    "drive-thru",
  ]

  /// Whether a tag such as `zone:traffic=DE:urban` means that the way is inside a town.
  private static func isBuiltUp(_ tags: RoadTags) -> Bool {
    zoneKeys.contains { tags[$0]?.hasSuffix(":urban") ?? false }
  }

  private static let zoneKeys = ["maxspeed", "zone:traffic"] + SignedSpeeds.zoneKeys
}
