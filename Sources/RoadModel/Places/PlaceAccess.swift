/// Who may use a point of interest, by its tag `access`.
package enum PlaceAccess {
  /// The values with which only some people may use it, as for roads, and residents.
  private static let limited: Set<Substring> = [
    "no", "private", "permit", "employees", "staff", "members", "students", "university",
    "residents", "resident",
  ]

  /// Whether only some people may use it, unlike customers, whom anyone may become.
  ///
  /// - Parameter access: The value, which may be a list; nil if there is none.
  /// - Returns: Whether all words of it say so.
  package static func isLimited(_ access: String?) -> Bool {
    let words = access?.split { $0 == ";" || $0 == " " } ?? []
    return !words.isEmpty && words.allSatisfy { limited.contains($0) }
  }
}
