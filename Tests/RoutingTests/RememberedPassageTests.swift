import MapCompiler
import RoadModel
import RouteModel
import TestSupport
import Testing

/// What the map remembers of the passages and edges of earlier paths.
@Suite struct RememberedPassageTests {
  private static let town = AsciiMap(
    """
            N       F
            |       |
    A-------B-------C-------D
            |       |
            S       E
    """, metresPerCell: 60,
    ways: [
      "AB":
        "highway=secondary name=Rua~Nova name:en=New~Road lanes=4 turn:lanes:forward=left|through;right",
      "BC": "highway=secondary name=Rua~Nova",
      "CD": "highway=secondary name=Rua~Nova name:en=New~Road",
      "NB": "highway=residential name=Rua~Norte oneway=yes",
      "BS": "highway=service",
      "FC": "highway=tertiary name=Rua~Sul",
      "CE": "highway=tertiary name=Rua~Sul name:en=South~Road",
    ])

  private static func steps(
    _ trip: String, _ vehicle: Vehicle, _ language: String?, on roads: AsciiRoads
  ) async throws -> [RouteStep] {
    try await roads.response(
      trip.map { try roads.waypoint(String($0)) }, vehicle,
      RouteRequest.Options(steps: true, language: language)
    ).sections[0].steps
  }

  @Test("steps are the same whoever took the same passages before")
  func order() async throws {
    var options = MapCompiler.Options()
    options.languages = ["en"]
    let requests: [(trip: String, vehicle: Vehicle, language: String?)] = [
      ("AE", .car, nil), ("AE", .car, "en"), ("AD", Vehicle(.bicycle), "en"),
      ("AE", Vehicle(.bicycle), nil), ("AE", Vehicle(.foot), "en"), ("FA", Vehicle(.foot), nil),
    ]
    let used = try await Self.town.build(options: options)
    for (trip, vehicle, language) in requests + requests.reversed() {
      let unused = try await Self.town.build(options: options)
      let expected = try await Self.steps(trip, vehicle, language, on: unused)
      let told = try await Self.steps(trip, vehicle, language, on: used)
      #expect(told == expected, "\(trip) \(vehicle.mode) \(language ?? "-")")
    }
  }

  /// A square ring with a street on each side of it, and one that is closed to cars beside it.
  private static let square = AsciiMap(
    """
            N
            |
    A---R---Q
        |   |
        T---S---E
        |
        W
    """, metresPerCell: 12,
    ways: [
      "RTSQR": "highway=secondary junction=roundabout name=Praça",
      "AR": "highway=secondary name=Rua~Nova",
      "NQ": "highway=secondary name=Rua~Norte",
      "SE": "highway=secondary name=Rua~Sul name:en=South~Road",
      "TW": "highway=cycleway name=Ciclovia",
    ])

  @Test("rings are the same whoever drove on them before")
  func rings() async throws {
    var options = MapCompiler.Options()
    options.languages = ["en"]
    let requests: [(trip: String, vehicle: Vehicle)] = [
      ("AE", .car), ("AN", Vehicle(.bicycle)), ("AE", Vehicle(.bicycle)), ("AE", Vehicle(.foot)),
      ("EN", .car), ("AN", .car), ("AE", .car),
    ]
    let used = try await Self.square.build(options: options)
    for (trip, vehicle) in requests + requests.reversed() {
      let unused = try await Self.square.build(options: options)
      let expected = try await Self.steps(trip, vehicle, "en", on: unused)
      let told = try await Self.steps(trip, vehicle, "en", on: used)
      #expect(told == expected, "\(trip) \(vehicle.mode)")
      let isRotary = told.contains { $0.rotaryName == "Praça" }
      #expect(isRotary == (vehicle.mode != .foot), "\(trip) \(vehicle.mode)")
    }
  }
}
