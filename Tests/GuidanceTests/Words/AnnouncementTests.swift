import Guidance
import RouteModel
import TestSupport
import Testing

@Suite struct AnnouncementTests {
  @Test("a maneuver is told far, near and at the place")
  func threeTimes() throws {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, on: "Mill Road", metres: 3000, seconds: 200),
      step(.turn, .left, on: "High Street", metres: 900, seconds: 90),
      step(.arrive, .right, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps)
    #expect(
      spoken.map { $0.map(\.text) } == [
        [
          "Head north on Mill Road for 3 kilometers",
          "In 1 kilometer, turn left onto High Street",
          "In 250 meters, turn left onto High Street",
          "Turn left onto High Street",
        ],
        [
          "In 800 meters, you will arrive at your destination, on the right",
          "In 150 meters, you will arrive at your destination, on the right",
          "You have arrived at your destination, on the right",
        ],
        [],
      ])
    #expect(spoken[0].map(\.distanceBeforeManeuver).prefix(3) == [3000, 1000, 250])
  }

  @Test("a sentence says another distance, and with its own it stays the same")
  func otherDistances() throws {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, on: "Mill Road", metres: 3000, seconds: 200),
      step(.turn, .left, on: "High Street", metres: 9000, seconds: 600),
      step(.arrive, .right, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps)
    #expect(spoken[0].map(\.saidDistance) == [.departure, .ahead, .ahead, nil])
    #expect(spoken[1].map(\.saidDistance) == [.continuing, .ahead, .ahead, nil])
    func said(
      _ how: SpokenInstruction.SaidDistance, _ index: Int, _ metres: Double
    ) -> SpokenInstruction {
      words.announcement(how, on: index, of: steps, at: GuidanceStop(), metres: metres)
    }
    for (index, sentences) in spoken.enumerated() {
      for sentence in sentences {
        guard let how = sentence.saidDistance else { continue }
        #expect(said(how, index, sentence.distanceBeforeManeuver) == sentence)
      }
    }
    #expect(said(.departure, 0, 1200).text == "Head north on Mill Road for 1.2 kilometers")
    #expect(said(.ahead, 0, 130).text == "In 150 meters, turn left onto High Street")
    #expect(said(.continuing, 1, 1200).text == "Continue on High Street for 1.2 kilometers")
  }

  @Test("maneuvers that follow at once are joined")
  func then() throws {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, metres: 400, seconds: 40),
      step(.turn, .left, on: "High Street", metres: 30, seconds: 3),
      step(.turn, .right, on: "Mill Road", metres: 500, seconds: 50),
      step(.arrive, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps)
    #expect(spoken[0].last?.text == "Turn left onto High Street, then turn right")
    // There is time to name the road, but not for a distance.
    #expect(spoken[1].map(\.text) == ["Turn right onto Mill Road"])
  }

  @Test("what follows at once is told although there is no time to name the road between")
  func thenWithoutRoad() {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, metres: 400, seconds: 40),
      step(.turn, .left, on: "High Street", metres: 52, seconds: 5.2),
      step(.turn, .right, on: "Mill Road", metres: 10, seconds: 1),
      step(.roundabout, .right, exit: 3, on: "Elm Street", metres: 40, seconds: 5),
      step(.exitRoundabout, .right, exit: 3, on: "Elm Street", metres: 500, seconds: 50),
      step(.arrive, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps)
    #expect(spoken[0].last?.text == "Turn left onto High Street")
    #expect(
      spoken[1].map(\.text) == ["Turn right, then at the roundabout, take the third exit"])
  }

  /// The only sentence on a first step of three seconds, before a maneuver.
  private func departing(to next: RouteStep, _ others: RouteStep...) -> [String] {
    let words = Instructions(language: .english, units: .metric)
    let steps = [step(.depart, metres: 20, seconds: 3), next] + others
    return words.announcements(for: steps)[0].map(\.text)
  }

  @Test("a departure names the road that follows at once, by a turn or by its name alone")
  func shortDeparture() {
    let end = step(.arrive, metres: 0, seconds: 0)
    let turn = step(.turn, .left, on: "Elm Street", metres: 500, seconds: 50)
    #expect(departing(to: turn, end) == ["Head north, then turn left onto Elm Street"])
    let name = step(.newName, .straight, on: "Elm Street", metres: 500, seconds: 50)
    #expect(departing(to: name, end) == ["Head north, then continue onto Elm Street"])
    let unnamed = step(.newName, .straight, metres: 500, seconds: 50)
    #expect(departing(to: unnamed, end) == ["Head north for 20 meters"])
    let short = step(.turn, .left, on: "Elm Street", metres: 20, seconds: 3)
    let second = step(.turn, .right, on: "Mill Road", metres: 500, seconds: 50)
    let told = departing(to: short, second, end)
    #expect(told == ["Head north, then turn left onto Elm Street, then turn right"])
    #expect(departing(to: end) == ["Head north, then you will arrive at your destination"])
  }

  @Test("where the destination is the departure only the arrival is told")
  func atDestination() {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, metres: 0, seconds: 0), step(.arrive, .left, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps, at: GuidanceStop(isIntermediate: true))
    #expect(spoken.map { $0.map(\.text) } == [["You have reached your stop, on the left"], []])
  }

  /// What is spoken from a street over a roundabout into another, which is followed for some time.
  private func ring(
    seconds: Double, exit: Int? = 2, then next: RouteStep? = nil, after: Double = 50
  ) -> [[String]] {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, metres: 400, seconds: 40),
      step(.roundabout, .right, exit: exit, on: "High Street", metres: 40, seconds: seconds),
      step(
        .exitRoundabout, .right, exit: exit, on: "High Street", metres: after * 10, seconds: after),
      next ?? step(.turn, .right, on: "Mill Road", metres: 500, seconds: 50),
      step(.arrive, metres: 0, seconds: 0),
    ]
    return words.announcements(for: steps).map { $0.map(\.text) }
  }

  @Test("an exit that is taken without driving on the roundabout is told as its first")
  func nextExit() {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, metres: 400, seconds: 40),
      step(.exitRoundabout, .right, exit: 1, on: "High Street", metres: 500, seconds: 50),
      step(.arrive, metres: 0, seconds: 0),
    ]
    let told = words.announcements(for: steps).map { $0.map(\.text) }
    #expect(told[0].last == "At the roundabout, take the first exit onto High Street")
  }

  @Test("the exit of a roundabout that was counted is told again on a large ring only")
  func roundabout() {
    let told = "At the roundabout, take the second exit onto High Street"
    let small = ring(seconds: 5)
    #expect(small[0].last == told)
    #expect(small[1].isEmpty)
    #expect(small[2].last == "Turn right onto Mill Road")
    let large = ring(seconds: 14)
    #expect(large[0].last == told)
    #expect(large[1] == ["Exit the roundabout onto High Street"])
  }

  @Test("what follows the exit of a roundabout at once is told at its entry")
  func behindRoundabout() {
    let told = "At the roundabout, take the second exit onto High Street, then turn right"
    #expect(ring(seconds: 5, after: 3)[0].last == told)
    // Told on the ring, where there is time for it.
    let large = ring(seconds: 14, after: 3)
    #expect(large[0].last == "At the roundabout, take the second exit onto High Street")
    #expect(large[1].last == "Exit the roundabout onto High Street, then turn right")
  }

  @Test("to go on under another name is told where it is, with the name, not as what follows")
  func goingOn() {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, metres: 400, seconds: 40),
      step(.turn, .left, on: "High Street", metres: 50, seconds: 4),
      step(.newName, .straight, on: "Mill Road", metres: 500, seconds: 50),
      step(.arrive, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps).map { $0.map(\.text) }
    #expect(spoken[0].last == "Turn left onto High Street")
    #expect(spoken[1] == ["Continue onto Mill Road"])
  }

  @Test("a motorway is told from two kilometres or a mile and a half, and how long to follow it")
  func motorway() throws {
    let words = Instructions(language: .english, units: .imperial)
    let steps = [
      step(.depart, metres: 500, seconds: 50),
      step(.merge, .left, number: "I 95", metres: 30_000, seconds: 1000),
      step(.offRamp, .right, sign: sign("12"), metres: 300, seconds: 20),
      step(.arrive, metres: 0, seconds: 0),
    ]
    let spoken = words.announcements(for: steps)[1].map(\.text)
    #expect(
      spoken == [
        "Continue on I 95 for 19 miles", "In 1 ½ miles, take exit 12 on the right",
        "In a quarter mile, take exit 12 on the right", "Take exit 12 on the right",
      ])
  }

  @Test("a long sentence on a motorway comes earlier where its distance would be rounded down")
  func longSentence() throws {
    let words = Instructions(language: try #require(Language(tag: "en-GB")), units: .british)
    let steps = [
      step(.depart, number: "A 1", metres: 9800, seconds: 280),
      step(
        .offRamp, .right, number: "A 2", sign: sign("13", to: "Bonn", "Köln"), metres: 700,
        seconds: 40),
      step(.arrive, metres: 0, seconds: 0),
    ]
    let exit = "eave at junction 13 on the right onto the A 2 towards Bonn and Köln"
    // Seventeen seconds are 595 m here; a quarter of a mile would be too late.
    #expect(
      words.announcements(for: steps)[0].map(\.text) == [
        "Head north on the A 1 for 6 miles", "In 1 ½ miles, l\(exit)", "In half a mile, l\(exit)",
        "L\(exit)",
      ])
  }

  @Test("an intermediate stop is told as one")
  func stop() throws {
    let words = Instructions(language: try #require(Language(tag: "de")), units: .metric)
    let steps = [step(.depart, metres: 800, seconds: 80), step(.arrive, metres: 0, seconds: 0)]
    let spoken = words.announcements(
      for: steps, at: GuidanceStop(name: "Bäckerei Beck", isIntermediate: true))
    #expect(spoken[0].last?.text == "Sie haben Bäckerei Beck erreicht")
    #expect(spoken[0].contains { $0.text == "In 150 Metern erreichen Sie Bäckerei Beck" })
  }

  @Test(
    "the sentence at a stop ends before the next section begins", arguments: Language.builtInTags)
  func stopEnds(tag: String) throws {
    let words = Instructions(language: try #require(Language(tag: tag)), units: .metric)
    let steps = [
      step(.depart, metres: 800, seconds: 80), step(.arrive, .right, metres: 0, seconds: 0),
    ]
    let stop = GuidanceStop(isIntermediate: true)
    let last = try #require(words.announcements(for: steps, at: stop)[0].last)
    #expect(last.text == words.text(for: steps[1], .init(previous: steps[0], stop: stop)))
    // The speed is 10 m/s, and places are told to a tenth of a metre.
    #expect(last.distanceBeforeManeuver + 0.1 >= 10 * SpokenInstruction.seconds(for: last.text))
  }

  private static func randomSteps(_ random: inout SeededGenerator) -> [RouteStep] {
    var steps: [RouteStep] = []
    for index in 0..<Int.random(in: 1...12, using: &random) {
      let all: [RouteManeuver.Kind] = [.turn, .roundabout, .offRamp, .fork, .merge, .notification]
      let kind = index == 0 ? .depart : all.randomElement(using: &random) ?? .turn
      let scale: Double = [5.0, 50, 1000, 50_000].randomElement(using: &random) ?? 50
      let metres = Double.random(in: 0...scale, using: &random)
      let speed = Double.random(in: 0.5...40, using: &random)
      let seconds = Int.random(in: 0...9, using: &random) == 0 ? 0 : metres / speed
      steps.append(
        step(
          kind, RouteManeuver.Direction.allCases.randomElement(using: &random),
          exit: Int.random(in: 1...4, using: &random), on: "Hauptstraße", number: "A 8",
          sign: Bool.random(using: &random) ? sign("12", to: "Ulm", "München") : nil,
          isFerry: Int.random(in: 0...9, using: &random) == 0, metres: metres, seconds: seconds))
    }
    return steps + [step(.arrive, .left, metres: 0, seconds: 0)]
  }

  @Test("no sentence overlaps the next, and all are on their step", arguments: 0..<200)
  func property(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 1)
    let tag = Language.builtInTags[seed % Language.builtInTags.count]
    let units = DistanceUnits.allCases[seed % 3]
    let words = Instructions(language: try #require(Language(tag: tag)), units: units)
    let steps = Self.randomSteps(&random)
    let spoken = words.announcements(for: steps)
    #expect(spoken.count == steps.count && spoken.last?.isEmpty == true)
    var start = 0.0
    var busy = 0.0
    for (step, sentences) in zip(steps, spoken) {
      let seconds = step.durationSeconds > 0 ? step.durationSeconds : step.lengthMetres / 10
      let speed = step.lengthMetres / max(seconds, 1e-9)
      var before = Double.infinity
      for sentence in sentences {
        let metres = sentence.distanceBeforeManeuver
        #expect(0...step.lengthMetres ~= metres && metres <= before, "seed \(seed)")
        before = metres
        let time = start + seconds - (speed > 0 ? metres / speed : 0)
        // Places are told to a tenth of a metre.
        #expect(time + 0.1 / max(speed, 0.1) >= busy, "seed \(seed): \(sentence.text)")
        busy = time + SpokenInstruction.seconds(for: sentence.text)
      }
      start += seconds
    }
  }

  @Test("each maneuver with some time before it is told at its place", arguments: 0..<50)
  func complete(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &+ 99)
    let words = Instructions(language: .english, units: .metric)
    var steps = Self.randomSteps(&random)
    for index in steps.indices.dropLast() {
      steps[index].durationSeconds = max(12, steps[index].durationSeconds)
      steps[index].lengthMetres = max(20, steps[index].lengthMetres)
    }
    let spoken = words.announcements(for: steps)
    for index in steps.indices.dropLast() {
      let context = Instructions.Context(previous: steps[index])
      var next = steps[index + 1]
      // What is spoken has no number behind a name, and joins places otherwise.
      next.roadNumber = next.roadName == nil || next.maneuver.kind == .merge ? next.roadNumber : nil
      let text = words.text(for: next, context).prefix(18)
      let isTold = spoken[index].contains { $0.text.contains(text) }
      #expect(isTold, "seed \(seed), step \(index): \(spoken[index].map(\.text))")
    }
  }

  @Test("of several names of a road the first is spoken")
  func severalNames() {
    let words = Instructions(language: .english, units: .metric)
    let steps = [
      step(.depart, on: "Mill Road; High Road", metres: 9000, seconds: 600),
      step(.turn, .left, on: "High Street;Low Street", metres: 9000, seconds: 600), step(.arrive),
    ]
    let spoken = words.announcements(for: steps).map { $0.map(\.text) }
    #expect(spoken[0].first == "Head north on Mill Road for 9 kilometers")
    #expect(spoken[0].last == "Turn left onto High Street")
    #expect(spoken[1].first == "Continue on High Street for 9 kilometers")
  }

  @Test("a step without a next has nothing to say")
  func empty() {
    let words = Instructions(language: .english, units: .metric)
    #expect(words.announcements(for: []).isEmpty)
    #expect(words.announcements(for: [step(.arrive)]) == [[]])
    #expect(words.banners(for: [step(.arrive)]) == [[]])
  }
}
