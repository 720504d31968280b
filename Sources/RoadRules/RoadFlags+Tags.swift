import RoadModel

extension RoadFlags {
  /// The yes-or-no facts of a way.
  init(_ tags: RoadTags, _ wayClass: WayClass) {
    self = []
    if wayClass.isLink { insert(.link) }
    if wayClass.roadClass == .ferry || wayClass.roadClass == .carTrain { insert(.ferry) }
    if let toll = tags["toll"], toll != "no" {
      insert(toll == "hgv" ? .truckToll : .toll)
    }
    if let toll = tags["toll:motorcar"], toll != "no" { insert(.toll) }
    if let toll = tags["toll:hgv"], toll != "no" { insert(.truckToll) }
    if Self.says(tags["tunnel"], except: ["no", "false", "culvert"])
      || Self.says(tags["covered"], except: ["no", "false", "partial"])
    {
      insert(.tunnel)
    }
    if Self.says(tags["bridge"], except: ["no", "false", "abandoned", "proposed"]) {
      insert(.bridge)
    }
    if let junction = tags["junction"], junction == "roundabout" || junction == "circular" {
      insert(.roundabout)
    }
    if tags["motorroad"] == "yes" { insert(.motorroad) }
    if let service = tags["service"], Self.minorServices.contains(service) {
      insert(.minorService)
    }
    if Self.isBuiltUp(tags) { insert(.builtUp) }
  }

  private static func says(_ value: String?, except silent: Set<String>) -> Bool {
    guard let value else { return false }
    return !silent.contains(value)
  }

  private static let minorServices: Set<String> = [
    "parking_aisle", "parking", "parking_space", "driveway", "drive-through", "drive_through",
    "drive-thru",
  ]

  /// Whether a tag such as `zone:traffic=DE:urban` places the way inside a town.
  private static func isBuiltUp(_ tags: RoadTags) -> Bool {
    zoneKeys.contains { tags[$0]?.hasSuffix(":urban") ?? false }
  }

  private static let zoneKeys = ["maxspeed", "zone:traffic"] + SignedSpeeds.zoneKeys
}
