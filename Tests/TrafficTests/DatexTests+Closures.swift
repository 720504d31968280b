import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Closures: whom they stop, and which close nothing.
extension DatexTests {
  /// What a closure says of itself, and whom it stops; nil where it gives no record.
  struct Closed: Sendable, CustomTestStringConvertible {
    var body: String
    var closure: TrafficPiece.Closure?

    var testDescription: String { body }
  }

  private static let stops: [Closed] = [
    Closed(body: "", closure: TrafficPiece.Closure.none),
    Closed(body: closed, closure: .all),
    Closed(body: closed.replacing("roadClosed", with: "carriagewayClosures"), closure: .all),
    Closed(
      body: closed.replacing("roadClosed", with: "closedPermanentlyForTheWinter"), closure: .all),
    Closed(
      body: closed.replacing("roadClosed", with: "laneClosures"), closure: TrafficPiece.Closure.none
    ),
    Closed(
      body: "<impact><trafficConstrictionType>roadBlocked</trafficConstrictionType></impact>",
      closure: .all),
    Closed(body: closed + vehicle("lorry"), closure: .trucks),
    Closed(body: closed + vehicle("lorry") + vehicle("heavyVehicle"), closure: .trucks),
    Closed(body: closed + vehicle("anyVehicle"), closure: .all),
    Closed(body: closed + vehicle("bicycle"), closure: TrafficPiece.Closure.none),
    Closed(body: closed + vehicle("lorry", "bus"), closure: .trucks),
    Closed(body: closed + vehicle("car", "lorry", "motorcycle"), closure: .all),
    Closed(body: closed + vehicle("car"), closure: TrafficPiece.Closure.none),
    Closed(body: closed + vehicle("bicycle") + vehicle("lorry"), closure: .trucks),
    Closed(body: closed + above("3.5"), closure: .trucks),
    Closed(body: closed + above("7.5"), closure: .trucks),
    Closed(body: closed + above("3.5", types: "lorry"), closure: .trucks),
    Closed(body: closed + above("3.5", types: "anyVehicle"), closure: .trucks),
    // Most cars are below 2 t, and many trucks below 40 t.
    Closed(body: closed + above("1"), closure: TrafficPiece.Closure.none),
    Closed(body: closed + above("40"), closure: TrafficPiece.Closure.none),
    Closed(
      body: closed + above("3.5").replacing("greaterThan", with: "lessThan"),
      closure: TrafficPiece.Closure.none),
    Closed(
      body: closed
        + above("3.5").replacing(
          "</forVehicles", with: "<loadType>hazardousMaterials</loadType></forVehicles"),
      closure: TrafficPiece.Closure.none),
    Closed(
      body: "<generalNetworkManagementType>bridgeSwingInOperation</generalNetworkManagementType>",
      closure: .all),
    Closed(
      body: "<generalNetworkManagementType>tollGatesOpen</generalNetworkManagementType>",
      closure: TrafficPiece.Closure.none),
    Closed(body: closed + word("probabilityOfOccurrence", "certain"), closure: .all),
    Closed(
      body: word("probabilityOfOccurrence", "probable") + closed,
      closure: TrafficPiece.Closure.none),
    Closed(
      body: closed + word("probabilityOfOccurrence", "riskOf"), closure: TrafficPiece.Closure.none),
    Closed(body: closed + word("operatorActionStatus", "beingImplemented"), closure: .all),
    Closed(body: closed + word("operatorActionStatus", "terminationRequested"), closure: .all),
    Closed(
      body: closed + word("operatorActionStatus", "requested"), closure: TrafficPiece.Closure.none),
    Closed(body: closed + word("operatorActionStatus", "rejected"), closure: nil),
    Closed(body: closed + word("complianceOption", "mandatory"), closure: .all),
    Closed(
      body: closed + word("complianceOption", "advisory"), closure: TrafficPiece.Closure.none),
    Closed(
      body: closed + "<forVehiclesWithCharacteristicsOf><heightCharacteristic>x"
        + "</heightCharacteristic></forVehiclesWithCharacteristicsOf>",
      closure: TrafficPiece.Closure.none),
    // Characteristics that traffic has no word for, also those of later schemas.
    Closed(
      body: closed
        + above("3.5").replacing(
          "<comparison", with: "<typeOfWeight>actual</typeOfWeight><comparison"),
      closure: .trucks),
    Closed(
      body: closed + with("<emissionLevel>euro3</emissionLevel>"),
      closure: TrafficPiece.Closure.none),
    Closed(
      body: closed + with("<dangerousGoods><code>33</code></dangerousGoods>", types: "lorry"),
      closure: TrafficPiece.Closure.none),
    Closed(
      body: closed + with("<emissionLevel>euro3</emissionLevel>") + vehicle("lorry"),
      closure: .trucks),
    // An empty element tells nothing.
    Closed(body: closed + with("<vehicleUsage/>"), closure: .all),
    Closed(
      body: closed + vehicle("heavyGoodsVehicleWithTrailer", "longHeavyLorry"), closure: .trucks),
    Closed(body: closed + vehicle("passengerCar", "heavyGoodsVehicleWithTrailer"), closure: .all),
    Closed(body: closed + "<validityStatus>suspended</validityStatus>", closure: nil),
    Closed(
      body: closed + "<management><lifeCycleManagement><end>true</end></lifeCycleManagement>"
        + "</management>", closure: nil),
    Closed(
      body: closed + "<management><lifeCycleManagement><cancel>false</cancel>"
        + "</lifeCycleManagement></management>", closure: .all),
  ]

