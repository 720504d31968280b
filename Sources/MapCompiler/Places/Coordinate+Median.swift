import Geo

extension Coordinate {
  /// The median of the latitudes and that of the longitudes of some coordinates.
  ///
  /// - Parameter coordinates: At least one.
  /// - Returns: A coordinate whose latitude and longitude may come from different ones.
  static func median(_ coordinates: [Coordinate]) -> Coordinate {
    Coordinate(
      latitudeUnits: median(coordinates.map(\.latitudeUnits)),
      longitudeUnits: median(coordinates.map(\.longitudeUnits)))
  }

  /// The number in the middle of the sorted numbers; the greater of two.
  ///
  /// - Complexity: O(numbers) mostly: Hoare's selection (Algorithm 65, 1961, doi:10.1145/366622.366647), from the
  ///   middle, because the input is often sorted.
  private static func median(_ numbers: [Int32]) -> Int32 {
    var numbers = numbers
    let wanted = numbers.count / 2
    var (low, high) = (0, numbers.count - 1)
    while low < high {
      let pivot = numbers[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while numbers[left] < pivot { left += 1 }
        while numbers[right] > pivot { right -= 1 }
        if left > right { break }
        numbers.swapAt(left, right)
        left += 1
        right -= 1
      }
      // Those up to `right` are at most the pivot, those from `left` at least.
      if wanted <= right { high = right } else if wanted >= left { low = left } else { break }
    }
    return numbers[wanted]
  }
}
