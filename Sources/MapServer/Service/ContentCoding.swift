/// The coding of bodies that a client accepts (RFC 9110, 12.5.3).
enum ContentCoding {
  /// Whether a client prefers gzip to plain bytes, or accepts both equally.
  ///
  /// - Parameter field: The value of `Accept-Encoding`: `br, gzip;q=0.8, *;q=0`.
  /// - Returns: False if it does not accept gzip, or prefers another coding.
  static func prefersGzip(_ field: String) -> Bool {
    var gzip: Double?
    var plain: Double?
    var others: Double?
    for item in field.split(separator: ",") {
      let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
      guard let name = parts.first?.lowercased(), !name.isEmpty else { continue }
      let quality = quality(parts.dropFirst())
      switch name {
      case "gzip", "x-gzip": gzip = quality
      case "identity": plain = quality
      case "*": others = quality
      default: break
      }
    }
    let wish = gzip ?? others ?? 0
    // A coding that is not named is accepted, but preferred less than one that is.
    return wish > 0 && wish >= plain ?? 0
  }

  /// The weight of an item, from 0 to 1; 0 if it can't be read.
  private static func quality(_ parameters: ArraySlice<Substring>) -> Double {
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1).map(trimmed)
      guard parts.first?.lowercased() == "q" else { continue }
      guard parts.count == 2, let value = Double(parts[1]), 0...1 ~= value else { return 0 }
      return value
    }
    return 1
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    return start[..<(start.lastIndex { !isBlank($0) }.map(start.index(after:)) ?? start.startIndex)]
  }
}
