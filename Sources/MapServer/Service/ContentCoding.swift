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
    for item in QualityList(field).items {
      switch item.name.lowercased() {
      case "gzip", "x-gzip": gzip = item.quality
      case "identity": plain = item.quality
      case "*": others = item.quality
      default: break
      }
    }
    let wish = gzip ?? others ?? 0
    // A coding that is not named is accepted, but preferred less than one that is.
    return wish > 0 && wish >= plain ?? 0
  }
}
