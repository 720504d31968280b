public import OSMInput
public import RoadModel
public import RoadRules

/// The elements that a build has read, used and refused, with reasons; nothing is dropped without a count.
public struct BuildReport: Sendable {
  /// A kind of tag value that was not understood, its count, and examples.
  public struct Problem: Sendable, Hashable {
    /// The tag and the reason why it was not understood.
    public var problem: TagProblem
    /// Elements that carry it.
    public var count: Int
    /// Up to three elements, as `way 123`, `node 123` or `relation 123`.
    public var examples: [String]
  }

  /// A tag that limits the vehicles that may pass, as written.
  public struct LimitTag: Sendable, Hashable, Comparable {
    /// Its key.
    public var key: String
    /// Its value.
    public var value: String

    /// The rules that it sets.
    public var reading: LimitTagReading { RoadRules.limit(key: key, value: value) }

    /// Orders by key, then value.
    public static func < (a: LimitTag, b: LimitTag) -> Bool {
      (a.key, a.value) < (b.key, b.value)
    }
  }

  /// A node where more roads meet than a map can store.
  public struct CrowdedNode: Sendable, Hashable {
    /// Its OSM id.
    public var id: Int64
    /// The ends of roads that meet there, including those left out.
    public var roads: Int
  }

  /// The counts of the reader of the input.
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
  /// Stretches of roads left out, from junction to junction, where too many roads meet in one node.
  public internal(set) var leftOutStretches = 0
  /// Nodes where stretches were left out.
  public internal(set) var crowdedNodes = 0
  /// Up to three of these nodes, those with the most roads first.
  public internal(set) var crowdedNodeExamples: [CrowdedNode] = []
  /// The elevation of roads; nil if it was not requested.
  public internal(set) var elevation: ElevationReport?
  /// Turn restrictions in force.
  public internal(set) var usedRestrictions = 0
  /// Of those, the ones over ways, not only a node.
  public internal(set) var usedViaWayRestrictions = 0
  /// Turn restrictions not in force, by reason.
  public internal(set) var refusedRestrictions: [String: Int] = [:]
  /// `destination_sign` relations that gave words to a way.
  public internal(set) var usedDestinationSigns = 0
  /// `destination_sign` relations that gave no words, by reason.
  public internal(set) var refusedDestinationSigns: [String: Int] = [:]
  /// Vehicle limits on roads that always hold, by kind.
  public internal(set) var limits: [LimitKind: Int] = [:]
  /// Distinct limit tags of roads and of nodes on them, and how many elements carry each; the first 100,000.
  public private(set) var limitTags: [LimitTag: Int] = [:]
  /// Limit tags of elements beyond those in ``limitTags``.
  public private(set) var unlistedLimitTags = 0
  /// Rules on roads and turns that hold under conditions.
  public internal(set) var conditionalRules = 0
  /// Values that were not understood, most frequent first; of more than 10,000 kinds, the first that occurred.
  public var problems: [Problem] {
    problemTable.values.sorted {
      ($1.count, $0.problem.key, $0.problem.value) < ($0.count, $1.problem.key, $1.problem.value)
    }
  }
  private var problemTable: [TagProblem: Problem] = [:]
  /// Values that were not understood, of kinds beyond those in ``problems``.
  public private(set) var unlistedProblems = 0
  private let bounds: BuildLimits

  /// The country of the map, ISO 3166-1 alpha-2; nil if unknown.
  public internal(set) var country: String?
  /// The time zone of the map, as a POSIX rule; nil if unknown.
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

  /// An empty report.
  public init() { bounds = BuildLimits() }

  /// A report of nothing yet that lists so much.
  init(bounds: BuildLimits) { self.bounds = bounds }

  mutating func add(_ found: [TagProblem], of element: @autoclosure () -> String) {
    for problem in found {
      guard problemTable.count < bounds.problems || problemTable[problem] != nil else {
        unlistedProblems += 1
        continue
      }
      var entry = problemTable[problem] ?? Problem(problem: problem, count: 0, examples: [])
      entry.count += 1
      if entry.examples.count < 3 { entry.examples.append(element()) }
      problemTable[problem] = entry
    }
  }

  mutating func addLimitTags(_ tags: RoadTags) {
    for (key, value) in tags.pairs where RoadRules.isLimit(key: key) {
      let tag = LimitTag(key: key, value: TagProblem.shortened(value))
      guard limitTags.count < bounds.limitTags || limitTags[tag] != nil else {
        unlistedLimitTags += 1
        continue
      }
      limitTags[tag, default: 0] += 1
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
