import ArgumentParser
import Bytes
import JSON
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The option for the vehicle's energy.
struct EnergyVehicle: ParsableArguments {
  @Option(
    name: .customLong("ev"),
    help: ArgumentHelp(
      "Report the energy use of the vehicle described in a JSON file: model of consumption and battery "
        + "(Formats/energy-json.md). '-' is standard input; 'default' is a usual electric vehicle of "
        + "the profile.", valueName: "file"), completion: .file())
  var path: String?

  /// The energy options of a request; nil if there are none.
  ///
  /// - Parameter driven: The vehicle of the request.
  /// - Returns: The options.
  /// - Throws: `Failure`, also for impossible values, with their file.
  func options(for driven: Vehicle) throws -> EnergyOptions? {
    guard let path else { return nil }
    if path == "default" { return EnergyOptions() }
    let options: EnergyOptions = try EnergyFile.read(path, "a vehicle", "an object")
    try EnergyFile.check(path) { () throws(RoutingError) in
      try options.check(in: RouteRequest.Options(), driven)
      try options.checkStations()
    }
    return options
  }

  /// The file that is read, by option.
  var files: [(name: String, path: String?)] { [("--ev", path == "default" ? nil : path)] }

  /// The input files.
  var inputs: [String] { files.compactMap(\.path) }
}

/// The options for the vehicle's energy on a route, with its charge and charging stops.
struct EnergyInput: ParsableArguments {
  @OptionGroup
  var vehicle: EnergyVehicle
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Charge of the battery at the start; the default is that of the file, or full.",
      valueName: "kwh"))
  var charge: Double?
  @Flag(
    help: """
      Stop at charging stations, so that the battery never falls below its minimum: where, and for how long, takes \
      the least time. Needs --ev.
      """)
  var ensureReachability = false
  @Option(
    help: ArgumentHelp(
      "Your own charging stations, in addition to those of the map: a JSON array "
        + "(Formats/energy-json.md) of at most 10,000. Needs --ensure-reachability, unless the file of "
        + "--ev has ensureReachability.", valueName: "file"),
    completion: .file())
  var stations: String?

  func validate() throws {
    if charge != nil && vehicle.path == nil { throw ValidationError("--charge needs --ev") }
    if ensureReachability && vehicle.path == nil {
      throw ValidationError("--ensure-reachability needs --ev")
    }
    // A file of --ev may ask for charging stops itself.
    if stations != nil && !ensureReachability && vehicle.path ?? "default" == "default" {
      throw ValidationError(Self.stationsNeedStops)
    }
    try StandardInput.check(files)
  }

  /// Throws if charging stops are requested together with something that excludes them.
  func checkStops(isShortest: Bool, alternatives: Int = 0) throws {
    guard ensureReachability else { return }
    for (option, isGiven) in [("--shortest", isShortest), ("--alternatives", alternatives > 0)]
    where isGiven {
      throw ValidationError("--ensure-reachability can't be combined with \(option)")
    }
  }

  /// The energy options of a request; nil if there are none.
  ///
  /// - Parameter driven: The vehicle of the request.
  /// - Returns: The options.
  /// - Throws: `Failure`, also for impossible values, with their file.
  func options(for driven: Vehicle) throws -> EnergyOptions? {
    guard var options = try vehicle.options(for: driven) else { return nil }
    if ensureReachability {
      if options.battery == nil { throw Self.needsBattery("--ensure-reachability") }
      options.ensureReachability = true
    }
    if let stations {
      guard options.ensureReachability else {
        throw Failure(status: .usage, message: Self.stationsNeedStops)
      }
      let own: [OwnStation] = try EnergyFile.read(stations, "stations", "an array")
      options.stations += own.map(\.station)
      try EnergyFile.check(stations) { () throws(RoutingError) in try options.checkStations() }
    }
    noteHours(of: options.stations)
    if let charge {
      guard let battery = options.battery else { throw Self.needsBattery("--charge") }
      // The file has been checked, so that the minimum is at most the capacity.
      let range = battery.minimumChargeKilowattHours...battery.capacityKilowattHours
      guard range.contains(charge) else {
        throw Failure(
          status: .usage,
          message: "--charge takes \(OptionRange.text(range)) kWh, the range of the battery, not "
            + OptionRange.text(charge))
      }
      options.battery?.initialChargeKilowattHours = charge
    }
    return options
  }

  /// Notes on standard error that hours of the caller's stations are not understood, as they then count as unknown.
  private func noteHours(of stations: [ChargingStation]) {
    let day = LocalTime(seconds: 0).date
    let unread = stations.filter {
      guard let hours = $0.openingHours else { return false }
      return !HoursOfDay(hours, on: day, holidays: []).isUnderstood
    }
    guard let first = unread.first else { return }
    let others = unread.count > 1 ? " and \(unread.count - 1) more" : ""
    Console.error(
      "note: the opening hours of station '\(first.id)'\(others) are not understood and count as unknown: "
        + (first.openingHours ?? "").prefix(80))
  }

  private static let stationsNeedStops = "--stations needs --ensure-reachability"

  private static func needsBattery(_ option: String) -> Failure {
    Failure(
      status: .usage,
      message: "\(option) needs a battery: give --ev a file that has one (Formats/energy-json.md)")
  }

  /// The files that are read, by option.
  var files: [(name: String, path: String?)] { vehicle.files + [("--stations", stations)] }

  /// The input files.
  var inputs: [String] { files.compactMap(\.path) }
}

/// Reads the files of these options.
private enum EnergyFile {
  /// The maximum size of a file in bytes, enough for a long list of stations.
  static let maximumSize = 64 << 20

  /// The name of a file in messages; `-` is standard input.
  private static func name(_ path: String) -> String { TextError.name(ofSource: path) }

  /// Adds the file to the error for impossible values.
  static func check(_ path: String, _ check: () throws(RoutingError) -> Void) throws {
    do throws(RoutingError) { try check() } catch {
      throw Failure(status: .badData, message: "\(name(path)): \(error)")
    }
  }

  static func read<Value: Decodable>(
    _ path: String, _ what: String, _ kind: String
  ) throws -> Value {
    guard let bytes = try InputFile.bytes(path: path, atMost: maximumSize) else {
      throw Failure(
        status: .badData, message: "\(name(path)): is larger than 64 MB, too large for \(what)")
    }
    return try decoded(bytes, path, what, kind)
  }

  private static func decoded<Value: Decodable>(
    _ bytes: [UInt8], _ path: String, _ what: String, _ kind: String
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(Value.self, from: Data(bytes))
    } catch {
      throw Failure(
        status: .badData,
        message: "\(name(path)): not \(what) as in Formats/energy-json.md: "
          + JSONReason.text(error, in: bytes, kind))
    }
  }
}
