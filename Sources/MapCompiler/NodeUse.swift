/// A node to which something refers, such as an area.
struct NodeUse: Equatable {
  var id: Int64
  /// What refers to it.
  var user: Int
}

extension [NodeUse] {
  /// The number of bits of a digit.
  private static var digitBits: UInt64 { 12 }
  /// Up to this count, comparisons are faster.
  private static var fewest: Int { 256 }

  /// These uses in ascending order of id; those of one id keep their order.
  ///
  /// Sorts by each digit of the ids, from the last (LSD radix sort), several times as fast as by comparisons.
  func sortedByID() -> [NodeUse] {
    if count <= Self.fewest { return sorted { $0.id < $1.id } }
    var (low, high) = (Int64.max, Int64.min)
    for use in self { (low, high) = (Swift.min(low, use.id), Swift.max(high, use.id)) }
    // The difference of any two ids fits into 64 unsigned bits.
    let range = UInt64(bitPattern: high &- low)
    let mask = UInt64(1) << Self.digitBits - 1
    var (sorted, next) = (self, self)
    var shift: UInt64 = 0
    while shift < UInt64(UInt64.bitWidth), range >> shift != 0 {
      func digit(_ use: NodeUse) -> Int {
        Int(truncatingIfNeeded: UInt64(bitPattern: use.id &- low) &>> shift & mask)
      }
      // Where the next use with each digit belongs.
      var places = [Int](repeating: 0, count: Int(mask) + 2)
      for use in sorted { places[digit(use) + 1] += 1 }
      for place in 1..<places.count { places[place] += places[place - 1] }
      var from = places.mutableSpan
      var to = next.mutableSpan
      for use in sorted {
        let digit = digit(use)
        to[from[digit]] = use
        from[digit] += 1
      }
      swap(&sorted, &next)
      shift += Self.digitBits
    }
    return sorted
  }
}
