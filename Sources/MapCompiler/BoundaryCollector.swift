import OSMInput

/// Collects the borders of countries of the input while it is read.
///
/// It keeps only the node ids of administrative boundaries, of coastlines, of settlements that are drawn as areas, of
/// ways that may be borders without a tag for it, and the members of country relations. ``CountryFinder`` makes areas
/// from them when all nodes are known.
struct BoundaryCollector: Sendable {
  /// A relation that states the country of an area.
  struct Relation: Sendable {
    /// The code of ISO 3166-1 alpha-2, in capitals.
    var country: String
    /// The `admin_level`: 2 for states, 3 and 4 for dependent territories such as Hong Kong.
    var level: UInt8
    /// Ways around the area.
    var outer: [Int64]
    /// Ways around holes in it.
    var inner: [Int64]
  }

  /// Country relations by id, in their last version.
  private(set) var relations: [Int64: Relation] = [:]
  private var ways: [Int64: Range<Int>] = [:]
  private var refs: [Int64] = []
  /// Rivers, railways and ways without tags, which are needed if a border follows them.
  private var others = WayLog()

  /// Adds a way if it may be part of a border; at the sea, borders are often only coastlines.
  mutating func way(
    _ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags
  ) {
    guard
      tags.value(for: "boundary").map({ $0 == "administrative" || $0 == "place" }) ?? false
        || tags.hasKey("admin_level") || tags.value(for: "natural", equals: "coastline")
    else {
      if Self.mayBeFollowed(tags) { others.append(id, nodes) }
      return
    }
    add(id, (copy nodes)[...])
  }

  /// Adds a way that is itself the border of a settlement.
  mutating func addBorder(_ id: Int64, nodes: borrowing [Int64]) { add(id, (copy nodes)[...]) }

  /// Keys that say nothing about what a way is.
  private static let remarks: [StaticString] = ["source", "created_by", "note", "fixme"]

  /// Whether a border may follow a way that is no road.
  private static func mayBeFollowed(_ tags: borrowing OSMTags) -> Bool {
    if tags.count <= remarks.count {
      var count = 0
      for key in remarks where tags.hasKey(key) { count += 1 }
      if count == tags.count { return true }
    }
    return (tags.hasKey("waterway") || tags.hasKey("railway")) && !tags.hasKey("highway")
  }

  private mutating func add(_ id: Int64, _ nodes: ArraySlice<Int64>) {
    let start = refs.count
    refs.append(contentsOf: nodes)
    ways[id] = start..<refs.count
  }

  /// Adds the roads, rivers, railways and ways without tags that are part of a border, after all input is read.
  ///
  /// - Parameters:
  ///   - members: The ways of other borders than those of ``relations``.
  ///   - roads: Roads by id, and their nodes in `refs`.
  ///   - refs: The nodes of all roads.
  mutating func complete(
    borders members: some Sequence<Int64>, roads: some Sequence<(id: Int64, nodes: Range<Int>)>,
    _ refs: [Int64]
  ) {
    defer { others = WayLog() }
    var missing = Set(members)
    for relation in relations.values {
      missing.formUnion(relation.outer)
      missing.formUnion(relation.inner)
    }
    missing = missing.filter { ways[$0] == nil }
    guard !missing.isEmpty else { return }
    for road in roads where missing.contains(road.id) { add(road.id, refs[road.nodes]) }
    for way in others.ways(missing) { add(way.id, way.nodes[...]) }
  }

  /// Adds a relation if it is the boundary of a country.
  mutating func relation(
    _ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags
  ) {
    guard tags.value(for: "boundary", equals: "administrative"),
      tags.value(for: "type", equals: "boundary")
        || tags.value(for: "type", equals: "multipolygon"),
      let level = tags.value(for: "admin_level").flatMap({ UInt8($0) }), (2...4).contains(level),
      let country = Self.country(tags, level: level)
    else { return }
    var relation = Relation(country: country, level: level, outer: [], inner: [])
    for member in copy members where member.kind == .way {
      switch member.role {
      case "", "outer", "exclave": relation.outer.append(member.ref)
      case "inner", "enclave": relation.inner.append(member.ref)
      default: break
      }
    }
    relations[id] = relation
  }

  /// The nodes of a boundary; empty if the input does not have it.
  func nodes(ofWay id: Int64) -> ArraySlice<Int64> {
    ways[id].map { refs[$0] } ?? []
  }

  private static func country(_ tags: borrowing OSMTags, level: UInt8) -> String? {
    let code =
      tags.value(for: "ISO3166-1:alpha2") ?? tags.value(for: "ISO3166-1")
      ?? (level == 2 ? tags.value(for: "country_code") : nil)
    guard let code = code?.uppercased(), code.utf8.count == 2,
      code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
    else { return nil }
    // Metropolitan France has a separate relation and code.
    return code == "FX" ? "FR" : code
  }
}
