/// The maximum amounts that a build accepts from its input, far above those of real data.
///
/// Without these limits a small damaged or malicious input could take hours or all memory. A build
/// leaves out elements beyond a limit and counts them in the ``BuildReport``.
struct BuildLimits: Sendable {
  /// The number of ends of roads in one node, at most 255, the limit of the format.
  ///
  /// A road through the node has two. Turns and the order of the hierarchy need the square of the
  /// number. Real junctions have less than 30.
  var roadEndsAtNode = 128
  /// The number of segments of a restriction's path over ways, including the first and last.
  ///
  /// The via edges of a path need the square of the number.
  var segmentsOfRestriction = 64
  /// The number of segments of a restriction's road; OpenStreetMap allows no more nodes in a way.
  var segmentsOfMember = 2_000
  /// The number of conditional bans of one path; further ones become one that may apply.
  var conditionsOfTurn = 48
  /// The number of kinds of problems in the report.
  var problems = 10_000
  /// The number of distinct limit tags in the report.
  var limitTags = 100_000
  /// The number of crowded nodes in the report.
  var crowdedNodes = 3
}
