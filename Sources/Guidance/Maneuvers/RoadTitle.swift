/// The name and the number of a road, as numbers that only equal texts share; 0 for none.
struct RoadTitle: Equatable {
  var name: UInt32
  var ref: UInt32

  /// Whether the road has neither a name nor a number.
  var isUnnamed: Bool { name | ref == 0 }

  /// Whether a traveller notices that a road has another title than the one before.
  ///
  /// A name or a number that is left out or added to the other is no news, but a name in the place of a number is.
  func isNews(after before: RoadTitle) -> Bool {
    if self == before { return false }
    if before.isUnnamed { return true }
    if name == before.name, name != 0 { return false }
    let isNumberKept = ref == 0 || before.ref == 0 || ref == before.ref
    if name == 0, before.name == 0 { return !isNumberKept }
    if name != 0, before.name != 0 { return true }
    // One of them has only a number, or neither.
    if name == 0 { return ref != 0 && before.ref == 0 || !isNumberKept }
    return ref == 0 || !isNumberKept
  }

  /// Whether both have the same title for travellers in either direction.
  func isSame(as other: RoadTitle) -> Bool {
    !isUnnamed && !other.isUnnamed && !isNews(after: other) && !other.isNews(after: self)
  }
}
