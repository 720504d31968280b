/// The area of rings on the sphere.
package enum RingArea {
  /// The area inside a closed ring in square metres; negative if the ring is clockwise.
  ///
  /// Below each side, down to the equator, the mean of the sines of latitude at its ends counts. The error is below 1
  /// in 10,000 for sides of up to 100 km. The ring must not go round a pole.
  ///
  /// - Parameter ring: The ring; the first point is also the last.
  /// - Returns: Square metres.
  package static func squareMetres(_ ring: [Coordinate]) -> Double {
    var sum = 0.0
    for (a, b) in zip(ring, ring.dropFirst()) {
      sum -= Double(Distance.longitudeDifference(a, b)) * (sine(a) + sine(b)) / 2
    }
    return sum * Distance.metresPerUnit * Distance.earthRadius
  }

  /// The sine of a latitude.
  private static func sine(_ place: Coordinate) -> Double {
    let units = Double(place.latitudeUnits)
    let size = Trigonometry.cosine(units: 90 * Coordinate.unitsPerDegree - abs(units))
    return units < 0 ? -size : size
  }
}
