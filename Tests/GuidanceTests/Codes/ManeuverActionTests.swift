import Guidance
import RoadModel
import RouteModel
import Testing

@Suite struct ManeuverActionTests {
  @Test("each action comes back from OSRM's words")
  func roundTrip() {
    for action in ManeuverAction.allActions {
      let kind = action.kind.map { RouteManeuver.Kind(rawValue: $0.rawValue) } ?? .turn
      let back = ManeuverAction(
        kind: kind, direction: action.direction, exit: action.exit,
        drivingSide: action.drivingSide)
      #expect(back == action, "\(action.name)")
    }
  }

  @Test("each maneuver has an action of its kind and direction")
  func everyManeuver() {
    for kind in RouteManeuver.Kind.allCases {
      for direction in RouteManeuver.Direction.allCases {
        for side in [DrivingSide.unknown, .left, .right] {
          let action = ManeuverAction(kind: kind, direction: direction, exit: 3, drivingSide: side)
          #expect(action.kind == kind)
          if 10..<110 ~= action.rawValue { #expect(action.direction == direction) }
          if kind == .rotary { #expect(action.exit == 3) }
        }
      }
    }
  }

  @Test("numbers are stable")
  func stable() {
    func number(
      _ kind: RouteManeuver.Kind, _ direction: RouteManeuver.Direction? = nil, _ exit: Int? = nil,
      _ side: DrivingSide = .right
    ) -> UInt8 {
      ManeuverAction(kind: kind, direction: direction, exit: exit, drivingSide: side).rawValue
    }
    #expect(number(.depart) == 1)
    #expect(number(.turn, .left) == 13)
    #expect(number(.turn, .uTurn) == 11)
    #expect(number(.turn, .uTurn, nil, .left) == 19)
    #expect(number(.unknown("hop"), .unknown("up")) == 10)
    #expect(number(.offRamp, .slightRight) == 66)
    #expect(number(.roundabout, .right, 3) == 123)
    #expect(number(.roundabout, .right, 3, .left) == 143)
    #expect(number(.roundabout, .right, 20) == 120)
    #expect(number(.exitRotary, .right, 2, .left) == 203)
  }

  @Test("numbers and names are unique, and those unknown have no kind")
  func unique() {
    let names = Set(ManeuverAction.allActions.map(\.name))
    #expect(names.count == ManeuverAction.allActions.count)
    #expect(names.count >= 48)
    #expect(ManeuverAction.unknown.kind == nil && ManeuverAction(rawValue: 255).kind == nil)
  }

  @Test("the table of the specification is that of the code")
  func table() throws {
    let lines = try fileText("Formats/maneuvers.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.dropFirst(2).first?.isNumber == true }
    let rows = ManeuverAction.allActions.map { action in
      let side =
        switch action.drivingSide {
        case .left: "left"
        case .right: "right"
        case .unknown: ""
        }
      let cells = [
        String(action.rawValue), action.name, "`\(action.kind?.rawValue ?? "")`",
        action.direction.map { "`\($0.rawValue)`" } ?? "", action.exit.map(String.init) ?? "", side,
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }
    #expect(lines.map(String.init) == rows)
  }
}
