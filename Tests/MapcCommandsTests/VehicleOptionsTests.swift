import Bytes
import RoadModel
import RouteModel
import Testing

@testable import MapcCommands

@Suite struct VehicleOptionsTests {
  private static func route(_ words: String) async throws -> MapcCommands.Route {
    let arguments = ["route", "a.nav"] + words.split(separator: " ").map(String.init)
    return try #require(try await CommandLineReading.command(arguments) as? MapcCommands.Route)
  }

  @Test(
    "a profile is a mode, and any limit means a truck",
    arguments: [
      ("", Vehicle.car), ("--profile foot", Vehicle(.foot)), ("--vehicle foot", Vehicle(.foot)),
      ("--truck-height 4.0", .truck(height: .meters(4))),
      ("--profile truck --truck-weight 18", .truck(weight: .tonnes(18))),
      (
        "--truck-weight 18 --truck-weight-rating 26",
        .truck(weight: .tonnes(18), weightRating: .tonnes(26))
      ),
      ("--truck-weight-rating 26", .truck(weight: .tonnes(26), weightRating: .tonnes(26))),
      (
        "--truck-width 2.55 --truck-length 16.5",
        .truck(width: .meters(2.55), length: .meters(16.5))
      ),
    ])
  func vehicles(_ words: String, _ vehicle: Vehicle) async throws {
    #expect(try await Self.route(words).vehicle.vehicle() == vehicle)
  }

  @Test("the departure now is one instant for the whole command")
  func departsNow() async throws {
    let earliest = ProcessClock.now
    let options = try await Self.route("--depart now").vehicle
    let departure = try #require(try options.departure())
    #expect(departure.offset == 0 && departure == options.options.departure)
    #expect(abs(departure.time.seconds - earliest) < 3_600)
  }

  @Test("goods and tunnel codes are told of a truck")
  func goods() async throws {
    let water = try await Self.route("--hazmat water").vehicle.vehicle()
    #expect(water.mode == .truck && water[.hazmat] == 1 && water[.hazmatWater] == 1)
    let tunnel = try await Self.route("--tunnel-category c").vehicle.vehicle()
    #expect(tunnel.mode == .truck && tunnel[.hazmat] == 1)
    #expect(LimitKind.tunnelCode.text(ofVehicle: tunnel[.tunnelCode] ?? 0) == "tunnel code C")
  }

  @Test("one axle or trailer is told in the singular")
  func counts() {
    #expect(LimitKind.trailers.text(ofVehicle: 1) == "1 trailer")
    #expect(LimitKind.trailers.text(ofVehicle: 2) == "2 trailers")
    #expect(LimitKind.axles.text(ofVehicle: 1) == "1 axle")
  }

  @Test("values may begin with a sign, and lists may be given in one or several")
  func forms() async throws {
    let route = try await Self.route(
      "--from -17.8,178.1 --to -17.9,-178.2 --avoid toll,ferry --avoid tunnel --exclude motorway")
    #expect(route.from == "-17.8,178.1" && route.to == "-17.9,-178.2")
    #expect(route.vehicle.options.avoid == [.tolls, .ferries, .tunnels])
    #expect(route.vehicle.options.exclude == [.motorways])
  }

  @Test("the departure and the holidays reach the request")
  func times() async throws {
    let options = try await Self.route(
      "--depart 2026-11-21T10:00+01:00 --holidays 2026-12-25,2026-12-26 --shortest"
    ).vehicle.options
    #expect(options.departure == Departure(iso8601: "2026-11-21T10:00+01:00"))
    #expect(options.publicHolidays.map(\.description).sorted() == ["2026-12-25", "2026-12-26"])
    #expect(options.objective == .shortest)
  }
}
