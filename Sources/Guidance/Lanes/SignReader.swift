import RoadModel
import RouteModel

/// Finds the content of the signs at a maneuver.
struct SignReader {
  /// The maximum distance along a ramp of a sign for the maneuver, in metres.
  private static let reach = 200.0

  let view: PathView

  /// The sign of a maneuver; nil if nothing is known.
  ///
  /// It is that of the road taken, else the first along the ramp taken, else that above the recommended lanes. The
  /// number of the exit is that of the road, else that of the junction.
  ///
  /// - Parameters:
  ///   - draft: The maneuver.
  ///   - lanes: The lanes before it.
  /// - Returns: The sign.
  func sign(of draft: Draft, lanes: [RouteLane]) -> RoadSign? {
    var sign = own(of: draft) ?? RoadSign()
    if sign.towards.isEmpty, sign.roadNumbers.isEmpty, sign.streets.isEmpty {
      sign.towards = signed(\.towards, above: lanes, before: draft.edge)
      sign.roadNumbers = signed(\.roadNumbers, above: lanes, before: draft.edge)
    }
    if draft.kind == .offRamp || draft.kind == .fork, let exit = view.exits[draft.edge] {
      sign.exitNumber = sign.exitNumber ?? exit.exitNumber
      sign.exitName = sign.exitName ?? exit.exitName
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
    _ member: KeyPath<EdgeWords.Lane, [String]>, above lanes: [RouteLane], before edge: Int
  ) -> [String] {
    guard edge > 0, let words = view.words[edge - 1], words.lanes.count == lanes.count else {
      return []
    }
    var found: [String] = []
    for (lane, told) in zip(words.lanes, lanes) where told.isRecommended {
      for text in lane[keyPath: member] where !found.contains(text) { found.append(text) }
    }
    return found
  }
}
