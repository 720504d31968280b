import RoadModel

extension RoadRules {
  /// Keys that each make an element a place.
  ///
  /// An element may have several of them: a hotel may be a restaurant, too.
  private static let placeMakers = ["amenity", "tourism", "shop"]
  /// All keys that decide what a place is.
  private static let decidingKeys =
    placeMakers + ["place", "leisure", "historic", "healthcare", "office"]
    + placeValues.map { "\($0.key)" }

  /// What an element is besides the place that its tags describe first: points of interest of other categories.
  ///
  /// - Parameters:
  ///   - tags: The tags of a node, an area or a relation.
  ///   - first: The place of the tags, ``place(_:)``.
  /// - Returns: The places, such as the restaurant of a hotel or the cash machine of a bank, each category once.
  package func furtherPlaces(_ tags: RoadTags, besides first: PlaceReading) -> [PlaceReading] {
    var result: [PlaceReading] = []
    // Most elements have one such key, and no machine.
    let deciding = Self.decidingKeys.count { tags[$0] != nil }
    let keys = deciding > 1 ? Self.placeMakers : []
    for key in keys where tags[key] != nil {
      let others = tags.pairs.filter { $0.key == key || !Self.decidingKeys.contains($0.key) }
      guard let reading = place(RoadTags(others)), reading.category.isPointOfInterest,
        !([first] + result).contains(where: { $0.category == reading.category })
      else { continue }
      result.append(reading)
    }
    let isParking = result.contains { $0.category == .truckParking }
    if !isParking, let parking = truckParking(of: first) { result.append(parking) }
    return result + (cashMachine(tags).map { [$0] } ?? [])
  }

  /// The parking of a rest area or of services that states room or a permission for trucks; nil for others.
  private func truckParking(of place: PlaceReading) -> PlaceReading? {
    func detail(_ kind: PlaceDetail) -> String? { place.details.first { $0.kind == kind }?.text }
    guard place.category == .restArea || place.category == .services else { return nil }
    let capacity = detail(.truckCapacity)
    let hasRoom = capacity.map { $0 != "0" && $0 != "no" }
    guard hasRoom ?? PlaceTags.permitsTrucks(detail(.trucks)) else { return nil }
    var parking = place
    parking.category = .truckParking
    parking.importance = PlaceTags.truckParkingImportance
    for row in parking.details.indices where parking.details[row].kind == .type {
      parking.details[row].text = "parking"
    }
    return parking
  }

  /// The cash machine of a place such as a bank or a fuel station, by `atm=yes`; nil if it has none.
  ///
  /// - Parameter tags: The tags of a node, an area or a relation.
  /// - Returns: The machine, a place of its own with the name of the place that has it.
  package func cashMachine(_ tags: RoadTags) -> PlaceReading? {
    guard tags["atm"] == "yes", let host = place(tags), host.category.isPointOfInterest,
      host.category != .atm
    else { return nil }
    // The fee is that of the host, such as a car park, and so are the hours unless they are stated for the machine.
    let kept: Set<PlaceDetail> = [.brand, .operatorName, .houseNumber, .street]
    var details = host.details.filter { kept.contains($0.kind) }
    if let hours = PlaceTags.text(tags["opening_hours:atm"]) {
      details.append((.openingHours, hours))
    }
    details.append((.type, "atm"))
    return PlaceReading(
      category: .atm, name: host.name, importance: PlaceTags.cashMachineImportance,
      details: details.sorted { $0.kind < $1.kind })
  }
}

extension PlaceTags {
  /// Whether a value of `hgv` welcomes trucks.
  static func permitsTrucks(_ value: String?) -> Bool {
    ["yes", "designated", "official", "only", "permissive"].contains(value)
  }

  /// A tourist office; nil for other information, as there are guideposts and boards without number.
  static func touristOffice(_ tags: RoadTags) -> Found? {
    guard tags["tourism"] == "information", tags["name"] != nil,
      ["office", "visitor_centre"].contains(tags["information"] ?? "")
    else { return nil }
    return (.publicService, "information", 45)
  }
}
