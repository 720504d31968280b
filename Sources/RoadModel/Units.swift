/// A length of a vehicle, in whole millimetres.
@frozen
public struct Length: Sendable, Hashable {
  /// Millimetres.
  public var millimetres: UInt32

  /// A length in metres, rounded down to the millimetre and clamped to the range.
  ///
  /// A negative one, or NaN, counts as the maximum, which passes under no bridge with a limit.
  public static func meters(_ value: Double) -> Length {
    Length(millimetres: UInt32(thousandths: value))
  }
}

/// A weight of a vehicle, in whole kilograms.
@frozen
public struct Weight: Sendable, Hashable {
  /// Kilograms.
  public var kilograms: UInt32

  /// A weight in metric tonnes, rounded down to the kilogram and clamped to the range.
  ///
  /// A negative one, or NaN, counts as the maximum, which no road with a limit carries.
  public static func tonnes(_ value: Double) -> Weight {
    Weight(kilograms: UInt32(thousandths: value))
  }
}

extension UInt32 {
  /// A decimal number in whole thousandths, rounded down like road limits and clamped to the range.
  ///
  /// A vehicle of exactly 12 ft (3.6576 m) thus satisfies a limit of 12 ft. A negative number, or NaN, becomes the
  /// maximum: a vehicle of an unknown size must not be one that is small enough for every limit.
  public init(thousandths value: Double) {
    // The rounding errors of decimals in binary are far below a thousandth.
    let scaled = (value * 1000 + 1e-6).rounded(.down)
    self = value >= 0 && scaled < 4e9 ? UInt32(scaled) : 4_000_000_000
  }
}

extension Vehicle {
  /// A heavy goods vehicle; limits for properties that are not given are not checked.
  ///
  /// - Parameters:
  ///   - height: Overall height.
  ///   - width: Overall width.
  ///   - length: Overall length.
  ///   - weight: Actual weight; also sets the permitted weight unless that is given.
  ///   - weightRating: Maximum permitted weight; also sets the actual weight unless that is given.
  ///   - axleLoad: Load of the heaviest axle.
  /// - Returns: The vehicle.
  public static func truck(
    height: Length? = nil, width: Length? = nil, length: Length? = nil, weight: Weight? = nil,
    weightRating: Weight? = nil, axleLoad: Weight? = nil
  ) -> Vehicle {
    var truck = Vehicle(.truck)
    truck[.height] = height?.millimetres
    truck[.width] = width?.millimetres
    truck[.length] = length?.millimetres
    truck[.weight] = (weight ?? weightRating)?.kilograms
    truck[.weightRating] = (weightRating ?? weight)?.kilograms
    truck[.axleLoad] = axleLoad?.kilograms
    return truck
  }
}
