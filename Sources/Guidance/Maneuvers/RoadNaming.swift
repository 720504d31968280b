/// Whether two stretches of road go by the same name to those who travel them.
struct RoadNaming {
  let name: String?
  let ref: String?

  /// Whether the stretch has neither a name nor a number.
  var isUnnamed: Bool { name == nil && ref == nil }

  /// Whether a traveller must be told the name of a stretch that follows another.
  ///
  /// A name that is left out, a name in another form and a number that is added are no news; a name after a number
  /// alone is.
  func isNews(after before: RoadNaming) -> Bool {
    if isUnnamed { return false }
    if before.isUnnamed { return true }
    if before.name == nil, name != nil, ref == nil { return true }
    guard let name, let old = before.name else { return !Self.shareNumber(ref, before.ref) }
    return !Self.isSame(name, old)
  }

  /// Whether the stretch has the name of another; no name is not the same as no name.
  func isSame(_ other: RoadNaming) -> Bool {
    guard let name, let old = other.name else { return false }
    return Self.isSame(name, old)
  }

  /// Whether one name is the beginning of the other, by whole words: Rua 1 is not Rua 10.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
    guard !short.isEmpty, long.hasPrefix(short) else { return false }
    let next = long[long.index(long.startIndex, offsetBy: short.count)]
    return !next.isLetter && !next.isNumber
  }

  /// Whether one of two lists of numbers is part of the other, or left out.
  private static func shareNumber(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b, a != b else { return true }
    let (first, second) = (numbers(a), numbers(b))
    return first.allSatisfy { second.contains($0) } || second.allSatisfy { first.contains($0) }
  }

  private static func numbers(_ list: String) -> [Substring] {
    list.split(separator: ";").map { $0.drop { $0 == " " } }
  }
}
