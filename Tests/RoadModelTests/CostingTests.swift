import RoadModel
import TestSupport
import Testing

@Suite struct CostingTests {
  /// Centimetres, tenths of km/h, hundredths of a second: 36 · cm / deciKmh, rounded up.
  static let times: [(UInt32, UInt16, UInt32)] = [
    (100_000, 1_000, 3_600), (100_000, 36, 100_000), (1, 36, 1), (37, 36, 37), (0, 500, 1),
    (1, 1_300, 1), (36, 1_300, 1), (37, 1_300, 2), (10, 7, 52), (.max, 1, .max / 4),
    (.max, .max, 2_359_332),
  ]

  @Test(
    "time is rounded up once, at least one unit, at most a quarter of the range", arguments: times)
  func time(_ centimetres: UInt32, _ speed: UInt16, _ expected: UInt32) {
    #expect(Costing.time(centimetres: centimetres, deciKmh: speed) == expected)
  }

  @Test("no time is shorter than the exact one, nor longer by a unit or more")
  func roundsUp() {
    var generator = SeededGenerator(seed: 10)
    for _ in 0..<20_000 {
      let length = UInt32.random(in: 1...20_000_000, using: &generator)
      let speed = UInt16.random(in: 10...1_300, using: &generator)
      let time = UInt64(Costing.time(centimetres: length, deciKmh: speed))
      let work = UInt64(length) * 36
      #expect(time * UInt64(speed) >= work)
      #expect(time == 1 || (time - 1) * UInt64(speed) < work)
    }
  }

  @Test("the sum of two times is theirs, or the maximum where 32 bits do not hold it")
  func sums() {
    let most = Centiseconds.max
    for (a, b) in [
      (0, 0), (3, 5), (most, 0), (most, 1), (most - 3, 3), (most - 3, 4), (most, most),
    ]
      as [(Centiseconds, Centiseconds)]
    {
      #expect(UInt64(Costing.sum(a, b)) == min(UInt64(a) + UInt64(b), UInt64(most)))
    }
  }

  @Test("the time of a part grows with the part, from nothing to the whole")
  func partTime() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      let length = UInt32.random(in: 1...3_000_000, using: &generator)
      let whole = UInt32.random(in: 1...UInt32.max / 4, using: &generator)
      #expect(Costing.partTime(whole, part: 0, of: length) == 0)
      #expect(Costing.partTime(whole, part: length, of: length) == whole)
      #expect(Costing.partTime(whole, part: .max, of: length) == whole, "never more than the whole")
      let cuts = (0..<20).map { _ in UInt32.random(in: 0...length, using: &generator) }.sorted()
      let times = cuts.map { Costing.partTime(whole, part: $0, of: length) }
      for (a, b) in zip(times, times.dropFirst()) { #expect(a <= b) }
      // The parts between cuts add up to the whole, since each is a difference.
      let ends = [0] + times + [whole]
      #expect(zip(ends, ends.dropFirst()).reduce(0 as UInt32) { $0 + ($1.1 - $1.0) } == whole)
      // Each is nearest to its share.
      for (cut, time) in zip(cuts, times) {
        let exact = Double(whole) * Double(cut) / Double(length)
        #expect(abs(Double(time) - exact) <= 0.501)
      }
    }
    #expect(Costing.partTime(100, part: 5, of: 0) == 0)
  }

  @Test("no mode is ever faster than the bound of every search, nor stands still")
  func maximumSpeed() {
    var generator = SeededGenerator(seed: 12)
    let lawful = TruckLaw.countries.map { Costing(.truck, law: .law(of: $0)) }
    for _ in 0..<20_000 {
      var road = RoadAttributes(
        roadClass: RoadClass.allCases.randomElement(using: &generator) ?? .unknown)
      road.flags = RoadFlags(rawValue: .random(in: 0...8_191, using: &generator))
      road.surface = Surface.allCases.randomElement(using: &generator) ?? .unknown
      road.trackGrade = .random(in: 0...255, using: &generator)
      road.smoothness = .random(in: 0...255, using: &generator)
      road.forwardSpeed = Speed(deciKmh: .random(in: 0 ... .max, using: &generator))
      road.forwardTruckSpeed = Speed(deciKmh: .random(in: 0 ... .max, using: &generator))
      road.forwardAccess = AccessTable(rawValue: .random(in: 0 ... .max, using: &generator))
      for mode in Mode.allCases {
        let costing = Costing(mode)
        let speed = costing.speed(road, .forward)
        #expect(speed >= 1 && speed <= costing.maximumSpeed, "\(mode) \(road)")
      }
      // Under every law the bound of the mode holds, also that of a costing that knows no law.
      if let speed = lawful.randomElement(using: &generator)?.speed(road, .forward) {
        #expect(speed >= 1 && speed <= Costing(.truck).maximumSpeed)
      }
    }
  }

  @Test("signs that allow less than the law count, signs that allow more do not")
  func lawAndSigns() {
    let german = Costing(.truck, law: .law(of: "DE"))
    let unsigned = RoadAttributes(roadClass: .trunk)
    #expect(german.speed(unsigned, .forward) == 600)
    #expect(Costing(.truck).speed(unsigned, .forward) == 800, "80 km/h where no law is known")
    var road = unsigned
    road.forwardSpeed = .kmh(50)
    #expect(german.speed(road, .forward) == 420)
    road.forwardSpeed = .kmh(100)
    #expect(german.speed(road, .forward) == 600)
    road.forwardTruckSpeed = .kmh(40)
    #expect(german.speed(road, .forward) == 336)
    road.forwardTruckSpeed = .kmh(90)
    #expect(german.speed(road, .forward) == 600)
    road.flags = [.motorroad, .onewayForward]
    #expect(german.speed(road, .forward) == 756, "the law allows 80")
    road.forwardTruckSpeed = .unlimited
    #expect(german.speed(road, .forward) == 800)
  }

  @Test("the law looks at the vehicle, and trucks are not quicker than their limiters")
  func lawAndVehicle() {
    let road = RoadAttributes(roadClass: .trunk)
    func speed(_ country: String, _ vehicle: Vehicle?) -> UInt16 {
      Costing(.truck, law: .law(of: country), vehicle: vehicle).speed(road, .forward)
    }
    #expect(speed("DE", .truck(weightRating: .tonnes(7.5))) == 800)
    #expect(speed("DE", .truck(weightRating: .tonnes(12))) == 600)
    #expect(speed("DE", .truck()) == 600, "a weight that is not given is that of a heavy truck")
    #expect(speed("DE", .truck(weightRating: .tonnes(3.5))) == 850, "that of the class")
    var articulated = Vehicle.truck(weightRating: .tonnes(7.5))
    articulated[.trailers] = 1
    #expect(speed("DE", articulated) == 600)
    var motorway = RoadAttributes(roadClass: .motorway)
    motorway.forwardSpeed = .kmh(130)
    for country in ["AU", "RO", "GB", "FR"] {
      #expect(Costing(.truck, law: .law(of: country)).speed(motorway, .forward) == 900)
    }
    #expect(Costing(.truck, law: .law(of: "AT")).speed(motorway, .forward) == 800)
  }

  @Test("the law of trucks changes nothing for other modes")
  func otherModes() {
    for mode in Mode.allCases where mode != .truck {
      for roadClass in RoadClass.allCases {
        let road = RoadAttributes(roadClass: roadClass)
        let speed = Costing(mode).speed(road, .forward)
        #expect(Costing(mode, law: .law(of: "DE")).speed(road, .forward) == speed)
      }
    }
  }

  @Test("every road class of every mode has a speed, with and without a ramp")
  func classes() {
    for mode in Mode.allCases {
      for roadClass in RoadClass.allCases {
        var road = RoadAttributes(roadClass: roadClass)
        #expect(Costing(mode).speed(road, .forward) >= 10)
        road.flags = [.link]
        #expect(Costing(mode).speed(road, .backward) >= 10)
      }
    }
  }

  @Test("a lower signed limit never makes a road quicker")
  func limitsSlow() {
    for mode in Mode.allCases {
      var before: UInt16 = 0
      for limit in 1...150 as ClosedRange<UInt16> {
        var road = RoadAttributes(roadClass: .primary)
        road.forwardSpeed = .kmh(limit)
        let speed = Costing(mode).speed(road, .forward)
        #expect(speed >= before)
        before = speed
      }
    }
  }
}

