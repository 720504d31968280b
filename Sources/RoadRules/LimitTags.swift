import RoadModel

/// The limit tags of an element: which keys there are, what their suffixes mean, and how several of
/// them combine.
///
/// - The strictest of legal (`maxheight`), signed (`:signed`) and physical (`:physical`) limits binds.
/// - `:forward` and `:backward` bind one direction, together with the plain key.
/// - `:lanes` alone binds as its most generous lane, since a truck can choose the lane.
/// - `:hgv` and `:goods` bind as the plain key: only vehicles of that size are ever near the limit.
enum LimitTags {
  /// Reads all limits of an element.
  ///
  /// - Returns: At most two limits per kind, one per direction, or one for both; sorted.
  static func read(_ tags: RoadTags, _ log: inout ProblemLog) -> [VehicleLimit] {
    var table = LimitTable()
    for (key, value) in tags.pairs {
      if key.hasPrefix("max") {
        readLimit(key, value, &table, &log)
      } else if key.hasPrefix("hazmat") {
        HazardousGoods.read(key, value, &table, &log)
      } else if key.hasPrefix("trailer") {
        readTrailer(key, value, &table, &log)
      }
    }
    return table.limits
  }

  private static let kinds: [String: LimitKind] = [
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
    var parts = key.split(separator: ":")
    guard let kind = parts.first.flatMap({ kinds[String($0)] }) else {
      if key == "maxunladenweight" { log.note(key, value, .notApplied) }
      return
    }
    parts.removeFirst()
    var directions = DirectionSet.both
    var isSigned = false
    var isByLane = false
    for part in parts {
      switch part {
      case "forward": directions = .forward
      case "backward": directions = .backward
      case "both_ways", "physical", "legal", "hgv", "goods": break
      case "signed": isSigned = true
      case "lanes": isByLane = true
      case "conditional":
        log.note(key, value, .conditionalNotApplied)
        return
      case _ where remarks.contains(part): return
      default:
        log.note(key, value, .notApplied)
        return
      }
    }
    // `maxheight:signed=no` says that there is no sign, not what the limit is.
    if isSigned && (value == "yes" || value == "no") { return }
    let limit = isByLane ? byLane(value, kind) : LimitValue(value, kind)
    for problem in limit.problems { log.note(key, value, problem) }
    if let limit = limit.limit { table.add(kind, limit, directions) }
  }

  /// Suffixes that tell about the tag, not about the road.
  private static let remarks: Set<Substring> = [
    "source", "note", "type", "date", "ref", "description", "reason", "survey", "fixme", "FIXME",
    "check_date", "url",
  ]

  /// The most generous lane; a lane that cannot be read does not make the limit looser.
  private static func byLane(_ value: String, _ kind: LimitKind) -> LimitValue {
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

  /// `trailer=no`: vehicles without trailers pass.
  private static func readTrailer(
    _ key: String, _ value: String, _ table: inout LimitTable, _ log: inout ProblemLog
  ) {
    let directions: DirectionSet
    switch key {
    case "trailer": directions = .both
    case "trailer:forward": directions = .forward
    case "trailer:backward": directions = .backward
    default:
      if key.hasPrefix("trailer:"), key.hasSuffix(":conditional") {
        log.note(key, value, .conditionalNotApplied)
      }
      return
    }
    switch Ban(value) {
    case .open: break
    case .closed: table.add(.trailers, 0, directions)
    case .closedExceptAtEnds:
      table.add(.trailers, 0, directions)
      log.note(key, value, .readStricter)
    case .unknown: log.note(key, value, .unknownValue)
    }
  }
}

/// The strictest limit of each kind and direction.
struct LimitTable {
  private var forward: [LimitKind: UInt32] = [:]
  private var backward: [LimitKind: UInt32] = [:]

  mutating func add(_ kind: LimitKind, _ value: UInt32, _ directions: DirectionSet) {
    if directions.contains(Direction.forward) {
      forward[kind] = min(forward[kind] ?? .max, value)
    }
    if directions.contains(Direction.backward) {
      backward[kind] = min(backward[kind] ?? .max, value)
    }
  }

  /// The limits by kind, forward before backward; equal ones joined.
  var limits: [VehicleLimit] {
    guard !forward.isEmpty || !backward.isEmpty else { return [] }
    var limits: [VehicleLimit] = []
    for kind in LimitKind.allCases {
      let (ahead, back) = (forward[kind], backward[kind])
      if let ahead, ahead == back {
        limits.append(VehicleLimit(kind, ahead))
        continue
      }
      if let ahead { limits.append(VehicleLimit(kind, ahead, directions: .forward)) }
      if let back { limits.append(VehicleLimit(kind, back, directions: .backward)) }
    }
    return limits
  }
}

/// What an access value says about a load or a trailer, which the model knows as aboard or not.
enum Ban {
  case open
  case closed
  /// Open at the ends of a trip only; this version cannot tell, and closes.
  case closedExceptAtEnds
  case unknown

  init(_ value: String) {
    switch AccessValue(value) {
    case .access(let access) where access.isOpenToThroughTraffic: self = .open
    case .access(.no): self = .closed
    case .access: self = .closedExceptAtEnds
    case .silent: self = .open
    case .unknown: self = .unknown
    }
  }
}
