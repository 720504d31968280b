import RoadModel
import RouteModel

/// A phrase with its values.
struct Sentence {
  /// The amount of detail of a sentence.
  enum Style: Int, CaseIterable {
    /// The full sentence.
    case full
    /// In the future tense, for a sentence before an arrival.
    case ahead
    /// Without roads and places, for one that follows at once.
    case then
  }

  var template: Template
  var values: PhraseValues
}

extension Instructions {
  /// The sentence of a step's maneuver.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - previous: The step before it; nil if unknown.
  ///   - stop: The waypoint at the end of the section.
  ///   - isSpoken: Whether it is for speech.
  ///   - style: The amount of detail.
  /// - Returns: The sentence.
  func sentence(
    _ step: RouteStep, after previous: RouteStep?, at stop: GuidanceStop, isSpoken: Bool,
    as style: Sentence.Style = .full
  ) -> Sentence {
    let (phrase, direction, count) = phrase(step, after: previous, at: stop, style)
    let template = tables.template(phrase, direction, wording(step, after: previous))
    // What the phrase does not say is not looked up.
    let said = template.slots
    var values = PhraseValues()
    if said.contains(.direction) { values[.direction] = tables.directions[direction.index] }
    if said.contains(.compass), phrase.certain.contains(.compass) {
      values[.compass] = tables.compass[step.maneuver.compassPoint]
    }
    if let count { values[.count] = tables.count(count) }
    if let exit = step.maneuver.exit, exit > 0 { values[.ordinal] = tables.ordinal(exit) }
    // With a stroke, voices read a date or a fraction.
    if said.contains(.exit), let exit = step.sign?.exitNumber {
      values[.exit] = exit.firstParts(2, joined: isSpoken ? ", " : "/")
    }
    switch phrase {
    case .arrive, .arriving, .stop, .stopping, .charge, .charging:
      values[.waypoint] = stop.name?.tidied
    default: if style != .then { addNames(of: step, said, isSpoken: isSpoken, to: &values) }
    }
    return Sentence(template: template, values: values)
  }

  /// The wording for the maneuver of a step: who is told behind it to push a bicycle rides until then, and who is told
  /// to get on pushes it.
  private func wording(_ step: RouteStep, after previous: RouteStep?) -> Wording {
    guard let previous, previous.isPushed != step.isPushed,
      addition(to: step, after: previous) != nil
    else { return wording(step) }
    return wording(previous)
  }

  /// The wording for a step: who pushes a bicycle walks.
  func wording(_ step: RouteStep) -> Wording { step.isPushed ? .walking : Wording(mode) }

  /// What follows the sentence of a turn onto a road where a bicycle must be pushed or may be ridden again, or onto
  /// stairs without a name; nil if there is nothing to say.
  func addition(to step: RouteStep, after previous: RouteStep?) -> Sentence? {
    guard let previous, let phrase = addedPhrase(step, previous),
      !tables.lackingPhrases.contains(phrase)
    else { return nil }
    return Sentence(template: tables.template(phrase, .none), values: PhraseValues())
  }

  private func addedPhrase(_ step: RouteStep, _ previous: RouteStep) -> Phrase? {
    guard step.isPushed || step.isOnStairs || previous.isPushed, !step.isFerry else { return nil }
    switch step.maneuver.kind {
    case .depart, .arrive, .passWaypoint: return nil
    // It has a sentence about the bicycle or the stairs, unless that is about a ferry.
    case .notification where !previous.isFerry:
      return step.isOnStairs && step.isPushed && !previous.isPushed ? .stairs : nil
    default: break
    }
    if step.isPushed != previous.isPushed { return step.isPushed ? .push : .pushOff }
    // Who turns on the landing of stairs was told of them.
    let isKnown = previous.isOnStairs && previous.lengthMetres < Self.flight
    return step.isOnStairs && !isKnown && step.names().road == nil ? .stairs : nil
  }

  /// The length from which a step that begins on stairs leaves them before it ends, in metres: few stairs are longer.
  private static let flight = 50.0

