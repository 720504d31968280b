import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// Collects the roads of the input while it is read, in the first phase of the compiler.
struct Collector: OSMVisitor {
  /// A way that is a road, with its nodes as ids.
  struct Way {
    var osmID: Int64
    var refs: Range<Int>
    /// Index in `attributes`.
    var attributes: UInt32
    /// Index in `ruleSets`.
    var rules: UInt32
    var name: UInt32
    var ref: UInt32
    /// Index in `wordSets`.
    var words: UInt32
    /// The `duration` of a ferry for the whole way, in seconds.
    var seconds: UInt32
    /// The grade by `incline` in thousandths, below 0 if the way falls; 0 if unknown.
    var incline: Int16
  }

  /// A turn restriction, with its members as ids.
  struct Restriction {
    var osmID: Int64
    var readings: [RestrictionReading]
    var members: [OSMMember]
  }

  /// A sign that points to a way, with its members as ids.
  struct DestinationSign {
    var words: [RoadWord]
    var members: [OSMMember]
  }

  let rules: RoadRules
  var nodes: NodeStore
  /// Readings of nodes with objects, by id; the last of several versions counts.
  var nodeReadings: [Int64: NodeReading] = [:]
  var ways: [Way] = []
  var wayRefs: [Int64] = []
  var attributes = InternTable<RoadAttributes>()
  var ruleSets = InternTable<[RoadRule]>()
  var wordSets = InternTable<[TileContents.Word]>()
  var names = NameTable()
  var restrictions: [Restriction] = []
  var destinationSigns: [DestinationSign] = []
  var boundaries = BoundaryCollector()
  var places: PlaceCollector
  var stations: StationCollector
  /// Ways out of order that are not roads, with the number of roads before.
  ///
  /// Earlier ways with the same id do not count.
  var nonRoads: [Int64: Int] = [:]
  private var maximumWayID = Int64.min
  var report = BuildReport()

  private static let nodeKeys = OSMKeySet(RoadRules.nodeKeys)
  private static let wayKeys = OSMKeySet(RoadRules.wayKeys)

