/// The grade of a road by its tag `incline`.
enum InclineTag {
  /// The maximum grade of a tag: 100 %, an angle of 45 degrees.
  static let maximum = 1_000

  /// The grade in the tags.
  ///
  /// - Returns: Thousandths of the length, up to ``maximum``, below 0 if the way falls in its direction; 0 for `0%`
  ///   and for values without a number, such as `up` and `down`.
  static func permille(_ tags: RoadTags) -> Int16 {
    guard let text = tags["incline"] else { return 0 }
    // The ordinal sign is on more keyboards than the degree sign, and looks the same.
    let isAngle = text.hasSuffix("°") || text.hasSuffix("º")
    guard isAngle || text.hasSuffix("%") else { return 0 }
    let number = String(
      text.dropLast().filter { $0 != " " }.map { $0 == "," ? "." : $0 == "−" ? "-" : $0 })
    guard number.utf8.count <= 8, let value = Double(number), value.isFinite else { return 0 }
    let size = abs(value)
    let sign: Int16 = value < 0 ? -1 : 1
    guard isAngle else { return sign * Int16(min(size * 10, Double(maximum)).rounded()) }
    // The series of the tangent, which is 0.1 % too low at 45 degrees.
    let x = min(size, 45) * Double.pi / 180
    let square = x * x
    let tangent =
      x
      * (1 + square * (1.0 / 3 + square * (2.0 / 15 + square * (17.0 / 315 + square * 62 / 2_835))))
    return sign * Int16((tangent * 1_000).rounded())
  }
}
