import OSMInput

extension PlaceCollector {
  /// The values of `highway` that a platform may have besides its own; others are streets, along which passengers wait.
  private static let walks: Set<String> = ["footway", "path"]

  /// Whether a way is a platform.
  static func isPlatform(_ tags: borrowing OSMTags) -> Bool {
    if tags.value(for: "highway", equals: "platform") { return true }
    let isPlatform =
      tags.value(for: "public_transport", equals: "platform")
      || tags.value(for: "railway", equals: "platform")
    return isPlatform && tags.value(for: "highway").map { walks.contains($0) } ?? true
  }
}