  /// Adds the names of a step that a phrase says.
  private func addNames(
    of step: RouteStep, _ said: SlotSet, isSpoken: Bool, to values: inout PhraseValues
  ) {
    if said.contains(.road) {
      let names = step.names(isSpoken: isSpoken)
      values[.road] = names.road
      values.roadIsNumber = names.isNumber
      if isSpoken {
        values.pronunciation = step.pronunciation(of: names)
      } else {
        values[.number] = names.number
      }
    }
    if let ring = step.rotaryName?.tidied {
      // The exit of a ring does not name the ring itself.
      if step.maneuver.kind == .exitRotary, ring == values[.road] { values[.road] = nil }
      if !RoadNames.isRingWord(ring) { values[.rotary] = ring }
    }
    guard let sign = step.sign else { return }
    if said.contains(.exitName) { values[.exitName] = sign.exitName?.tidied }
    guard said.contains(.towards) else { return }
    // A lazy list would tidy each place again wherever it is asked for.
    for place in sign.towards {
      guard let place = place.tidied else { continue }
      if values[.towards] != nil {
        values.secondPlace = place
        break
      }
      values[.towards] = place
    }
  }

  /// The phrase for a step, its direction, and the number of lanes if it is announced.
  private func phrase(
    _ step: RouteStep, after previous: RouteStep?, at stop: GuidanceStop, _ style: Sentence.Style
  ) -> (Phrase, PhraseDirection, Int?) {
    let maneuver = step.maneuver
    let direction = PhraseDirection(maneuver.direction)
    if maneuver.kind == .arrive {
      let side: PhraseDirection
      switch direction {
      case .left, .right, .straight: side = direction
      default: side = direction.plain ?? .none
      }
      let (now, ahead): (Phrase, Phrase) =
        stop.isForCharging
        ? (.charge, .charging) : stop.isIntermediate ? (.stop, .stopping) : (.arrive, .arriving)
      return (style == .full ? now : ahead, side, nil)
    }
    if step.isFerry { return (step.isCarTrain ? .carTrain : .ferry, .none, nil) }
    switch maneuver.kind {
    case .depart:
      if step.isPushed { return (.departPushing, .none, nil) }
      let isOnStairs = step.isOnStairs && !tables.lackingPhrases.contains(.departOnStairs)
      return (isOnStairs ? .departOnStairs : .depart, .none, nil)
    case .notification:
      if let previous, previous.isFerry {
        return (previous.isCarTrain ? .carTrainOff : .ferryOff, .none, nil)
      }
      return (changedGait(step, previous) ?? .notification, .none, nil)
    case .useLane:
      let lanes = LaneGroup(step.intersections.first?.lanes ?? [])
      return (lanes.count > 1 ? .useLanes : .useLane, lanes.direction, lanes.count)
    case .passWaypoint: return (.pass, .none, nil)
    case .turn: return (staysOnNumber(step, previous) ? .staysOn : .turn, direction, nil)
    case .unknown, .arrive: return (.turn, direction, nil)
    case .staysOn: return (wasTold(step, previous) ? .staysOn : .turn, direction, nil)
    case .newName:
      guard stays(on: step, previous) else { return (.newName, direction, nil) }
      return (.staysOn, direction == .straight ? .none : direction, nil)
    case .merge: return (.merge, direction, nil)
    case .onRamp: return (.onRamp, direction, nil)
    case .offRamp: return (.offRamp, direction, nil)
    case .fork: return (stays(on: step, previous) ? .forkStay : .fork, direction, nil)
    case .endOfRoad:
      return (stays(on: step, previous) ? .endOfRoadStay : .endOfRoad, direction, nil)
    case .roundabout: return (.roundabout, direction, nil)
    case .rotary: return (.rotary, direction, nil)
    case .roundaboutTurn: return (.roundaboutTurn, direction, nil)
    case .exitRoundabout:
      return (isTakenAtOnce(step, previous) ? .roundabout : .exitRoundabout, direction, nil)
    case .exitRotary: return (.exitRotary, direction, nil)
    }
  }

