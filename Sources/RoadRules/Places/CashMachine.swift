package import RoadModel

extension RoadRules {
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
