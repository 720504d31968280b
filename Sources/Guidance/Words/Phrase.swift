import RoadModel

/// The sentences of a language that depend on a direction.
enum Phrase: Int, CaseIterable, Sendable {
  case depart, arrive, arriving, stop, stopping, turn, staysOn, newName, merge, onRamp
  case offRamp, fork, forkStay, endOfRoad, endOfRoadStay, roundabout, rotary, roundaboutTurn
  case exitRoundabout, exitRotary, notification, ferry, ferryOff, useLane, useLanes, pass
  case push, pushOff, stairs, departPushing, departOnStairs, charge, charging
  case carTrain, carTrainOff

  // The list of all is made anew each time.
  static let count = allCases.count

  /// The key in the file.
  var key: String {
    switch self {
    case .depart: "depart"
    case .arrive: "arrive"
    case .arriving: "arriving"
    case .stop: "stop"
    case .stopping: "stopping"
    case .turn: "turn"
    case .staysOn: "continue"
    case .newName: "new-name"
    case .merge: "merge"
    case .onRamp: "on-ramp"
    case .offRamp: "off-ramp"
    case .fork: "fork"
    case .forkStay: "fork-continue"
    case .endOfRoad: "end-of-road"
    case .endOfRoadStay: "end-of-road-continue"
    case .roundabout: "roundabout"
    case .rotary: "rotary"
    case .roundaboutTurn: "roundabout-turn"
    case .exitRoundabout: "exit-roundabout"
    case .exitRotary: "exit-rotary"
    case .notification: "notification"
    case .ferry: "ferry"
    case .ferryOff: "ferry-off"
    case .useLane: "use-lane"
    case .useLanes: "use-lanes"
    case .pass: "pass"
    case .push: "push"
    case .pushOff: "push-off"
    case .stairs: "stairs"
    case .departPushing: "depart-push"
    case .departOnStairs: "depart-stairs"
    case .charge: "charge"
    case .charging: "charging"
    case .carTrain: "car-train"
    case .carTrainOff: "car-train-off"
    }
  }

  /// The phrase that is used if a language does not have it; nil if it must have it.
  var substitute: Phrase? {
    switch self {
    case .push, .pushOff, .stairs: .notification
    case .departPushing, .departOnStairs: .depart
    case .charge: .stop
    case .charging: .stopping
    case .carTrain: .ferry
    case .carTrainOff: .ferryOff
    default: nil
    }
  }

  /// The placeholders that it may use.
  var slots: SlotSet {
    switch self {
    case .arrive, .arriving, .stop, .stopping, .charge, .charging:
      SlotSet(slots: [.waypoint, .direction])
    case .pass: []
    default:
      SlotSet(slots: [
        .road, .towards, .exit, .exitName, .ordinal, .rotary, .direction, .compass,
        .distance, .count,
      ])
    }
  }

  /// The placeholders that always have a value.
  var certain: SlotSet {
    switch self {
    case .depart, .departPushing, .departOnStairs: SlotSet(.compass)
    case .useLanes: SlotSet(.count)
    default: []
    }
  }
}

/// The directions of a phrase; the raw values are the suffixes of keys in the file.
enum PhraseDirection: String, CaseIterable, Sendable {
  case none
  case uTurn = "uturn"
  case sharpLeft = "sharp-left"
  case left
  case slightLeft = "slight-left"
  case straight
  case slightRight = "slight-right"
  case right
  case sharpRight = "sharp-right"

  /// The direction whose phrase is used if this one has none.
  var plain: PhraseDirection? {
    switch self {
    case .sharpLeft, .slightLeft: .left
    case .sharpRight, .slightRight: .right
    default: nil
    }
  }

  /// Its number in the tables of a language.
  var index: Int {
    switch self {
    case .none: 0
    case .uTurn: 1
    case .sharpLeft: 2
    case .left: 3
    case .slightLeft: 4
    case .straight: 5
    case .slightRight: 6
    case .right: 7
    case .sharpRight: 8
    }
  }
}

