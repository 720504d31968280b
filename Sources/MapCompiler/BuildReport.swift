public import OSMInput
public import RoadModel
public import RoadRules

/// What a build took in, used and refused, with reasons: nothing is dropped without a count.
public struct BuildReport: Sendable {
  /// A kind of tag value that was not understood, how often, and where for example.
  public struct Problem: Sendable, Hashable {
    /// The tag and why it was not understood.
    public var problem: TagProblem
    /// Elements that carry it.
    public var count: Int
    /// Up to three elements, as `way 123`, `node 123` or `relation 123`.
    public var examples: [String]
  }

  /// A tag that limits who may pass, as written.
  public struct LimitTag: Sendable, Hashable, Comparable {
    /// Its key.
    public var key: String
    /// Its value.
    public var value: String

    /// What it says.
    public var reading: LimitTagReading { RoadRules.limit(key: key, value: value) }

    /// Orders by key, then value.
    public static func < (a: LimitTag, b: LimitTag) -> Bool {
      (a.key, a.value) < (b.key, b.value)
    }
  }

  /// What the reader of the input counted.
  public internal(set) var input: OSMSummary?
  /// Nodes given more than once with the same id; the last was taken.
  public internal(set) var duplicateNodes = 0
  /// Ways given more than once with the same id; the last was taken.
  public internal(set) var duplicateWays = 0
  /// References of roads to nodes that the input does not have (the cut edge of an extract).
  public internal(set) var missingNodes = 0
  /// Ways that became roads.
  public internal(set) var usedWays = 0
  /// Ways with road tags that did not become roads, by reason.
  public internal(set) var refusedWays: [String: Int] = [:]
  /// Turn restrictions in force.
  public internal(set) var usedRestrictions = 0
  /// Of those, the ones over ways, not only a node.
  public internal(set) var usedViaWayRestrictions = 0
  /// Turn restrictions not in force, by reason.
  public internal(set) var refusedRestrictions: [String: Int] = [:]
  /// Vehicle limits on roads that always hold, by kind.
  public internal(set) var limits: [LimitKind: Int] = [:]
  /// Distinct limit tags of roads and of nodes on them, and how many elements carry each.
  public internal(set) var limitTags: [LimitTag: Int] = [:]
  /// Rules on roads and turns that hold under conditions.
  public internal(set) var conditionalRules = 0
  /// Values that were not understood, the most frequent first.
  public var problems: [Problem] {
    problemTable.values.sorted {
      ($1.count, $0.problem.key, $0.problem.value) < ($0.count, $1.problem.key, $1.problem.value)
    }
  }
  private var problemTable: [TagProblem: Problem] = [:]

  /// The country of the map, ISO 3166-1 alpha-2; nil when it is not known.
  public internal(set) var country: String?
  /// The time zone of the map, as a POSIX rule; nil when it is not known.
  public internal(set) var timeZone: String?
  /// Junctions of the map.
  public internal(set) var junctions = 0
  /// Segments of the map.
  public internal(set) var segments = 0
  /// Directed edges of the map, via edges included.
  public internal(set) var edges = 0
  /// Tiles of the map.
  public internal(set) var tiles = 0
  /// Length of all roads in metres.
  public internal(set) var roadMetres = 0.0
  /// Bytes of the file.
  public internal(set) var fileBytes = 0
  /// Seconds that each phase took, in order.
  public internal(set) var phases: [(name: String, seconds: Double)] = []

  /// A report of nothing yet.
  public init() {}

  mutating func add(_ found: [TagProblem], of element: @autoclosure () -> String) {
    for problem in found {
      var entry = problemTable[problem] ?? Problem(problem: problem, count: 0, examples: [])
      entry.count += 1
      if entry.examples.count < 3 { entry.examples.append(element()) }
      problemTable[problem] = entry
    }
  }

  mutating func addLimitTags(_ tags: RoadTags) {
    for (key, value) in tags.pairs where RoadRules.isLimit(key: key) {
      limitTags[LimitTag(key: key, value: value), default: 0] += 1
    }
  }

  mutating func add(_ found: [RoadRule]) {
    for rule in found {
      if !rule.condition.terms.isEmpty {
        conditionalRules += 1
      } else if case .limit(let kind, _) = rule.effect {
        limits[kind, default: 0] += 1
      }
    }
  }
}
