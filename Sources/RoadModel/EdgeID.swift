/// The identity of a map: it depends on the content, so two files with the same identity hold the same map.
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

  /// Parses the form of ``description``; nil for any other text.
  public init?(_ description: String) {
    guard let number = UInt64(description, radix: 16) else { return nil }
    rawValue = number
    if self.description != description { return nil }
  }
}

/// The number of a directed edge among those of one map; with the map it is an ``EdgeID``.
@frozen
public struct EdgeNumber: Sendable, Hashable, Comparable {
  /// The number in the file, below the end of the edge ids in its header.
  public let rawValue: UInt32

  /// An edge from its number in the file.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether the numbers are equal.
  @inlinable
  public static func == (a: EdgeNumber, b: EdgeNumber) -> Bool { a.rawValue == b.rawValue }

  /// Orders by number, as edges are in the file.
  @inlinable
  public static func < (a: EdgeNumber, b: EdgeNumber) -> Bool { a.rawValue < b.rawValue }
}

extension EdgeNumber: CustomStringConvertible {
  /// The number in decimal digits.
  public var description: String { "\(rawValue)" }
}

/// The id of a directed edge of one map, in routes, matched traces and adjustments.
///
/// Edge numbers belong to one build of a map; the next build may use them for other roads. So the id contains the
/// identity of the map, and an edge of one map is never mistaken for an edge of another.
public struct EdgeID: Sendable, Hashable {
  /// The map.
  public let map: MapID
  /// The number of the edge in that map.
  public let number: EdgeNumber

  /// The id of an edge of a map.
  public init(map: MapID, number: EdgeNumber) {
    self.map = map
    self.number = number
  }
}

extension EdgeID: LosslessStringConvertible {
  /// The map and the number: `5f7b1507bfbd53f2:4711`.
  public var description: String { "\(map):\(number)" }

  /// Parses the form of ``description``; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let map = MapID(String(parts[0])), let number = UInt32(parts[1]),
      String(number) == parts[1]
    else { return nil }
    self.init(map: map, number: EdgeNumber(rawValue: number))
  }
}
