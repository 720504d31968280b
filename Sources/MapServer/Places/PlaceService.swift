/// The services about places, by the names that their paths have in Nominatim and in Photon.
enum PlaceService: String {
  case search, reverse, api, status

  /// The service of a path; nil if it is of none.
  ///
  /// Photon's clients write a slash behind a path, and older ones of Nominatim `.php`.
  init?(path: Substring) {
    guard path.first == "/" else { return nil }
    var name = path.dropFirst()
    if name.hasSuffix("/") { name = name.dropLast() }
    if name.hasSuffix(".php") { name = name.dropLast(4) }
    self.init(rawValue: String(name))
  }
}
