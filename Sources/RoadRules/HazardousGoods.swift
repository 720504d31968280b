import RoadModel

/// The rules on dangerous loads: `hazmat`, `hazmat:water` and tunnel categories.
///
/// A tunnel of category E lets loads without a code pass, D those of code E as well, C of D and E, B of C,
/// D and E (ADR, chapter 8.6). Mappers write the category itself, or every code that may not enter:
/// `hazmat:D=no` closes to code D, hence to C and B too.
enum HazardousGoods {
  /// Reads one tag whose key begins with `hazmat`.
  static func read(
    _ key: String, _ value: String, _ table: inout LimitTable, _ log: inout ProblemLog
  ) {
    var parts = key.split(separator: ":").dropFirst()
    if parts.last == "conditional" {
      log.note(key, value, .conditionalNotApplied)
      return
    }
    var directions = DirectionSet.both
    if parts.last == "forward" { directions = .forward }
    if parts.last == "backward" { directions = .backward }
    if directions != .both { parts.removeLast() }
    guard parts.count <= 1 else {
      log.note(key, value, .notApplied)
      return
    }
    switch parts.first {
    case nil: ban(.hazmat, 0, key, value, directions, &table, &log)
    case "water": ban(.hazmatWater, 0, key, value, directions, &table, &log)
    // In Finland the sign A closes a road to all dangerous loads.
    case "A": ban(.hazmat, 0, key, value, directions, &table, &log)
    case "B": ban(.tunnelCode, 3, key, value, directions, &table, &log)
    case "C": ban(.tunnelCode, 2, key, value, directions, &table, &log)
    case "D": ban(.tunnelCode, 1, key, value, directions, &table, &log)
    case "E": ban(.tunnelCode, 0, key, value, directions, &table, &log)
    case "adr_tunnel_cat", "tunnel_cat", "tunnel_category":
      guard let code = severities[value.uppercased()] else {
        log.note(key, value, .unknownValue)
        return
      }
      if code < severest { table.add(.tunnelCode, code, directions) }
    default: log.note(key, value, .notApplied)
    }
  }

  private static func ban(
    _ kind: LimitKind, _ limit: UInt32, _ key: String, _ value: String, _ directions: DirectionSet,
    _ table: inout LimitTable, _ log: inout ProblemLog
  ) {
    switch Ban(value) {
    case .open: return
    case .closed: break
    case .closedExceptAtEnds: log.note(key, value, .readStricter)
    case .unknown:
      log.note(key, value, .unknownValue)
      return
    }
    table.add(kind, limit, directions)
  }

  /// The greatest severity that a category lets pass; category A lets all pass.
  private static let severities: [String: UInt32] = ["A": severest, "B": 3, "C": 2, "D": 1, "E": 0]
  private static let severest: UInt32 = 4
}
