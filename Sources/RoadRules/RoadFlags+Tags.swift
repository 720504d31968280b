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
    formUnion(Self.tolls(tags))
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
