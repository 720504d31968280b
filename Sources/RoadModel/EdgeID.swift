/// Which map something belongs to: every build has an identity of its own, and two files with the same one are the same
/// map.
public struct MapID: Sendable, Hashable {
  /// The number in the header of the file.
  public let rawValue: UInt64

  /// An identity from the number in a header.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension MapID: LosslessStringConvertible {
  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Reads what ``description`` writes; nil for anything else.
  public init?(_ description: String) {
    guard let number = UInt64(description, radix: 16) else { return nil }
    rawValue = number
    if self.description != description { return nil }
  }
}

/// A directed edge of one map: on routes, in matched traces, in what a request closes.
///
/// Numbers are dense and belong to one build of one map: the same number is another road in the next. So the identity of
/// the map is part of the id, and an edge of one map is never taken for one of another.
public struct EdgeID: Sendable, Hashable {
  /// The map.
  public let map: MapID
  /// The number of the edge in its file: below the number of directed edges that the header tells.
  public let number: UInt32

  /// The id of an edge of a map.
  public init(map: MapID, number: UInt32) {
    self.map = map
    self.number = number
  }
}

extension EdgeID: LosslessStringConvertible {
  /// The map and the number: `5f7b1507bfbd53f2:4711`.
  public var description: String { "\(map):\(number)" }

  /// Reads what ``description`` writes; nil for anything else.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let map = MapID(String(parts[0])), let number = UInt32(parts[1]),
      String(number) == parts[1]
    else { return nil }
    self.init(map: map, number: number)
  }
}
