import RoadModel
public import RouteModel

extension Instructions {
  /// The banners for each step of a section.
  ///
  /// The first banner of a step is shown from its beginning. If there are lanes to choose from, or another maneuver
  /// follows within 15 s, another banner with ``BannerInstruction/sub`` is shown about 15 s before the maneuver.
  ///
  /// - Parameters:
  ///   - steps: The steps of a section, from its departure to its arrival.
  ///   - stop: The waypoint at its end.
  /// - Returns: For each step one or two banners, in the order in which they are shown; none for the last step.
  public func banners(
    for steps: [RouteStep], at stop: GuidanceStop = GuidanceStop()
  ) -> [[BannerInstruction]] {
    steps.indices.map { index in
      guard index + 1 < steps.count else { return [] }
      return banners(on: index, steps, stop)
    }
  }

  /// The banners for each step of a section.
  ///
  /// - Parameters:
  ///   - section: A section with steps.
  ///   - stop: The waypoint at its end.
  /// - Returns: For each step one or two banners, in the order in which they are shown; none for the last step.
  public func banners(
    for section: RouteSection, at stop: GuidanceStop = GuidanceStop()
  ) -> [[BannerInstruction]] {
    banners(for: section.steps, at: stop)
  }

  private func banners(
    on index: Int, _ steps: [RouteStep], _ stop: GuidanceStop
  ) -> [BannerInstruction] {
    let (step, next) = (steps[index], steps[index + 1])
    let length = max(0, step.lengthMetres)
    let degrees = Self.degrees(of: index + 1, steps)
    let lines = lines(of: next, after: step, degrees, stop)
    var banner = BannerInstruction(
      distanceBeforeManeuver: length, primary: lines.primary, secondary: lines.secondary)
    let sub: BannerInstruction.Line?
    if let lanes = Self.lanes(before: next) {
      sub = lanes
    } else if let after = Self.follower(of: index + 1, steps) {
      let degrees = Self.degrees(of: after, steps)
      sub = self.lines(of: steps[after], after: steps[after - 1], degrees, stop).primary
    } else {
      sub = nil
    }
    guard let sub else { return [banner] }
    let speed = step.durationSeconds > 0 ? length / step.durationSeconds : 10
    let near = max(100, speed * 15)
    guard length > near * 1.2 else {
      banner.sub = sub
      return [banner]
    }
    var second = banner
    second.distanceBeforeManeuver = near
    second.sub = sub
    return [banner, second]
  }

  private func lines(
    of step: RouteStep, after previous: RouteStep, _ degrees: Int?, _ stop: GuidanceStop
  ) -> (primary: BannerInstruction.Line, secondary: BannerInstruction.Line?) {
    func line(_ components: [BannerInstruction.Component]) -> BannerInstruction.Line {
      BannerInstruction.Line(
        text: components.map(\.text).joined(separator: " "), components: components,
        kind: step.maneuver.kind, direction: step.maneuver.direction, degrees: degrees,
        drivingSide: step.drivingSide)
    }
    func text(_ text: String) -> BannerInstruction.Component { .init(kind: .text, text: text) }
    if step.maneuver.kind == .arrive {
      let noun = noun(of: stop)
      guard let name = stop.name?.tidied else { return (line([text(noun)]), nil) }
      return (line([text(name)]), stop.isForCharging ? line([text(noun)]) : nil)
    }
    // What changes is not the road.
    if step.maneuver.kind == .notification, changedGait(step, previous) != nil {
      return (line([text(self.text(for: step, Context(previous: previous)))]), nil)
    }
    var components: [BannerInstruction.Component] = []
    if let exit = step.sign?.exitNumber?.firstParts(2, joined: "/") {
      components.append(.init(kind: .exit, text: write(.bannerExit)))
      components.append(.init(kind: .exitNumber, text: exit))
    }
    var roads = step.isFerry ? [] : Self.numbers(of: step)
    if let name = step.roadName?.firstParts(3, joined: " / "),
      !roads.contains(where: { $0.text == name })
    {
      roads.append(text(name))
    }
    let places = step.sign?.towards.compactMap(\.tidied).prefix(2).joined(separator: ", ") ?? ""
    let destination = places.isEmpty ? nil : line([text(places)])
    if !roads.isEmpty {
      for (number, road) in roads.enumerated() {
        if number > 0 { components.append(.init(kind: .delimiter, text: "/")) }
        components.append(road)
      }
      return (line(components), destination)
    }
    if let destination { return (line(components + destination.components), nil) }
    return (
      line(
        components.isEmpty ? [text(self.text(for: step, Context(previous: previous)))] : components),
      nil
    )
  }

  /// What a waypoint is called in a banner.
  private func noun(of stop: GuidanceStop) -> String {
    if stop.isForCharging, tables.frame(.bannerCharge) != nil { return write(.bannerCharge) }
    return write(stop.isIntermediate ? .bannerStop : .bannerDestination)
  }

  /// The first two numbers of a road, or those on the sign if it has no name either.
  private static func numbers(of step: RouteStep) -> [BannerInstruction.Component] {
    // By bytes, for which no borders of characters must be found.
    var numbers =
      step.roadNumber?.utf8.split(separator: UInt8(ascii: ";"))
      .compactMap { String(Substring($0)).tidied } ?? []
    if numbers.isEmpty, step.roadName == nil {
      numbers = step.sign?.roadNumbers.compactMap(\.tidied) ?? []
    }
    return numbers.prefix(2).map { BannerInstruction.Component(kind: .icon, text: $0) }
  }

  /// The step whose maneuver follows that of another within 15 s; nil if none does.
  ///
  /// The exit of a ring whose number is shown at the entry is no news, but what follows it is.
  private static func follower(of index: Int, _ steps: [RouteStep]) -> Int? {
    var after = index + 1
    var seconds = steps[index].durationSeconds
    if after < steps.count, steps[after].isCountedExit(after: steps[index]) {
      seconds += steps[after].durationSeconds
      after += 1
    }
    return after < steps.count && seconds < 15 ? after : nil
  }

  /// The lanes before a maneuver; nil if all of them are valid.
  private static func lanes(before step: RouteStep) -> BannerInstruction.Line? {
    guard let lanes = step.intersections.first?.lanes, lanes.contains(where: { !$0.isValid }),
      lanes.contains(where: { $0.isValid })
    else { return nil }
    return BannerInstruction.Line(
      text: "", components: lanes.map { .init(kind: .lane, text: "", lane: $0) },
      kind: step.maneuver.kind, direction: step.maneuver.direction, degrees: nil,
      drivingSide: step.drivingSide)
  }

  /// The degrees along the ring to a roundabout's exit; nil if the maneuver has no exit step.
  private static func degrees(of index: Int, _ steps: [RouteStep]) -> Int? {
    let entry = steps[index].maneuver
    guard entry.kind == .roundabout || entry.kind == .rotary, index + 1 < steps.count else {
      return nil
    }
    let exit = steps[index + 1].maneuver
    guard exit.kind == .exitRoundabout || exit.kind == .exitRotary else { return nil }
    let turn = exit.bearingAfter % 360 - entry.bearingBefore % 360
    let along = steps[index].drivingSide == .left ? 180 + turn : 180 - turn
    let degrees = (along % 360 + 360) % 360
    return degrees == 0 ? 360 : degrees
  }
}
