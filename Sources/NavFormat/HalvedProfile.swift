internal import Bytes
internal import Geo

/// The heights at the points of a shape, found half by half (Formats/nav-2.md, section 12).
///
/// The heights at both ends are known. A stretch between two known heights is either straight, or the height in its
/// middle becomes known, and both halves are stretches. Reader and writer do the same arithmetic, on doubles and in the
/// same order, so that the heights are equal everywhere.
struct HalvedProfile {
  /// Points between two whose heights are known, both included.
  struct Stretch {
    let first: Int
    let last: Int
    /// The point whose height becomes known next.
    var middle: Int { (first + last) / 2 }
  }

  /// Decimetres at all points; 0 where they are not known yet.
  private(set) var heights: [Int32]
  /// The sum of the known rises, in decimetres.
  private(set) var climb: Int64 = 0
  /// From the first point along the shape, in 1e-7 degrees of latitude.
  private var distances = [0.0]
  private var open: [Stretch]

  /// A profile with known heights only at its ends.
  ///
  /// - Parameters:
  ///   - points: The points of the shape, at least two.
  ///   - longitudeFactor: The length of a degree of longitude in 1/65536 of one of latitude.
  ///   - from: The height at the first point, in decimetres.
  ///   - to: The height at the last point.
  init(points: [Coordinate], longitudeFactor: UInt16, from: Int32, to: Int32) {
    heights = [Int32](repeating: 0, count: points.count)
    heights[0] = from
    heights[points.count - 1] = to
    open = [Stretch(first: 0, last: points.count - 1)]
    distances.reserveCapacity(points.count)
    var whole = 0.0
    for index in points.indices.dropFirst() {
      let (a, b) = (points[index - 1], points[index])
      let north = Double(b.latitudeUnits) - Double(a.latitudeUnits)
      let east = Double(Distance.longitudeDifference(a, b)) * Double(longitudeFactor) / 65_536
      whole += (north * north + east * east).squareRoot()
      distances.append(whole)
    }
  }

  /// The next stretch with points inside, from the first point on; nil if all heights are known.
  mutating func next() -> Stretch? {
    while let stretch = open.popLast() {
      if stretch.last - stretch.first > 1 { return stretch }
      rise(along: stretch)
    }
    return nil
  }

  /// Decimetres on the straight line of a stretch.
  func line(at point: Int, of stretch: Stretch) -> Double {
    let (start, end) = (Double(heights[stretch.first]), Double(heights[stretch.last]))
    let length = distances[stretch.last] - distances[stretch.first]
    guard length > 0 else { return start }
    return start + (end - start) * (distances[point] - distances[stretch.first]) / length
  }

  /// The height in the middle of a stretch that is straight, in half metres.
  func expected(_ stretch: Stretch) -> Int64 {
    Int64((line(at: stretch.middle, of: stretch) / Double(ElevationView.unit) + 0.5).rounded(.down))
  }

  /// Makes the heights of a stretch known: it is straight.
  mutating func straighten(_ stretch: Stretch) {
    for point in stretch.first + 1..<stretch.last {
      heights[point] = Int32((line(at: point, of: stretch) + 0.5).rounded(.down))
    }
    rise(along: stretch)
  }

  /// Makes the height in the middle of a stretch known, in decimetres.
  mutating func split(_ stretch: Stretch, at height: Int32) {
    heights[stretch.middle] = height
    open.append(Stretch(first: stretch.middle, last: stretch.last))
    open.append(Stretch(first: stretch.first, last: stretch.middle))
  }

  private mutating func rise(along stretch: Stretch) {
    climb += Int64(max(heights[stretch.last] - heights[stretch.first], 0))
  }
}

/// Reads flags and numbers of profiles, within the bits of a part.
struct ProfileBits: ~Escapable {
  private let bytes: RawSpan
  private var bit: Int
  private let end: Int

  /// The bits of a range; eight bytes must follow.
  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from bit: Int, to end: Int) {
    self.bytes = bytes
    self.bit = bit
    self.end = end
  }

  /// Whether less than a byte is left, and nothing of it is set.
  var isAtEnd: Bool { end - bit < 8 && (bit == end || bytes.u8(bit >> 3) >> UInt8(bit & 7) == 0) }

  /// The next bit; nil at the end.
  @_lifetime(self: copy self)
  mutating func flag() -> Bool? {
    guard bit < end else { return nil }
    let value = bytes.u8(bit >> 3) >> UInt8(bit & 7) & 1
    bit += 1
    return value == 1
  }

  /// A number whose upper part is coded in unary, before its lower bits; nil at the end.
  @_lifetime(self: copy self)
  mutating func number(restWidth: Int) -> UInt64? {
    var upper: UInt64 = 0
    while let isOne = flag() {
      guard !isOne else {
        upper += 1
        continue
      }
      guard restWidth <= end - bit else { return nil }
      let rest = bytes.u64(bit >> 3) >> UInt64(bit & 7) & (1 << UInt64(restWidth) - 1)
      bit += restWidth
      return upper << UInt64(restWidth) | rest
    }
    return nil
  }
}
