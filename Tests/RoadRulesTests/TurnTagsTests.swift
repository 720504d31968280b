import RoadModel
import Testing

@testable import RoadRules

@Suite struct TurnTagsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var kind: RestrictionReading.Kind
    var manoeuvre: RestrictionReading.Manoeuvre
    var binds: String
    var problems: [TagProblem.Reason]
    init(
      _ tags: String, _ kind: RestrictionReading.Kind, _ manoeuvre: RestrictionReading.Manoeuvre,
      _ binds: String, _ problems: TagProblem.Reason...
    ) {
      self.tags = tags
      self.kind = kind
      self.manoeuvre = manoeuvre
      self.binds = binds
      self.problems = problems
    }
    var testDescription: String { tags }
  }

  // Columns: car, truck, bicycle, foot, scooter, bus, taxi.
  static let cases = [
    Case("type=restriction restriction=no_left_turn", .no, .leftTurn, "yyy-yyy"),
    Case("restriction=no_right_turn", .no, .rightTurn, "yyy-yyy"),
    Case("restriction=no_straight_on", .no, .straightOn, "yyy-yyy"),
    Case("restriction=no_u_turn", .no, .uTurn, "yyy-yyy"),
    Case("restriction=no_entry", .no, .entry, "yyy-yyy"),
    Case("restriction=no_exit", .no, .exit, "yyy-yyy"),
    Case("restriction=only_left_turn", .only, .leftTurn, "yyy-yyy"),
    Case("restriction=only_right_turn", .only, .rightTurn, "yyy-yyy"),
    Case("restriction=only_straight_on", .only, .straightOn, "yyy-yyy"),
    Case("restriction=only_u_turn", .only, .uTurn, "yyy-yyy"),
    Case("restriction=no_left_turn except=psv", .no, .leftTurn, "yyy-y--"),
    Case("restriction=no_left_turn except=bicycle", .no, .leftTurn, "yy--yyy"),
    Case("restriction=no_left_turn except=psv;bicycle", .no, .leftTurn, "yy--y--"),
    Case("restriction=no_left_turn except=‹bicycle; hgv›", .no, .leftTurn, "y---yyy"),
    Case("restriction=no_left_turn except=emergency", .no, .leftTurn, "yyy-yyy"),
    Case("restriction=no_left_turn except=banana", .no, .leftTurn, "yyy-yyy", .unknownValue),
    Case("restriction=no_left_turn except=destination", .no, .leftTurn, "yyy-yyy", .readStricter),
    Case("restriction:hgv=no_left_turn", .no, .leftTurn, "-y-----"),
    Case("restriction:motorcar=no_u_turn", .no, .uTurn, "y------"),
    Case("restriction:bicycle=no_left_turn", .no, .leftTurn, "--y----"),
    Case("restriction:bus=only_straight_on", .only, .straightOn, "-----y-"),
    Case("restriction:psv=no_left_turn", .no, .leftTurn, "-----yy"),
    Case("restriction:motor_vehicle=no_left_turn", .no, .leftTurn, "yy--yyy"),
    Case("restriction:foot=no_left_turn", .no, .leftTurn, "---y---"),
    Case("type=restriction:hgv restriction=no_left_turn", .no, .leftTurn, "-y-----"),
    Case("restriction:hgv=no_left_turn restriction:bus=no_left_turn", .no, .leftTurn, "-y---y-"),
    Case("restriction=no_left_turn restriction:foot=no_left_turn", .no, .leftTurn, "yyyyyyy"),
    Case("restriction=no_left_turn restriction:bicycle=none", .no, .leftTurn, "yy--yyy"),
    Case(
      "restriction=no_left_turn restriction:hgv=no_u_turn", .no, .leftTurn, "y-y-yyy",
      .notApplied),
    Case(
      "restriction=no_left_turn restriction:conditional=‹no_u_turn @ (Mo-Fr)›", .no, .leftTurn,
      "yyy-yyy", .conditionalNotApplied),
  ]

  @Test("a restriction binds its vehicles", arguments: cases)
  func restriction(_ row: Case) throws {
    guard case .restriction(let reading) = RoadRules().restriction(tags(row.tags)) else {
      Issue.record("not read as a restriction")
      return
    }
    #expect(reading.kind == row.kind)
    #expect(reading.manoeuvre == row.manoeuvre)
    #expect(reading.bindsModes.letters == row.binds)
    #expect(reading.problems.map(\.reason) == row.problems)
  }

  static let others: [(String, RestrictionVerdict)] = [
    ("type=route route=bus", .notARestriction),
    ("type=restriction", .refused(.unknownValue)),
    ("type=multipolygon restriction=no_left_turn", .notARestriction),
    ("restriction=no_banana", .refused(.unknownValue)),
    ("restriction:conditional=‹no_left_turn @ (Mo-Fr)›", .refused(.conditional)),
    ("restriction:hgv:conditional=‹no_left_turn @ (weight>5)›", .refused(.conditional)),
    ("restriction=‹no_left_turn @ (Mo-Fr)›", .refused(.conditional)),
    ("restriction=no_left_turn hour_on=07:00 hour_off=09:00", .refused(.conditional)),
    ("restriction=no_left_turn day_on=Monday day_off=Friday", .refused(.conditional)),
    ("restriction:caravan=no_left_turn", .refused(.bindsNobody)),
    ("restriction=no_left_turn except=vehicle", .refused(.bindsNobody)),
  ]

  @Test("what is not applied is refused by name", arguments: others)
  func refused(_ line: String, _ verdict: RestrictionVerdict) {
    #expect(RoadRules().restriction(tags(line)) == verdict)
  }
}
