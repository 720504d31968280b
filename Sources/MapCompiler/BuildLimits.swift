/// How much of one kind a build takes from its input, far above what real data has.
///
/// Without these limits a small input, damaged or made for it, would take hours or all memory. What lies
/// beyond a limit is left out, and the ``BuildReport`` counts it.
struct BuildLimits: Sendable {
  /// Ends of roads in one node, at most 255, which the format bounds; a road that passes has two.
  ///
  /// Turns and the order of the hierarchy take the square of it. Real junctions have less than 30.
  var roadEndsAtNode = 128
  /// Segments of the path of a restriction over ways, the first and the last included.
  ///
  /// The via edges of a path take the square of it.
  var segmentsOfRestriction = 64
  /// Segments of a road that a restriction names; OpenStreetMap allows no more nodes in a way.
  var segmentsOfMember = 2_000
  /// Conditional bans of one path; those beyond become one that may hold.
  var conditionsOfTurn = 48
  /// Kinds of problems that the report lists.
  var problems = 10_000
  /// Distinct limit tags that the report lists.
  var limitTags = 100_000
  /// Crowded nodes that the report names.
  var crowdedNodes = 3
}
