import RoadModel
import RouteModel

/// Finds the content of the signs at a maneuver.
struct SignReader {
  /// The maximum distance along a ramp of a sign for the maneuver, in metres.
  private static let reach = 200.0

  let view: PathView
  /// The number and the name of the exit at the junction before an edge, by the index of the edge.
  let exits: [Int: RoadSign]

  /// The sign of a maneuver; nil if nothing is known.
  ///
  /// It is that of the road taken, else the first along the ramp taken, else that above the recommended lanes, else
  /// that of the exit. The number of the exit is that of the road, else that of the junction.
  ///
  /// - Parameters:
  ///   - draft: The maneuver.
  ///   - lanes: The lanes before it.
  /// - Returns: The sign.
  func sign(of draft: Draft, lanes: [RouteLane]) -> RoadSign? {
    let own = own(of: draft)
    // Most maneuvers have none.
    if own == nil, lanes.isEmpty, exits.isEmpty { return nil }
    var sign = own ?? RoadSign()
    if !sign.tellsTheWay, !lanes.isEmpty {
      sign.towards = signed({ $0.towards }, above: lanes, before: draft.edge)
      sign.roadNumbers = signed({ $0.roadNumbers }, above: lanes, before: draft.edge)
    }
    if draft.mayTakeExit, let exit = exits[draft.edge] {
      sign.exitNumber = sign.exitNumber ?? exit.exitNumber
      sign.exitName = sign.exitName ?? exit.exitName
      // At a fork it is not known which of the roads the junction tells about.
      if draft.kind == .offRamp, !sign.tellsTheWay {
        sign.take(exit.towards)
      }
    }
    return sign.isEmpty ? nil : sign
  }

  /// The sign of the edges of a maneuver, or of the ramp that follows.
  private func own(of draft: Draft) -> RoadSign? {
    var metres = 0.0
    for index in draft.edge..<view.edges.count {
      if let sign = view.words[index]?.sign { return sign }
      metres += view.edges[index].lengthMetres
      let isRamp = view.edges[index].road.flags.contains(.link)
      if index >= draft.last, !isRamp || metres > Self.reach { return nil }
    }
    return nil
  }

  /// The places, or the numbers of roads, on the signs above the recommended lanes, each once.
  private func signed(
    _ member: (EdgeWords.Lane) -> [String], above lanes: [RouteLane], before edge: Int
  ) -> [String] {
    // Lanes may hold on behind the edge that has them (LaneGuide), and so does their sign.
    var last = edge - 1
    while last >= 0, view.words[last]?.lanes.isEmpty ?? true { last -= 1 }
    guard last >= 0, let words = view.words[last], words.lanes.count == lanes.count else {
      return []
    }
    var found: [String] = []
    for (lane, told) in zip(words.lanes, lanes) where told.isRecommended {
      for text in member(lane) where !found.contains(text) { found.append(text) }
    }
    return found
  }
}

extension RoadSign {
  /// Whether it has a road number or a street.
  var tellsRoad: Bool { !(roadNumbers.isEmpty && streets.isEmpty) }

  /// Whether it has a place, a road number or a street.
  fileprivate var tellsTheWay: Bool { tellsRoad || !towards.isEmpty }

  /// Takes the places of an exit; some are the number of a road, or begin with one, as in A28 Viana.
  fileprivate mutating func take(_ places: [String]) {
    for text in places {
      let (number, place) = text.partedNumber
      if let number, !roadNumbers.contains(number) { roadNumbers.append(number) }
      if let place, !towards.contains(place) { towards.append(place) }
    }
  }
}

extension String {
  /// The number of a road at its beginning, such as A 28, IC23 or EN 12-1, and what follows; nil for what is missing.
  fileprivate var partedNumber: (number: String?, place: String?) {
    let letters = utf8.prefix { 0x41...0x5A ~= $0 }
    let start = utf8[letters.endIndex...].drop { $0 == 0x20 || $0 == 0x2D }.startIndex
    let digits = utf8[start...].prefix { 0x30...0x39 ~= $0 || $0 == 0x2D || $0 == 0x2E }
    let rest = self[digits.endIndex...]
    guard 1...3 ~= letters.count, let first = digits.first, 0x30...0x39 ~= first,
      rest.isEmpty || rest.first == " "
    else { return (nil, self) }
    let place = rest.drop { $0 == " " }
    return (String(self[..<digits.endIndex]), place.isEmpty ? nil : String(place))
  }
}
