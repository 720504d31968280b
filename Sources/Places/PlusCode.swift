public import Geo

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
