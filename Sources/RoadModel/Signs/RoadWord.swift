/// A text of a way besides its name and number: for lanes, signs or other languages.
public struct RoadWord: Sendable, Hashable {
  /// The kind of text.
  public var kind: RoadWordKind
  /// The directions of the way that it applies to; both for a text about the road itself.
  public var directions: DirectionSet
  /// The text in the canonical form of its kind (``RoadWordKind/isCanonical(_:)``).
  public var text: String

  /// A word; by default about the road itself.
  public init(_ kind: RoadWordKind, _ text: String, directions: DirectionSet = .both) {
    self.kind = kind
    self.directions = directions
    self.text = text
  }
}
