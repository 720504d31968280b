extension Box {
  /// The box with a margin on all sides; two boxes if it then crosses the 180th meridian.
  ///
  /// - Parameter metres: The margin in metres, at least 0.
  /// - Returns: Boxes that contain everything within the margin of this one, and a little more.
  package func grown(metres: Double) -> [Box] {
    let high = metres / Distance.metresPerUnit
    let farthest = max(abs(Double(minLatitude)), abs(Double(maxLatitude)))
    let wide = high / max(Trigonometry.cosine(units: min(farthest + high, 890_000_000)), 0.02)
    func clamped(_ value: Double, _ limit: Double) -> Int32 {
      Int32(min(max(value, -limit), limit))
    }
    func box(_ west: Double, _ east: Double) -> Box {
      Box(
        minLatitude: clamped(Double(minLatitude) - high, 9e8), minLongitude: clamped(west, 18e8),
        maxLatitude: clamped(Double(maxLatitude) + high, 9e8), maxLongitude: clamped(east, 18e8))
    }
    let (west, east) = (Double(minLongitude) - wide, Double(maxLongitude) + wide)
    var boxes = [box(west, east)]
    if west < -18e8 { boxes.append(box(west + 36e8, 18e8)) }
    if east > 18e8 { boxes.append(box(-18e8, east - 36e8)) }
    return boxes
  }
}
