import ArgumentParser
import Bytes
import RoadModel
import RouteModel

/// The options for the vehicle and the kind of route.
struct VehicleOptions: ParsableArguments {
  @Option(
    name: [.customLong("profile"), .customLong("vehicle")],
    help: "car, truck, bicycle, foot, scooter, bus, taxi or motorcycle. (default: car)",
    completion: .modes)
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Height in metres; implies --profile truck.", valueName: "m"))
  var truckHeight: Double?
  @Option(parsing: .unconditional, help: ArgumentHelp("Width in metres.", valueName: "m"))
  var truckWidth: Double?
  @Option(parsing: .unconditional, help: ArgumentHelp("Length in metres.", valueName: "m"))
  var truckLength: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Actual weight in tonnes; also sets the permitted weight unless given.", valueName: "t"))
  var truckWeight: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum permitted weight in tonnes.", valueName: "t"))
  var truckWeightRating: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Load of the heaviest axle in tonnes.", valueName: "t"))
  var truckAxleLoad: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Load of the heaviest axle group in tonnes.", valueName: "t"))
  var truckBogieLoad: Double?
  @Option(parsing: .unconditional, help: "Number of axles.")
  var truckAxles: Int?
  @Option(parsing: .unconditional, help: "Number of trailers.")
  var truckTrailers: Int?
  @Option(help: "Hazardous goods on board: any or water.", completion: .list(["any", "water"]))
  var hazmat: [String] = []
  @Option(
    help: "Tunnel restriction code of the load: B, C, D or E.",
    completion: .list(["B", "C", "D", "E"]))
  var tunnelCategory: String?

