import Navigation

/// Drives whose lists have all events: also the sources of progress, the sentences and the names of roads.
extension ScenarioTests {
  /// So many fixes near the end, where each one tells of the arrival.
  private static func near(_ fixes: Int) -> String {
    Array(repeating: "near 1", count: fixes).joined(separator: ", fix, ")
  }

  static let telling: [Scenario] = [
    Scenario(
      name: "a turn, with progress, names and sentences", map: .town, places: ["A", "F"],
      steps: [.drive("ABCF")], tellsAll: true,
      events: "leg 0, on North, fix, 'Head east on North for 800 meters', fix, 'In 700 meters, "
        + "turn right onto Third', fix, 'In 300 meters, turn right onto Third', fix, "
        + "'Turn right onto Third', fix, on Third, fix, 'In 100 meters, "
        + "you will arrive at your destination', \(near(8)), fix, "
        + "'You have arrived at your destination', \(near(3)), at 1, ended arrived"),
    Scenario(
      name: "a tunnel, with progress, names and sentences", map: .tunnel, places: ["A", "D"],
      steps: [
        .drive("AB", Drive(speed: 20, stand: 0)), .ticks(100), .drive("CD", Drive(speed: 20)),
      ], tellsAll: true,
      events: "leg 0, on Hill, fix, 'Head east on Hill for 2.8 kilometers', fix, signalLost, "
        + "estimated, 'In 1.5 kilometers, you will arrive at your destination', estimated, "
        + "signalFound, fix, 'In 300 meters, you will arrive at your destination', fix, "
        + "\(near(9)), fix, 'You have arrived at your destination', \(near(6)), at 1, "
        + "ended arrived"),
    Scenario(
      name: "a missed turn, with progress, names and sentences", map: .town, places: ["A", "F"],
      steps: [.drive("ABCDGF")], tellsAll: true,
      events: "leg 0, on North, fix, 'Head east on North for 800 meters', fix, 'In 700 meters, "
        + "turn right onto Third', fix, 'In 300 meters, turn right onto Third', fix, "
        + "'Turn right onto Third', fix, on Third, fix, left otherRoad, offRoute, willReroute, "
        + "request reroute, didReroute, 'Head east on North for 400 meters', on North, fix, "
        + "'In 300 meters, turn right onto Fourth', fix, 'Turn right onto Fourth', fix, "
        + "on Fourth, fix, 'In 100 meters, turn right onto South', fix, "
        + "'Turn right onto South', fix, on South, fix, 'In 100 meters, "
        + "you will arrive at your destination', \(near(8)), fix, "
        + "'You have arrived at your destination', \(near(3)), at 1, ended arrived"),
  ]
}
