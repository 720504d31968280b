import Testing

@testable import RoadModel

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Times by grade equal the published functions, calculated again with the C library.
@Suite struct GradeTimesTests {
  /// A kilometre at 5 km/h, in hundredths of a second.
  private static let hour: Centiseconds = 72_000

  private static func grade(_ percent: Double, length: UInt32 = 100_000) -> Grade {
    let decimetres = Int32((Double(length) / 10 * percent.magnitude / 100).rounded())
    return Grade(
      centimetres: length, ascent: percent > 0 ? decimetres : 0,
      descent: percent < 0 ? decimetres : 0, steepestPercent: UInt8(percent.magnitude))
  }

  /// Whether two numbers differ by less than a share of the second.
  private static func isNear(_ a: Double, _ b: Double, _ share: Double) -> Bool {
    (a - b).magnitude < share * b
  }

  @Test(
    "people on foot walk as by Tobler's function",
    arguments: [-60, -30, -12.5, -5, -2.5, 0, 1, 5, 10, 25, 60] as [Double])
  func foot(_ percent: Double) {
    func speed(_ slope: Double) -> Double { 6 * exp(-3.5 * abs(slope + 0.05)) }
    let factor = speed(0) / speed(percent / 100)
    let time = GradeTimes.foot.time(Self.hour, centimetres: 100_000, Self.grade(percent))
    #expect(Self.isNear(Double(time), Double(Self.hour) * factor, 0.002))
  }

  @Test(
    "a bicycle's power is that of rolling, climbing and air",
    arguments: [-3, -1, 0.5, 1, 2, 4, 5, 6, 8] as [Double])
  func bicycle(_ percent: Double) {
    let slope = percent / 100
    func watts(_ v: Double, _ slope: Double) -> Double {
      let force: Double = 95 * 9.81 * (slope + 0.008) + 0.5 * 1.225 * 0.6 * v * v
      return v * force
    }
    let level = 17 / 3.6
    let metre = Centiseconds((1_000 / level * 100).rounded())
    let time = GradeTimes.bicycle.time(metre, centimetres: 100_000, Self.grade(percent))
    let speed = 1_000 / (Double(time) / 100)
    if speed > level * 1.49 {
      // Braking.
      #expect(watts(level * 1.5, slope) < watts(level, 0))
    } else {
      let effort = 1 + min(max(slope / 0.05, 0), 1) * 2 / 3
      #expect(Self.isNear(watts(speed, slope), watts(level, 0) * effort, 0.01))
    }
  }

  @Test(
    "nobody rides up slower than he pushes, and a pushed bicycle is pushed by Tobler's function")
  func pushing() {
    // 4 km/h on the level; Tobler's factor at 20 % is e^0.7.
    // A kilometre at 40 / e^0.7 tenths of km/h, in hundredths of a second.
    let pushed: Double = 100_000 * 36 / (40 / exp(0.7))
    let ridden = GradeTimes.bicycle.time(21_176, centimetres: 100_000, Self.grade(20))
    #expect(Double(ridden) <= pushed * 1.05)
    let walked = GradeTimes.bicycle.time(90_000, centimetres: 100_000, Self.grade(20))
    #expect(Self.isNear(Double(walked), pushed, 0.05))
  }

  @Test(
    "a truck climbs as its engine can, and no quicker than on the level",
    arguments: [(40_000.0, 333.333), (40_000, 200), (7_500, 130), (18_000, 220)])
  func truck(_ kilograms: Double, _ kilowatts: Double) throws {
    var vehicle = Vehicle(.truck)
    vehicle.weight = UInt32(kilograms)
    let times = try #require(GradeTimes.times(of: vehicle, .truck, kilowatts: kilowatts))
    // A kilometre at 80 km/h.
    for percent in [1.0, 2, 3, 4, 6, 8, 12] {
      let time = times.time(4_500, centimetres: 100_000, Self.grade(percent))
      let v = 1_000 / (Double(time) / 100)
      let force: Double = kilograms * 9.81 * (percent / 100 + 0.006) + 0.5 * 1.225 * 6 * v * v
      let needed = v * force / 1_000
      if time == 4_500 {
        #expect(needed <= kilowatts * 0.9 * 1.01)
      } else {
        #expect(time > 4_500)
        #expect(Self.isNear(needed, kilowatts * 0.9, 0.01))
      }
    }
    // Down 7 % at 30 km/h, 3.5 % at 60 km/h.
    #expect(times.time(4_500, centimetres: 100_000, Self.grade(-7)) == 12_000)
    #expect(times.time(4_500, centimetres: 100_000, Self.grade(-3.5)) == 6_000)
    #expect(times.time(4_500, centimetres: 100_000, Self.grade(-2)) == 4_500)
  }

  @Test("a truck without a power is one of 120 kg/kW whatever it weighs, and cars do not mind")
  func kinds() {
    var heavy = Vehicle(.truck)
    heavy.weight = 44_000
    #expect(GradeTimes.times(of: heavy, .truck, kilowatts: nil) == GradeTimes.truck)
    #expect(GradeTimes.truck.kind == .truck(kilograms: 40_000, watts: 333_333))
    #expect(GradeTimes.times(of: nil, .car, kilowatts: 100) == nil)
    #expect(GradeTimes.times(of: nil, .truck, kilowatts: .nan) == GradeTimes.truck)
  }

  @Test("an edge that climbs and descends takes the time of both parts")
  func mixed() {
    let both = Grade(centimetres: 100_000, ascent: 600, descent: 200, steepestPercent: 9)
    let up = GradeTimes.foot.time(72_000, centimetres: 100_000, Self.grade(8))
    let down = GradeTimes.foot.time(72_000, centimetres: 100_000, Self.grade(-8))
    let time = GradeTimes.foot.time(72_000, centimetres: 100_000, both)
    let expected: Double = 0.75 * Double(up) + 0.25 * Double(down)
    #expect(Self.isNear(Double(time), expected, 0.002))
    #expect(both.steepestPercent == 9)
  }

  @Test("no numbers overflow, and no time is 0 or beyond a quarter of the range")
  func bounds() {
    let cliff = Grade(centimetres: 1, ascent: .max, descent: .max, steepestPercent: .max)
    for times in [GradeTimes.foot, .bicycle, .truck] {
      for level in [1, 1_000, Centiseconds.max / 4] {
        let time = times.time(level, centimetres: .max, cliff)
        #expect((1...Centiseconds.max / 4).contains(time))
        let least = Double(level) * Double(times.leastPermille) / 1_000
        #expect(Double(time) >= least)
        #expect(times.time(level, centimetres: 5, .level) == level)
      }
    }
    #expect(GradeTimes.foot.leastPermille == 839)
    #expect(GradeTimes.bicycle.leastPermille == 667)
  }
}