  init(rules: RoadRules, nodes: NodeStore = NodeStore(), places: PlaceScope = .none) {
    self.rules = rules
    self.places = PlaceCollector(rules: rules, scope: places)
    stations = StationCollector(rules)
    self.nodes = nodes
    _ = ruleSets.index(of: [])
    _ = wordSets.index(of: [])
  }

  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    guard let position else { return }
    // The last version of a node counts, even if it has no object any more.
    if !nodes.append(id, position) { nodeReadings[id] = nil }
    if tags.isEmpty { return }
    places.node(id, at: position, tags)
    report.add(places.takeProblems(), of: "node \(id)")
    stations.node(id, at: position, tags)
    guard
      tags.hasKey(among: Self.nodeKeys)
        || tags.hasKey(
          beginningWith: RoadRules.nodeKeyBeginning, orEndingWith: RoadRules.nodeKeyEnding)
    else { return }
    let roadTags = Self.roadTags(tags)
    let reading = rules.node(roadTags)
    report.addLimitTags(roadTags)
    report.add(reading.problems, of: "node \(id)")
    if !reading.isPlain { nodeReadings[id] = reading }
  }

  mutating func way(_ id: Int64, nodes refs: borrowing [Int64], tags: borrowing OSMTags) {
    boundaries.way(id, nodes: refs, tags: tags)
    let areas = places.areas.count
    places.way(id, nodes: refs, tags: tags)
    report.add(places.takeProblems(), of: "way \(id)")
    if places.areas.count > areas { boundaries.addBorder(id, nodes: refs) }
    stations.way(id, nodes: refs, tags: tags)
    let mayRepeat = id <= maximumWayID
    maximumWayID = max(maximumWayID, id)
    guard add(id, refs, tags) else {
      if mayRepeat { nonRoads[id] = ways.count }
      return
    }
  }

  /// Adds a way if it is a road, and returns whether it is.
  private mutating func add(
    _ id: Int64, _ refs: borrowing [Int64], _ tags: borrowing OSMTags
  ) -> Bool {
    guard tags.hasKey(among: Self.wayKeys) else { return false }
    let roadTags = Self.roadTags(tags)
    switch rules.way(roadTags) {
    case .notARoad: return false
    case .refused(let reason):
      report.refusedWays[reason.rawValue, default: 0] += 1
      return false
    case .road(let reading):
      guard refs.count >= 2 else {
        report.refusedWays["fewer than two nodes", default: 0] += 1
        return false
      }
      report.add(reading.problems, of: "way \(id)")
      report.addLimitTags(roadTags)
      report.add(reading.rules)
      let start = wayRefs.count
      wayRefs.append(contentsOf: copy refs)
      ways.append(
        Way(
          osmID: id, refs: start..<wayRefs.count,
          attributes: attributes.index(of: reading.attributes),
          rules: ruleSets.index(of: reading.rules), name: names.offset(of: reading.name),
          ref: names.offset(of: reading.ref), words: wordSets.index(of: stored(reading.words)),
          seconds: UInt32(clamping: reading.ferrySeconds ?? 0), incline: reading.inclinePermille))
      return true
    }
  }

  /// Words in the form of the file; those that do not fit into the names section are left out.
  mutating func stored(_ words: [RoadWord]) -> [TileContents.Word] {
    words.compactMap { word in
      let text = names.offset(of: word.text)
      if text == 0 { return nil }
      return TileContents.Word(kind: word.kind, directions: word.directions, text: text)
    }
  }

  /// Completes the borders that follow roads, rivers and other ways, after all input is read.
  mutating func completeBoundaries() {
    boundaries.complete(
      borders: places.areas.lazy.flatMap { $0.outer + $0.inner },
      roads: ways.lazy.map { (id: $0.osmID, nodes: $0.refs) }, wayRefs)
  }

  mutating func relation(
    _ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags
  ) {
    boundaries.relation(id, members: members, tags: tags)
    places.relation(id, members: members, tags: tags)
    report.add(places.takeProblems(), of: "relation \(id)")
    stations.relation(id, members: members, tags: tags)
    if tags.value(for: "type") == "destination_sign" {
      let words = rules.destinationSign(Self.roadTags(tags))
      destinationSigns.append(DestinationSign(words: words, members: copy members))
    }
    guard tags.hasKey("type"), tags.hasKey("restriction") || Self.isRestriction(tags) else {
      return
    }
    switch rules.restriction(Self.roadTags(tags)) {
    case .notARestriction: return
    case .refused(let reason): report.refusedRestrictions[reason.rawValue, default: 0] += 1
    case .restrictions(let readings):
      for reading in readings { report.add(reading.problems, of: "relation \(id)") }
      restrictions.append(Restriction(osmID: id, readings: readings, members: copy members))
    }
  }

  private static func isRestriction(_ tags: borrowing OSMTags) -> Bool {
    tags.value(for: "type")?.hasPrefix("restriction") ?? false
  }

  static func roadTags(_ tags: borrowing OSMTags) -> RoadTags {
    var pairs: [(key: String, value: String)] = []
    pairs.reserveCapacity(tags.count)
    for index in 0..<tags.count { pairs.append((tags.key(at: index), tags.value(at: index))) }
    return RoadTags(pairs)
  }
}

/// Distinct values in the order of their first occurrence, each with an index.
struct InternTable<Value: Hashable & Sendable>: Sendable {
  private var indices: [Value: UInt32] = [:]
  private(set) var values: [Value] = []

  mutating func index(of value: Value) -> UInt32 {
    if let known = indices[value] { return known }
    let index = UInt32(values.count)
    indices[value] = index
    values.append(value)
    return index
  }
}
