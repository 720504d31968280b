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

  /// Whether the stretch has the same name or number as the one before.
  func isKnown(after before: RoadNaming) -> Bool {
    !isUnnamed && !before.isUnnamed && !isNews(after: before)
  }

  /// Whether one name is a prefix of the other, by whole words, or they differ only by the part of the road: Rua 1 is
  /// not Rua 10, but North Main Street is Main Street South.
  ///
  /// A bridge or tunnel that is called after its street has the name of the street.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    if a == b { return true }
    let (short, long) = a.utf8.count < b.utf8.count ? (a, b) : (b, a)
    if !short.isEmpty, long.hasPrefix(short) {
      let rest = long[long.index(long.startIndex, offsetBy: short.count)...]
      if let next = rest.first, !next.isLetter, !next.isNumber { return true }
      if short.last?.isLetter == true, isCrossing(rest) { return true }
    }
    if isPlain(a), isPlain(b) { return false }
    // Where streets meet in a bend, the stretch between them may have both names.
    let (one, other) = (Array(a.utf8), Array(b.utf8))
    if one.contains(UInt8(ascii: ";")) || other.contains(UInt8(ascii: ";")) {
      let (first, second) = (
        parts(a.utf8).map { Substring($0) }, parts(b.utf8).map { Substring($0) }
      )
      return first.contains { second.contains($0) }
    }
    let (first, second) = (wholeRoad(one[...]), wholeRoad(other[...]))
    // Names without such words differ, as was seen first.
    if first.count == one.count, second.count == other.count { return false }
    return String(decoding: first, as: UTF8.self) == String(decoding: second, as: UTF8.self)
  }

  /// Whether a name is no list, and has no word for a part of the road: then only its beginning may be that of another.
  private static func isPlain(_ name: String) -> Bool {
    let utf8 = name.utf8
    let bytes = utf8.span
    // The last word.
    var start = 0
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: ";") { return false }
      if bytes[index] == UInt8(ascii: " ") { start = index + 1 }
    }
    return !mayBeDirection(bytes, 0) && !mayBeDirection(bytes, start)
  }

  /// Whether the word at a place may be one for a part of the road, by its first bytes.
  private static func mayBeDirection(_ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard start < bytes.count else { return false }
    switch bytes[start] {
    case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "S"), UInt8(ascii: "W"): break
    default: return false
    }
    // That of North, South, East or West.
    guard start + 2 < bytes.count, 0x61...0x7A ~= bytes[start + 1] else { return true }
    switch bytes[start + 2] {
    case UInt8(ascii: "r"), UInt8(ascii: "u"), UInt8(ascii: "s"): return true
    default: return false
    }
  }

  /// What the name of a street is compounded with for its bridge or tunnel: Hauptstraßenbrücke.
  private static let crossings: Set<Substring> = [
    "brücke", "tunnel", "unterführung", "überführung", "viadukt", "brug", "viaduct",
  ]

  private static func isCrossing(_ rest: Substring) -> Bool {
    crossings.contains(rest) || rest.first == "n" && crossings.contains(rest.dropFirst())
  }

  /// The English words for the parts of a road, before or behind its name.
  ///
  /// In other languages, such words also tell roads apart: Calle Norte is not Calle Sur.
  private static let directions: Set<String> = [
    "N", "NE", "E", "SE", "S", "SW", "W", "NW", "North", "Northeast", "East", "Southeast", "South",
    "Southwest", "West", "Northwest",
  ]

  /// A name without the words for the part of the road, unless only the kind of road is left: North Street.
  ///
  /// It is asked for most maneuvers, so spaces are sought in a list of bytes instead of a string.
  private static func wholeRoad(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    func tells(_ rest: ArraySlice<UInt8>) -> Bool {
      rest.contains(space) || String(decoding: rest, as: UTF8.self).last?.isNumber ?? false
    }
    var rest = name
    if let end = rest.lastIndex(of: space), isDirection(rest[end...].dropFirst()),
      tells(rest[..<end])
    {
      rest = rest[..<end]
    }
    if let end = rest.firstIndex(of: space), isDirection(rest[..<end]),
      tells(rest[end...].dropFirst())
    {
      rest = rest[end...].dropFirst()
    }
    return rest
  }

  private static func isDirection(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "S"), UInt8(ascii: "W"):
      return directions.contains(String(decoding: word, as: UTF8.self))
    default: return false
    }
  }

  /// Whether one of two lists of numbers is part of the other, or missing.
  private static func shareNumber(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b, a != b else { return true }
    // In lists of bytes: a step along a string takes far longer.
    let (first, second) = (parts(Array(a.utf8)).map(bare), parts(Array(b.utf8)).map(bare))
    return first.allSatisfy { second.contains($0) } || second.allSatisfy { first.contains($0) }
  }

  /// The bytes of a number without what mappers write between its letters and digits or leave out: A-1 and A1 are A 1,
  /// but EN 14-1 is not EN 141.
  private static func bare(_ number: ArraySlice<UInt8>) -> [UInt8] {
    var bare: [UInt8] = []
    bare.reserveCapacity(number.count)
    for index in number.indices {
      let byte = number[index]
      let isBetween = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "-")
      if isBetween, let last = bare.last, isLetter(last), index + 1 < number.endIndex,
        0x30...0x39 ~= number[index + 1]
      {
        continue
      }
      bare.append(byte)
    }
    return bare
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }

  /// The names or numbers of a list, from its bytes.
  private static func parts<Bytes: BidirectionalCollection<UInt8>>(
    _ list: Bytes
  ) -> [Bytes.SubSequence] {
    list.split(separator: UInt8(ascii: ";")).map { text in
      var part = text.drop { $0 == UInt8(ascii: " ") }
      while part.last == UInt8(ascii: " ") { part.removeLast() }
      return part
    }
  }
}
