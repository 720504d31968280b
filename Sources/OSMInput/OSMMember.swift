/// One member of a relation.
public struct OSMMember: Sendable, Hashable {
  /// The three kinds of elements that a relation can refer to; the raw values are those of PBF.
  public enum Kind: UInt8, Sendable {
    /// A single place.
    case node = 0
    /// A line or an area.
    case way = 1
    /// A relation in a relation.
    case relation = 2
  }

  /// The kind of element; ids are unique within a kind only.
  public var kind: Kind
  /// The member's OSM id; the element itself may be missing from the file.
  public var ref: Int64
  /// The role of the member in the relation, such as `from`, `via` and `to`; often empty.
  public var role: String

  /// A member from its parts.
  public init(kind: Kind, ref: Int64, role: String) {
    self.kind = kind
    self.ref = ref
    self.role = role
  }
}
