public import RouteModel

extension Instructions {
  /// The spoken instructions for each step of a section.
  ///
  /// The first step begins with the departure and its length, or with the departure, the maneuver that follows at once
  /// and the road onto which that leads. Each maneuver is announced up to three times on the step before it: far (about
  /// 75 s before it, at least 2 km on fast roads), near (about 17 s) and at the maneuver (from 4.5 s, so that the
  /// sentence ends before it). Maneuvers that follow within a few seconds are joined with "then".
  /// The exit of a roundabout is announced with its number at the entry, and again only if it is at least 10 s later.
  /// On a long step, the distance to continue is announced as well. Times assume the speed of each edge, without waits,
  /// and at least the mean speed of the step. A sentence without enough time is left out: none begins before its step
  /// or before the previous one has ended.
  ///
  /// - Parameters:
  ///   - steps: The steps of a section, from its departure to its arrival.
  ///   - edges: The edges of the section; without them, each step has its mean speed.
  ///   - stop: The waypoint at its end.
  /// - Returns: For each step the sentences in the order in which they are spoken; none for the last step.
  public func announcements(
    for steps: [RouteStep], along edges: [RouteEdge] = [], at stop: GuidanceStop = GuidanceStop()
  ) -> [[SpokenInstruction]] {
    var announcer = Announcer(words: self, steps: steps, edges: edges, stop: stop)
    return steps.indices.map { announcer.sentences(on: $0) }
  }

  /// The spoken instructions for each step of a section.
  ///
  /// - Parameters:
  ///   - section: A section with steps.
  ///   - stop: The waypoint at its end.
  /// - Returns: For each step the sentences in the order in which they are spoken; none for the last step.
  public func announcements(
    for section: RouteSection, at stop: GuidanceStop = GuidanceStop()
  ) -> [[SpokenInstruction]] {
    announcements(for: section.steps, along: section.edges, at: stop)
  }

  /// A sentence with another distance, for a vehicle that is elsewhere than where the sentence should begin.
  ///
  /// - Parameters:
  ///   - said: How the sentence says its distance.
  ///   - index: The step on which it is spoken; not the last one.
  ///   - steps: The steps of a section.
  ///   - stop: The waypoint at its end.
  ///   - metres: The distance to the end of the step.
  /// - Returns: The sentence.
  package func announcement(
    _ said: SpokenInstruction.SaidDistance, on index: Int, of steps: [RouteStep],
    at stop: GuidanceStop, metres: Double
  ) -> SpokenInstruction {
    var announcer = Announcer(words: self, steps: steps, edges: [], stop: stop)
    var room: [UInt8] = []
    return announcer.sentence(said, on: index, metres: metres)
      .instruction(at: metres, saying: said, in: &room)
  }
}

/// Places sentences along the steps of a section, from the first step to the last.
private struct Announcer {
  /// The minimum time between two sentences, in seconds.
  private static let pause = 0.5
  /// Seconds before the maneuver at which sentences begin, and the minimum for an arrival.
  private static let (far, near, now, arrival) = (75.0, 17.0, 4.5, 3.0)
  /// From this speed, in metres per second, the far sentence comes at least this many metres before the maneuver.
  private static let (fastSpeed, fastMetres) = (22.0, 2000.0)
  /// A stretch without a sentence is announced if it is at least this long, in seconds and metres.
  private static let (longSeconds, longMetres) = (60.0, 1500.0)
  /// The time within which an exit counted at the entry is not announced again, in seconds.
  private static let ringSeconds = 10.0

  let words: Instructions
  let steps: [RouteStep]
  let stop: GuidanceStop
  private let clock: DrivingClock
  /// Seconds from the beginning of the section to that of the step.
  private var start = 0.0
  /// The end of the last sentence, in seconds.
  private var busy = 0.0
  /// The last maneuver that has been announced, on its own or joined to another.
  private var told = 0
  /// Whether a sentence with a distance has its whole instruction in it, as in all languages of the package.
  private let framesInstruction: Bool
  /// The words of each step in each style, written once for all its sentences.
  private var said: [SpokenPart?]
  /// Memory for the bytes of a sentence, which all use in turn.
  private var room: [UInt8] = []

