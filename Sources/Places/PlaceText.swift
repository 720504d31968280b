public import Geo

/// Coordinates and plus codes in texts.
package enum PlaceText {
  /// The coordinate that a text states; nil if it states none.
  ///
  /// - Parameters:
  ///   - text: `41.1496, -8.611`, `41.1496 -8.611`, `41,1496; -8,611`, `N41.1 W8.6`, `41°8'59"N 8°36'40"W`,
  ///     `N 41° 8.98' W 8° 36.67'`, `41:8:59N 8:36:40W`, `41°8'59", -8°36'40"`, `lat 41.1 lon -8.6`, `geo:41.1,-8.6`,
  ///     a plus code, or a link to a map such as `https://www.openstreetmap.org/#map=17/41.15/-8.61`.
  ///   - near: Completes a short plus code.
  /// - Returns: The coordinate.
  package static func coordinate(_ text: String, near: Coordinate?) -> Coordinate? {
    if let position = PlaceLink.coordinate(text) { return position }
    var text = trimmed(text)
    guard text.utf8.count <= 80 else { return nil }
    text = withPlainSigns(text)
    for (opening, closing) in [("(", ")"), ("[", "]")]
    where text.hasPrefix(opening) && text.hasSuffix(closing) {
      text = trimmed(String(text.dropFirst().dropLast()))
    }
    return decimal(text) ?? sexagesimal(text) ?? signedSexagesimal(text)
      ?? PlusCode.coordinate(PlusCode.joined(text), near: near)
  }

  /// The name of a coordinate: the text that states it, but not a link, which may be long.
  package static func name(_ text: String, of position: Coordinate) -> String {
    PlaceLink.isLink(text) ? position.description : trimmed(text)
  }

  /// A text without spaces and control characters at its ends.
  package static func trimmed(_ text: String) -> String {
    let isSpace: (Unicode.Scalar) -> Bool = { $0.value <= 0x20 || $0.properties.isWhitespace }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// A text with ASCII for the signs of a minus that pages print, and for the wide digits and signs of Asian keyboards.
  private static func withPlainSigns(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2212, 0x2013: result.append("-")
      case 0xFF01...0xFF5E: result.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// A text of capital letters with the letters of the axes for words, such as `N 41.1  E -8.6` for
  /// `LAT: 41.1, LON: -8.6`; nil if it begins with no such word.
  private static func withoutWords(_ text: String) -> String? {
    let words = ["LATITUDE", "LAT", "LONGITUDE", "LONG", "LON", "LNG"]
    guard words.contains(where: { text.hasPrefix($0) }) else { return nil }
    let parts = withDecimalPoints(text).split { ",;:=&".contains($0) || $0.isWhitespace }
    return parts.map { part in
      guard let word = words.first(where: { part.hasPrefix($0) }) else { return String(part) }
      return (word.hasPrefix("LA") ? "N" : "E") + part.dropFirst(word.count)
    }.joined(separator: " ")
  }

  private static func decimal(_ text: String) -> Coordinate? {
    let text = text.uppercased()
    if text.hasPrefix("GEO:") { return decimal(uri: text) }
    if let named = withoutWords(text) { return decimal(parts: parts(of: named), isNamed: true) }
    return decimal(parts: parts(of: withDecimalPoints(text)))
  }

  /// The coordinate of a `geo:` URI in capital letters.
  private static func decimal(uri: String) -> Coordinate? {
    let query = "GEO:0,0?Q="
    if uri.hasPrefix(query) {
      // `geo:0,0?q=41.1,-8.6(Home)`; any other text is a name.
      return decimal(String(uri.dropFirst(query.utf8.count).prefix { $0 != "(" }))
    }
    // The rest, such as `?z=12`, does not change the place.
    var parts = parts(of: String(uri.dropFirst(4).prefix { $0 != "?" && $0 != ";" }))
    // The third number of a URI is the height.
    if parts.count == 3 { parts.removeLast() }
    return decimal(parts: parts, isURI: true)
  }

  private static func parts(of text: String) -> [Substring] {
    text.split { ",;°/".contains($0) || $0.isWhitespace }
  }

  /// The coordinate of two numbers, with letters for their axes or without.
  ///
  /// - Parameters:
  ///   - parts: The numbers and letters.
  ///   - isURI: Whether the numbers are certainly those of a coordinate.
  ///   - isNamed: Whether the letters stand for words such as `lat`, which say nothing about signs.
  /// - Returns: The coordinate; nil for other texts.
  private static func decimal(
    parts: [Substring], isURI: Bool = false, isNamed: Bool = false
  ) -> Coordinate? {
    guard parts.count == 2 || parts.count == 4 else { return nil }
    var numbers: [Double] = []
    var axes: [(sign: Double, isLatitude: Bool)] = []
    for part in parts {
      var part = part
      var axis: (sign: Double, isLatitude: Bool)?
      for (letter, sign, isLatitude) in [
        ("N", 1.0, true), ("S", -1, true), ("E", 1, false), ("W", -1, false),
      ] {
        if part.hasPrefix(letter) {
          part = part.dropFirst()
          axis = (sign, isLatitude)
        } else if part.hasSuffix(letter) {
          part = part.dropLast()
          axis = (sign, isLatitude)
        }
      }
      if let axis { axes.append(axis) }
      if part.isEmpty { continue }
      let digits = part.utf8.allSatisfy {
        TypedWords.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
          || $0 == UInt8(ascii: "+")
      }
      // Two whole numbers are more likely a house number and a postcode.
      guard digits, isURI || part.contains("."), let number = Double(part) else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 2 else { return nil }
    if !axes.isEmpty {
      guard axes.count == 2, axes[0].isLatitude != axes[1].isLatitude else { return nil }
      // A minus and a letter for south or west would contradict or repeat each other.
      if !isNamed, numbers.contains(where: { $0 < 0 }) { return nil }
      for index in 0..<2 { numbers[index] *= axes[index].sign }
      if axes[1].isLatitude { numbers.swapAt(0, 1) }
    }
    return Coordinate(latitude: numbers[0], longitude: numbers[1])
  }

  /// A text whose only decimal commas are those of two numbers, such as `41,1496 -8,611`, with points instead; any
  /// other text unchanged.
  private static func withDecimalPoints(_ text: String) -> String {
    guard !text.contains(".") else { return text }
    var letters = Array(text)
    let commas = letters.indices.dropFirst().dropLast().filter {
      letters[$0] == "," && isDigit(letters[$0 - 1]) && isDigit(letters[$0 + 1])
    }
    guard commas.count == 2 else { return text }
    for comma in commas { letters[comma] = "." }
    return String(letters)
  }
}

/// Coordinates in degrees, minutes and seconds.
extension PlaceText {
  private static let axes: Set<Character> = ["N", "S", "E", "W"]
  private static let degreeSigns: Set<Character> = ["°", "º"]
  private static let marks: Set<Character> = [
    "°", "'", "\"", "′", "″", "’", "”", "º", "D", " ", ",", ";", ":",
  ]

  /// The coordinate of a text such as `41°8'59"N 8°36'40.5"W`, `41° 8,9' N 8° 36,6' W` or `N 41° 8.9' W 8° 36.6'`; both
  /// letters are needed.
  private static func sexagesimal(_ text: String) -> Coordinate? {
    let letters = Array(text.uppercased())
    // The letters stand before the numbers of their axes, or behind them.
    let isBefore = letters.first.map { axes.contains($0) } ?? false
    var degrees: [Character: Double] = [:]
    var axis: Character?
    var numbers: [Double] = []
    var at = 0
    while at < letters.count {
      let letter = letters[at]
      if isDigit(letter) {
        guard let number = number(letters, &at) else { return nil }
        numbers.append(number)
        continue
      }
      at += 1
      if marks.contains(letter) { continue }
      guard axes.contains(letter) else { return nil }
      if isBefore {
        if let axis, !add(axis, numbers, to: &degrees) { return nil }
        axis = letter
      } else if !add(letter, numbers, to: &degrees) {
        return nil
      }
      numbers = []
    }
    if let axis {
      guard add(axis, numbers, to: &degrees) else { return nil }
    } else if !numbers.isEmpty {
      return nil
    }
    guard let latitude = degrees["N"], let longitude = degrees["E"] else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The coordinate of a text with signs instead of letters, such as `41°8'59", -8°36'40.5"`; each axis begins with its
  /// degrees.
  private static func signedSexagesimal(_ text: String) -> Coordinate? {
    let letters = Array(text)
    var axes: [(isNegative: Bool, numbers: [Double])] = []
    var numbers: [Double] = []
    var isNegative = false
    var at = 0
    while at < letters.count {
      let letter = letters[at]
      if isDigit(letter) {
        guard let number = number(letters, &at) else { return nil }
        numbers.append(number)
        continue
      }
      at += 1
      if degreeSigns.contains(letter) {
        guard let degrees = numbers.popLast(), axes.count < 2 else { return nil }
        if axes.isEmpty, !numbers.isEmpty { return nil }
        if !axes.isEmpty { axes[axes.count - 1].numbers += numbers }
        axes.append((isNegative, [degrees]))
        (numbers, isNegative) = ([], false)
      } else if letter == "-" || letter == "+" {
        // Only degrees have a sign.
        guard !isNegative, at < letters.count, isDigit(letters[at]) else { return nil }
        isNegative = letter == "-"
      } else if !marks.contains(letter) {
        return nil
      }
    }
    guard axes.count == 2, !isNegative else { return nil }
    axes[1].numbers += numbers
    var degrees: [Character: Double] = [:]
    for (letter, axis) in zip([("N", "S"), ("E", "W")] as [(Character, Character)], axes) {
      let half = axis.isNegative ? letter.1 : letter.0
      guard add(half, axis.numbers, to: &degrees) else { return nil }
    }
    guard let latitude = degrees["N"], let longitude = degrees["E"] else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func isDigit(_ letter: Character) -> Bool { letter.isASCII && letter.isNumber }

  /// Reads a number with a decimal point or comma; a comma that no digit follows ends it.
  private static func number(_ letters: [Character], _ at: inout Int) -> Double? {
    var digits = ""
    while at < letters.count {
      let letter = letters[at]
      let isFollowed = at + 1 < letters.count && isDigit(letters[at + 1])
      if isDigit(letter) {
        digits.append(letter)
      } else if letter == "." || letter == ",", isFollowed, !digits.contains(".") {
        digits.append(".")
      } else {
        break
      }
      at += 1
    }
    return Double(digits)
  }

  /// Adds degrees, minutes and optional seconds as degrees of their axis, `N` or `E`; returns whether they are some.
  private static func add(
    _ letter: Character, _ numbers: [Double], to degrees: inout [Character: Double]
  ) -> Bool {
    let axis: Character = letter == "N" || letter == "S" ? "N" : "E"
    guard 2...3 ~= numbers.count, numbers.dropFirst().allSatisfy({ $0 < 60 }), degrees[axis] == nil
    else { return false }
    let sum = numbers[0] + numbers[1] / 60 + (numbers.count > 2 ? numbers[2] / 3_600 : 0)
    degrees[axis] = letter == "S" || letter == "W" ? -sum : sum
    return true
  }
}

/// Plus codes, also called Open Location Codes (the specification of Google, version 1.1).
public enum PlusCode {
  private static let digits = Array("23456789CFGHJMPQRVWX".utf8)
  /// The number of digits of a full code before the plus sign.
  private static let separatorPlace = 8

  /// The centre of the area of a code; nil if the text is not a code.
  ///
  /// - Parameters:
  ///   - text: A full code such as `8CHHXXX2+22`, or a short one such as `XXX2+22`.
  ///   - near: The coordinate that completes a short code; nil accepts only full ones.
  /// - Returns: The coordinate.
  public static func coordinate(_ text: String, near: Coordinate?) -> Coordinate? {
    let bytes = Array(text.uppercased().utf8)
    guard let plus = bytes.firstIndex(of: UInt8(ascii: "+")), plus % 2 == 0, plus <= separatorPlace,
      bytes.count <= 16
    else { return nil }
    let before = bytes[..<plus].prefix { $0 != UInt8(ascii: "0") }
    let padding = bytes[..<plus].dropFirst(before.count)
    let after = bytes[(plus + 1)...]
    guard padding.allSatisfy({ $0 == UInt8(ascii: "0") }), padding.count % 2 == 0,
      padding.isEmpty || after.isEmpty && plus == separatorPlace, after.count != 1
    else { return nil }
    var values: [Int] = []
    for byte in before + after {
      guard let value = digits.firstIndex(of: byte) else { return nil }
      values.append(value)
    }
    guard !values.isEmpty else { return nil }
    if plus < separatorPlace {
      guard let near, plus >= 2 else { return nil }
      return completed(values, missing: separatorPlace - plus, near)
    }
    guard values[0] < 9, values.count < 2 || values[1] < 18 else { return nil }
    let area = area(values)
    return Coordinate(
      latitude: min(area.south + area.height / 2, 90), longitude: area.west + area.width / 2)
  }

  /// A text with the two halves of a full code joined, which some write as `8FVC 9G8F+6X`.
  static func joined(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let plus = bytes.firstIndex(of: UInt8(ascii: "+")), plus > separatorPlace else {
      return text
    }
    let space = plus - 5
    let code = bytes[(space - 4)..<space] + bytes[(space + 1)..<plus]
    let isCode = code.allSatisfy { byte in
      digits.contains(byte >= UInt8(ascii: "a") ? byte & ~0x20 : byte)
    }
    guard bytes[space] == UInt8(ascii: " "), isCode else { return text }
    return String(decoding: bytes[..<space] + bytes[(space + 1)...], as: UTF8.self)
  }

  /// Whether a text is a code without its beginning, such as `4CXR+2V`.
  static func isShort(_ text: String) -> Bool {
    coordinate(text, near: nil) == nil
      && coordinate(text, near: Coordinate(latitudeUnits: 0, longitudeUnits: 0)) != nil
  }

  /// The area of the digits of a full code, in degrees.
  private static func area(
    _ values: [Int]
  ) -> (south: Double, west: Double, height: Double, width: Double) {
    var (south, west, height, width) = (-90.0, -180.0, 400.0, 400.0)
    for (place, value) in values.prefix(10).enumerated() {
      if place % 2 == 0 {
        height /= 20
        south += Double(value) * height
      } else {
        width /= 20
        west += Double(value) * width
      }
    }
    if values.count % 2 == 1, values.count < 10 { width /= 20 }
    for value in values.dropFirst(10) {
      height /= 5
      width /= 4
      south += Double(value / 4) * height
      west += Double(value % 4) * width
    }
    return (south, west, height, width)
  }

  /// The place of a short code that is nearest to a coordinate.
  private static func completed(
    _ values: [Int], missing: Int, _ near: Coordinate
  ) -> Coordinate? {
    let beginning = code(near).prefix(missing).compactMap { digits.firstIndex(of: $0) }
    let area = area(beginning + values)
    var step = 400.0
    for _ in 0..<missing / 2 { step /= 20 }
    var latitude = area.south + area.height / 2
    var longitude = area.west + area.width / 2
    if near.latitude + step / 2 < latitude, latitude - step >= -90 {
      latitude -= step
    } else if near.latitude - step / 2 > latitude, latitude + step <= 90 {
      latitude += step
    }
    if near.longitude + step / 2 < longitude {
      longitude -= step
    } else if near.longitude - step / 2 > longitude {
      longitude += step
    }
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The first eight digits of the code of a coordinate.
  private static func code(_ position: Coordinate) -> [UInt8] {
    var latitude = min(position.latitude + 90, 179.9999)
    var longitude = position.longitude + 180
    if longitude >= 360 { longitude -= 360 }
    var result: [UInt8] = []
    var size = 20.0
    for _ in 0..<4 {
      let (row, column) = (min(Int(latitude / size), 19), min(Int(longitude / size), 19))
      result += [digits[row], digits[column]]
      latitude -= Double(row) * size
      longitude -= Double(column) * size
      size /= 20
    }
    return result
  }
}
