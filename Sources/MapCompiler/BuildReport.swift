public import OSMInput
public import RoadModel
public import RoadRules

/// The elements that a build has read, used and refused, with reasons.
///
/// All elements that are left out are counted.
public struct BuildReport: Sendable {
  /// A kind of tag value that was not understood, its count, and examples.
  public struct Problem: Sendable, Hashable {
    /// The tag and the reason why it was not understood.
    public var problem: TagProblem
    /// The number of elements with the problem.
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
    /// The number of ends of roads there, including those left out.
    public var roads: Int
  }

  /// The counts of the reader of the input.
  public internal(set) var input: OSMSummary?
  /// The number of nodes with a repeated id; the last one of each id was used.
  public internal(set) var duplicateNodes = 0
  /// The number of ways with a repeated id; the last one of each id was used.
  public internal(set) var duplicateWays = 0
  /// The number of references of roads to missing nodes, as at the cut edge of an extract.
  public internal(set) var missingNodes = 0
  /// The number of ways that became roads.
  public internal(set) var usedWays = 0
  /// The number of ways with road tags that did not become roads, by reason.
  public internal(set) var refusedWays: [String: Int] = [:]
  /// The number of stretches left out, since too many roads meet in one of their nodes.
  public internal(set) var leftOutStretches = 0
  /// The number of nodes where stretches were left out.
  public internal(set) var crowdedNodes = 0
  /// Up to three of these nodes, in descending order of roads.
  public internal(set) var crowdedNodeExamples: [CrowdedNode] = []
  /// The elevation of roads; nil if it was not requested.
  public internal(set) var elevation: ElevationReport?
  /// The number of turn restrictions in the map.
  public internal(set) var usedRestrictions = 0
  /// The number of those over ways, not only a node.
  public internal(set) var usedViaWayRestrictions = 0
  /// The number of turn restrictions that are not in the map, by reason.
  public internal(set) var refusedRestrictions: [String: Int] = [:]
  /// The number of `destination_sign` relations that gave words to a way.
  public internal(set) var usedDestinationSigns = 0
  /// The number of `destination_sign` relations that gave no words, by reason.
  public internal(set) var refusedDestinationSigns: [String: Int] = [:]
  /// The number of vehicle limits on roads that always apply, by kind.
  public internal(set) var limits: [LimitKind: Int] = [:]
  /// The first 100,000 distinct limit tags of roads and their nodes, with the number of elements.
  public private(set) var limitTags: [LimitTag: Int] = [:]
  /// The number of limit tags of elements beyond those in ``limitTags``.
  public private(set) var unlistedLimitTags = 0
  /// The number of conditional rules on roads and turns.
  public internal(set) var conditionalRules = 0
  /// Values that were not understood, in descending order of frequency.
  ///
  /// If there are more than 10,000 kinds, it has the first that occurred.
  public var problems: [Problem] {
    problemTable.values.sorted {
      ($1.count, $0.problem.key, $0.problem.value) < ($0.count, $1.problem.key, $1.problem.value)
    }
  }
  private var problemTable: [TagProblem: Problem] = [:]
  /// The number of values that were not understood, of kinds beyond those in ``problems``.
  public private(set) var unlistedProblems = 0
  private let bounds: BuildLimits

  /// The country of the map, ISO 3166-1 alpha-2; nil if unknown.
  public internal(set) var country: String?
  /// The time zone of the map, as a POSIX rule; nil if unknown.
  public internal(set) var timeZone: String?
  /// The number of junctions of the map.
  public internal(set) var junctions = 0
  /// The number of segments of the map.
  public internal(set) var segments = 0
  /// The number of directed edges of the map, including via edges.
  public internal(set) var edges = 0
  /// The number of tiles of the map.
  public internal(set) var tiles = 0
  /// The length of all roads in metres.
  public internal(set) var roadMetres = 0.0
  /// The number of bytes of the file.
  public internal(set) var fileBytes = 0
  /// The seconds of each phase, in order.
  public internal(set) var phases: [(name: String, seconds: Double)] = []

  /// An empty report.
  public init() { bounds = BuildLimits() }

  /// An empty report with the lengths of its lists.
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