  init(words: Instructions, steps: [RouteStep], edges: [RouteEdge], stop: GuidanceStop) {
    self.words = words
    self.steps = steps
    self.stop = stop
    clock = DrivingClock(steps, along: edges)
    framesInstruction = words.tables.frame(.alertIn)?.needs.contains(.instruction) ?? true
    said = Array(repeating: nil, count: steps.count * Sentence.Style.allCases.count)
  }

  /// The instruction of a step, without a capital.
  private mutating func part(_ index: Int, _ style: Sentence.Style = .full) -> SpokenPart {
    let place = index * Sentence.Style.allCases.count + style.rawValue
    if let part = said[place] { return part }
    // One copy of each: steps are large.
    let (step, previous) = (steps[index], index > 0 ? steps[index - 1] : nil)
    let sentence = words.sentence(step, after: previous, at: stop, isSpoken: true, as: style)
    var part = SpokenPart(words, sentence)
    if let addition = words.addition(to: step, after: previous) {
      part = part.then(SpokenPart(words, addition), words)
    }
    said[place] = part
    return part
  }

  /// A step's sentence, with those that follow at once.
  ///
  /// Behind the departure, the first of them has its road: there is no time to name it in a sentence of its own.
  private mutating func sentence(
    _ index: Int, _ style: Sentence.Style = .full, then others: [Int]
  ) -> SpokenPart {
    var result = part(index, style)
    for other in others {
      let isNamed = index == 0 && other == 1 && steps[other].maneuver.kind != .arrive
      result = result.then(part(other, isNamed ? .full : .then), words)
    }
    return result
  }

  /// A sentence at a time.
  private struct Placed {
    var time: Double
    var sentence: SpokenPart
    /// How it says the distance; nil if it does not.
    var said: SpokenInstruction.SaidDistance?
    var end: Double { time + sentence.seconds }
  }

  mutating func sentences(on index: Int) -> [SpokenInstruction] {
    guard index + 1 < steps.count else { return [] }
    let length = max(0, steps[index].lengthMetres)
    let duration = clock.seconds(of: index)
    defer { start += duration }
    let speed = duration > 0 ? length / duration : 0
    let end = start + duration
    let first = index == 0 ? departure(duration) : nil
    var placed = speed > 0 ? alerts(index, from: first?.end, to: end, speed) : []
    if let first { placed.append(first) }
    if !placed.isEmpty { busy = placed[0].end }
    var instructions: [SpokenInstruction] = []
    instructions.reserveCapacity(placed.count)
    for next in placed.reversed() {
      let metres = clock.metres(before: index, seconds: end - next.time)
      instructions.append(
        next.sentence.instruction(
          at: min(length, max(0, (metres * 10).rounded() / 10)), saying: next.said, in: &room))
    }
    return instructions
  }

  /// The sentence that says a distance to the end of a step.
  mutating func sentence(
    _ said: SpokenInstruction.SaidDistance, on index: Int, metres: Double
  ) -> SpokenPart {
    switch said {
    case .departure: return departing(metres)
    case .continuing: return along(index, metres)
    case .ahead: return ahead(index, words.amount(metres, isSpoken: true))
    }
  }

  // MARK: - Placing

  /// The first sentence: the departure, with its length or with the maneuvers that follow at once.
  private mutating func departure(_ duration: Double) -> Placed {
    // Whoever is there already is not sent in a direction.
    if steps[1].maneuver.kind == .arrive, steps[0].lengthMetres < 1 {
      told = 1
      return Placed(time: 0, sentence: part(1))
    }
    let alone = departing(steps[0].lengthMetres)
    let next = part(1)
    // Going on along a road is told only if the road has a name.
    let isTold = !steps[1].onlyGoesOn || steps[1].names(isSpoken: true).road != nil
    guard isTold, duration < alone.seconds + next.seconds + 2 * Self.pause else {
      return Placed(time: 0, sentence: alone, said: .departure)
    }
    let others = followers(of: 0, including: true)
    told = others.last ?? 1
    return Placed(time: 0, sentence: sentence(0, then: others))
  }

