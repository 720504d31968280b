import RoadModel
import Testing

@testable import RoadRules

@Suite struct NodeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var passing: String
    var endOnly: String
    init(_ tags: String, _ passing: String, endOnly: String = "-------") {
      self.tags = tags
      self.passing = passing
      self.endOnly = endOnly
    }
    var testDescription: String { tags }
  }

  // Columns: car, truck, bicycle, foot, scooter, bus, taxi.
  static let barriers = [
    Case("", "yyyyyyy"),
    Case("barrier=no", "yyyyyyy"),
    Case("barrier=gate", "yyyyyyy"),
    Case("barrier=lift_gate", "yyyyyyy"),
    Case("barrier=swing_gate", "yyyyyyy"),
    Case("highway=gate", "yyyyyyy"),
    Case("barrier=gate access=no", "-------"),
    Case("barrier=gate access=no foot=yes", "---y---"),
    Case("barrier=gate access=private", "yyyyyyy", endOnly: "yyyyyyy"),
    Case("barrier=gate access=private foot=yes bicycle=yes", "yyyyyyy", endOnly: "yy--yyy"),
    Case("barrier=gate motor_vehicle=no", "--yy---"),
    Case("barrier=gate motor_vehicle=agricultural", "--yy---"),
    Case("barrier=gate locked=yes", "yyyyyyy", endOnly: "yyyyyyy"),
    Case("barrier=gate locked=yes foot=yes", "yyyyyyy"),
    Case("barrier=toll_booth", "yyyyyyy"),
    Case("barrier=cattle_grid", "yyyyyyy"),
    Case("barrier=border_control", "yyyyyyy"),
    Case("barrier=entrance", "yyyyyyy"),
    Case("barrier=kerb", "yyyyyyy"),
    Case("barrier=kerb kerb=raised", "--yy---"),
    Case("barrier=height_restrictor", "yyyyyyy"),
    Case("barrier=sally_port", "yyyyyyy"),
    Case("barrier=bollard", "--yy---"),
    Case("barrier=bollard bollard=rising", "yyyyyyy"),
    Case("barrier=bollard motor_vehicle=yes", "yyyyyyy"),
    Case("barrier=bollard bicycle=no", "---y---"),
    Case("barrier=bollard bus=yes", "--yy-y-"),
    Case("barrier=bollard maxwidth:physical=2.3", "yyyyyyy"),
    Case("barrier=bollard maxwidth=1.2", "--yy---"),
    Case("barrier=bollard maxwidth=2.3 maxwidth:physical=1.2", "--yy---"),
    Case("barrier=gate access=no vehicle=yes", "yyy-yyy"),
    Case("barrier=gate hgv=no", "y-yyyyy"),
    Case("barrier=border_control hgv=no", "y-yyyyy"),
    Case("barrier=block", "--yy---"),
    Case("barrier=gate;bollard", "--yy---"),
    Case("barrier=gate;stile", "---y---"),
    Case("barrier=gate access=psv", "-----yy"),
    Case("barrier=jersey_barrier", "--yy---"),
    Case("barrier=chain", "--yy---"),
    Case("barrier=cycle_barrier", "--yy---"),
    Case("barrier=stile", "---y---"),
    Case("barrier=kissing_gate", "---y---"),
    Case("barrier=turnstile", "---y---"),
    Case("barrier=bus_trap", "-yyyyy-"),
    Case("barrier=sump_buster", "-yyyyy-"),
    Case("barrier=bus_trap access=bus", "-----y-"),
    Case("barrier=gate access=bicycle", "--y----"),
    Case("barrier=wall", "-------"),
    Case("barrier=fence sensory=audible", "yyyyyyy"),
    Case("access=no", "-------"),
    Case("motorcar=no", "-yyyyy-"),
    Case("highway=crossing bicycle=no", "yyyyyyy"),
    Case("railway=level_crossing foot=no", "yyyyyyy"),
  ]

  @Test(
    "a turning circle lets vehicles turn round",
    arguments: ["turning_circle", "turning_loop", "mini_roundabout"])
  func turningPlaces(_ value: String) {
    let reading = RoadRules().node(tags("highway=\(value)"))
    #expect(reading.rules == [RoadRule(.turnRound(.vehicles))])
    #expect(reading.flags.isEmpty && reading.passing == .all)
  }

  @Test("a barrier lets its modes pass", arguments: barriers)
  func passing(_ row: Case) {
    let reading = RoadRules().node(tags(row.tags))
    #expect(reading.passing.letters == row.passing)
    #expect(reading.endOnly.letters == row.endOnly)
    #expect(reading.flags.contains(.barrier) == (row.passing != "yyyyyyy"))
    #expect(reading.problems.isEmpty)
  }

  static let flags: [(String, NodeFlags)] = [
    ("name=x", []),
    ("highway=traffic_signals", .signals),
    ("highway=crossing", .crossing),
    ("highway=crossing;traffic_signals", [.crossing, .signals]),
    ("highway=stop", .stop),
    ("highway=give_way", .giveWay),
    ("barrier=toll_booth", .tollBooth),
    ("barrier=gate", .gate),
    ("barrier=gate access=no", [.gate, .barrier]),
    ("barrier=bollard", .barrier),
  ]

  @Test("signs and lights become flags", arguments: flags)
  func signs(_ line: String, _ flags: NodeFlags) {
    let reading = RoadRules().node(tags(line))
    #expect(reading.flags == flags)
    #expect(reading.isPlain == flags.isEmpty)
  }

  @Test("limits on nodes are read like those on ways")
  func limits() {
    let reading = RoadRules().node(tags("barrier=height_restrictor maxheight=2.1"))
    #expect(reading.limits == [VehicleLimit(.height, 2_100)])
    #expect(!reading.isPlain)
  }

  @Test("limits on nodes have conditions like those on ways")
  func conditionalLimits() {
    let reading = RoadRules().node(
      tags("barrier=gate maxweight=3.5 maxweight:conditional=‹none @ (destination)› hazmat=no"))
    #expect(
      reading.rules.map(\.tag) == [
        "maxweight=3.5", "hazmat=no", "maxweight:conditional=none @ (destination)",
      ])
    #expect(reading.limits.map(\.tag) == ["maxweight=3.5", "hazmat=no"])
  }

  @Test("an unknown barrier stops motor traffic and is reported")
  func unknown() {
    let reading = RoadRules().node(tags("barrier=banana"))
    #expect(reading.passing.letters == "--yy---")
    #expect(
      reading.problems == [TagProblem(key: "barrier", value: "banana", reason: .unknownValue)])
  }

  @Test("every node that matters has one of the keys that the compiler filters by")
  func keysSuffice() {
    let keys = Set(RoadRules.nodeKeys.map { "\($0)" })
    let others = [
      "junction:ref=7", "junction:name=Mitte", "hazmat:A=no", "maxheight:forward=3",
      "maxbogieweight:physical=8", "maxgcweightrating=40", "maxaxles:conditional=‹4 @ (Su)›",
      "trailer:conditional=‹no @ (Su)›",
    ]
    let conditional = AccessKey.allCases.map { "\($0.rawValue):conditional=‹no @ (Su)›" }
    for line in Self.barriers.map(\.tags) + Self.flags.map(\.0) + others + conditional {
      let bag = tags(line)
      let isFound = bag.pairs.contains {
        keys.contains($0.key) || $0.key.hasPrefix("\(RoadRules.nodeKeyBeginning)")
          || $0.key.hasSuffix("\(RoadRules.nodeKeyEnding)")
      }
      #expect(RoadRules().node(bag).isPlain || isFound, "\(line)")
    }
  }
}
