internal import Geo

/// Links to the maps of other programs, which people copy from messages: the coordinate or the name in them.
enum PlaceLink {
  /// Whether a text is a link, such as `https://www.openstreetmap.org/#map=17/41.15/-8.61`.
  static func isLink(_ text: String) -> Bool {
    // Nearly all texts are none.
    guard text.utf8.contains(UInt8(ascii: "/")) else { return false }
    let bytes = PlaceText.trimmed(text).utf8
    guard !bytes.contains(where: { $0 <= 0x20 }) else { return false }
    let scheme = bytes.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
    return bytes.starts(with: "www.".utf8)
      || !scheme.isEmpty && bytes.dropFirst(scheme.count).starts(with: "://".utf8)
  }

  /// What stands before a latitude, and between it and its longitude.
  ///
  /// Those of a place come before those of what the map shows.
  private static let marks: [(before: String, between: String)] = [
    ("mlat=", "mlon="), ("!3d", "!4d"), ("pin=", ","), ("query=", ","), ("q=", ","),
    ("destination=", ","), ("daddr=", ","), ("coordinate=", ","), ("ll=", ","),
    ("point=", ","),
    ("/place/", ","), ("/search/", ","), ("/l/", ","), ("lat=", "lon="), ("lat=", "lng="),
    ("@", ","), ("center=", ","), ("cp=", "~"), ("map=", ","), ("map=", "/"),
  ]

  /// The coordinate of a link; nil for another text, or if the link has only a name.
  static func coordinate(_ text: String) -> Coordinate? {
    guard isLink(text) else { return nil }
    let link = decoded(Array(PlaceText.trimmed(text).utf8))
    // Yandex writes the longitude first.
    if end(of: "yandex.", in: link) != nil { return nil }
    for (before, between) in marks {
      guard var at = end(of: before, in: link) else { continue }
      // `map=17/41.15/-8.61` begins with the zoom.
      if between == "/", number(link, &at) == nil || !skip("/", link, &at) { continue }
      guard let latitude = number(link, &at) else { continue }
      if between.utf8.count > 2 {
        guard let other = end(of: between, in: link) else { continue }
        at = other
      } else if !skip(between, link, &at) {
        continue
      }
      if let longitude = number(link, &at),
        let position = Coordinate(latitude: latitude, longitude: longitude)
      {
        return position
      }
    }
    return nil
  }

  /// The name in a link such as `geo:0,0?q=Rua+do+Almada` or `https://maps.google.com/?q=Porto`; nil without one.
  static func name(_ text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "=")) else { return nil }
    let isUnlocated = PlaceText.trimmed(text).lowercased().hasPrefix("geo:0,0?")
    guard isUnlocated || isLink(text) else { return nil }
    let link = Array(PlaceText.trimmed(text).utf8)
    for key in ["q=", "query=", "destination=", "daddr=", "address="] {
      guard let start = end(of: key, in: link) else { continue }
      let value = link[start...].prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") }
      // Behind the place of a `geo:` URI may be a label.
      let place = isUnlocated ? value.prefix { $0 != UInt8(ascii: "(") } : value
      let spaced = place.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
      let name = String(decoding: decoded(spaced), as: UTF8.self)
      if !name.isEmpty { return name }
    }
    return nil
  }

  // MARK: Parts of a link

  /// Bytes with those that are written as `%2C` in their places.
  static func decoded(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count,
        let byte = UInt8(String(decoding: bytes[(at + 1)...(at + 2)], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        at += 3
      } else {
        result.append(bytes[at])
        at += 1
      }
    }
    return result
  }

  /// The index behind the first of some words; behind the name of a parameter, which begins at `?`, `&` or `#`.
  private static func end(of mark: String, in link: [UInt8]) -> Int? {
    let wanted = Array(mark.utf8)
    guard link.count > wanted.count else { return nil }
    let isParameter = wanted.last == UInt8(ascii: "=")
    for start in 1...(link.count - wanted.count)
    where link[start..<start + wanted.count].elementsEqual(wanted) {
      if !isParameter || "?&#".utf8.contains(link[start - 1]) { return start + wanted.count }
    }
    return nil
  }

  /// Reads a number; nil if there is none.
  private static func number(_ link: [UInt8], _ at: inout Int) -> Double? {
    let digits = link[at...].prefix { byte in
      TypedWords.isDigit(byte) || "+-.".utf8.contains(byte)
    }
    guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
    at += digits.count
    return number
  }

  /// Passes a separator and the spaces behind it, which parameters have as plus signs; returns whether it is there.
  private static func skip(_ separator: String, _ link: [UInt8], _ at: inout Int) -> Bool {
    guard link[at...].starts(with: separator.utf8) else { return false }
    at += separator.utf8.count
    while at < link.count, " +".utf8.contains(link[at]) { at += 1 }
    return true
  }
}
