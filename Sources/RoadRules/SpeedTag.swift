import RoadModel

/// A tag whose key begins with `maxspeed`, or a clause of it.
struct SpeedTag {
  /// The subject of the speed.
  enum Subject {
    case general, lanes, advisory, truck
  }

  var subject = Subject.general
  var direction: Direction?
  var condition = Condition.always
  var speed = Speed.unknown

  /// Whether it is the unconditional general limit.
  var isPlain: Bool { subject == .general && direction == nil && condition.terms.isEmpty }

  /// Reads a tag; unreadable parts are reported.
  static func read(
    _ key: String, _ value: String, _ country: String?, into entries: inout [SpeedTag],
    _ log: inout ProblemLog
  ) {
    var tag = SpeedTag()
    var isConditional = value.contains("@")
    var isByLane = false
    for part in key.split(separator: ":", omittingEmptySubsequences: false).dropFirst() {
      switch part {
      case "forward": tag.direction = .forward
      case "backward": tag.direction = .backward
      case "both_ways": break
      case "conditional": isConditional = true
      case "lanes": isByLane = true
      case "advisory": tag.subject = .advisory
      case "hgv": tag.subject = .truck
      case "wet": tag.condition = tag.condition.and(.unknown("wet"))
      case _ where parts[part] != nil:
        tag.subject = .truck
        if let term = parts[part] { tag.condition = tag.condition.and(term) }
      case _ where otherVehicles.contains(part):
        log.note(key, value, .notApplied)
        return
      default: return  // remarks: sources, signs, reasons
      }
    }
    guard key.utf8.count == 8 || key.utf8.dropFirst(8).first == UInt8(ascii: ":") else { return }
    if isByLane && tag.subject == .general { tag.subject = .lanes }
    if isConditional && (isByLane || tag.subject == .advisory) {
      log.note(key, value, .notApplied)
    } else if isConditional {
      for clause in log.clauses(key, value) {
        var part = tag
        part.condition = tag.condition.and(clause.condition)
        part.add(key, clause.value, country, to: &entries, &log)
      }
    } else if isByLane {
      tag.addLanes(key, value, country, to: &entries, &log)
    } else {
      tag.add(key, value, country, to: &entries, &log)
    }
  }

  private func add(
    _ key: String, _ value: String, _ country: String?, to entries: inout [SpeedTag],
    _ log: inout ProblemLog
  ) {
    switch SpeedValue(value, country: country) {
    case .speed(let speed):
      var tag = self
      tag.speed = speed
      entries.append(tag)
    case .silent: break
    case .problem(let reason): log.note(key, value, reason)
    }
  }

  /// Adds the speed of the fastest lane; lanes without a number do not count.
  private func addLanes(
    _ key: String, _ value: String, _ country: String?, to entries: inout [SpeedTag],
    _ log: inout ProblemLog
  ) {
    var tag = self
    for lane in value.split(separator: "|") {
      switch SpeedValue(String(lane), country: country) {
      case .speed(let speed): tag.speed = max(tag.speed, speed)
      case .silent: break
      case .problem(let reason): log.note(key, value, reason)
      }
    }
    if tag.speed.isKnown { entries.append(tag) }
  }

  /// The conditions for types of trucks.
  private static let parts: [Substring: Condition.Term] = [
    "trailer": .vehicle(.trailers, .atLeast, 1),
    "hgv_articulated": .vehicle(.trailers, .atLeast, 1),
    "goods": .vehicle(.weightRating, .atMost, 3_500),
  ]

  /// Vehicles whose speeds the model does not distinguish from a car's.
  private static let otherVehicles: Set<Substring> = [
    "bus", "psv", "coach", "tourist_bus", "taxi", "motorcar", "motorcycle", "moped", "mofa",
    "caravan", "motorhome", "bicycle", "hazmat", "agricultural", "tractor", "emergency", "foot",
  ]
}