  /// The phrase for how one goes on at a notification: on stairs, pushing a bicycle, or riding it again; nil otherwise.
  func changedGait(_ step: RouteStep, _ previous: RouteStep?) -> Phrase? {
    let wasPushed = previous?.isPushed ?? false
    if step.isPushed != wasPushed { return step.isPushed ? .push : .pushOff }
    return step.isOnStairs ? .stairs : nil
  }

  /// Whether the first exit of a roundabout is taken where one comes to it: nothing was told of the roundabout before.
  private func isTakenAtOnce(_ step: RouteStep, _ previous: RouteStep?) -> Bool {
    guard step.maneuver.exit == 1, let previous else { return false }
    switch previous.maneuver.kind {
    case .roundabout, .rotary, .passWaypoint: return false
    default: return true
    }
  }

  /// Whether a step continues the road of the one before it.
  private func stays(on step: RouteStep, _ previous: RouteStep?) -> Bool {
    previous.map { step.names().isSame(as: $0.names()) } ?? false
  }

  /// Whether a turn continues a road that has only a number; as in OSRM, it is no turn that stays on a road.
  private func staysOnNumber(_ step: RouteStep, _ previous: RouteStep?) -> Bool {
    guard let previous, step.roadName == nil, previous.roadName == nil,
      step.roadNumber != nil, previous.roadNumber != nil
    else { return false }
    return stays(on: step, previous)
  }

  /// Whether the road on which a step stays is that of the step before: the name of a short piece before a turn is not
  /// told.
  private func wasTold(_ step: RouteStep, _ previous: RouteStep?) -> Bool {
    guard let previous, step.maneuver.direction != .uTurn,
      step.names().road != nil, previous.names().road != nil
    else { return true }
    let before = RoadNaming(name: previous.roadName, ref: previous.roadNumber)
    return RoadNaming(name: step.roadName, ref: step.roadNumber).isKnown(after: before)
  }
}

/// The naming of the road of a step.
struct RoadNames {
  /// Its name or number; nil if it has none.
  var road: String?
  /// Its number, if ``road`` is the name; nil for speech, which does not tell it.
  var number: String?
  /// Whether ``road`` is a number.
  var isNumber = false

  /// The words of ferry routes for what they are, which the sentence says already.
  private static let ferryWords: Set<String> = [
    "ferry", "fähre", "ferri", "balsa", "bac", "traghetto", "veerboot", "veer", "færge", "färja",
    "prom", "trajekt", "lautta",
  ]

  /// The same for car trains.
  private static let trainWords: Set<String> = ["autozug", "autoreisezug", "autoverlad"]

  /// The names of rings that only say what they are, as the sentence does.
  private static let ringWords: Set<String> = [
    "roundabout", "traffic circle", "rotary", "kreisverkehr", "kreisel", "verkehrskreisel",
    "rond-point", "rond point", "giratoire", "carrefour giratoire", "rotonda", "glorieta",
    "rotunda", "rotatória", "rotatoria", "rotonde", "rundkørsel", "rondo",
  ]

  /// Whether the name of a ring only says that it is one.
  fileprivate static func isRingWord(_ name: String) -> Bool {
    ringWords.contains(name.lowercased())
  }

  /// Whether a word says that something is a ferry, also one for cars or on a river (Autofähre, Rheinfähre), or a car
  /// train.
  private static func isFerryWord(_ word: Substring) -> Bool {
    let word = word.lowercased()
    return ferryWords.contains(word) || word.hasSuffix("fähre") || trainWords.contains(word)
  }

