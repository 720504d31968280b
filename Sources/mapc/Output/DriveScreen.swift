import Bytes
import Guidance
import Navigation
import Notation
import RoadModel
import RouteModel

/// The view of a drive on a terminal, redrawn in place.
///
///       350 m  Turn right onto Main Street
///        then  At the roundabout, take exit 2
///       lanes  ← [↑→] [→]
///     3.2 km, 5 min left, arrival 14:32  [########------------]
///     48 km/h, limit 50, on Hill Road
///
/// Its height is constant, and lines are cut at the edge of the terminal, so that the cursor can
/// return to its beginning. On a narrow terminal the bar is shorter, or left out; on a low one, the
/// last lines are.
struct DriveScreen {
  /// The lengths of the bar.
  private static let (width, leastWidth) = (30, 5)
  /// The limit below which times are seconds since departure, as in a simulation, not since 1970.
  private static let firstDate = 86_400.0 * 365

  private let words: Instructions
  /// The time zone of the map; nil if it is unknown.
  private let zone: TimeZoneRule?
  /// The size of the terminal, which may change at any time; nil if it is unknown.
  private let size: () -> StandardStream.TerminalSize?
  private var start: Double?
  private var shown: [String] = []
  private var isDrawn = false

  /// An empty screen.
  ///
  /// - Parameters:
  ///   - words: The words of maneuvers.
  ///   - zone: The time zone of clocks.
  ///   - size: The size of the terminal.
  init(
    _ words: Instructions, zone: TimeZoneRule?,
    size: @escaping () -> StandardStream.TerminalSize? = { StandardStream.error.terminalSize }
  ) {
    self.words = words
    self.zone = zone
    self.size = size
  }

  /// The text that draws the progress over the previous view.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - stop: The waypoint at the end of the leg.
  /// - Returns: The text.
  mutating func draw(_ progress: TripProgress, at stop: GuidanceStop = GuidanceStop()) -> String {
    // The view before is removed with its own lines.
    let text = clear()
    shown = lines(progress, at: stop)
    return text + redraw()
  }

  /// The text that draws the last view again; empty if there was none.
  mutating func redraw() -> String {
    if shown.isEmpty { return "" }
    let text = clear()
    isDrawn = true
    if let size = size() {
      shown = shown.prefix(size.rows).map { TerminalText.cut($0, to: size.columns) }
    }
    // Without wrapping, each line remains one line where the size is unknown, too.
    return text + "\u{1B}[?7l" + shown.joined(separator: "\r\n") + "\u{1B}[?7h"
  }

  /// The text that removes the view and moves the cursor back to its beginning.
  mutating func clear() -> String {
    guard isDrawn else { return "" }
    isDrawn = false
    // A terminal that has become narrower since then has wrapped the lines; the cursor is behind the last one.
    let rows = shown.reduce(0) { rows, line in
      rows + (size().map { max(TerminalText.width(line) - 1, 0) / $0.columns } ?? 0) + 1
    }
    // Up by 0 is up by one line.
    return "\r" + (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\u{1B}[J"
  }

  /// The lines of a progress, in constant number.
  mutating func lines(
    _ progress: TripProgress, at stop: GuidanceStop = GuidanceStop()
  ) -> [String] {
    let began = start ?? progress.time
    start = began
    var stop = stop
    stop.isIntermediate = progress.metresLeft > progress.metresToWaypoint
    return [
      maneuver(progress, stop), following(progress, stop), lanes(progress), left(progress, began),
      speed(progress),
    ].map(TerminalText.harmless)
  }

  private func row(_ label: String, _ text: String) -> String {
    String(repeating: " ", count: max(9 - label.count, 0)) + label + "  " + text
  }

  private func maneuver(_ progress: TripProgress, _ stop: GuidanceStop) -> String {
    if progress.source == .offRoute { return row("", "off the route") }
    let distance = words.distance(progress.metresToManeuver)
    guard progress.steps.count > 1 else { return row(distance, "to the end of the leg") }
    return row(distance, text(of: 1, progress, stop))
  }

  private func following(_ progress: TripProgress, _ stop: GuidanceStop) -> String {
    guard progress.steps.count > 2, progress.source != .offRoute else { return "" }
    return row("then", text(of: 2, progress, stop))
  }

  /// The sentence of a step ahead.
  private func text(of index: Int, _ progress: TripProgress, _ stop: GuidanceStop) -> String {
    words.text(
      for: progress.steps[index],
      Instructions.Context(previous: progress.steps[index - 1], stop: stop))
  }

  private func lanes(_ progress: TripProgress) -> String {
    guard let drawn = StepText.line(progress.lanes, progress.steps.first?.drivingSide ?? .right)
    else { return "" }
    return row("lanes", drawn)
  }

  private func left(_ progress: TripProgress, _ began: Double) -> String {
    let isEstimated = progress.source == .estimated ? ", place estimated" : ""
    let text =
      "\(words.distance(progress.metresLeft)), \(words.duration(progress.secondsLeft)) left, "
      + "arrival \(clock(progress.time + progress.secondsLeft, began))\(isEstimated)"
    let room = size().map { $0.columns - TerminalText.width(text) - "  []".count } ?? Self.width
    guard room >= Self.leastWidth else { return text }
    let width = min(room, Self.width)
    let full = Int((min(max(progress.shareDriven, 0), 1) * Double(width)).rounded())
    return text + "  [" + String(repeating: "#", count: full)
      + String(repeating: "-", count: width - full) + "]"
  }

  /// The time of day in the map's zone; minutes since departure if fixes have no date.
  private func clock(_ time: Double, _ began: Double) -> String {
    guard time.isFinite, abs(time) < 1e12 else { return "?" }
    guard time >= Self.firstDate else { return "after " + words.duration(max(time - began, 0)) }
    let utc = Int64(time)
    let seconds = zone?.local(atUTC: utc).seconds ?? utc
    let minutes = Int(seconds / 60 % 1_440)
    return "\(Decimals.padded(minutes / 60, 2)):\(Decimals.padded(minutes % 60, 2))"
      + (zone == nil ? " UTC" : "")
  }

  private func speed(_ progress: TripProgress) -> String {
    let isMetric = words.units == .metric
    func amount(_ kmh: Double) -> String { "\(Int((isMetric ? kmh : kmh / 1.609344).rounded()))" }
    var parts = [amount(progress.speed * 3.6) + (isMetric ? " km/h" : " mph")]
    if let limit = progress.speedLimitKmh { parts.append("limit " + amount(limit)) }
    if let limit = progress.vehicleSpeedLimitKmh {
      parts.append("for the vehicle " + amount(limit))
    }
    if let name = progress.roadName { parts.append("on \(name)") }
    return parts.joined(separator: ", ")
  }
}
