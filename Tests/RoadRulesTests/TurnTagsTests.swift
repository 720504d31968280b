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
    Case("restriction:motorcar=no_u_turn", .no, .uTurn, "y-----y"),
    Case("restriction=no_left_turn except=motorcar", .no, .leftTurn, "-yy-yy-"),
    Case(
      "restriction=no_left_turn restriction:bus=no_right_turn_on_red", .no, .leftTurn, "yyy-yyy"),
    Case("restriction:bicycle=no_left_turn", .no, .leftTurn, "--y----"),
    Case("restriction:bus=only_straight_on", .only, .straightOn, "-----y-"),
    Case("restriction:psv=no_left_turn", .no, .leftTurn, "-----yy"),
    Case("restriction:motor_vehicle=no_left_turn", .no, .leftTurn, "yy--yyy"),
    Case("restriction:foot=no_left_turn", .no, .leftTurn, "---y---"),
    Case("type=restriction:hgv restriction=no_left_turn", .no, .leftTurn, "-y-----"),
    Case("restriction:hgv=no_left_turn restriction:bus=no_left_turn", .no, .leftTurn, "-y---y-"),
    Case("restriction=no_left_turn restriction:foot=no_left_turn", .no, .leftTurn, "yyyyyyy"),
    Case("restriction=no_left_turn restriction:bicycle=none", .no, .leftTurn, "yy--yyy"),
    Case("restriction=no_weird_zigzags", .no, .other, "yyy-yyy", .unknownValue),
    Case("restriction=only_weird_zigzags", .only, .other, "yyy-yyy", .unknownValue),
    Case("restriction=no_left_turn restriction:note=x", .no, .leftTurn, "yyy-yyy"),
    Case(
      "restriction=no_left_turn restriction:submarine=no_u_turn", .no, .leftTurn, "yyy-yyy",
      .notApplied),
    Case("restriction=no_left_turn except=hazmat", .no, .leftTurn, "yyy-yyy", .readStricter),
    Case(
      "restriction=no_left_turn restriction:conditional=‹none @ (wet)›", .no, .leftTurn, "yyy-yyy",
      .readStricter),
    Case(
      "restriction:conditional=‹no @ (wet)› restriction=no_left_turn", .no, .leftTurn, "yyy-yyy",
      .readStricter),
  ]

  @Test("a restriction binds its vehicles", arguments: cases)
  func restriction(_ row: Case) throws {
    guard case .restrictions(let readings) = RoadRules().restriction(tags(row.tags)),
      let reading = readings.first, readings.count == 1
    else {
      Issue.record("not read as a restriction")
      return
    }
    #expect(reading.kind == row.kind)
    #expect(reading.manoeuvre == row.manoeuvre)
    #expect(reading.bindsModes.letters == row.binds)
    #expect(reading.problems.map(\.reason) == row.problems)
  }

  struct Several: Sendable, CustomTestStringConvertible {
    var tags: String
    /// Turn, vehicles, condition.
    var readings: [String]
    init(_ tags: String, _ readings: String...) {
      self.tags = tags
      self.readings = readings
    }
    var testDescription: String { tags }
  }

  static let several = [
    Several(
      "restriction=no_left_turn restriction:hgv=no_u_turn", "no leftTurn y-y-yyy ()",
      "no uTurn -y----- ()"),
    Several(
      "restriction=no_left_turn restriction:hgv=only_straight_on except=bicycle",
      "no leftTurn y---yyy ()", "only straightOn -y----- ()"),
    Several("restriction:conditional=‹no_left_turn @ (wet)›", "no leftTurn yyy-yyy (wet)"),
    Several("restriction=‹no_left_turn @ (wet)›", "no leftTurn yyy-yyy (wet)"),
    Several(
      "restriction:conditional=‹no_left_turn @ (wet)› except=psv", "no leftTurn yyy-y-- (wet)"),
    Several(
      "restriction:hgv:conditional=‹only_left_turn @ (weight>5)›",
      "only leftTurn -y----- (weight>5)"),
    Several(
      "restriction:conditional=‹no_left_turn @ (wet); no_u_turn @ (weight>5)›",
      "no leftTurn yyy-yyy (wet)", "no uTurn yyy-yyy (weight>5)"),
    Several(
      "restriction=no_left_turn restriction:conditional=‹no_u_turn @ (wet)›",
      "no leftTurn yyy-yyy ()", "no uTurn yyy-yyy (wet)"),
    Several(
      "restriction=no_left_turn restriction:conditional=‹no_left_turn @ (wet)›",
      "no leftTurn yyy-yyy ()"),
    Several(
      "restriction:conditional=‹no_left_turn @ (wet)› restriction:hgv=none",
      "no leftTurn y-y-yyy (wet)"),
    Several(
      "restriction:conditional=‹no_left_turn @ (wet)› restriction:hgv=no_left_turn",
      "no leftTurn y-y-yyy (wet)", "no leftTurn -y----- ()"),
    Several(
      "type=restriction:hgv restriction:conditional=‹no_left_turn @ (wet)›",
      "no leftTurn -y----- (wet)"),
    Several("restriction:goods=no_left_turn", "no leftTurn -y----- (weightrating<=3.5)"),
    Several("restriction:hgv_articulated=no_left_turn", "no leftTurn -y----- (trailers>=1)"),
    Several("restriction:trailer=no_u_turn", "no uTurn yy--yyy (trailers>=1)"),
    Several("restriction:hazmat=no_left_turn", "no leftTurn yy--yyy (hazmat)"),
  ]

  @Test("one relation can make several restrictions", arguments: several)
  func severalReadings(_ row: Several) {
    guard case .restrictions(let readings) = RoadRules().restriction(tags(row.tags)) else {
      Issue.record("not read as a restriction")
      return
    }
    let found = readings.map {
      "\($0.kind) \($0.manoeuvre) \($0.bindsModes.letters) \($0.condition.text)"
    }
    #expect(found == row.readings)
    #expect(readings.allSatisfy { $0.problems.isEmpty })
  }

  static let oldTimes: [(String, String)] = [
    ("hour_on=07:00 hour_off=09:00", "07:00-09:00"),
    ("hour_on=7:00:00 hour_off=9:30", "07:00-09:30"),
    ("day_on=Monday day_off=Friday", "Mo-Fr"),
    ("day_on=Mo day_off=Mo", "Mo"),
    ("day_on=M day_off=F hour_on=07:00 hour_off=09:30", "Mo-Fr 07:00-09:30"),
    ("day_on=Monday day_off=friday hour_on=16:00 hour_off=24:00", "Mo-Fr 16:00-24:00"),
  ]

  @Test("the old way to write times makes a condition", arguments: oldTimes)
  func timesOfOld(_ line: String, _ hours: String) {
    let old = RoadRules().restriction(tags("restriction=no_left_turn " + line))
    let new = RoadRules().restriction(tags("restriction:conditional=‹no_left_turn @ (\(hours))›"))
    #expect(old == new)
    #expect(old != RoadRules().restriction(tags("restriction=no_left_turn")))
  }

  static let others: [(String, RestrictionVerdict)] = [
    ("type=route route=bus", .notARestriction),
    ("type=restriction", .refused(.unknownValue)),
    ("type=multipolygon restriction=no_left_turn", .notARestriction),
    ("restriction=banana", .refused(.unknownValue)),
    ("restriction:conditional=‹@ (wet)›", .refused(.conditional)),
    ("restriction:conditional=‹banana @ (wet)›", .refused(.conditional)),
    ("restriction=no_left_turn hour_on=07:00", .refused(.conditional)),
    ("restriction=no_left_turn hour_on=07:00 hour_off=sunset", .refused(.conditional)),
    ("restriction=no_left_turn day_on=T day_off=F", .refused(.conditional)),
    ("restriction=no_left_turn day_on=Payday day_off=Friday", .refused(.conditional)),
    ("restriction=none", .refused(.bindsNobody)),
    ("restriction=no_left_turn restriction:vehicle=none", .refused(.bindsNobody)),
    ("restriction:caravan=no_left_turn", .refused(.bindsNobody)),
    ("restriction=no_right_turn_on_red", .refused(.bindsNobody)),
    ("restriction=no_left_turn_on_red", .refused(.bindsNobody)),
    ("restriction:hgv=no_u_turn_on_red", .refused(.bindsNobody)),
    ("restriction:conditional=‹no_right_turn_on_red @ (Mo-Fr)›", .refused(.bindsNobody)),
    ("restriction=no_left_turn except=vehicle", .refused(.bindsNobody)),
  ]

  @Test("what is not applied is refused by name", arguments: others)
  func refused(_ line: String, _ verdict: RestrictionVerdict) {
    #expect(RoadRules().restriction(tags(line)) == verdict)
  }
}
