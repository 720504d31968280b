import RoadModel
import Testing

@Suite struct ConditionTests {
  /// Saturdays and Sundays, all day.
  static let weekend = OpeningHours([.init(weekdays: 0b1100000)])

  static func truck(_ weight: UInt32?) -> Vehicle {
    var truck = Vehicle(.truck)
    truck.weight = weight
    return truck
  }

  static let saturday = LocalTime(year: 2026, month: 11, day: 21, hour: 10, minute: 0)
  static let monday = LocalTime(year: 2026, month: 11, day: 23, hour: 10, minute: 0)

  @Test("all terms must hold, and one that fails decides")
  func and() {
    let heavy = Condition.Term.vehicle(.weight, .greater, 7_500)
    let condition = Condition([.time(Self.weekend), heavy])
    let wet = Condition([.unknown("wet"), heavy])
    let (light, loaded) = (Self.truck(7_500), Self.truck(7_501))
    #expect(condition.holds(Circumstances(loaded, time: Self.saturday)) == .yes)
    #expect(condition.holds(Circumstances(loaded, time: Self.monday)) == .no)
    #expect(condition.holds(Circumstances(loaded)) == .perhaps)
    #expect(condition.holds(Circumstances(light)) == .no)
    #expect(wet.holds(Circumstances(loaded)) == .perhaps)
    #expect(wet.holds(Circumstances(light)) == .no)
    #expect(Condition.always.holds(Circumstances(light)) == .yes)
  }

  @Test("a property that is not given does not compare")
  func absent() {
    for comparison in Condition.Comparison.allCases {
      let condition = Condition([.vehicle(.weight, comparison, 0)])
      #expect(condition.holds(Circumstances(Self.truck(nil))) == .no)
    }
  }

  @Test("hours that always hold need no time, and the ends of a trip are at its ends")
  func others() {
    let always = Condition([.time(OpeningHours([.init()]))])
    let ends = Condition([.atEnds(.delivery)])
    #expect(always.holds(Circumstances(.car)) == .yes)
    #expect(ends.holds(Circumstances(.car)) == .no)
    #expect(ends.holds(Circumstances(.car, isAtEnd: true)) == .yes)
  }

  @Test("holidays count when they are known")
  func holidays() throws {
    let condition = Condition([.time(OpeningHours([.init(weekdays: 0, onHolidays: true)]))])
    let day = try #require(Self.monday)
    #expect(condition.holds(Circumstances(.car, time: day)) == .no)
    #expect(condition.holds(Circumstances(.car, time: day, holidays: [day.date])) == .yes)
  }

  @Test(
    "comparisons are as written",
    arguments: [
      (Condition.Comparison.less, "<", [true, false, false]),
      (.atMost, "<=", [true, true, false]),
      (.equal, "=", [false, true, false]),
      (.atLeast, ">=", [false, true, true]),
      (.greater, ">", [false, false, true]),
    ])
  func comparisons(_ comparison: Condition.Comparison, _ text: String, _ results: [Bool]) {
    #expect(comparison.text == text)
    #expect([1, 2, 3].map { comparison.holds($0, 2) } == results)
  }

  @Test(
    "a condition has the words of a tag",
    arguments: [
      (Condition(), "()"),
      (
        Condition([.time(weekend), .vehicle(.weight, .greater, 7_500)]),
        "(Sa,Su AND weight>7.5)"
      ),
      (
        Condition([.vehicle(.length, .atLeast, 12_000), .atEnds(.customers)]),
        "(length>=12 AND customers)"
      ),
      (Condition([.vehicle(.axles, .less, 3)]), "(axles<3)"),
      (Condition([.vehicle(.trailers, .atLeast, 1)]), "(trailers>=1)"),
      (Condition([.vehicle(.hazmat, .atLeast, 1)]), "(hazmat)"),
      (Condition([.vehicle(.hazmatWater, .equal, 0)]), "(hazmat:water=0)"),
      (Condition([.unknown("wet")]), "(wet)"),
    ])
  func text(_ condition: Condition, _ text: String) {
    #expect(condition.text == text)
  }
}
