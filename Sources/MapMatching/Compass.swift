import Geo

/// Directions as vectors.
enum Compass {
  /// East and north of a direction in degrees, -360 to 360, clockwise from north.
  static func vector(degrees: Double) -> (east: Double, north: Double) {
    let north = Trigonometry.cosine(units: degrees * Coordinate.unitsPerDegree)
    let east = Trigonometry.cosine(units: (degrees - 90) * Coordinate.unitsPerDegree)
    return (east, north)
  }
}

/// An approximate exponential function and logarithm without a C library, for probabilities.
enum Exponential {
  /// e to the -x for x of at least 0, with a relative error below 1e-4.
  static func ofMinus(_ x: Float) -> Float {
    guard x < 30 else { return 0 }
    // e^-x = (e^(-x/64))^64, the inner one by its series to the fourth power.
    let y = x / 64
    var value = 1 - y * (1 - y / 2 * (1 - y / 3 * (1 - y / 4)))
    for _ in 0..<6 { value *= value }
    return value
  }
}

enum Logarithm {
  /// The natural logarithm of a number between 0.15 and 7, with an error below 2 %.
  static func natural(_ x: Double) -> Double {
    // ln x = 2 artanh((x - 1) / (x + 1)), by its series to the seventh power.
    let z = (x - 1) / (x + 1)
    let square = z * z
    return 2 * z * (1 + square * (1 / 3 + square * (1 / 5 + square / 7)))
  }
}
