/// On which side of the road traffic keeps.
@frozen
public enum DrivingSide: UInt8, Sendable, Hashable {
  /// Not known; readers take it as right.
  case unknown = 0
  /// Traffic keeps right.
  case right = 1
  /// Traffic keeps left.
  case left = 2
}
