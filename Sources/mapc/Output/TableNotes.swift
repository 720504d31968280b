import JSON
import RouteModel

/// Notes about places of a table that are far from the road or not snapped to the nearest one.
struct TableNotes {
  /// The maximum number of notes; further places are counted.
  private static let told = 10

  let far: FarPlaces
  /// The names of the files of origins and destinations.
  let files: (origins: String, destinations: String)

  /// A line for each such place, with its file and line, also if it is origin and destination.
  func lines(
    _ table: TravelTable, _ origins: [PlacesFile.Row], _ destinations: [PlacesFile.Row]
  ) -> [String] {
    let rows = origins + destinations
    let stops = table.origins + table.destinations
    var moves: [Int: RouteNotice] = [:]
    for notice in table.notices { if let index = notice.waypoint { moves[index] = notice } }
    var lines: [String] = []
    var seen: Set<String> = []
    for (index, (row, stop)) in zip(rows, stops).enumerated() {
      let name = name(index, row, origins.count)
      let move = moves[index]?.text { _ in "it" }
      let distance = row.places.first?.coordinate.flatMap {
        far.line(name, $0, on: stop.position, metres: stop.distanceMetres)
      }
      let line = [distance ?? (move == nil ? nil : name), move].compactMap(\.self)
        .joined(separator: ": ")
      if !line.isEmpty, seen.insert(name).inserted { lines.append("note: " + line) }
    }
    let rest = lines.count - Self.told
    guard rest > 0 else { return lines }
    return lines.prefix(Self.told)
      + ["note: \(Text.count(rest)) more places are far from the road or were moved"]
  }

  /// The file and line of a place; origins come first.
  private func name(_ index: Int, _ row: PlacesFile.Row, _ originCount: Int) -> String {
    let file = index < originCount ? files.origins : files.destinations
    return "\(TextError.name(ofSource: file)): line \(row.line)"
  }
}

extension RouteNotice {
  /// The index of the notice's waypoint; nil for other notices.
  fileprivate var waypoint: Int? {
    switch self {
    case .snappedFarther(let waypoint, _), .endLimited(let waypoint, _, _): waypoint
    default: nil
    }
  }
}