  private static func vehicle(_ types: String...) -> String {
    "<forVehiclesWithCharacteristicsOf>" + types.map { word("vehicleType", $0) }.joined()
      + "</forVehiclesWithCharacteristicsOf>"
  }

  /// The vehicles with other characteristics.
  private static func with(_ characteristics: String, types: String...) -> String {
    vehicle("").replacing(
      word("vehicleType", ""),
      with: types.map { word("vehicleType", $0) }.joined() + characteristics)
  }

  /// The vehicles above a weight in tonnes.
  private static func above(_ tonnes: String, types: String...) -> String {
    "<forVehiclesWithCharacteristicsOf><grossWeightCharacteristic>"
      + word("comparisonOperator", "greaterThan") + word("grossVehicleWeight", tonnes)
      + "</grossWeightCharacteristic>" + types.map { word("vehicleType", $0) }.joined()
      + "</forVehiclesWithCharacteristicsOf>"
  }

  private static func word(_ element: String, _ text: String) -> String {
    "<\(element)>\(text)</\(element)>"
  }

  @Test("whom a closure stops", arguments: stops)
  func closures(_ stop: Closed) throws {
    let records = try Self.feed(Self.situation(Self.management, stop.body)).records
    #expect(records.map(\.closure) == (stop.closure.map { [$0] } ?? []))
  }

  @Test("vehicles of an accident are not those that a closure stops")
  func otherVehicles() throws {
    let involved =
      "<vehicleInvolved><vehicleCharacteristics><vehicleType>lorry</vehicleType>"
      + "</vehicleCharacteristics></vehicleInvolved>"
    let records = try Self.feed(Self.situation("Accident", Self.closed + involved)).records
    #expect(records.map(\.closure) == [.all])
  }

  @Test("a delay that may not come delays nobody")
  func doubtfulDelay() throws {
    let delay = "<delays>" + Self.word("delayTimeValue", "90") + "</delays>"
    func delays(_ element: String, _ word: String) throws -> [Double] {
      try Self.feed(Self.situation("Accident", delay + Self.word(element, word)))
        .records.map(\.delaySeconds)
    }
    #expect(try delays("probabilityOfOccurrence", "certain") == [90])
    #expect(try delays("probabilityOfOccurrence", "riskOf") == [0])
    #expect(try delays("complianceOption", "advisory") == [90])
  }

  @Test("a closure and a delay on a ramp hold on a ramp by OpenLR alone")
  func closedRamps() throws {
    func carriageway(_ word: String) -> String {
      Self.word("supplementaryPositionalDescription", Self.word("carriageway", word))
    }
    let body = Self.closed + Self.word("delays", Self.word("delayTimeValue", "90"))
    func effects(_ location: String) throws -> [String] {
      try Self.feed(Self.situation(Self.management, body, location: location)).records
        .map { "\($0.closure) \($0.delaySeconds)" }
    }
    let (main, exit) = (carriageway("mainCarriageway"), carriageway("exitSlipRoad"))
    let road = Self.openLR()
    let ramp = road.replacing("multipleCarriageway", with: "slipRoad")
    // From the road onto the ramp.
    let both = road.replacing("multipleCarriageway", with: "slipRoad", maxReplacements: 1)
    for location in [exit + ramp, ramp + exit, main + road, main + Self.line, ramp] {
      #expect(try effects(location) == ["all 90.0"], "\(location)")
    }
    for location in [exit + road, exit + both, exit + Self.line] {
      // The incident, and what is lost.
      #expect(try effects(location) == ["none 0.0", "none 0.0"], "\(location)")
    }
  }
}
