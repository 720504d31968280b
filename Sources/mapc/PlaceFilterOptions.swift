import ArgumentParser
import Places
import RoadModel

/// The options for categories and properties of places.
struct PlaceFilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only places of these categories: \(PlaceCategory.allCases.map(\.word).joined(separator: ", ")).",
      valueName: "fuel,…"))
  var category: String?
  @Option(
    help: ArgumentHelp(
      "Sells all these fuels, named as in OpenStreetMap.", valueName: "HGV_diesel,…"))
  var fuel: String?
  @Option(
    help: ArgumentHelp("Has one of these charging sockets.", valueName: "type2_combo,…"))
  var connector: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Has room for at least N trucks, by its capacity.", valueName: "n"))
  var truckCapacity: Int?
  @Flag(
    name: .customLong("public"),
    help: "Leave out places that only some people may use, such as private car parks.")
  var isPublic = false
  @Flag(
    help: "Leave out places that are closed on arrival (with --depart); unknown hours are kept.")
  var open = false

  /// Whether none of the options is given.
  var isEmpty: Bool {
    category == nil && fuel == nil && connector == nil && truckCapacity == nil && !isPublic && !open
  }

  func validate() throws {
    for (name, text) in [("--category", category), ("--fuel", fuel), ("--connector", connector)] {
      if let text, text.allSatisfy({ $0 == "," || $0.isWhitespace }) {
        throw ValidationError("\(name) is empty: leave it out, or name at least one")
      }
    }
    _ = try filter()
    if let truckCapacity, truckCapacity < 1 {
      throw ValidationError("--truck-capacity takes at least 1, not \(truckCapacity)")
    }
  }

  /// The filter.
  func filter() throws -> PlaceFilter {
    func words(_ text: String?) -> Set<String> { PlaceFilter.list(text ?? "") }
    var filter = PlaceFilter()
    for word in words(category) {
      guard let known = PlaceCategory(word: word.lowercased()) else {
        let known = PlaceCategory.allCases.map(\.word).joined(separator: ", ")
        throw ValidationError("--category takes \(known), not '\(word)'")
      }
      filter.categories.insert(known)
    }
    filter.fuels = words(fuel)
    filter.sockets = words(connector)
    filter.minimumTruckCapacity = truckCapacity
    filter.isPublic = isPublic
    return filter
  }
}