  /// The name of a ferry route without such a word at its beginning or end; nil if nothing else is there.
  fileprivate static func withoutFerry(_ name: String) -> String? {
    var words = name.split(separator: " ")
    if let first = words.first, isFerryWord(first) { words.removeFirst() }
    if let last = words.last, isFerryWord(last) { words.removeLast() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension RoadNames {
  /// Whether both are the same road, by a common name or number.
  func isSame(as other: RoadNames) -> Bool {
    guard let road, let name = other.road else { return false }
    return road == name || number != nil && number == other.number
  }
}

extension RouteStep {
  /// The names of its road: the name, for motorways the number; otherwise those on the sign.
  ///
  /// - Parameter isSpoken: Whether they are for speech, which has only the first of several names.
  /// - Returns: The names.
  func names(isSpoken: Bool = false) -> RoadNames {
    var names = RoadNames()
    let name = roadName?.firstParts(isSpoken ? 1 : 3, joined: " / ")
    let number = roadNumber?.firstParts(1, joined: "")
    if let name, isFerry {
      names.road = RoadNames.withoutFerry(name)
    } else if let name, number == nil || !isOnMotorway {
      names.road = name
      if !isSpoken { names.number = number.flatMap { name.hasWords($0) ? nil : $0 } }
    } else if let number {
      (names.road, names.isNumber) = (number, true)
    } else if let street = sign?.streets.first?.tidied {
      names.road = street
    } else if let number = sign?.roadNumbers.first?.tidied {
      (names.road, names.isNumber) = (number, true)
    }
    return names
  }

  /// Whether it is on a motorway, or leads onto one.
  private var isOnMotorway: Bool {
    switch maneuver.kind {
    case .onRamp, .merge: true
    default: !intersections.isEmpty && intersections[0].classes.contains("motorway")
    }
  }

  /// The pronunciation of a name for speech, as the alphabet has it: without the marks around a transcription; nil if
  /// unknown or for a number.
  func pronunciation(of names: RoadNames) -> String? {
    guard !names.isNumber, let sound = pronunciation?.firstParts(1, joined: "") else { return nil }
    for (first, last) in [("/", "/"), ("[", "]")] where sound.utf8.count > 2 {
      if sound.hasPrefix(first), sound.hasSuffix(last) {
        return String(sound.dropFirst().dropLast()).tidied
      }
    }
    return sound
  }

  /// Whether a sentence about its maneuver without a road would only be to continue.
  var onlyGoesOn: Bool {
    if isFerry { return false }
    switch (maneuver.kind, PhraseDirection(maneuver.direction)) {
    case (.newName, .none), (.newName, .straight), (.turn, .none), (.staysOn, .none): return true
    default: return false
    }
  }

  /// Whether it leaves a ring by an exit whose number was told at the entry.
  func isCountedExit(after entry: RouteStep) -> Bool {
    switch (entry.maneuver.kind, maneuver.kind) {
    case (.roundabout, .exitRoundabout), (.rotary, .exitRotary): return entry.maneuver.exit != nil
    default: return false
    }
  }
}

/// The position of the lanes to use.
struct LaneGroup {
  /// Left, right, or straight for the middle; none if they are not adjacent.
  var direction = PhraseDirection.none
  /// The number of lanes.
  var count = 0

  /// The group of the recommended lanes, or of the valid ones if none is recommended.
  init(_ lanes: [RouteLane]) {
    let recommended = lanes.indices.filter { lanes[$0].isRecommended }
    let chosen = recommended.isEmpty ? lanes.indices.filter { lanes[$0].isValid } : recommended
    guard let first = chosen.first, let last = chosen.last, chosen.count < lanes.count,
      last - first + 1 == chosen.count
    else { return }
    count = chosen.count
    if first == 0 {
      direction = .left
    } else if last == lanes.count - 1 {
      direction = .right
    } else {
      direction = .straight
    }
  }
}

extension PhraseDirection {
  init(_ direction: RouteManeuver.Direction?) {
    switch direction {
    case .uTurn: self = .uTurn
    case .sharpLeft: self = .sharpLeft
    case .left: self = .left
    case .slightLeft: self = .slightLeft
    case .straight: self = .straight
    case .slightRight: self = .slightRight
    case .right: self = .right
    case .sharpRight: self = .sharpRight
    case nil, .unknown: self = .none
    }
  }
}

extension RouteManeuver {
  /// The compass direction after it, from 0 for north clockwise to 7.
  var compassPoint: Int {
    let bearing = (bearingAfter % 360 + 360) % 360
    return (bearing * 2 + 45) / 90 % 8
  }
}
