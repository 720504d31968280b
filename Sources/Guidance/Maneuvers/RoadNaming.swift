/// Whether two stretches of road have the same name for a traveller.
struct RoadNaming {
  let name: String?
  let ref: String?

  /// Whether the stretch has neither a name nor a number.
  var isUnnamed: Bool { name == nil && ref == nil }

  /// Whether the name of a stretch is new to a traveller who comes from another stretch.
  ///
  /// A name that is left out, a name in another form and a number that is added are no news; a name after a number
  /// alone is, and a number alone after a name.
  func isNews(after before: RoadNaming) -> Bool {
    if isUnnamed { return false }
    if before.isUnnamed { return true }
    switch (before.name, name) {
    case (let old?, let name?): return !Self.isSame(name, old)
    case (nil, _?): return ref == nil || !Self.shareNumber(ref, before.ref)
    case (_?, nil): return before.ref == nil || !Self.shareNumber(ref, before.ref)
    case (nil, nil): return !Self.shareNumber(ref, before.ref)
    }
  }

  /// Whether the stretch has the name of the one before; no name is not the same as no name.
  func isSame(_ before: RoadNaming) -> Bool {
    name != nil && before.name != nil && !isNews(after: before)
  }

  /// Whether the stretch has the same name or number as the one before.
  func isKnown(after before: RoadNaming) -> Bool {
    !isUnnamed && !before.isUnnamed && !isNews(after: before)
  }

  /// Whether one name is a prefix of the other, by whole words: Rua 1 is not Rua 10; or whether they differ only in the
  /// direction before or behind them.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
    guard !short.isEmpty else { return false }
    if long.hasPrefix(short) {
      let next = long[long.index(long.startIndex, offsetBy: short.count)]
      if !next.isLetter && !next.isNumber { return true }
    }
    return !withoutDirection(a).isDisjoint(with: withoutDirection(b))
  }

  /// The directions that English names of one road have before or behind them. In other languages, such words
  /// also tell streets apart (Calle Norte, Calle Sur).
  private static let directions: Set = [
    "n", "ne", "e", "se", "s", "sw", "w", "nw", "north", "northeast", "east", "southeast", "south",
    "southwest", "west", "northwest",
  ]

  /// A name, and what remains of it without a direction at one of its ends.
  private static func withoutDirection(_ name: String) -> Set<Substring> {
    var forms: Set = [name[...]]
    guard let first = name.firstIndex(of: " "), let last = name.lastIndex(of: " ") else {
      return forms
    }
    if directions.contains(name[..<first].lowercased()) {
      forms.insert(name[name.index(after: first)...])
    }
    if directions.contains(name[name.index(after: last)...].lowercased()) {
      forms.insert(name[..<last])
    }
    return forms
  }

  /// Whether one of two lists of numbers is part of the other, or missing.
  private static func shareNumber(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b, a != b else { return true }
    let (first, second) = (numbers(a), numbers(b))
    return first.allSatisfy { second.contains($0) } || second.allSatisfy { first.contains($0) }
  }

  private static func numbers(_ list: String) -> [Substring] {
    list.split(separator: ";").map { $0.drop { $0 == " " } }
  }
}
