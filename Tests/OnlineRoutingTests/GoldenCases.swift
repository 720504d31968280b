import RoadModel
import RouteModel

// The cases of enumerations with facts, as words. A new case does not compile until it is named here, and
// `GoldenCasesTests` fails until a golden file has it.

enum NoticeCase: CaseIterable {
  case avoidanceViolated, steepRoads, snappedFarther, endLimited, fewerAlternatives, violated
  case potential, departureIgnored, chargeTooLow, energyWithoutElevation, stationMayBeClosed
  case namesDamaged, notConsidered, fromService, notOnMap

  init?(_ notice: RouteNotice) {
    switch notice {
    case .avoidanceViolated: self = .avoidanceViolated
    case .steepRoads: self = .steepRoads
    case .snappedFarther: self = .snappedFarther
    case .endLimited: self = .endLimited
    case .fewerAlternatives: self = .fewerAlternatives
    case .violated: self = .violated
    case .potential: self = .potential
    case .departureIgnored: self = .departureIgnored
    case .chargeTooLow: self = .chargeTooLow
    case .energyWithoutElevation: self = .energyWithoutElevation
    case .stationMayBeClosed: self = .stationMayBeClosed
    case .namesDamaged: self = .namesDamaged
    case .notConsidered: self = .notConsidered
    case .fromService: self = .fromService
    case .notOnMap: self = .notOnMap
    case .unknown: return nil
    }
  }
}

enum ErrorCase: CaseIterable {
  case tooFewWaypoints, invalidWaypoint, noRoadNear, noRoute, tooLong, invalidRange, unknownEdge
  case unknownTurn, invalidSetting, invalidEnergy, notReachable, noChargingStations, stationsClosed,
    map, noMap
  case unsupported, service, cancelled

  init?(_ error: RoutingError) {
    switch error {
    case .tooFewWaypoints: self = .tooFewWaypoints
    case .invalidWaypoint: self = .invalidWaypoint
    case .noRoadNear: self = .noRoadNear
    case .noRoute: self = .noRoute
    case .tooLong: self = .tooLong
    case .invalidRange: self = .invalidRange
    case .unknownEdge: self = .unknownEdge
    case .unknownTurn: self = .unknownTurn
    case .invalidSetting: self = .invalidSetting
    case .invalidEnergy: self = .invalidEnergy
    case .notReachable: self = .notReachable
    case .noChargingStations: self = .noChargingStations
    case .stationsClosed: self = .stationsClosed
    case .map: self = .map
    case .noMap: self = .noMap
    case .unsupported: self = .unsupported
    case .service: self = .service
    case .cancelled: self = .cancelled
    case .unknown: return nil
    }
  }
}

enum FailureCase: CaseIterable {
  case unreachable, timedOut, busy, redirected, answerTooLarge, malformed, failed, notOffered
  case tooBig, refused

  init?(_ failure: ServiceFailure) {
    switch failure {
    case .unreachable: self = .unreachable
    case .timedOut: self = .timedOut
    case .busy: self = .busy
    case .redirected: self = .redirected
    case .answerTooLarge: self = .answerTooLarge
    case .malformed: self = .malformed
    case .failed: self = .failed
    case .notOffered: self = .notOffered
    case .tooBig: self = .tooBig
    case .refused: self = .refused
    case .unknown: return nil
    }
  }
}

enum RuleCase: CaseIterable {
  case limit, access, speed, truckSpeed, ban, turnRound

  init(_ rule: RoadRule) {
    switch rule.effect {
    case .limit: self = .limit
    case .access: self = .access
    case .speed: self = .speed
    case .truckSpeed: self = .truckSpeed
    case .ban: self = .ban
    case .turnRound: self = .turnRound
    }
  }
}

enum TermCase: CaseIterable {
  case time, vehicle, atEnds, unknown

  init(_ term: Condition.Term) {
    switch term {
    case .time: self = .time
    case .vehicle: self = .vehicle
    case .atEnds: self = .atEnds
    case .unknown: self = .unknown
    }
  }
}

enum AdjustmentCase: CaseIterable {
  case closed, speed, time, weight

  init(_ adjustment: RoadAdjustment) {
    switch adjustment.effect {
    case .closed: self = .closed
    case .speed: self = .speed
    case .time: self = .time
    case .weight: self = .weight
    }
  }
}

enum ActionCase: CaseIterable {
  case wait, chargingSetup, charging

  init?(_ action: PostAction) {
    switch action {
    case .wait: self = .wait
    case .chargingSetup: self = .chargingSetup
    case .charging: self = .charging
    case .unknown: return nil
    }
  }
}

enum ClosureCase: CaseIterable {
  case request, live

  init(_ closure: Blocker.Closure) {
    switch closure {
    case .request: self = .request
    case .live: self = .live
    }
  }
}

// The cases of the other enumerations that are not `CaseIterable`, or list their cases by hand. A new case does not
// compile until it is named here, and in `words.json`.

func all(_ kind: Waypoint.Kind) -> [Waypoint.Kind] {
  switch kind {
  case .stopover, .passThrough: [.stopover, .passThrough]
  }
}

func all(_ approach: Waypoint.Approach) -> [Waypoint.Approach] {
  switch approach {
  case .unrestricted, .curb, .opposite: [.unrestricted, .curb, .opposite]
  }
}

func all(_ objective: RouteRequest.Options.Objective) -> [RouteRequest.Options.Objective] {
  switch objective {
  case .fastest, .shortest: [.fastest, .shortest]
  }
}

func all(_ side: DrivingSide) -> [DrivingSide] {
  switch side {
  case .unknown, .right, .left: [.unknown, .right, .left]
  }
}

func isKnown(_ origin: RouteOrigin) -> Bool {
  switch origin {
  case .offline, .online, .onlineOnMap: true
  case .unknown: false
  }
}

func isKnown(_ rung: SearchRung) -> Bool {
  switch rung {
  case .metric, .overlay, .guided, .plain: true
  case .unknown: false
  }
}

func isKnown(_ part: RequestPart) -> Bool {
  switch part {
  case .vehicle, .vehicleLimits, .avoidances, .exclusions, .objective, .departure,
    .strictConditions, .violations, .publicHolidays, .costs, .maximumSpeed, .adjustments,
    .alternativeLimits, .traffic, .energy:
    true
  case .unknown: false
  }
}

func isKnown(_ connector: ConnectorType) -> Bool {
  switch connector {
  case .type1, .type2, .ccs1, .ccs, .chademo, .tesla, .gbt, .schuko, .cee, .other: true
  case .unknown: false
  }
}

func isKnown(_ kind: MapFailure.Kind) -> Bool {
  switch kind {
  case .unreadable, .damaged, .newer: true
  case .unknown: false
  }
}

func isKnown(_ kind: RouteManeuver.Kind) -> Bool {
  switch kind {
  case .depart, .arrive, .turn, .staysOn, .newName, .merge, .onRamp, .offRamp, .fork, .endOfRoad,
    .roundabout, .rotary, .roundaboutTurn, .exitRoundabout, .exitRotary, .notification, .useLane,
    .passWaypoint:
    true
  case .unknown: false
  }
}

func isKnown(_ direction: RouteManeuver.Direction) -> Bool {
  switch direction {
  case .uTurn, .sharpRight, .right, .slightRight, .straight, .slightLeft, .left, .sharpLeft: true
  case .unknown: false
  }
}
