import Guidance
import RoadModel
import RouteModel

/// The steps of a route as lines of text: number, length, duration and instruction of each maneuver.
///
/// The sign and the lanes are below an instruction, if the map has them:
///
///      3    650 m    1 min  Take exit 12a toward Karlsruhe, Frankfurt
///                           sign: exit 12a | A 5 | Karlsruhe, Frankfurt
///                           lanes: ←↑ (↑) [↑→] [→]
struct StepText {
  let words: Instructions

  /// The length and the duration of a route or section.
  func extent(_ metres: Double, _ seconds: Double) -> String {
    words.distance(metres) + ", " + words.duration(seconds)
  }

  /// The lines of a route.
  func lines(_ answer: Answer) -> [String] {
    let route = answer.route
    let words = words.told(for: answer)
    let rows = route.sections.indices.map { Self.rows(of: $0, route, words) }
    let all = rows.joined()
    let widths = Widths(
      number: String(all.count).count, length: all.map(\.length.count).max() ?? 0,
      duration: all.map(\.duration.count).max() ?? 0)
    var lines: [String] = []
    var number = 0
    for (index, section) in route.sections.enumerated() {
      if route.sections.count > 1 {
        lines.append(
          "  to \(RouteText.goal(of: index, in: route.sections)): "
            + extent(section.lengthMetres, section.durationSeconds)
            + (EnergyText.arrival(section) ?? ""))
      }
      for row in rows[index] {
        number += 1
        lines += row.lines(number, widths)
      }
      lines += EnergyText.actions(section)
    }
    return lines
  }

  private static func rows(
    of index: Int, _ route: RouteModel.Route, _ words: Instructions
  ) -> [Row] {
    let steps = route.sections[index].steps
    return zip(steps, words.texts(of: index, in: route)).map { step, text in
      let isEnd = step.maneuver.kind == .arrive
      return Row(
        length: isEnd ? "" : words.distance(step.lengthMetres),
        duration: isEnd ? "" : words.duration(step.durationSeconds), text: text,
        notes: [
          step.sign.flatMap(line),
          line(step.lanes, step.drivingSide).map { "lanes: " + $0 },
        ].compactMap { $0 })
    }
  }

  /// A sign in a line; nil if it is empty.
  private static func line(_ sign: RoadSign) -> String? {
    var parts: [String] = []
    let exit = [sign.exitNumber, sign.exitName].compactMap { $0 }
    if !exit.isEmpty { parts.append("exit " + exit.joined(separator: " ")) }
    for list in [sign.roadNumbers, sign.streets, sign.towards, sign.symbols] where !list.isEmpty {
      parts.append(list.joined(separator: ", "))
    }
    return parts.isEmpty ? nil : "sign: " + parts.joined(separator: " | ")
  }

  /// Lanes in a line: `[↑]` is recommended, `(↑)` is also possible; nil if there are none.
  static func line(_ lanes: [RouteLane], _ side: DrivingSide) -> String? {
    if lanes.isEmpty { return nil }
    let drawn = lanes.map { lane in
      let arrows = LaneArrows.text(lane.indications, side)
      return lane.isRecommended ? "[\(arrows)]" : lane.isValid ? "(\(arrows))" : arrows
    }
    return drawn.joined(separator: " ")
  }

  /// A maneuver in words.
  private struct Row {
    var length: String
    var duration: String
    var text: String
    /// The lines below it.
    var notes: [String]

    func lines(_ number: Int, _ widths: Widths) -> [String] {
      let head = [
        Self.right(String(number), widths.number + 2), Self.right(length, widths.length),
        Self.right(duration, widths.duration),
      ].joined(separator: "  ")
      let margin = String(repeating: " ", count: head.count + 2)
      return [head + "  " + text] + notes.map { margin + $0 }
    }

    private static func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
  }

  /// The widths of the columns in characters.
  private struct Widths {
    var number: Int, length: Int, duration: Int
  }
}

/// The arrows on lanes as characters.
enum LaneArrows {
  private static let arrows: [(indication: LaneIndications, arrow: String)] = [
    (.sharpLeft, "↙"), (.left, "←"), (.slightLeft, "↖"), (.mergeToLeft, "⇖"), (.straight, "↑"),
    (.mergeToRight, "⇗"), (.slightRight, "↗"), (.right, "→"), (.sharpRight, "↘"),
  ]

  /// The arrows of a lane from left to right; a dot for a lane without arrows.
  static func text(_ indications: LaneIndications, _ side: DrivingSide) -> String {
    var text = arrows.reduce(into: "") { text, row in
      if indications.contains(row.indication) { text += row.arrow }
    }
    // A driver makes a U-turn across the oncoming traffic.
    if indications.contains(.uTurn) { text = side == .left ? text + "↷" : "↶" + text }
    return text.isEmpty ? "·" : text
  }
}

extension RouteStep {
  /// The lanes before its maneuver, from left to right; empty if the map has none.
  var lanes: [RouteLane] { intersections.first?.lanes ?? [] }
}

extension Instructions {
  /// The words for the vehicle of an answer.
  func told(for answer: Answer) -> Instructions {
    var words = self
    words.mode = answer.vehicle.mode
    return words
  }

  /// The instructions of the steps of a section, in order.
  ///
  /// - Parameters:
  ///   - index: The index of the section.
  ///   - route: The route.
  ///   - includesLength: Whether each also has the length of its step.
  /// - Returns: A sentence for each step, or two with the length.
  func texts(
    of index: Int, in route: RouteModel.Route, includesLength: Bool = false
  ) -> [String] {
    let steps = route.sections[index].steps
    let stop = GuidanceStop(route, endOfSection: index)
    return steps.indices.map { number in
      text(
        for: steps[number],
        Context(
          previous: number > 0 ? steps[number - 1] : nil, stop: stop,
          includesLength: includesLength))
    }
  }
}
