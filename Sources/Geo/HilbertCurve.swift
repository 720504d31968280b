/// Positions along a Hilbert curve over the whole earth, for sorting by locality.
public enum HilbertCurve {
  /// The index of a coordinate on the curve of order 32: latitude and longitude as 32-bit grid cells.
  ///
  /// The classic rotate-and-reflect descent (Hilbert 1891; the bit form follows the textbook
  /// recursion), one level per bit.
  public static func index(of place: Coordinate) -> UInt64 {
    var x = UInt32(bitPattern: place.longitudeUnits) ^ 0x8000_0000
    var y = UInt32(bitPattern: place.latitudeUnits) ^ 0x8000_0000
    var index: UInt64 = 0
    var bit: UInt32 = 0x8000_0000
    while bit != 0 {
      let right: UInt64 = x & bit != 0 ? 1 : 0
      let upper: UInt64 = y & bit != 0 ? 1 : 0
      index = index << 2 | (3 * right) ^ upper
      if upper == 0 {
        if right == 1 {
          x = ~x
          y = ~y
        }
        swap(&x, &y)
      }
      bit >>= 1
    }
    return index
  }
}
