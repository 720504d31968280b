import RoadModel

/// The rules on dangerous loads: `hazmat`, `hazmat:water` and tunnel categories.
///
/// A tunnel of category E lets loads without a code pass, D also those of code E, C those of D and
/// E, B those of C, D and E (ADR, chapter 8.6). Mappers write the category itself, or all codes
/// that may not enter: `hazmat:D=no` closes to code D, and thus also to C and B.
///
/// Outside tunnels the letters A and B mean the two signs of Finland: A closes a road to all
/// dangerous loads, B to some; B is read as A.
enum HazardousGoods {
  /// Reads one tag whose key begins with `hazmat`.
  static func read(
    _ key: String, _ value: String, isTunnel: Bool, _ table: inout LimitTable,
    _ log: inout ProblemLog
  ) {
    var parts = key.split(separator: ":")[...]
    guard parts.popFirst() == "hazmat" else { return }
    var isConditional = value.contains("@")
    if parts.last == "conditional" {
      isConditional = true
      parts.removeLast()
    }
    var directions = DirectionSet.both
    if parts.last == "forward" { directions = .forward }
    if parts.last == "backward" { directions = .backward }
    if directions != .both { parts.removeLast() }
    guard parts.count <= 1 else {
      log.note(key, value, .notApplied)
      return
    }
    func ban(_ kind: LimitKind, _ maximum: UInt32) {
      let layer = "hazmat:\(parts.first ?? "")"
      table.addBan(
        kind, maximum, (key, value, layer), directions, isConditional: isConditional, &log)
    }
    switch parts.first {
    case nil, "A": ban(.hazmat, 0)
    case "water": ban(.hazmatWater, 0)
    case "B" where !isTunnel:
      ban(.hazmat, 0)
      if case .closed = Ban(value) { log.note(key, value, .readStricter) }
    case "B": ban(.tunnelCode, 3)
    case "C": ban(.tunnelCode, 2)
    case "D": ban(.tunnelCode, 1)
    case "E": ban(.tunnelCode, 0)
    case "adr_tunnel_cat", "tunnel_cat", "tunnel_category":
      category(key, value, directions, isConditional: isConditional, &table, &log)
    case "source", "note", "lanes": break
    default: log.note(key, value, .notApplied)
    }
  }

  /// Reads a category by its letter.
  private static func category(
    _ key: String, _ value: String, _ directions: DirectionSet, isConditional: Bool,
    _ table: inout LimitTable, _ log: inout ProblemLog
  ) {
    let layer = "hazmat:category"
    guard isConditional else {
      if let code = severities[value.uppercased()] {
        if code < severest { table.add(.tunnelCode, code, directions, layer: layer) }
      } else {
        log.note(key, value, .unknownValue)
      }
      return
    }
    for clause in log.clauses(key, value) {
      if let code = severities[clause.value.uppercased()] {
        table.add(
          .tunnelCode, code < severest ? code : nil, directions, layer: layer,
          condition: clause.condition)
      } else {
        log.note(key, value, .unknownValue)
      }
    }
  }

  /// The maximum severity that may pass each category; all may pass category A.
  private static let severities: [String: UInt32] = ["A": severest, "B": 3, "C": 2, "D": 1, "E": 0]
  private static let severest: UInt32 = 4
}
