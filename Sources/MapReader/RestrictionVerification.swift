internal import Bytes
internal import NavFormat
internal import RoadModel

extension NavMap {
  /// Checks that the lists of restrictions follow from the rules in the tiles (Formats/nav-2.md, section 9.4).
  func verifyRestrictions() throws(NavError) {
    guard let entry = sections[.restrictions] else { return }
    let map = self
    let lists = try map.restrictions()
    do throws(FormatError) { try lists?.verifyOrder(at: entry.offset) } catch {
      throw .format(path: path, error)
    }
    var check = RestrictionCheck(lists?.all ?? [])
    for tile in tiles {
      let view = try map.tile(tile)
      check.checkSegments(view, edgeNumbers(tile))
      for row in 0..<view.layout.ruleCount {
        let rule = view.rule(row)
        if rule.of == .segment { continue }
        guard let key = RestrictionCheck.Key(view, rule) else { continue }
        let junction = view.junction(of: rule)
        check.check(key, anyOf: try edges(at: junction, view))
      }
    }
    if let rule = check.flaw {
      throw .format(
        path: path,
        .invalid(part: "section 'restrictions'", offset: entry.offset, rule: rule))
    }
  }

  /// The base edges that begin or end at an own junction.
  private func edges(
    at junction: JunctionIndex, _ view: borrowing TileView
  ) throws(NavError) -> [EdgeNumber] {
    var ids: [EdgeNumber] = []
    for place in view.outRange(junction) {
      for edge in view.out(place).segment.edges {
        let home = try home(of: edge, in: view.layout)
        ids.append(number(of: home.edge, in: try layout(home.tile)))
      }
    }
    return ids
  }
}

/// Compares the entries of the lists with those that the rules in the tiles require.
private struct RestrictionCheck {
  /// The list and the value of an entry.
  struct Key: Hashable {
    let kind: UInt32
    let value: UInt32

    /// The entry that a rule row requires; nil if it is in no list.
    init?(_ view: borrowing TileView, _ rule: RuleRow) {
      if rule.condition != RuleRow.always {
        kind = RestrictionLists.conditionalKind
        value = Self.bits(view.condition(Int(rule.condition)), rule.effect)
      } else if case .limit(let limit, let maximum?) = rule.effect {
        kind = UInt32(limit.rawValue)
        value = maximum
      } else {
        return nil
      }
    }

    init(kind: UInt32, value: UInt32) {
      self.kind = kind
      self.value = value
    }

    private static func bits(_ condition: Condition, _ effect: RoadRule.Effect?) -> UInt32 {
      let opens =
        switch effect {
        case .access(let access, _): access.isUsable
        case .speed, .truckSpeed: true
        case .limit, .ban, .turnRound, nil: false
        }
      return condition.terms.reduce(opens ? RestrictionLists.opensBit : 0) { bits, term in
        switch term {
        case .time, .unknown: bits | RestrictionLists.timeBit
        case .vehicle, .atEnds: bits | RestrictionLists.vehicleBit
        }
      }
    }
  }

  private struct Item: Hashable {
    let key: Key
    let edge: EdgeNumber
  }

  private let listed: Set<Item>
  private var justified: Set<Item> = []
  private var missing: String?

  init(_ lists: [(kind: UInt32, entries: [RestrictionLists.Entry])]) {
    var listed: Set<Item> = []
    for (kind, entries) in lists {
      for entry in entries {
        listed.insert(Item(key: Key(kind: kind, value: entry.value), edge: entry.edge))
      }
    }
    self.listed = listed
  }

  /// The flaw after all tiles have been checked; nil if there is none.
  var flaw: String? {
    if let missing { return missing }
    guard let item = listed.subtracting(justified).min(by: { $0.edge < $1.edge }) else {
      return nil
    }
    return "edge \(item.edge) is listed for kind \(item.key.kind), but no rule says so"
  }

  /// Checks the rules of a tile's own segments.
  mutating func checkSegments(_ view: borrowing TileView, _ numbers: EdgeNumbers) {
    for segment in view.layout.ownSegments where view.hasRulesOrLimits(segment) {
      for row in view.ruleRows(of: segment) {
        let rule = view.rule(row)
        guard let key = Key(view, rule) else { continue }
        for direction in Direction.allCases where rule.directions.contains(direction) {
          check(key, anyOf: [numbers.number(ofBase: EdgeIndex(segment, direction))])
        }
      }
    }
  }

  /// Records that a rule requires an entry of one of some edges.
  mutating func check(_ key: Key, anyOf edges: [EdgeNumber]) {
    var isListed = false
    for edge in edges {
      let item = Item(key: key, edge: edge)
      guard listed.contains(item) else { continue }
      justified.insert(item)
      isListed = true
    }
    if !isListed, !edges.isEmpty, missing == nil {
      missing = "a rule of kind \(key.kind) at edge \(edges[0]) is not listed"
    }
  }
}

extension TileView {
  /// The own junction of a rule of a junction or of a turn.
  fileprivate func junction(of rule: RuleRow) -> JunctionIndex {
    rule.of == .turn
      ? head(turn(Int(rule.subject)).to.reversed) : JunctionIndex(rule.subject)
  }
}
