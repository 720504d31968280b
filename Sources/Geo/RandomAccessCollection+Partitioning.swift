extension RandomAccessCollection where Index == Int {
  /// The first index whose element passes a test; the end if there is none.
  ///
  /// - Parameter isAfter: The test; elements that do not pass it must come before those that do.
  /// - Returns: The index.
  /// - Complexity: O(log(count)).
  @inlinable
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
