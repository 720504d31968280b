import Geo

/// The elevation along a section of a route.
public struct SectionElevation: Sendable, Hashable, Codable {
  /// Total ascent in metres of the stretches with known elevation.
  public var ascentMetres: Double
  /// Total descent in metres of the stretches with known elevation; at least 0.
  public var descentMetres: Double
  /// Heights above sea level in metres, one for each point of the section's polyline; nil where unknown.
  public var heightsMetres: [Double?]

  /// The elevation from its parts.
  public init(ascentMetres: Double, descentMetres: Double, heightsMetres: [Double?]) {
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.heightsMetres = heightsMetres
  }

  /// The elevation behind a place between two points.
  ///
  /// Ascent and descent are recomputed from the remaining heights, without rises and dips between
  /// points.
  ///
  /// - Parameters:
  ///   - point: The point before the place.
  ///   - share: The position of the place between this point and the next, 0 to 1.
  /// - Returns: The elevation from there on.
  package func rest(after point: Int, share: Double) -> SectionElevation {
    guard heightsMetres.indices.contains(point) else { return self }
    var first = heightsMetres[point]
    if point + 1 < heightsMetres.count, let a = first, let b = heightsMetres[point + 1] {
      first = a + (b - a) * share
    }
    let left = [first] + heightsMetres[min(point + 1, heightsMetres.count)...]
    var rest = SectionElevation(ascentMetres: 0, descentMetres: 0, heightsMetres: left)
    for (a, b) in zip(left, left.dropFirst()) {
      guard let a, let b else { continue }
      rest.ascentMetres += max(b - a, 0)
      rest.descentMetres += max(a - b, 0)
    }
    rest.ascentMetres = min(rest.ascentMetres, ascentMetres)
    rest.descentMetres = min(rest.descentMetres, descentMetres)
    return rest
  }
}

extension Route {
  /// Total ascent of the route in metres; nil unless requested with ``RouteRequest/Options/elevation``.
  public var ascentMetres: Double? {
    let known = sections.compactMap(\.elevation)
    return known.isEmpty ? nil : known.reduce(0) { $0 + $1.ascentMetres }
  }

  /// Total descent of the route in metres; nil unless requested with ``RouteRequest/Options/elevation``.
  public var descentMetres: Double? {
    let known = sections.compactMap(\.elevation)
    return known.isEmpty ? nil : known.reduce(0) { $0 + $1.descentMetres }
  }

  /// Metres of the route along which heights are unknown, of the sections with ``RouteSection/elevation``.
  package var unknownElevationMetres: Double {
    sections.reduce(0) { sum, section in
      guard let heights = section.elevation?.heightsMetres else { return sum }
      let pieces = zip(section.polyline, section.polyline.dropFirst())
      return sum
        + zip(pieces, zip(heights, heights.dropFirst())).reduce(0) { sum, piece in
          let (line, heights) = piece
          let isKnown = heights.0 != nil && heights.1 != nil
          return isKnown ? sum : sum + Distance.metres(line.0, line.1)
        }
    }
  }
}