  /// The departure with the length to drive.
  private func departing(_ metres: Double) -> SpokenPart {
    var first = words.sentence(steps[0], after: nil, at: stop, isSpoken: true)
    first.values.distance = words.amount(metres, isSpoken: true)
    return SpokenPart(words, first)
  }

  /// The steps that follow a maneuver at once, at most two that are announced.
  ///
  /// - Parameters:
  ///   - index: The step of the maneuver.
  ///   - including: Whether the next step does in any case.
  /// - Returns: Indices of steps, ascending.
  private mutating func followers(of index: Int, including: Bool = false) -> [Int] {
    var others = including ? [index + 1] : []
    var last = including ? index + 1 : index
    while last + 1 < steps.count, others.count < 2 {
      let next = last + 1
      if isCountedExit(next) {
        guard isSilentExit(next) else { break }
        last = next
        continue
      }
      // Every sentence is longer than its pause, so sentences of later steps need not be written.
      let seconds = clock.seconds(of: last)
      guard !steps[next].onlyGoesOn, seconds < 15, seconds < part(next).seconds + 2.5
      else { break }
      others.append(next)
      last = next
    }
    return others
  }

  /// Whether a step leaves a ring by an exit whose number was announced at the entry.
  private func isCountedExit(_ index: Int) -> Bool {
    index > 0 && steps[index].isCountedExit(after: steps[index - 1])
  }

  /// Whether a step leaves a ring as announced a few seconds before.
  private func isSilentExit(_ index: Int) -> Bool {
    isCountedExit(index) && clock.seconds(of: index - 1) < Self.ringSeconds
  }

  /// The sentences about the maneuver at the end of a step, and about the stretch before it, from the last one to the
  /// first, as they are found.
  private mutating func alerts(
    _ index: Int, from: Double?, to end: Double, _ speed: Double
  ) -> [Placed] {
    let free = max(start, (from ?? busy) + Self.pause)
    if isSilentExit(index + 1), told >= index { return [] }
    guard let last = final(index, from: free, to: end) else { return [] }
    var placed: [Placed] = []
    placed.reserveCapacity(4)
    placed.append(last)
    if !steps[index].isFerry, !isCountedExit(index + 1) {
      let target = clock.metres(before: index, seconds: Self.near)
      let near = early(index, target, from: free, to: end, before: last.time - 1)
      if let near { placed.append(near) }
      var far = clock.metres(before: index, seconds: Self.far)
      if speed >= Self.fastSpeed { far = max(far, Self.fastMetres) }
      // Half kilometres and half miles are easier to estimate than tenths.
      if far > 1000 { far = (far / 500).rounded() * 500 }
      if let far = early(index, far, from: free, to: end, before: (near ?? last).time - 10),
        far.time - free > Self.pause
      {
        placed.append(far)
      }
      if index > 0, let first = placed.last, first.time - free > Self.longSeconds {
        let time = free + 2
        let metres = clock.metres(before: index, seconds: end - time)
        if metres >= Self.longMetres {
          placed.append(
            Placed(time: time, sentence: along(index, metres), said: .continuing))
        }
      }
    }
    return placed
  }

