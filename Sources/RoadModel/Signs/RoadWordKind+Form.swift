/// The canonical forms of texts, so that a file stores each once (Formats/nav-2.md, section 6.11).
extension RoadWordKind {
  /// The form of the texts of a kind.
  public enum Form: Sendable, Hashable {
    /// Any text that neither begins nor ends with a space.
    case text
    /// Such texts, separated by `;`.
    case list
    /// A list or nothing for each lane, from left to right; lanes are separated by `|`.
    case laneLists
    /// See ``LaneIndications/text(ofLanes:)``.
    case indications
    /// See ``LaneAccess/text(closed:)``.
    case access
    /// A positive decimal number.
    case count
    /// See ``LanguageTexts``.
    case languages
    /// See ``ApproachTexts``.
    case approaches
  }

  /// The form of the text; unknown kinds may have any text.
  public var form: Form {
    switch self {
    case .turnLanes: .indications
    case .laneAccess: .access
    case .laneCount: .count
    case .destinationLanes, .destinationRefLanes: .laneLists
    case .destination, .destinationRef, .destinationStreet, .destinationSymbol, .destinationRefTo,
      .destinationTo, .exitNumber, .internationalRef, .nationalRef:
      .list
    case .destinationTranslated, .destinationStreetTranslated, .destinationToTranslated,
      .exitNameTranslated, .bridgeNameTranslated, .tunnelNameTranslated:
      .languages
    case .destinationFromWay, .destinationRefFromWay, .destinationStreetFromWay,
      .destinationSymbolFromWay, .destinationRefToFromWay, .destinationToFromWay:
      .approaches
    default: .text
    }
  }

  /// Whether writers may store a text for this kind.
  public func isCanonical(_ text: String) -> Bool {
    switch form {
    case .text: Self.isTrimmed(text.utf8[...])
    case .list: Self.isList(text.utf8[...])
    case .laneLists:
      Self.areLanes(text) { lane in Self.isList(lane) }
    case .indications:
      Self.areLanes(text) { _ in true }
        && LaneIndications.text(ofLanes: LaneIndications.lanes(text)) == text
    case .access:
      Self.areLanes(text) { _ in true } && LaneAccess.text(closed: LaneAccess.lanes(text)) == text
    case .languages: LanguageTexts.isCanonical(text) { list in Self.isList(list) }
    case .approaches: ApproachTexts.isCanonical(text) { list in Self.isList(list) }
    case .count: UInt8(text).map { $0 > 0 && "\($0)" == text } ?? false
    }
  }

  /// The maximum number of lanes of a text.
  public static let maximumLanes = 16

  private static func isTrimmed(_ text: Substring.UTF8View) -> Bool {
    let space = UInt8(ascii: " ")
    return !text.isEmpty && text.first != space && text.last != space
  }

  private static func isList(_ text: Substring.UTF8View) -> Bool {
    text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .allSatisfy { isTrimmed($0) }
  }

  /// Whether a text has lanes, no more than the maximum, and one of them passes a test.
  private static func areLanes(_ text: String, _ isGood: (Substring.UTF8View) -> Bool) -> Bool {
    let lanes = text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return lanes.count <= maximumLanes && lanes.contains { !$0.isEmpty }
      && lanes.allSatisfy { $0.isEmpty || isGood($0) }
  }
}
