/// A length of a vehicle, in whole millimetres.
@frozen
public struct Length: Sendable, Hashable {
  /// Millimetres.
  public var millimetres: UInt32

  /// A length in metres, rounded down to the millimetre; negative and absurd values are clamped.
  public static func meters(_ value: Double) -> Length {
    Length(millimetres: UInt32(thousandths: value))
  }
}

/// A weight of a vehicle, in whole kilograms.
@frozen
public struct Weight: Sendable, Hashable {
  /// Kilograms.
  public var kilograms: UInt32

  /// A weight in metric tonnes, rounded down to the kilogram; negative and absurd values are clamped.
  public static func tonnes(_ value: Double) -> Weight {
    Weight(kilograms: UInt32(thousandths: value))
  }
}

extension UInt32 {
  /// A decimal number in whole thousandths, rounded down as the limits of roads are, clamped to the range.
  ///
  /// A vehicle of exactly 12 ft (3.6576 m) passes under a sign of 12 ft.
  public init(thousandths value: Double) {
    // What decimals lose in binary is far below a thousandth.
    let scaled = (value * 1000 + 1e-6).rounded(.down)
    self = scaled.isNaN || scaled <= 0 ? 0 : scaled >= 4e9 ? 4_000_000_000 : UInt32(scaled)
  }
}

extension Vehicle {
  /// A heavy goods vehicle; what is not given is not checked.
  ///
  /// - Parameters:
  ///   - height: Overall height.
  ///   - width: Overall width.
  ///   - length: Overall length.
  ///   - weight: Actual weight; it counts as the permitted weight too unless that is given.
  ///   - weightRating: Permitted weight.
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
