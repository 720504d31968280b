package import RoadModel

/// An object at a node that drivers approach, from its tags.
package struct NodeApproach: Sendable, Hashable {
  /// The kind.
  package var kind: ApproachKind
  /// The directions of the way to which it applies; nil if not tagged.
  package var directions: DirectionSet?

  /// Reads the tags of a node.
  static func read(_ tags: RoadTags, _ flags: NodeFlags, _ log: inout ProblemLog) -> [NodeApproach]
  {
    var found: [NodeApproach] = []
    func add(_ kind: ApproachKind, _ keys: String..., all: DirectionSet? = nil) {
      var directions = all
      for key in keys.reversed() {
        guard let value = tags[key] else { continue }
        guard let known = words[value] else {
          log.note(key, value, .unknownValue)
          continue
        }
        directions = known
      }
      found.append(NodeApproach(kind: kind, directions: directions))
    }
    if flags.contains(.signals) { add(.signals, "traffic_signals:direction", "direction") }
    if flags.contains(.stop) {
      add(.stop, "direction", "stop:direction", all: tags["stop"] == "all" ? .both : nil)
    }
    if flags.contains(.giveWay) { add(.giveWay, "direction", "give_way:direction") }
    if tags["barrier"] == "border_control" { add(.borderControl, "direction", all: .both) }
    if tags["railway"] == "level_crossing" { add(.levelCrossing, all: .both) }
    // The flag of a junction already covers lights for both directions, and for an unknown direction.
    found.removeAll { $0.kind == .signals && ($0.directions ?? .both) == .both }
    return found
  }

  private static let words: [String: DirectionSet] = [
    "forward": .forward, "backward": .backward, "both": .both,
  ]
}
