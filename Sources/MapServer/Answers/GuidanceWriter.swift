import Guidance
import JSON
import RoadModel
import RouteModel

/// Writes the banners and announcements of a leg as in Mapbox Directions v5.
///
/// See Formats/http-guidance.md.
struct GuidanceWriter {
  private let words: Instructions
  private let steps: [RouteStep]
  private let stop: GuidanceStop
  private let voice: [[SpokenInstruction]]?
  private let banners: [[BannerInstruction]]?

  /// Words for a leg.
  ///
  /// - Parameters:
  ///   - words: The language and the units.
  ///   - wanted: The requested instructions.
  ///   - steps: The steps of the leg.
  ///   - joined: The steps as they were joined; nil if leaving a roundabout is a step.
  ///   - edges: Its edges.
  ///   - stop: The waypoint at its end.
  init(
    _ words: Instructions, _ wanted: GuidanceOptions, _ steps: [RouteStep],
    joined: RoundaboutJoin?, along edges: [RouteEdge], stop: GuidanceStop
  ) {
    self.words = words
    self.steps = steps
    self.stop = stop
    voice =
      wanted.hasVoice
      ? joined?.announcements(in: words, along: edges, at: stop)
        ?? words.announcements(for: steps, along: edges, at: stop) : nil
    banners =
      wanted.hasBanners
      ? Self.completed(words.banners(for: steps, at: stop), joined?.degrees ?? [:]) : nil
  }

  /// The banners, completed with the degrees of roundabouts, which joined steps do not have.
  private static func completed(
    _ banners: [[BannerInstruction]], _ degrees: [Int: Int]
  ) -> [[BannerInstruction]] {
    var banners = banners
    for (step, degrees) in degrees {
      if step > 0 {
        for index in banners[step - 1].indices {
          banners[step - 1][index].primary.degrees = degrees
          banners[step - 1][index].secondary?.degrees = degrees
        }
      }
      guard step > 1 else { continue }
      for index in banners[step - 2].indices
      where banners[step - 2][index].sub?.components.first?.kind != .lane {
        banners[step - 2][index].sub?.degrees = degrees
      }
    }
    return banners
  }

  /// The instruction of a step's maneuver.
  func instruction(_ index: Int) -> String {
    let previous = index > 0 ? steps[index - 1] : nil
    return words.text(for: steps[index], .init(previous: previous, stop: stop))
  }

  /// The members of a step.
  func write(_ index: Int, to json: inout JSONWriter) {
    if let voice {
      json.array("voiceInstructions") { list in
        for spoken in voice[index] { list.object { Self.write(spoken, to: &$0) } }
      }
    }
    if let banners {
      json.array("bannerInstructions") { list in
        for banner in banners[index] { list.object { Self.write(banner, to: &$0) } }
      }
    }
  }

  private static func write(_ spoken: SpokenInstruction, to json: inout JSONWriter) {
    json.number("distanceAlongGeometry", spoken.distanceBeforeManeuver, decimals: 1)
    json.string("announcement", spoken.text)
    json.string("ssmlAnnouncement", spoken.ssml)
  }

  private static func write(_ banner: BannerInstruction, to json: inout JSONWriter) {
    json.number("distanceAlongGeometry", banner.distanceBeforeManeuver, decimals: 1)
    json.object("primary") { write(banner.primary, to: &$0) }
    if let line = banner.secondary { json.object("secondary") { write(line, to: &$0) } }
    if let line = banner.sub { json.object("sub") { write(line, to: &$0) } }
  }

  private static func write(_ line: BannerInstruction.Line, to json: inout JSONWriter) {
    json.string("text", line.text)
    json.string("type", line.kind.rawValue)
    // Older clients fail without it.
    json.string("modifier", (line.direction ?? .straight).rawValue)
    if let degrees = line.degrees { json.int("degrees", degrees) }
    json.string("driving_side", StepWriter.word(line.drivingSide))
    let arrow = LaneWords.followed(on: line.components.compactMap(\.lane))
    json.array("components") { list in
      for part in line.components { list.object { write(part, following: arrow, to: &$0) } }
    }
  }

  private static func write(
    _ part: BannerInstruction.Component, following arrow: LaneIndications,
    to json: inout JSONWriter
  ) {
    json.string("text", part.text)
    json.string("type", part.kind.rawValue)
    guard let lane = part.lane else { return }
    json.strings("directions", LaneWords.mapbox(lane.indications))
    json.bool("active", lane.isRecommended)
    if let word = LaneWords.word(of: arrow, on: lane) { json.string("active_direction", word) }
  }
}

/// The words for arrows on lanes.
enum LaneWords {
  /// OSRM's; `none` for a lane without arrows.
  static func osrm(_ arrows: LaneIndications) -> [String] {
    arrows.isEmpty ? ["none"] : arrows.osrmWords
  }

  /// Mapbox's, whose clients fail at another word; a merging lane becomes a slight turn.
  static func mapbox(_ arrows: LaneIndications) -> [String] {
    var known = arrows.subtracting([.mergeToLeft, .mergeToRight])
    if arrows.contains(.mergeToLeft) { known.insert(.slightLeft) }
    if arrows.contains(.mergeToRight) { known.insert(.slightRight) }
    return osrm(known)
  }

  /// The arrow to follow on the recommended lanes of an intersection; empty if they have none, or several.
  ///
  /// Clients of Mapbox fail if lanes of one intersection tell different arrows.
  static func followed(on lanes: [RouteLane]) -> LaneIndications {
    let arrows: LaneIndications = lanes.reduce(into: []) {
      if $1.isRecommended { $0.formUnion($1.followed) }
    }
    return arrows.rawValue.nonzeroBitCount == 1 ? arrows : []
  }

  /// Mapbox's word for an arrow if it is the one to follow on a lane, else nil.
  ///
  /// Clients read it as a direction, which `none` is not.
  static func word(of arrow: LaneIndications, on lane: RouteLane) -> String? {
    lane.isValid && !arrow.isEmpty && lane.followed == arrow ? mapbox(arrow).first : nil
  }
}
