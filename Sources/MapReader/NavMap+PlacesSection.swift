internal import Bytes
package import NavFormat

extension NavMap {
  /// Whether the file has places: settlements, streets, addresses, points of interest (`mapc build --places`).
  public var hasPlaces: Bool { sections[.places] != nil }

  /// The places of the map, checked on first use.
  ///
  /// - Returns: A view valid while the map is borrowed; nothing is copied.
  /// - Throws: ``NavError`` if the section is damaged, or the file has none (``hasPlaces``).
  /// - Complexity: O(size of the section) on first use, then O(1).
  @_lifetime(borrow self)
  package func places() throws(NavError) -> PlacesView {
    let layout = try placesLayout()
    return PlacesView(file.bytes.extracting(sections[.places]?.range ?? 0..<0), layout: layout)
  }

  private func placesLayout() throws(NavError) -> PlacesLayout {
    do throws(FormatError) {
      guard let place = sections.index(of: .places) else {
        throw .invalid(
          part: "section table", offset: UInt64(FileHeader.length), rule: "it has no places")
      }
      let entry = sections.entries[place]
      let layout = try PlacesLayout(file.bytes.extracting(entry.range), at: entry.offset)
      try parts.once(place) { () throws(FormatError) in
        file.prefetch(entry.range)
        try Parts.verify(entry, file.bytes)
        try PlacesView(file.bytes.extracting(entry.range), layout: layout)
          .validate(
            at: entry.offset,
            (edgeEnd: header.edgeEnd, namesLength: parts.names.length))
      }
      return layout
    } catch { throw .format(path: path, error) }
  }
}

extension NavMap {
  /// The first byte of a name, with the letters A to Z in lower case; nil for no name.
  package func firstByte(ofName offset: UInt32) -> UInt8? {
    let bytes = file.bytes.extracting(parts.names.range)
    var at = Int(offset)
    guard offset != 0, at < bytes.byteCount,
      let length = Varint.read(bytes, at: &at, end: bytes.byteCount), length > 0,
      at < bytes.byteCount
    else { return nil }
    let first = bytes.u8(at)
    return first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z") ? first | 0x20 : first
  }

  /// Whether a name has a byte; quick for one of many names.
  package func hasByte(_ byte: UInt8, inName offset: UInt32) -> Bool {
    place(of: byte, inName: offset) != nil
  }

  /// The byte behind the first of a kind in a name, such as a slash; nil if there is none.
  package func byte(behind byte: UInt8, inName offset: UInt32) -> UInt8? {
    guard let found = place(of: byte, inName: offset), found.at + 1 < found.end else { return nil }
    let bytes = file.bytes.extracting(parts.names.range)
    return bytes.u8(found.at + 1)
  }

  /// The place of a byte in a name, and the end of the name.
  private func place(of byte: UInt8, inName offset: UInt32) -> (at: Int, end: Int)? {
    let bytes = file.bytes.extracting(parts.names.range)
    var at = Int(offset)
    guard offset != 0, at < bytes.byteCount,
      let length = Varint.read(bytes, at: &at, end: bytes.byteCount)
    else { return nil }
    let end = at + min(Int(clamping: length), bytes.byteCount - at)
    while at < end {
      if bytes.u8(at) == byte { return (at, end) }
      at += 1
    }
    return nil
  }

  /// Whether the first word of a name may begin with a folded word, which letters beyond ASCII, and signs before the
  /// first letter, leave open; quick for one of many names.
  package func mayBegin(_ offset: UInt32, with word: [UInt8]) -> Bool {
    let bytes = file.bytes.extracting(parts.names.range)
    var at = Int(offset)
    guard offset != 0, at < bytes.byteCount,
      let length = Varint.read(bytes, at: &at, end: bytes.byteCount)
    else { return false }
    let end = at + min(Int(clamping: length), bytes.byteCount - at)
    for (index, letter) in word.enumerated() {
      if at == end { return false }
      let byte = bytes.u8(at)
      if byte >= 0x80 { return true }
      let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      let folded = isCapital ? byte | 0x20 : byte
      if folded != letter { return index == 0 && !Self.isLetterOrDigit(folded) }
      at += 1
    }
    return true
  }

  private static func isLetterOrDigit(_ folded: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= folded
      || UInt8(ascii: "0")...UInt8(ascii: "9") ~= folded
  }

  /// The numbers of a name that is one, perhaps with letters A to Z behind it, such as `12` and `12a`, or a range such
  /// as `12-14`; nil for other names.
  ///
  /// Nearly all house numbers are such names, so that few need a string.
  package func plainNumber(ofName offset: UInt32) -> ClosedRange<Int>? {
    let bytes = file.bytes.extracting(parts.names.range)
    var at = Int(offset)
    guard offset != 0, at < bytes.byteCount,
      let length = Varint.read(bytes, at: &at, end: bytes.byteCount)
    else { return nil }
    let end = at + min(Int(clamping: length), bytes.byteCount - at)
    guard let first = Self.number(bytes, &at, end) else { return nil }
    if at < end, bytes.u8(at) == UInt8(ascii: "-") {
      at += 1
      guard let last = Self.number(bytes, &at, end), at == end else { return nil }
      return min(first, last)...max(first, last)
    }
    while at < end {
      guard UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes.u8(at) | 0x20 else { return nil }
      at += 1
    }
    return first...first
  }

  /// The maximum number of digits of a plain number.
  package static let mostPlainDigits = 9

  /// The number of the digits from a byte on; nil if there are none, or too many.
  private static func number(_ bytes: RawSpan, _ at: inout Int, _ end: Int) -> Int? {
    let start = at
    var value = 0
    while at < end, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes.u8(at) {
      if at - start == mostPlainDigits { return nil }
      value = 10 * value + Int(bytes.u8(at) - UInt8(ascii: "0"))
      at += 1
    }
    return at == start ? nil : value
  }
}