/// The wordings of a language: a few sentences of drivers are said otherwise to others.
enum Wording: Int, CaseIterable, Sendable {
  case driving, walking

  /// The wording for a mode of travel; cyclists ride as others drive.
  init(_ mode: Mode) { self = mode == .foot ? .walking : .driving }

  /// What stands before its keys in the file.
  var prefix: String {
    switch self {
    case .driving: ""
    case .walking: "foot "
    }
  }
}

/// The phrases that frame others or word numbers.
enum Frame: Int, CaseIterable, Sendable {
  case alertIn, alertThen, alertContinue, length, sentences, list, spokenList, roadAndNumber
  case clock, clockMorning, clockAfternoon, arrivalTime, durationParts, spokenDurationParts
  case underMinute, spokenUnderMinute, bannerExit, bannerDestination, bannerStop
  case bannerCharge

  // The list of all is made anew each time.
  static let count = allCases.count

  /// The key in the file.
  var key: String {
    switch self {
    case .alertIn: "alert.in"
    case .alertThen: "alert.then"
    case .alertContinue: "alert.continue"
    case .length: "length"
    case .sentences: "sentences"
    case .list: "list"
    case .spokenList: "speech.list"
    case .roadAndNumber: "road-and-number"
    case .clock: "clock"
    case .clockMorning: "clock.am"
    case .clockAfternoon: "clock.pm"
    case .arrivalTime: "arrival-time"
    case .durationParts: "duration.parts"
    case .spokenDurationParts: "speech.duration.parts"
    case .underMinute: "duration.under-minute"
    case .spokenUnderMinute: "speech.duration.under-minute"
    case .bannerExit: "banner.exit"
    case .bannerDestination: "banner.destination"
    case .bannerStop: "banner.stop"
    case .bannerCharge: "banner.charge"
    }
  }

  /// The placeholders that it may use.
  var slots: SlotSet {
    switch self {
    case .alertIn: SlotSet(slots: [.distance, .instruction])
    case .alertThen: SlotSet(slots: [.instruction, .next])
    case .alertContinue: SlotSet(slots: [.distance, .road])
    case .length: SlotSet(.distance)
    case .sentences, .list, .spokenList, .roadAndNumber, .durationParts, .spokenDurationParts:
      SlotSet(slots: [.first, .second])
    case .clock, .clockMorning, .clockAfternoon: SlotSet(slots: [.h, .hh, .hour, .mm])
    case .arrivalTime: SlotSet(.time)
    case .underMinute, .spokenUnderMinute, .bannerExit, .bannerDestination, .bannerStop,
      .bannerCharge:
      []
    }
  }

  /// The placeholders that always have a value.
  var certain: SlotSet { self == .alertContinue ? SlotSet(.distance) : slots }

  /// Whether a wording may have its own.
  var dependsOnWording: Bool { self == .alertContinue || self == .length }

  /// Whether a language may omit it.
  var isOptional: Bool {
    switch self {
    case .clockMorning, .clockAfternoon, .bannerCharge: true
    default: false
    }
  }
}

/// The units with words in a language.
enum UnitWord: Int, CaseIterable, Sendable {
  case metre, kilometre, foot, yard, mile, quarterMile, halfMile, threeQuarterMiles
  case mileAndHalf, day, hour, minute

  /// The key in the file.
  var key: String {
    switch self {
    case .metre: "m"
    case .kilometre: "km"
    case .foot: "ft"
    case .yard: "yd"
    case .mile: "mi"
    case .quarterMile: "mi.quarter"
    case .halfMile: "mi.half"
    case .threeQuarterMiles: "mi.three-quarters"
    case .mileAndHalf: "mi.and-half"
    case .day: "d"
    case .hour: "h"
    case .minute: "min"
    }
  }

  /// Whether it has a number before it.
  var isCounted: Bool {
    switch self {
    case .quarterMile, .halfMile, .threeQuarterMiles: false
    default: true
    }
  }
}
