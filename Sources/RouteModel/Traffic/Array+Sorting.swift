extension Array {
  /// Sorts the array if it is not in order, as files mostly are.
  ///
  /// - Complexity: O(n) if it is in order, else O(n log n).
  mutating func sortUnlessSorted(by precedes: (Element, Element) -> Bool) {
    let isSorted = zip(self, dropFirst()).allSatisfy { !precedes($1, $0) }
    if !isSorted { sort(by: precedes) }
  }
}