  @Option(
    help: ArgumentHelp(
      "Roads to avoid where possible: toll,ferry,motorway,tunnel,unpaved. On a map with elevation also "
        + "steep=8: roads of 8 % or more, up or down."),
    completion: .roads)
  var avoid: [String] = []
  @Option(help: "Roads never to use: the same names, except steep.", completion: .roads)
  var exclude: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Power of a truck's engine in kW, for its speed uphill; by default 120 kg/kW.",
      valueName: "kw"))
  var truckPower: Double?
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Prefer kinds of roads by degrees, 0 to 1, where 0.5 is neutral: toll=0.2,scenic=0.8. Kinds are "
        + RoadTrait.allCases.map(\.name).joined(separator: ", ") + ". May be repeated.",
      valueName: "kind=number,…"))
  var prefer: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Seconds for turns and delays instead of the usual: signals=10,u_turn=60. Kinds are "
        + TurnDelay.allCases.map(\.name).joined(separator: ", ") + ". May be repeated.",
      valueName: "kind=seconds,…"))
  var turnCost: [String] = []
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Multiply the usual speed on classes of roads, 0.1 to 4: motorway=0.9,track=0.5. Classes are "
        + "values of OpenStreetMap's highway without _link, ferry and car_train. May be repeated.",
      valueName: "class=factor,…"))
  var speedFactor: [String] = []
  @Flag(help: "Find the shortest route instead of the fastest.")
  var shortest = false

  @Option(
    help: ArgumentHelp(
      "Departure time, such as 2026-11-21T10:00, 2026-11-21T10:00+01:00 or now; rules with a time condition "
        + "are then evaluated at the time of arrival.", valueName: "time"))
  var depart: String?
  @Flag(help: "Apply rules that may or may not hold, where that is stricter.")
  var strictConditions = false
  @Option(
    help: ArgumentHelp(
      "Public holidays, such as 2026-12-25,2026-12-26, for rules that depend on them.",
      valueName: "dates"))
  var holidays: String?

  private var lengths: [(LimitKind, String, Double?, ClosedRange<Double>)] {
    // A single weight sets both; errors have the name of the given option.
    let (weight, rating) = ("--truck-weight", "--truck-weight-rating")
    let weights = 0.001...1_000.0
    return [
      (.height, "--truck-height", truckHeight, 0.001...50),
      (.width, "--truck-width", truckWidth, 0.001...50),
      (.length, "--truck-length", truckLength, 0.001...300),
      (.weight, truckWeight == nil ? rating : weight, truckWeight ?? truckWeightRating, weights),
      (
        .weightRating, truckWeightRating == nil ? weight : rating, truckWeightRating ?? truckWeight,
        weights
      ),
      (.axleLoad, "--truck-axle-load", truckAxleLoad, 0.001...100),
      (.bogieLoad, "--truck-bogie-load", truckBogieLoad, 0.001...200),
    ]
  }

  private var hasTruckOption: Bool {
    lengths.contains { $0.2 != nil } || truckAxles != nil || truckTrailers != nil
      || !hazmat.isEmpty || tunnelCategory != nil || truckPower != nil
  }

  /// Whether none of these options was given.
  var isEmpty: Bool {
    profile == nil && !hasTruckOption && exclude.isEmpty && chosen.isEmpty
  }

  /// The given options for the choice of routes or the time; they do not apply to a driven trace.
  var chosen: [String] {
    [
      ("--avoid", !avoid.isEmpty), ("--prefer", !prefer.isEmpty),
      ("--turn-cost", !turnCost.isEmpty),
      ("--speed-factor", !speedFactor.isEmpty), ("--shortest", shortest),
      ("--depart", depart != nil), ("--strict-conditions", strictConditions),
      ("--holidays", holidays != nil),
    ].filter(\.1).map(\.0)
  }

  func validate() throws {
    _ = try vehicle()
    _ = try kinds(Self.notSteep(avoid), "--avoid")
    _ = try kinds(exclude, "--exclude")
    _ = try costs()
    _ = try publicHolidays()
    _ = try departure()
  }

  /// The vehicle, with sizes and loads in whole millimetres and kilograms.
  func vehicle() throws -> Vehicle {
    var vehicle = Vehicle(try mode())
    for (kind, option, value, range) in lengths {
      guard let value else { continue }
      let unit = kind == .height || kind == .width || kind == .length ? "metres" : "tonnes"
      try OptionRange.check(value, range, option, unit)
      vehicle[kind] = UInt32(thousandths: value)
    }
    for (kind, option, value, range) in [
      (LimitKind.axles, "--truck-axles", truckAxles, 1...100),
      (.trailers, "--truck-trailers", truckTrailers, 0...100),
    ] {
      guard let value else { continue }
      guard range.contains(value) else {
        throw ValidationError(
          "\(option) takes \(range.lowerBound) to \(range.upperBound), not \(value)")
      }
      vehicle[kind] = UInt32(value)
    }
    for goods in hazmat {
      switch goods {
      case "any": vehicle[.hazmat] = 1
      case "water":
        vehicle[.hazmat] = 1
        vehicle[.hazmatWater] = 1
      default: throw ValidationError("--hazmat takes any or water, not '\(goods)'")
      }
    }
    if let tunnelCategory {
      guard let place = ["E", "D", "C", "B"].firstIndex(of: tunnelCategory.uppercased()) else {
        throw ValidationError("--tunnel-category takes B, C, D or E, not '\(tunnelCategory)'")
      }
      vehicle[.tunnelCode] = UInt32(place + 1)
      // Only hazardous goods have a code.
      vehicle[.hazmat] = 1
    }
    return vehicle
  }

  private func mode() throws -> Mode {
    guard let profile else { return hasTruckOption ? .truck : .car }
    guard let mode = Mode.allCases.first(where: { $0.name == profile }) else {
      throw ValidationError(
        "--profile takes \(Mode.allCases.map(\.name).joined(separator: ", ")), not '\(profile)'")
    }
    guard mode == .truck || !hasTruckOption else {
      throw ValidationError("--truck-… options are for trucks: leave out --profile \(profile)")
    }
    return mode
  }

  /// The kinds of roads in an option.
  private func kinds(_ lists: [String], _ option: String) throws -> Avoidance {
    var result: Avoidance = []
    for name in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard let kind = Avoidance.named.first(where: { $0.name == name }) else {
        let grade = option == "--avoid" ? ["\(Self.steep)8"] : []
        let known = (Avoidance.named.map(\.name) + grade).joined(separator: ", ")
        throw ValidationError("\(option) takes \(known), not '\(name)'")
      }
      result.insert(kind.value)
    }
    return result
  }

  /// The preferences, times of turns and factors of speeds.
  private func costs() throws -> CostSettings {
    CostSettings(
      preferences: try Self.numbers(
        prefer, "--prefer", RoadTrait.allCases.map { ($0.name, $0) }, CostSettings.preferenceRange),
      turnSeconds: try Self.numbers(
        turnCost, "--turn-cost", TurnDelay.allCases.map { ($0.name, $0) }, CostSettings.turnRange),
      speedFactors: try Self.numbers(
        speedFactor, "--speed-factor",
        RoadClass.allCases.filter { $0 != .unknown }.map { ($0.tagValue, $0) },
        CostSettings.speedRange),
      steepPercent: try steepPercent(),
      enginePowerKilowatts: try truckPower.map { power in
        try OptionRange.check(power, CostSettings.powerRange, "--truck-power", "kW")
        return power
      })
  }

  private static let steep = "steep="

  /// The names in some lists.
  private static func names(_ lists: [String]) -> [Substring] {
    lists.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  /// Whether a name of `--avoid` is a grade, also without its number.
  private static func isSteep(_ name: Substring) -> Bool {
    name.hasPrefix(steep) || name == steep.dropLast()
  }

  /// The names of `--avoid` that are not a grade.
  private static func notSteep(_ lists: [String]) -> [String] {
    names(lists).filter { !isSteep($0) }.map(String.init)
  }

  /// The grade of `--avoid steep=8`.
  private func steepPercent() throws -> Double? {
    guard let text = Self.names(avoid).last(where: Self.isSteep) else { return nil }
    let number = text.dropFirst(Self.steep.count)
    guard let percent = Double(number), CostSettings.steepRange.contains(percent) else {
      throw ValidationError("--avoid takes a grade of 1 to 100 as in steep=8, not '\(text)'")
    }
    return percent
  }

  /// Reads lists such as `toll=0.2,ferry=1`.
  private static func numbers<Key: Hashable>(
    _ lists: [String], _ option: String, _ keys: @autoclosure () -> [(name: String, key: Key)],
    _ range: ClosedRange<Double>
  ) throws -> [Key: Double] {
    if lists.isEmpty { return [:] }
    let keys = keys()
    var numbers: [Key: Double] = [:]
    for text in lists.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      let parts = text.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let key = keys.first(where: { $0.name == parts[0] })?.key else {
        throw ValidationError(
          "\(option) takes \(keys.map(\.name).joined(separator: ", ")), each with a number, not "
            + "'\(text)'")
      }
      guard let value = Double(parts[1]), range.contains(value) else {
        throw ValidationError(
          "\(option) takes \(OptionRange.text(range)) for \(parts[0]), not '\(parts[1])'")
      }
      guard numbers.updateValue(value, forKey: key) == nil else {
        throw ValidationError("\(option) has \(parts[0]) twice")
      }
    }
    return numbers
  }

  /// The departure `now`: the same however often a command asks.
  private static let now = Departure(time: LocalTime(seconds: ProcessClock.now), offset: 0)

  /// The departure time.
  func departure() throws -> Departure? {
    guard let depart else { return nil }
    if depart == "now" { return Self.now }
    guard let departure = Departure(iso8601: depart) else {
      throw ValidationError(
        "--depart takes a date and time such as 2026-11-21T10:00 or 2026-11-21T10:00+01:00, or now, "
          + "not '\(depart)'")
    }
    return departure
  }

  /// The given public holidays.
  func publicHolidays() throws -> Set<LocalDate> {
    var days: Set<LocalDate> = []
    for text in holidays?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let day = LocalDate(iso8601: String(text)) else {
        throw ValidationError("--holidays takes dates such as 2026-12-25, not '\(text)'")
      }
      days.insert(day)
    }
    return days
  }

  /// The vehicle and options as a label, such as `truck 4 m, 18 t`.
  func label() throws -> String {
    let vehicle = try vehicle()
    let sizes = LimitKind.allCases.compactMap { kind -> String? in
      guard let value = vehicle[kind], kind != .weightRating || value != vehicle[.weight] else {
        return nil
      }
      return kind.text(ofVehicle: value)
    }
    return ([vehicle.mode.name] + (sizes.isEmpty ? [] : [sizes.joined(separator: ", ")]))
      .joined(separator: " ")
  }
}

extension VehicleOptions {
  /// The options of a request; `validate()` has already reported invalid ones.
  var options: RouteRequest.Options {
    RouteRequest.Options(
      avoid: (try? kinds(Self.notSteep(avoid), "--avoid")) ?? [],
      exclude: (try? kinds(exclude, "--exclude")) ?? [],
      objective: shortest ? .shortest : .fastest,
      departure: (try? departure()) ?? nil, strictConditions: strictConditions,
      publicHolidays: (try? publicHolidays()) ?? [], costs: (try? costs()) ?? .usual)
  }
}
