package import Geo

/// Coordinates and plus codes in texts.
package enum PlaceText {
  /// The coordinate that a text states; nil if it states none.
  ///
  /// - Parameters:
  ///   - text: `41.1496, -8.611`, `41.1496 -8.611`, `41,1496; -8,611`, `N41.1 W8.6`, `41°8'59"N 8°36'40"W`,
  ///     `N 41° 8.98' W 8° 36.67'`, `41:8:59N 8:36:40W`, `41°8'59", -8°36'40"`, `lat 41.1 lon -8.6`, `geo:41.1,-8.6`,
  ///     `+41.1-008.6/`, `POINT(-8.6 41.1)`, a plus code, or a link to a map such as
  ///     `https://www.openstreetmap.org/#map=17/41.15/-8.61`.
  ///   - near: Completes a short plus code.
  /// - Returns: The coordinate.
  package static func coordinate(_ text: String, near: Coordinate?) -> Coordinate? {
    if let position = PlaceLink.coordinate(text) { return position }
    var text = trimmed(text)
    guard text.utf8.count <= 80 else { return nil }
    text = withPlainSigns(text)
    if text.hasSuffix(".") { text.removeLast() }
    for (opening, closing) in [("(", ")"), ("[", "]")]
    where text.hasPrefix(opening) && text.hasSuffix(closing) {
      text = trimmed(String(text.dropFirst().dropLast()))
    }
    return decimal(text) ?? sexagesimal(text) ?? signedSexagesimal(text)
      ?? PlusCode.coordinate(PlusCode.joined(text), near: near)
  }

  /// The coordinates of a text with O for east, as in German, or for west, as in Romance languages; none for others.
  package static func coordinates(withO text: String) -> [Coordinate] {
    guard text.utf8.count <= 80 else { return [] }
    var letters = Array(text.uppercased())
    let axes = letters.indices.filter { index in
      letters[index] == "O" && (index == 0 || !letters[index - 1].isLetter)
        && (index + 1 == letters.count || !letters[index + 1].isLetter)
    }
    guard axes.count == 1, let axis = axes.first else { return [] }
    return (["E", "W"] as [Character]).compactMap { letter in
      letters[axis] = letter
      return coordinate(String(letters), near: nil)
    }
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

  /// A text with ASCII for the signs of a minus that pages print, and for the wide digits and signs of Asian keyboards;
  /// with the sign of degrees for a ring; and without invisible characters, which some programs copy with numbers.
  private static func withPlainSigns(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2212, 0x2013: result.append("-")
      case 0x02DA: result.append("°")
      case 0x3001: result.append(",")
      case _ where scalar.properties.generalCategory == .format: break
      case 0xFF01...0xFF5E: result.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static let latitudes = ["LATITUDE", "LAT"],
    longitudes = ["LONGITUDE", "LONG", "LON", "LNG"]

  /// The coordinate of a text of capital letters with words for the axes; nil if it does not begin with one.
  ///
  /// The words stand for letters, as in `LAT: 41.1, LON: -8.6`, or beside them, as in `LAT: 41.1° N, LON: 8.6° W`.
  private static func named(_ text: String) -> Coordinate? {
    guard (latitudes + longitudes).contains(where: { text.hasPrefix($0) }) else { return nil }
    let parts = withDecimalPoints(text).split { ",;:=&".contains($0) || $0.isWhitespace }
    var (lettered, bare): ([String], [String]) = ([], [])
    var areLatitudes: [Bool] = []
    for part in parts {
      let word = (latitudes + longitudes).first { part.hasPrefix($0) }
      // Some write `Lat.`.
      let rest = String(word.map { part.dropFirst($0.count).drop { $0 == "." } } ?? part)
      bare.append(rest)
      lettered.append(word.map { (latitudes.contains($0) ? "N" : "E") + rest } ?? rest)
      if let word { areLatitudes.append(latitudes.contains(word)) }
    }
    let letters = Self.parts(of: lettered.joined(separator: " "))
    if let found = decimal(parts: letters, isCertain: true, isNamed: true) { return found }
    // Without letters, the latitude must come first.
    let text = bare.filter { !$0.isEmpty }.joined(separator: " ")
    guard
      areLatitudes == [true, false]
        || areLatitudes.count == 2 && text.contains(where: axes.contains)
    else { return nil }
    return decimal(parts: Self.parts(of: text)) ?? sexagesimal(text) ?? signedSexagesimal(text)
  }

  private static func decimal(_ text: String) -> Coordinate? {
    let text = text.uppercased()
    if text.hasPrefix("GEO:") { return decimal(uri: text) }
    return named(text) ?? decimal(wellKnown: text)
      ?? decimal(parts: parts(of: withDecimalPoints(text))) ?? decimal(parts: signedParts(of: text))
  }

  /// The latitude and longitude of ISO 6709, such as `+41.1496-008.6110/`, also with a height; empty for another text.
  private static func signedParts(of text: String) -> [Substring] {
    let isSign: (Character) -> Bool = { $0 == "+" || $0 == "-" }
    guard text.first.map(isSign) == true else { return [] }
    let numbers = text.last == "/" ? text.dropLast() : text[...]
    guard let second = numbers.dropFirst().firstIndex(where: isSign) else { return [] }
    let rest = numbers[second...]
    let height = rest.dropFirst().firstIndex(where: isSign) ?? rest.endIndex
    return [numbers[..<second], rest[..<height]]
  }

  /// The coordinate of a point in the well-known text of geodata, in capital letters, such as `POINT(-8.6 41.1)`; the
  /// longitude comes first.
  private static func decimal(wellKnown text: String) -> Coordinate? {
    let system = "SRID=4326;"
    let shape = text.dropFirst(text.hasPrefix(system) ? system.count : 0)
    let word = shape.prefix { $0 != "(" }
    guard word.hasPrefix("POINT"), shape.hasSuffix(")"),
      ["", "Z", "M", "ZM"].contains(trimmed(String(word.dropFirst(5))))
    else { return nil }
    let numbers = shape.dropFirst(word.count + 1).dropLast().split(whereSeparator: \.isWhitespace)
    guard 2...4 ~= numbers.count, let longitude = Double(numbers[0]),
      let latitude = Double(numbers[1])
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
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
    return decimal(parts: parts, isCertain: true)
  }

  private static func parts(of text: String) -> [Substring] {
    text.split { ",;°/|".contains($0) || $0.isWhitespace }
  }

  /// The coordinate of two numbers, with letters for their axes or without.
  ///
  /// - Parameters:
  ///   - parts: The numbers and letters.
  ///   - isCertain: Whether the numbers are certainly those of a coordinate.
  ///   - isNamed: Whether the letters stand for words such as `lat`, which say nothing about signs.
  /// - Returns: The coordinate; nil for other texts.
  private static func decimal(
    parts: [Substring], isCertain: Bool = false, isNamed: Bool = false
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
      guard digits, isCertain || part.contains("."), let number = Double(part) else { return nil }
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
    "°", "'", "\"", "′", "″", "’", "”", "º", "D", " ", ",", ";", ":", "/",
  ]

  /// The coordinate of a text such as `41°8'59"N 8°36'40.5"W`, `41° 8,9' N 8° 36,6' W` or `N 41° 8.9' W 8° 36.6'`; both
  /// letters are needed.
  private static func sexagesimal(_ text: String) -> Coordinate? {
    guard let tokens = tokens(text.uppercased()) else { return nil }
    // The letters stand before the numbers of their axes, or behind them.
    let isBefore = tokens.first?.sign.map { axes.contains($0) } ?? false
    var degrees: [Character: Double] = [:]
    var axis: Character?
    var numbers: [Double] = []
    for token in tokens {
      switch token {
      case .number(let number): numbers.append(number)
      case .sign(let letter) where marks.contains(letter): continue
      case .sign(let letter):
        guard axes.contains(letter) else { return nil }
        if isBefore {
          if let axis, !add(axis, numbers, to: &degrees) { return nil }
          axis = letter
        } else if !add(letter, numbers, to: &degrees) {
          return nil
        }
        numbers = []
      }
    }
    if let axis {
      guard add(axis, numbers, to: &degrees) else { return nil }
    } else if !numbers.isEmpty {
      return nil
    }
    return coordinate(degrees)
  }

  /// The coordinate of a text with signs instead of letters, such as `41°8'59", -8°36'40.5"`; each axis begins with its
  /// degrees.
  private static func signedSexagesimal(_ text: String) -> Coordinate? {
    guard let tokens = tokens(text) else { return nil }
    var axes: [(isNegative: Bool, numbers: [Double])] = []
    var numbers: [Double] = []
    var isNegative = false
    // The number of numbers before the last sign, which only degrees have.
    var signed: Int?
    for (index, token) in tokens.enumerated() {
      switch token {
      case .number(let number): numbers.append(number)
      case .sign(let letter) where degreeSigns.contains(letter):
        guard let degrees = numbers.popLast(), axes.count < 2,
          signed ?? numbers.count == numbers.count
        else { return nil }
        if axes.isEmpty, !numbers.isEmpty { return nil }
        if !axes.isEmpty { axes[axes.count - 1].numbers += numbers }
        axes.append((isNegative, [degrees]))
        (numbers, isNegative, signed) = ([], false, nil)
      case .sign("-"), .sign("+"):
        guard signed == nil, index + 1 < tokens.count, tokens[index + 1].sign == nil
        else { return nil }
        (signed, isNegative) = (numbers.count, token.sign == "-")
      case .sign(let letter): guard marks.contains(letter) else { return nil }
      }
    }
    guard axes.count == 2, signed == nil else { return nil }
    axes[1].numbers += numbers
    var degrees: [Character: Double] = [:]
    for (letter, axis) in zip([("N", "S"), ("E", "W")] as [(Character, Character)], axes) {
      let half = axis.isNegative ? letter.1 : letter.0
      guard add(half, axis.numbers, to: &degrees) else { return nil }
    }
    return coordinate(degrees)
  }

  private static func coordinate(_ degrees: [Character: Double]) -> Coordinate? {
    guard let latitude = degrees["N"], let longitude = degrees["E"] else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A number, or a letter or sign outside numbers.
  private enum Token {
    case number(Double)
    case sign(Character)

    /// The letter or sign; nil for a number.
    var sign: Character? { if case .sign(let letter) = self { letter } else { nil } }
  }

  /// The numbers of a text, and the letters and signs between them; nil if it has digits that are no number.
  private static func tokens(_ text: String) -> [Token]? {
    let letters = Array(text)
    var tokens: [Token] = []
    var at = 0
    while at < letters.count {
      if isDigit(letters[at]) {
        guard let number = number(letters, &at) else { return nil }
        tokens.append(.number(number))
      } else {
        tokens.append(.sign(letters[at]))
        at += 1
      }
    }
    return tokens
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

  /// Adds degrees, with optional minutes and seconds, to those of an axis, `N` or `E`; returns whether they are some.
  private static func add(
    _ letter: Character, _ numbers: [Double], to degrees: inout [Character: Double]
  ) -> Bool {
    let axis: Character = letter == "N" || letter == "S" ? "N" : "E"
    guard 1...3 ~= numbers.count, numbers.dropFirst().allSatisfy({ $0 < 60 }), degrees[axis] == nil
    else { return false }
    // Of `300N 400W`, the numbers are rather those of houses or streets.
    if numbers.count == 1, numbers[0] == numbers[0].rounded() { return false }
    let sum = zip(numbers, [1.0, 60, 3_600]).reduce(0) { $0 + $1.0 / $1.1 }
    degrees[axis] = letter == "S" || letter == "W" ? -sum : sum
    return true
  }
}
