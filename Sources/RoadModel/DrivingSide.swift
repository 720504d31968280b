/// The side of the road on which traffic drives.
@frozen
public enum DrivingSide: UInt8, Sendable, Hashable {
  /// Unknown; readers assume right.
  case unknown = 0
  /// Traffic keeps right.
  case right = 1
  /// Traffic keeps left.
  case left = 2
}
