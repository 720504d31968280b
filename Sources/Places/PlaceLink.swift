internal import Geo

/// Links to the maps of other programs, which people copy from messages: the coordinate or the name in them.
enum PlaceLink {
  /// Whether a text is a link, such as `https://www.openstreetmap.org/#map=17/41.15/-8.61`.
  static func isLink(_ text: String) -> Bool {
    // Nearly all texts are none.
    guard text.utf8.contains(where: { "/:".utf8.contains($0) }) else { return false }
    let bytes = PlaceText.trimmed(text).lowercased().utf8
    guard !bytes.contains(where: { $0 <= 0x20 }) else { return false }
    let scheme = bytes.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    return beginnings.contains { bytes.starts(with: $0.utf8) }
      || !scheme.isEmpty && bytes.dropFirst(scheme.count).starts(with: "://".utf8)
  }

  /// How links begin whose scheme the program did not copy, and those of Google's navigation.
  private static let beginnings = [
    "www.", "google.", "maps.google.", "maps.app.goo.gl/", "goo.gl/maps/", "openstreetmap.org/",
    "osm.org/", "maps.apple.com/", "bing.com/maps", "plus.codes/",
  ]

  /// The first link in a text and the words around it, as in `Rua do Almada 12 https://maps.app.goo.gl/x`, which
  /// programs share; nil without a link, or for one alone.
  static func apart(_ text: String) -> (link: String, rest: String)? {
    guard text.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let parts = text.split(whereSeparator: \.isWhitespace).map { String($0) }
    guard parts.count > 1, let link = parts.first(where: isLink) else { return nil }
    let rest = parts.filter { !isLink($0) }
    return rest.isEmpty ? nil : (link, rest.joined(separator: " "))
  }

  /// What stands before a latitude, and between it and its longitude.
  ///
  /// Those of a place come before those of what the map shows.
  private static let marks: [(before: String, between: String)] = [
    ("mlat=", "mlon="), ("!3d", "!4d"), ("!3d", "!2d"), ("pin=", ","), ("query=", ","),
    ("q=", ","),
    ("destination=", ","), ("daddr=", ","), ("coordinate=", ","), ("viewpoint=", ","),
    ("cbll=", ","), ("ll=", ","), ("point=", ","),
    ("/place/", ","), ("/search/", ","), ("/l/", ","), ("lat=", "lon="), ("lat=", "lng="),
    ("y=", "x="), ("@", ","), ("center=", ","), ("cp=", "~"), ("map=", ","), ("map=", "/"),
  ]

  /// What stands before the places of a trip, of which the last is the destination.
  private static let trip = "/maps/dir/"

  /// The coordinate of a link; nil for another text, or if the link has only a name.
  static func coordinate(_ text: String) -> Coordinate? {
    guard isLink(text) else { return nil }
    let link = decoded(Array(PlaceText.trimmed(text).utf8))
    // Yandex writes the longitude first.
    if end(of: "yandex.", in: link) != nil { return nil }
    // A map of a trip shows more than its destination.
    if end(of: trip, in: link) != nil { return destination(link) }
    if let position = shortened(link) { return position }
    for (before, between) in marks {
      guard var at = end(of: before, in: link) else { continue }
      // `map=17/41.15/-8.61` begins with the zoom.
      if between == "/", number(link, &at) == nil || !skip("/", link, &at) { continue }
      guard let latitude = number(link, &at) else { continue }
      if between.utf8.count > 1 {
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
      if name.isEmpty { continue }
      let location = "loc:"
      return name.hasPrefix(location) ? String(name.dropFirst(location.count)) : name
    }
    return nameInPath(link)
  }

  /// The name in a path such as `/maps/place/Rua+do+Almada` or `plus.codes/8CHHXXX2+22`, in one of a trip that of the
  /// destination; nil without one.
  private static func nameInPath(_ link: [UInt8]) -> String? {
    for mark in ["/maps/place/", "/maps/search/", trip, "plus.codes/"] {
      guard let start = end(of: mark, in: link) else { continue }
      let path = link[start...].prefix { !"?#".utf8.contains($0) }
      let parts = path.split(separator: UInt8(ascii: "/")).prefix { part in
        !part.starts(with: "@".utf8) && !part.starts(with: "data=".utf8)
      }
      guard let part = mark == trip ? parts.last : parts.first else { continue }
      let isCode = mark == "plus.codes/"
      let spaced = part.map { $0 == UInt8(ascii: "+") && !isCode ? UInt8(ascii: " ") : $0 }
      return String(decoding: decoded(spaced), as: UTF8.self)
    }
    return nil
  }

  /// The coordinate of the destination of a trip, whose longitude comes first: `!1d-8.61!2d41.15`; nil without one.
  private static func destination(_ link: [UInt8]) -> Coordinate? {
    var rest = link[...]
    var result: Coordinate?
    while let mark = rest.firstIndex(of: UInt8(ascii: "!")) {
      rest = link[mark...]
      var at = mark
      if skip("!1d", link, &at), let longitude = number(link, &at), skip("!2d", link, &at),
        let latitude = number(link, &at)
      {
        result = Coordinate(latitude: latitude, longitude: longitude)
      }
      rest = rest.dropFirst()
    }
    return result
  }

  // MARK: Short links

  /// The digits of base 64 in short links of OpenStreetMap; older ones have @ for the last.
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~".utf8)
  /// The maximum number of digits, which have 60 of the 64 bits of a coordinate.
  private static let mostDigits = 10

  /// The coordinate of a short link of OpenStreetMap, such as `https://osm.org/go/b8boFCnYZ-`; nil for other links.
  ///
  /// Its digits have the bits of longitude and latitude in turns, as shares of 360 and 180 degrees.
  private static func shortened(_ link: [UInt8]) -> Coordinate? {
    guard let start = end(of: "osm.org/go/", in: link) ?? end(of: "openstreetmap.org/go/", in: link)
    else { return nil }
    var (longitude, latitude, size) = (0.0, 0.0, 1.0)
    for byte in link[start...].prefix(mostDigits) {
      let digit = byte == UInt8(ascii: "@") ? UInt8(ascii: "~") : byte
      guard let value = digits.firstIndex(of: digit) else { break }
      for shift in [4, 2, 0] {
        size /= 2
        longitude += size * Double(value >> (shift + 1) & 1)
        latitude += size * Double(value >> shift & 1)
      }
    }
    return size == 1
      ? nil : Coordinate(latitude: 180 * latitude - 90, longitude: 360 * longitude - 180)
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

  /// The index behind the first of some words; behind the name of a parameter, which begins at `?`, `&`, `#` or `:`.
  private static func end(of mark: String, in link: [UInt8]) -> Int? {
    let wanted = Array(mark.utf8)
    guard link.count > wanted.count else { return nil }
    let isParameter = wanted.last == UInt8(ascii: "=")
    for start in 0...(link.count - wanted.count)
    where link[start..<start + wanted.count].elementsEqual(wanted) {
      let isBegun = start > 0 && "?&#:".utf8.contains(link[start - 1])
      if !isParameter || isBegun { return start + wanted.count }
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
