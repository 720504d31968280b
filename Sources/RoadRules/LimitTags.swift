import RoadModel

/// The limit tags of an element: their keys, the meaning of suffixes, and combinations.
///
/// - The strictest of legal (`maxheight`), signed (`:signed`) and physical (`:physical`) limits
///   applies. A clause that lifts a legal limit (`maxweight:conditional=none @ destination`) does
///   not lift a physical one.
/// - `:forward` and `:backward` apply to one direction, in addition to the plain key.
/// - `:lanes` without a plain key means its most generous lane, since a truck can choose the lane.
/// - `:hgv` and `:goods` mean the plain key, since only vehicles of that size are near the limit.
enum LimitTags {
  /// Reads all limits of an element.
  ///
  /// First are the unconditional ones, at most two per kind: one for both directions or one for
  /// each. Then follow the conditional ones that override them.
  static func read(_ tags: RoadTags, _ log: inout ProblemLog) -> [RoadRule] {
    var table = LimitTable()
    for (key, value) in tags.pairs {
      if key.hasPrefix("max") {
        readLimit(key, value, &table, &log)
      } else if key.hasPrefix("hazmat") {
        HazardousGoods.read(key, value, isTunnel: isTunnel(tags), &table, &log)
      } else if key.hasPrefix("trailer") {
        readTrailer("trailer", key, value, &table, &log)
      } else if key.hasPrefix("hgv_articulated") {
        readTrailer("hgv_articulated", key, value, &table, &log)
      }
    }
    return table.rules
  }

  static let kinds: [String: LimitKind] = [
    "maxheight": .height,
    "maxwidth": .width,
    "maxlength": .length,
    "maxweight": .weight, "maxgcweight": .weight,
    "maxweightrating": .weightRating, "maxgcweightrating": .weightRating,
    "maxaxleload": .axleLoad,
    "maxbogieweight": .bogieLoad,
    "maxaxles": .axles,
  ]

  private static func readLimit(
    _ key: String, _ value: String, _ table: inout LimitTable, _ log: inout ProblemLog
  ) {
    // `maxspeed` is the most frequent key.
    if key.hasPrefix("maxspeed") { return }
    var parts = key.split(separator: ":")
    guard let stem = parts.first, let kind = kinds[String(stem)] else {
      if key == "maxunladenweight" { log.note(key, value, .notApplied) }
      return
    }
    parts.removeFirst()
    var tag = LimitTag(key: key, kind: kind, stem: String(stem))
    if value.contains("@") { tag.isConditional = true }
    for part in parts {
      switch part {
      case "forward": tag.directions = .forward
      case "backward": tag.directions = .backward
      case "both_ways", "legal": break
      case "physical": tag.isPhysical = true
      case "hgv", "goods": tag.isForTrucks = true
      case "signed": tag.isSigned = true
      case "lanes": tag.isByLane = true
      case "conditional": tag.isConditional = true
      case _ where remarks.contains(part): return
      default:
        log.note(key, value, .notApplied)
        return
      }
    }
    tag.read(value, &table, &log)
  }

  /// Suffixes that describe the tag, not the road.
  private static let remarks: Set<Substring> = [
    "source", "note", "type", "date", "ref", "description", "reason", "survey", "fixme", "FIXME",
    "check_date", "url",
  ]

  /// Whether letters behind `hazmat` are categories of tunnels.
  ///
  /// They are in a tunnel, and on roads to one, which also have the other letters.
  private static func isTunnel(_ tags: RoadTags) -> Bool {
    tags["tunnel"].map { $0 != "no" } ?? false || tags["covered"] == "yes"
      || ["hazmat:C", "hazmat:D", "hazmat:E"].contains { tags[$0] != nil }
  }

  /// Reads `trailer=no` and `hgv_articulated=no`, with which vehicles without trailers may pass.
  private static func readTrailer(
    _ stem: String, _ key: String, _ value: String, _ table: inout LimitTable,
    _ log: inout ProblemLog
  ) {
    var directions = DirectionSet.both
    var isConditional = value.contains("@")
    for part in key.split(separator: ":").dropFirst() {
      switch part {
      case "forward": directions = .forward
      case "backward": directions = .backward
      case "conditional": isConditional = true
      default: return  // remarks, lanes
      }
    }
    guard key == stem || key.dropFirst(stem.count).first == ":" else { return }
    table.addBan(
      .trailers, 0, (key, value, stem), directions, isConditional: isConditional, &log)
  }
}

/// A tag that limits a size or weight, with the parts of its key.
private struct LimitTag {
  var key: String
  var kind: LimitKind
  var stem: String
  var directions = DirectionSet.both
  var isPhysical = false
  var isForTrucks = false
  var isSigned = false
  var isByLane = false
  var isConditional = false

  func read(_ value: String, _ table: inout LimitTable, _ log: inout ProblemLog) {
    // `maxheight:signed=no` means that there is no sign, and is not a limit.
    if isSigned && (value == "yes" || value == "no") { return }
    let layer = isPhysical ? stem + ":physical" : stem
    guard isConditional else {
      let limit = isByLane ? byLane(value) : LimitValue(value, kind)
      for problem in limit.problems { log.note(key, value, problem) }
      if limit.problems.contains(.belowDefault) {
        // A limit of unknown value gives a notice for every vehicle with a size.
        table.add(
          kind, 0, directions, layer: stem + ":unwritten",
          condition: Condition([.unknown(RoadRule.unwritten)]))
      }
      let own = isForTrucks ? stem + LimitTable.truckSuffix : layer
      if let limit = limit.limit { table.add(kind, limit, directions, layer: own) }
      return
    }
    if isByLane {
      log.note(key, value, .notApplied)
      return
    }
    for clause in log.clauses(key, value) {
      let limit = LimitValue(clause.value, kind)
      for problem in limit.problems { log.note(key, value, problem) }
      guard limit.limit != nil || limit.isNoLimit else { continue }
      let layers = isForTrucks ? [layer, stem + LimitTable.truckSuffix] : [layer]
      for layer in layers {
        table.add(
          kind, limit.limit, directions, layer: layer, condition: clause.condition,
          rank: isForTrucks ? 2 : 0)
      }
    }
  }

  /// The limit of the most generous lane; an unreadable lane does not make it looser.
  private func byLane(_ value: String) -> LimitValue {
    var widest = LimitValue("none", kind)
    var hasFreeLane = false
    for lane in value.split(separator: "|", omittingEmptySubsequences: false) {
      let text = lane.trimmed()
      let read = text.isEmpty ? LimitValue("none", kind) : LimitValue(String(text), kind)
      widest.problems += read.problems
      if read.isNoLimit { hasFreeLane = true }
      if let limit = read.limit { widest.limit = max(widest.limit ?? 0, limit) }
    }
    if hasFreeLane { widest.limit = nil }
    return widest
  }
}