@Suite struct TurnCostTests {
  static let angles = (Int8.min...Int8.max).filter { $0 != .min }

  @Test(
    "a right turn costs on the right what a left turn costs on the left", arguments: Mode.allCases)
  func mirrored(_ mode: Mode) {
    let right = Costing(mode)
    let left = Costing(mode, drivesOnLeft: true)
    for angle in Self.angles {
      for isJunction in [true, false] {
        for isUTurn in [true, false] {
          let a = right.turnTime(angle: angle, isJunction: isJunction, isUTurn: isUTurn, node: [])
          let b = left.turnTime(angle: -angle, isJunction: isJunction, isUTurn: isUTurn, node: [])
          #expect(a == b)
        }
      }
    }
  }

  @Test("turning across oncoming traffic costs more than turning with it, straight on nothing")
  func across() {
    let car = Costing(.car)
    let time = { (angle: Int8) in
      car.turnTime(angle: angle, isJunction: true, isUTurn: false, node: [])
    }
    #expect(time(0) == 0 && time(20) == 0 && time(-20) == 0)
    #expect(time(-64) > time(64) && time(64) > 0)
    #expect(time(120) == time(-120) && time(120) > time(-64), "sharp is sharp either way")
    #expect(time(.min) == time(127), "the sharpest turn of all does not overflow")
  }

  @Test("a bend without a choice costs nothing, and a turn round costs most")
  func bends() {
    let car = Costing(.car)
    for angle in Self.angles {
      #expect(car.turnTime(angle: angle, isJunction: false, isUTurn: false, node: []) == 0)
      let turn = car.turnTime(angle: angle, isJunction: true, isUTurn: false, node: [])
      #expect(car.turnTime(angle: angle, isJunction: true, isUTurn: true, node: []) > turn)
    }
  }

  @Test(
    "lights, crossings, gates and toll booths cost drivers and cyclists, and add up; walkers pass")
  func nodes() {
    for mode in Mode.allCases {
      let costing = Costing(mode)
      let time = { (node: NodeFlags) in
        costing.turnTime(angle: 0, isJunction: true, isUTurn: false, node: node)
      }
      #expect(time([.stop, .giveWay, .turns, .barrier]) == 0)
      let each = [time(.signals), time(.gate), time(.tollBooth), time(.crossing)]
      #expect(time([.signals, .gate, .tollBooth, .crossing]) == each.reduce(0, +))
      #expect(each.allSatisfy { ($0 > 0) == (mode != .foot) })
    }
  }
}
