/// The meaning of a file's numbers: metres are ``scale`` times a number, plus ``offset``.
///
/// GDAL writes it into a tag of its own, as XML with an `Item` for each of scale, offset and unit.
struct HeightMeasure {
  private(set) var scale = 1.0
  private(set) var offset = 0.0

  /// The texts for metres, in lower case without spaces.
  private static let metres = ["m", "metre", "metres", "meter", "meters"]

  /// Reads GDAL's tag.
  ///
  /// - Parameter metadata: The text of the tag without spaces; nil without the tag.
  /// - Throws: ``GeoTIFFError`` for a scale or offset that is not a number, or for another unit.
  init(metadata: String?) throws(GeoTIFFError) {
    for item in (metadata ?? "").split(separator: "<Item").dropFirst() {
      guard let end = item.firstIndex(of: ">") else { continue }
      let head = item[..<end]
      let value = String(item[item.index(after: end)...].prefix { $0 != "<" })
      if head.contains("role=\"scale\"") {
        scale = try Self.number(value, "scale")
      } else if head.contains("role=\"offset\"") {
        offset = try Self.number(value, "offset")
      } else if head.contains("role=\"unittype\""), !Self.metres.contains(value.lowercased()) {
        throw GeoTIFFError("its heights are in '\(value)', not in metres")
      }
    }
    guard scale != 0 else { throw GeoTIFFError("the scale of its heights is 0") }
  }

  private static func number(_ text: String, _ name: String) throws(GeoTIFFError) -> Double {
    guard let number = Double(text), number.isFinite else {
      throw GeoTIFFError("the \(name) of its heights, '\(text)', is not a number")
    }
    return number
  }
}