  /// The sentence at the maneuver; nil if it was announced before and there is no time, or if there is none.
  private mutating func final(_ index: Int, from free: Double, to end: Double) -> Placed? {
    // Steps are large; a copy of each would cost more than the rest.
    let isArrival = steps[index + 1].maneuver.kind == .arrive
    let onlyGoesOn = steps[index + 1].onlyGoesOn
    let others = followers(of: index + 1)
    let sentence = sentence(index + 1, then: others)
    let lead: Double
    if isArrival {
      // At a stop, the next section begins with a sentence of its own.
      lead = max(Self.arrival, stop.isIntermediate ? sentence.seconds : 0)
    } else {
      lead = max(Self.now, sentence.seconds + Self.pause)
    }
    let time = max(free, end - lead)
    if isArrival {
      guard time <= end else { return nil }
      return Placed(time: time, sentence: sentence)
    }
    // Behind a departure that has named the next road, that is no news.
    if told > index, onlyGoesOn { return nil }
    if time + sentence.seconds > end {
      // Too late for the whole sentence: nothing if it was announced before, otherwise only the
      // turn, and what follows at once if there is time for that without its road.
      if told > index || time > end - 1 || onlyGoesOn { return nil }
      let all = self.sentence(index + 1, .then, then: others)
      guard let last = others.last, time + all.seconds <= end else {
        return Placed(time: time, sentence: part(index + 1, .then))
      }
      told = last
      return Placed(time: time, sentence: all)
    }
    told = max(told, others.last ?? index + 1)
    return Placed(time: time, sentence: sentence)
  }

  /// A sentence with a distance; nil if there is no time for it.
  ///
  /// It begins where the spoken distance is correct: rounded, and shorter if the step is too short.
  private mutating func early(
    _ index: Int, _ target: Double, from free: Double, to end: Double, before: Double
  ) -> Placed? {
    let available = clock.metres(before: index, seconds: end - free)
    let wanted = min(target, available)
    for share in [1.0, 0.85, 0.7] {
      let amount = words.amount(wanted * share, isSpoken: true)
      let time = end - clock.seconds(before: index, metres: amount.metres)
      if time < free { continue }
      if let placed = early(index, amount, time, before: before) { return placed }
      return share < 1 ? nil : earlier(index, wanted, from: free, to: end, before: before)
    }
    return nil
  }

  /// A sentence with a distance that is larger than wanted, because that is rounded to one which comes too late, as at
  /// a quarter of a mile on fast roads; nil if there is no time for it.
  private mutating func earlier(
    _ index: Int, _ wanted: Double, from free: Double, to end: Double, before: Double
  ) -> Placed? {
    for share in [1.3, 1.6] {
      let amount = words.amount(wanted * share, isSpoken: true)
      let time = end - clock.seconds(before: index, metres: amount.metres)
      guard time >= free else { return nil }
      if let placed = early(index, amount, time, before: before) { return placed }
    }
    return nil
  }

  /// A sentence with a distance at a time; nil if it does not end before another time.
  private mutating func early(
    _ index: Int, _ amount: DistanceAmount, _ time: Double, before: Double
  ) -> Placed? {
    // It takes as long as its instruction at least, so most that end too late need not be written.
    if framesInstruction, time + announced(index).seconds > before { return nil }
    let sentence = ahead(index, amount)
    guard time + sentence.seconds <= before else { return nil }
    return Placed(time: time, sentence: sentence, said: .ahead)
  }

  /// The sentence with the distance to the maneuver at the end of a step.
  private mutating func ahead(_ index: Int, _ amount: DistanceAmount) -> SpokenPart {
    announced(index).framed(.alertIn, amount, words)
  }

  /// The instruction that is announced ahead of the maneuver at the end of a step.
  private mutating func announced(_ index: Int) -> SpokenPart {
    let isArrival = steps[index + 1].maneuver.kind == .arrive
    return part(index + 1, isArrival ? .ahead : .full)
  }

  /// The sentence with the distance to continue along a step.
  private func along(_ index: Int, _ metres: Double) -> SpokenPart {
    let names = steps[index].names(isSpoken: true)
    var values = PhraseValues()
    values[.road] = names.road
    values.roadIsNumber = names.isNumber
    values.pronunciation = steps[index].pronunciation(of: names)
    values.distance = words.amount(metres, isSpoken: true)
    return SpokenPart(words, .alertContinue, values, words.wording(steps[index]))
  }
}
