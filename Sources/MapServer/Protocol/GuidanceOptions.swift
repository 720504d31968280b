import Guidance
import RoadModel

/// The instructions that a client requests for each step, beyond OSRM (Formats/http-guidance.md).
struct GuidanceOptions {
  /// The requested language as a tag; nil for English sentences with local names.
  var tag: String?
  /// The language of the sentences.
  var language: Language?
  /// The requested units of spoken distances; nil for those of the language's region.
  var requestedUnits: DistanceUnits?
  /// The units of spoken distances.
  var units: DistanceUnits { requestedUnits ?? DistanceUnits(regionOf: tag ?? "") }
  /// Whether steps have sentences to speak.
  var hasVoice = false
  /// Whether steps have banners.
  var hasBanners = false
  /// Whether the exit from a roundabout is a separate step.
  var hasRoundaboutExits = true
  /// Whether the request has the form of Mapbox Directions v5.
  var isDirections = false

  /// Whether answers have the members of Mapbox Directions v5.
  var isAsked: Bool { tag != nil || hasVoice || hasBanners || isDirections }

  /// The words of the answer for a mode of travel; nil if none are requested.
  func words(for mode: Mode) -> Instructions? {
    guard isAsked else { return nil }
    return Instructions(
      language: language ?? .english, units: units, signLanguage: tag, mode: mode)
  }
}
