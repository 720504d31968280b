internal import Bytes
package import RoadModel

/// The edges whose limits and conditions concern only some vehicles of a mode, by limit.
///
/// With these lists a metric can be changed without visiting every road (Formats/nav-2.md, section
/// 9.4).
package struct RestrictionLists: ~Escapable {
  /// Set in the value of a conditional entry whose condition depends on the time, or on something unknown.
  package static let timeBit: UInt32 = 1
  /// Set in the value of a conditional entry whose condition depends on the vehicle or the ends of its trip.
  package static let vehicleBit: UInt32 = 2
  /// Set in the value of a conditional entry whose rule may open a road or raise its speed.
  package static let opensBit: UInt32 = 4
  /// The kind of the list of edges with conditional rules.
  package static let conditionalKind: UInt32 = 32

  private let bytes: RawSpan

  /// A view of the section's bytes.
  @_lifetime(copy bytes)
  package init(_ bytes: RawSpan) { self.bytes = bytes }

  /// One entry of a list.
  package struct Entry: Sendable, Hashable {
    /// The limit, or the bits of a conditional entry.
    package var value: UInt32
    /// The edge.
    package var edge: EdgeNumber

    /// An entry.
    package init(value: UInt32, edge: EdgeNumber) {
      self.value = value
      self.edge = edge
    }
  }

  /// The offset of the list of a kind in the section, and its number of entries; zeros if there is none.
  private func list(_ kind: UInt32) -> (at: Int, count: Int) {
    let groups = Int(bytes.u32(0))
    var at = 4 + 8 * groups
    for group in 0..<groups {
      let count = Int(bytes.u32(8 + 8 * group))
      if bytes.u32(4 + 8 * group) == kind { return (at, count) }
      at += 8 * count
    }
    return (0, 0)
  }

  /// The entries of a list, ascending.
  package func entries(_ kind: UInt32) -> [Entry] {
    let (at, count) = list(kind)
    return (0..<count).map {
      Entry(value: bytes.u32(at + 8 * $0), edge: edge(at + 8 * $0))
    }
  }

  /// The edge of the entry at an offset.
  private func edge(_ at: Int) -> EdgeNumber { EdgeNumber(rawValue: bytes.u32(at + 4)) }

  /// The edges with conditional rules.
  ///
  /// A rule of a junction or a turn is listed by an edge that begins or ends at the junction.
  ///
  /// - Parameters:
  ///   - bits: ``timeBit``, ``vehicleBit`` or both: entries with any of them.
  ///   - opening: Whether to return only entries with ``opensBit``.
  /// - Returns: The edges, once for each of their rules.
  package func conditionalEdges(_ bits: UInt32, opening: Bool = false) -> [EdgeNumber] {
    let (at, count) = list(Self.conditionalKind)
    var edges: [EdgeNumber] = []
    let needed = opening ? Self.opensBit : 0
    for index in 0..<count {
      let value = bytes.u32(at + 8 * index)
      guard value & bits != 0, value & needed == needed else { continue }
      edges.append(edge(at + 8 * index))
    }
    return edges
  }

  /// The distinct limits of a kind, ascending.
  package func values(limiting kind: LimitKind) -> [UInt32] {
    let (at, count) = list(UInt32(kind.rawValue))
    var values: [UInt32] = []
    for index in 0..<count {
      let value = bytes.u32(at + 8 * index)
      if value != values.last { values.append(value) }
    }
    return values
  }

  /// The edges with a limit of a kind below a value, which a vehicle with that value exceeds.
  package func edges(limiting kind: LimitKind, below value: UInt32) -> [EdgeNumber] {
    let (at, count) = list(UInt32(kind.rawValue))
    var edges: [EdgeNumber] = []
    for index in 0..<count {
      // Limits ascend, so the first that is not exceeded ends the list.
      guard bytes.u32(at + 8 * index) < value else { break }
      edges.append(edge(at + 8 * index))
    }
    return edges
  }

  /// Checks that the lists fill the section and ascend by value, and that their edges exist.
  ///
  /// - Parameters:
  ///   - offset: The offset of the section in the file, for messages.
  ///   - edgeCount: The end of the edge ids of the file.
  /// - Throws: ``FormatError/truncated(part:needs:has:)`` or ``FormatError/invalid(part:offset:rule:)``.
  package func validate(at offset: UInt64, edgeCount: UInt32) throws(FormatError) {
    let part = "section 'restrictions'"
    let size = bytes.byteCount
    guard size >= 4, size >= 4 + 8 * Int(bytes.u32(0)) else {
      throw .truncated(part: part, needs: 4, has: UInt64(size))
    }
    let groups = Int(bytes.u32(0))
    var at = 4 + 8 * groups
    for group in 0..<groups {
      let count = Int(bytes.u32(8 + 8 * group))
      guard at + 8 * count <= size else {
        throw .truncated(part: part, needs: UInt64(at + 8 * count), has: UInt64(size))
      }
      var last: UInt32 = 0
      for index in 0..<count {
        let place = at + 8 * index
        guard bytes.u32(place) >= last, bytes.u32(place + 4) < edgeCount else {
          throw .invalid(
            part: part, offset: offset + UInt64(place),
            rule: "an entry is out of order or of no edge")
        }
        last = bytes.u32(place)
      }
      at += 8 * count
    }
    guard at == size else { throw .truncated(part: part, needs: UInt64(at), has: UInt64(size)) }
  }

  /// All lists, in their order.
  package var all: [(kind: UInt32, entries: [Entry])] {
    (0..<Int(bytes.u32(0))).map { group in
      let kind = bytes.u32(4 + 8 * group)
      return (kind, entries(kind))
    }
  }

  /// Checks the order of lists and entries, and that there are no lists other than those of Formats/nav-2.md, section
  /// 9.4.
  ///
  /// Reading is safe without this check.
  ///
  /// - Parameter offset: The offset of the section in the file, for messages.
  /// - Throws: ``FormatError/invalid(part:offset:rule:)``.
  package func verifyOrder(at offset: UInt64) throws(FormatError) {
    func fault(_ rule: String) -> FormatError {
      .invalid(part: "section 'restrictions'", offset: offset, rule: rule)
    }
    var last: UInt32 = 0
    for group in 0..<Int(bytes.u32(0)) {
      let kind = bytes.u32(4 + 8 * group)
      let isKnown =
        kind == Self.conditionalKind || UInt8(exactly: kind).flatMap(LimitKind.init) != nil
      guard isKnown, kind > last else { throw fault("list \(kind) is unknown or out of order") }
      last = kind
      let (at, count) = list(kind)
      guard count > 0 else { throw fault("list \(kind) is empty") }
      for place in stride(from: at + 8, to: at + 8 * count, by: 8) {
        let pair = (bytes.u32(place), bytes.u32(place + 4))
        guard (bytes.u32(place - 8), bytes.u32(place - 4)) < pair else {
          throw fault("entries of list \(kind) do not ascend")
        }
      }
    }
  }

  /// Encodes the section.
  ///
  /// - Parameter lists: The lists, ascending by kind; the entries of a list may be in any order.
  /// - Returns: The bytes.
  package static func encoded(_ lists: [(kind: UInt32, entries: [Entry])]) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(UInt32(lists.count))
    for (kind, entries) in lists {
      writer.u32(kind)
      writer.u32(UInt32(entries.count))
    }
    for (_, entries) in lists {
      for entry in entries.sorted(by: { ($0.value, $0.edge) < ($1.value, $1.edge) }) {
        writer.u32(entry.value)
        writer.u32(entry.edge.rawValue)
      }
    }
    return writer.bytes
  }
}
