import Guidance

extension Query {
  /// The options of guidance, for routes and matchings.
  static let guidanceNames: Set<String> = [
    "language", "voice_instructions", "banner_instructions", "voice_units", "roundabout_exits",
  ]

  /// Reads an option of guidance; false for any other option.
  mutating func readGuidance(
    _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "language": try readLanguage(&scanner)
    case "voice_instructions": guidance.hasVoice = try scanner.bool()
    case "banner_instructions": guidance.hasBanners = try scanner.bool()
    case "voice_units": try readUnits(&scanner)
    case "roundabout_exits": guidance.hasRoundaboutExits = try scanner.bool()
    default: return false
    }
    return true
  }

  /// Checks that sentences and banners are requested only with steps.
  func checkGuidance() throws(ServiceError) {
    for (name, isAsked) in [
      ("voice_instructions", guidance.hasVoice), ("banner_instructions", guidance.hasBanners),
    ] where isAsked && !steps {
      throw ServiceError(.invalidOptions, "\(name)=true needs steps=true.")
    }
  }

  /// Reads a tag such as `de`, `de-AT` or `pt_BR`; its first part must be known.
  private mutating func readLanguage(_ scanner: inout Scanner) throws(ServiceError) {
    let word = scanner.takeWhile {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    if word.isEmpty { throw scanner.malformed() }
    let tag = String(decoding: word, as: UTF8.self)
    guard let language = Language(tag: tag) else {
      let all = Language.builtInTags.joined(separator: ", ")
      throw ServiceError(.invalidValue, "language takes \(all).")
    }
    guidance.language = language
    guidance.tag = String(tag.map { $0 == "_" ? "-" : $0 })
  }

  private mutating func readUnits(_ scanner: inout Scanner) throws(ServiceError) {
    let word = scanner.takeWhile { $0 == UInt8(ascii: "_") || 97...122 ~= $0 }
    if word.isEmpty { throw scanner.malformed() }
    guard let units = DistanceUnits(rawValue: String(decoding: word, as: UTF8.self)) else {
      let all = DistanceUnits.allCases.map(\.rawValue).joined(separator: ", ")
      throw ServiceError(.invalidValue, "voice_units takes \(all).")
    }
    guidance.requestedUnits = units
  }
}
